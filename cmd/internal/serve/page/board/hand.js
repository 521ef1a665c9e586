// The hands: the buildings that a side has not placed, as buttons to pick from.

import { drawBuilding } from "./buildingdrawings.js";
import { disable, element, emphasized, followPointer } from "../dom.js";
import { capitalized, text } from "../texts/texts.js";
import { svg } from "./geometry.js";

/**
 * The hand of one side. Events: "pick", {code, byKey}, when a building is chosen, with a key or
 * not; and "drag", {code, event}, with the pointer event when a building is dragged out.
 */
export class Hand extends EventTarget {
  constructor(place, side, catalogue) {
    super();
    Object.assign(this, { side, catalogue });
    this.name = element("b", { class: "hand-name" });
    this.sideName = element("span", { class: "hand-side" });
    this.clock = element("span", { class: "hand-clock" });
    this.left = element("span", { class: "hand-left", "data-text": "hand.left" });
    this.list = element("div", { class: "hand-list" });
    this.allPlaced = element("span", { class: "all-placed" }, text("hand.allPlaced"));
    place.append(
      element("div", { class: "hand-head" },
        element("span", { class: `side-mark ${side}` }), this.name, this.sideName, this.clock, this.left),
      this.list);
    this.buttons = new Map();
    for (const code of ["CA", ...catalogue.codes.filter((other) => other !== "CA").reverse()]) this.addButton(code);
    this.list.append(this.allPlaced);
  }

  addButton(code) {
    const count = element("span", { class: "count" });
    const icon = svg("svg", { class: "building-icon", "aria-hidden": "true" });
    const button = element("button", { class: "building-button", "data-code": code }, element("span", { class: "building-box" }, icon, count));
    const pick = (clicks) => new CustomEvent("pick", { detail: { code, byKey: clicks === 0 } });
    button.addEventListener("click", ({ detail: clicks }) => this.buttons.get(code).fixed || this.dispatchEvent(pick(clicks)));
    button.addEventListener("pointerdown", (event) => this.watchDrag(code, event));
    this.list.append(button);
    const rows = (turn) => this.catalogue.box(this.side, code, turn).rows;
    const flat = this.catalogue.orientations(this.side, code).reduce((flattest, turn) => (rows(turn) < rows(flattest) ? turn : flattest));
    this.buttons.set(code, { button, icon, count, flat, rows: rows(flat), turn: null, fixed: false });
  }

  /**
   * A drag begins when a pressed pointer leaves the button. The window listens: a finger
   * belongs to the button that it has touched first, wherever it goes.
   */
  watchDrag(code, pressed) {
    const { button, fixed } = this.buttons.get(code);
    if (fixed || !pressed.isPrimary) return;
    const box = button.getBoundingClientRect();
    const stop = followPointer(pressed, (event) => {
      if (contains(box, event)) return;
      stop();
      this.dispatchEvent(new CustomEvent("drag", { detail: { code, event } }));
    });
  }

  /** Shows what the side holds in a view, and whether it may pick from it. */
  show(view, enabled, picked = null) {
    const hand = { ...view.hands[this.side] };
    const cathedral = view.cathedral === "coming" || view.cathedral === "now";
    if (this.side === "light" && cathedral) hand.CA = 1;
    const placeable = placeableCodes(view);
    for (const [code, entry] of this.buttons) {
      const count = hand[code] ?? 0;
      const { button } = entry;
      button.hidden = code === "CA" && count === 0;
      const fits = placeable.has(code);
      // A building that is only not allowed as the first one says so when it is tapped.
      entry.fixed = !enabled || count === 0 || !(fits || view.fair?.restricts);
      disable(button, entry.fixed);
      if (!fits && !entry.fixed) button.ariaDisabled = "true";
      button.classList.toggle("gone", count === 0);
      button.setAttribute("aria-pressed", String(picked?.code === code));
      entry.count.textContent = count > 1 ? count : "";
      const building = text(`building.${code}`);
      button.setAttribute("aria-label", text("hand.building", { building, count }));
      button.title = text("hand.size", { building: capitalized(building), squares: this.catalogue.kinds.get(code).size });
      this.drawIcon(code, picked?.code === code ? picked.orientation : entry.flat);
    }
    // All are as large as the tray lets them be: the fewer and flatter, the larger.
    const held = [...this.buttons].filter(([code]) => hand[code] > 0);
    const sizes = { kinds: held.length, half: Math.ceil(held.length / 2), rows: Math.max(...held.map(([, { rows }]) => rows), 1) };
    for (const [name, size] of Object.entries(sizes)) this.list.style.setProperty(`--${name}`, Math.max(size, 1));
    this.allPlaced.hidden = held.length > 0;
    const squares = view.score[this.side];
    this.left.replaceChildren(...emphasized(text("hand.left", { squares })));
    this.left.title = text("hand.leftMeans", { squares });
  }

  drawIcon(code, turn) {
    const entry = this.buttons.get(code);
    if (entry.turn === turn) return;
    entry.turn = turn;
    const { cells, rows, columns } = this.catalogue.box(this.side, code, turn);
    const squares = cells.map(([row, column]) => row * 10 + column);
    entry.icon.setAttribute("viewBox", `0 0 ${columns * 100} ${rows * 100}`);
    entry.button.style.setProperty("--wide", columns);
    entry.button.style.setProperty("--high", rows);
    entry.icon.replaceChildren(drawBuilding(code, this.side, squares));
  }
}

const contains = (box, { clientX, clientY }) =>
  clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;

/** The buildings that the side to move can place somewhere. */
export const placeableCodes = ({ legal = "" }) => new Set(legal.split(" ").map((move) => move.slice(0, 2)));
