// Placing a building: it is picked from the hand, moved and turned over the board,
// and let go where it may stand. While it hovers, the board shows what it would
// enclose and capture.

import { drawBuilding } from "./buildingdrawings.js";
import { drawCaptured, drawTerritory } from "./board.js";
import { columnOf, outline, rowOf, svg, UNIT } from "./geometry.js";
import { parseMove } from "./shapecatalogue.js";
import { placeableCodes } from "./hand.js";
import { planOf, stillGains } from "../game/plannedmove.js";

/** Milliseconds in which one may still press what left a plan, when the turn has come and it would lose something. */
const LATE = 500;

/**
 * The building in the air. Events: "change" when it is picked, moved, turned or put
 * back; "place" with the move as detail when it is let go on a legal place; "refuse"
 * with the move where it is let go on another one.
 */
export class Placing extends EventTarget {
  constructor(board, catalogue) {
    super();
    Object.assign(this, { board, catalogue });
    this.view = null;
    this.legal = new Set();
    this.enabled = false;
    this.spare = false;
    this.turns = new Map(); // the last orientation of each building
    this.clear();
  }

  clear() {
    this.code = null;
    this.shown = false;
    this.rests = false; // where a first click has put it down, until a second places it
  }

  /**
   * Takes a new position, or null for none; what was in the air is put back, unless nothing is new,
   * or the turn has come for which it was to be planned.
   */
  setPosition(view, enabled) {
    if (view === this.view && enabled === this.enabled) return;
    const stays = this.view?.plans && enabled && view.side === this.view.side && placeableCodes(view).has(this.code);
    this.lateUntil = stays && this.shown && !stillGains(planOf(this, []), view) ? performance.now() + LATE : 0;
    this.view = view;
    this.legal = new Set(view?.legal?.split(" "));
    this.enabled = enabled;
    if (!stays) this.clear();
    if (enabled && view.cathedral === "now") this.pick("CA");
    this.changed();
  }

  /** Whether the Cathedral has to be placed now: it stays in hand. */
  get bound() {
    return this.code === "CA" && this.view.cathedral === "now";
  }

  /** Picks a building; picking the same one again puts it back. */
  pick(code) {
    if (!this.enabled) return;
    if (code === this.code && !this.bound) return this.putBack();
    const middle = this.shown ? this.middle() : { row: 5, column: 5 };
    this.code = code;
    this.rests = false;
    const turns = this.catalogue.orientations(this.view.side, code);
    this.orientation = turns.includes(this.turns.get(code)) ? this.turns.get(code) : turns[0];
    this.centre(middle);
    this.changed();
  }

  /** Takes up the building of a move, and shows it over the squares of that. */
  takeUp(move) {
    const { code, orientation } = parseMove(move);
    const squares = this.catalogue.squares(this.view.side, move);
    this.turns.set(code, orientation);
    this.pick(code);
    this.row = Math.min(...squares.map(rowOf));
    this.column = Math.min(...squares.map(columnOf));
    this.show();
  }

  /** Puts the building back into the hand. */
  putBack() {
    if (!this.code) return;
    if (this.bound) this.shown = false;
    else this.clear();
    this.changed();
  }

  /** Picks the next building of the hand that can be placed, or the one before. */
  pickNext(codes, step = 1) {
    if (codes.length === 0) return;
    const at = codes.indexOf(this.code);
    const next = at < 0 ? 0 : (at + step + codes.length) % codes.length;
    if (codes[next] === this.code) return;
    this.pick(codes[next]);
    this.show();
  }

  /** Turns the building by quarters, clockwise where positive, about its middle. */
  turn(quarters) {
    if (!this.code) return;
    const turns = this.catalogue.orientations(this.view.side, this.code);
    const at = turns.indexOf(this.orientation);
    const middle = this.middle();
    this.orientation = turns[(at + quarters + 4 * turns.length) % turns.length];
    this.turns.set(this.code, this.orientation);
    this.centre(middle);
    this.changed();
  }

  /** The rectangle about the building as it is turned. */
  get box() {
    return this.catalogue.box(this.view.side, this.code, this.orientation);
  }

  middle() {
    const { rows, columns } = this.box;
    return { row: this.row + rows / 2, column: this.column + columns / 2 };
  }

  /** Moves the building's middle as near to a place as the city's wall allows. */
  centre({ row, column }) {
    const { rows, columns } = this.box;
    this.row = clamp(Math.round(row - rows / 2), 10 - rows);
    this.column = clamp(Math.round(column - columns / 2), 10 - columns);
  }

  /** Shows the building over a place of the board. */
  moveTo(place) {
    if (!this.code) return;
    const before = `${this.shown}${this.row},${this.column}`;
    this.shown = true;
    this.centre(place);
    if (before !== `${this.shown}${this.row},${this.column}`) this.changed();
  }

  /** Moves the building by squares. */
  moveBy(rows, columns) {
    if (!this.code) return;
    const { row, column } = this.middle();
    this.moveTo(this.shown ? { row: row + rows, column: column + columns } : { row, column });
  }

  show() {
    if (this.code && !this.shown) {
      this.shown = true;
      this.changed();
    }
  }

  /** Takes the building off the board, as when the pointer leaves, but not out of the hand. */
  hide() {
    if (!this.shown) return;
    this.shown = false;
    this.changed();
  }

  /** The move that the building would be here, sparing if that was asked for. */
  get move() {
    if (!this.code) return null;
    const move = this.catalogue.move(this.view.side, this.code, this.orientation, this.row, this.column);
    return this.spare && this.legal.has(`${move}-`) ? `${move}-` : move;
  }

  get isLegal() {
    return this.legal.has(this.move);
  }

  /** Whether there is a choice here to capture or to spare. */
  get maySpare() {
    return this.shown && this.code !== null && this.legal.has(`${this.move.replace("-", "")}-`);
  }

  /** What the move would settle. */
  get settlement() {
    return this.view.settles?.[this.move] ?? { claimed: [], captured: [] };
  }

  /** The squares of the building in the air. */
  get squares() {
    return this.box.cells.map(([row, column]) => (this.row + row) * 10 + this.column + column);
  }

  /** Lets the building go, or shows it if it has not been seen. */
  letGo() {
    if (!this.enabled || !this.code || performance.now() < this.lateUntil) return;
    if (!this.shown) return this.show();
    const { move } = this;
    this.dispatchEvent(new CustomEvent(this.isLegal ? "place" : "refuse", { detail: move }));
  }

  changed() {
    this.draw();
    this.dispatchEvent(new Event("change"));
  }

  draw() {
    this.board.svg.dataset.inTheAir = this.code && this.shown ? this.move : "";
    this.board.put("reach", ...(this.code ? this.drawReach() : []));
    if (!this.code || !this.shown) return this.board.put("ghost");
    const { isLegal, settlement } = this;
    this.board.put("ghost", ...drawPlacement(this, isLegal ? "fits" : "stuck", isLegal ? settlement : { claimed: [], captured: [] }));
  }

  /** A dot on each square that the building can cover, in any orientation. */
  drawReach() {
    const reach = new Set();
    for (const move of this.legal) {
      if (!move.startsWith(this.code) || move.endsWith("-")) continue;
      for (const square of this.catalogue.squares(this.view.side, move)) reach.add(square);
    }
    if (reach.size > 70) return [];
    return [...reach].map((square) => svg("circle", {
      cx: (columnOf(square) + 0.5) * UNIT, cy: (rowOf(square) + 0.5) * UNIT, r: 9, class: "reach",
    }));
  }
}

/** A building that does not stand, and what its move would claim and capture; `look` is a class. */
export function drawPlacement({ move, view, squares }, look, { claimed, captured }) {
  const building = drawBuilding(parseMove(move).code, view.side, squares);
  building.classList.add("in-the-air", look);
  const frame = svg("path", { d: outline(squares, 1), class: `frame ${look} ${view.side}` });
  return [
    ...drawTerritory({ light: [], dark: [], [view.side]: claimed }, "claim"), building, frame,
    ...(move.endsWith("-") ? [] : captured.map(drawCaptured)),
  ];
}

const clamp = (value, most) => Math.max(0, Math.min(value, most));
