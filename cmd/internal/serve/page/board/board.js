// The board: a walled city as SVG, in layers. It draws views of positions as the
// server sends them and what others put on its layers; it knows no rules.

import { UNIT, columnOf, outline, rowOf, svg } from "./geometry.js";
import { drawBuilding, drawShadow, heightOf } from "./buildingdrawings.js";
import { drawWall, EXTENT, WALL } from "./citywall.js";
import { moveWithNotation } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";

const SIZE = 10 * UNIT;

/** From bottom to top. */
const LAYERS = ["ground", "territory", "reach", "pieces", "last", "heat", "ideas", "book", "drawn", "drawing", "plan", "ghost"];

/** Draws the city and the positions in it. */
export class Board {
  constructor() {
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.svg = svg("svg", { viewBox: `${-WALL} ${-WALL} ${EXTENT} ${EXTENT}`, class: "board", role: "img" },
      definitions(), drawWall(), ...Object.values(this.layers));
    this.layers.ground.append(...ground());
    this.pieces = new Map();
  }

  /** Puts elements on a layer in place of what is there. */
  put(layer, ...elements) {
    this.layers[layer].replaceChildren(...elements);
  }

  /** Draws a view of a position. */
  show(view) {
    this.showPieces(view.pieces);
    this.put("territory", ...drawTerritory(view.territory));
    this.put("last", ...drawLast(view.last));
    this.svg.setAttribute("aria-label", describe(view));
  }

  /** Adds and removes buildings, and leaves alone those that stand. High ones are above low ones, whose roofs have their shadows. */
  showPieces(pieces) {
    const standing = new Set();
    for (const piece of pieces) {
      const key = `${piece.side}${piece.squares.join()}${piece.spared}`;
      standing.add(key);
      if (this.pieces.has(key)) continue;
      const drawing = drawBuilding(piece.building, piece.side, piece.squares);
      drawing.prepend(...drawShadow(piece.building, piece.squares));
      drawing.classList.add("rising");
      if (piece.spared) drawing.append(svg("path", { d: outline(piece.squares, 12), class: "spared" }));
      this.pieces.set(key, drawing);
      drawing.dataset.height = heightOf(piece.building);
      const higher = [...this.layers.pieces.children].find(({ dataset }) => Number(dataset.height) > heightOf(piece.building));
      this.layers.pieces.insertBefore(drawing, higher ?? null);
    }
    for (const [key, drawing] of this.pieces) {
      if (standing.has(key)) continue;
      drawing.remove();
      this.pieces.delete(key);
    }
  }

  /** The place under a pointer in squares from the upper left corner, as fractions. */
  place(event) {
    const box = this.svg.getBoundingClientRect();
    return {
      column: (event.clientX - box.left) / this.squareWidth - WALL / UNIT,
      row: (event.clientY - box.top) / this.squareWidth - WALL / UNIT,
    };
  }

  /** Whether a pointer is over one of some squares. */
  isOver(event, squares) {
    const { row, column } = this.place(event);
    return squares.some((square) => rowOf(square) === Math.floor(row) && columnOf(square) === Math.floor(column));
  }

  /** The width of a square in pixels of the window. */
  get squareWidth() {
    return (this.svg.getBoundingClientRect().width * UNIT) / EXTENT;
  }
}

/** The hatchings and the head of arrows that the drawings refer to. */
function definitions() {
  const hatching = (id, direction) => svg("pattern",
    { id, width: 20, height: 20, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${direction})` },
    svg("path", { d: "M5 0V20", class: id }));
  return svg("defs", {},
    hatching("hatching-light", 45),
    hatching("hatching-dark", -45),
    svg("marker", { id: "arrowhead", viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 3.6, markerHeight: 3.6, orient: "auto" }, svg("path", { d: "M0 0L10 5L0 10z", class: "arrowhead" })));
}

/** The ground: paving in four slightly different tones. */
function ground() {
  const plots = Array.from({ length: 100 }, (_, square) => {
    const tone = Math.floor(((square * 0.618 + rowOf(square) * 0.377) % 1) * 4);
    return svg("rect", { x: columnOf(square) * UNIT + 2, y: rowOf(square) * UNIT + 2, width: UNIT - 4, height: UNIT - 4, rx: 7, class: `plot tone-${tone}` });
  });
  return [svg("rect", { x: 0, y: 0, width: SIZE, height: SIZE, class: "paving" }), ...plots,
    svg("path", { d: `M0 0H${SIZE}V14H14V${SIZE}H0Z`, class: "wall-shade" })];
}

/** Territory is tinted, hatched one way for Light and the other for Dark, and has a border. */
export function drawTerritory(territory, kind = "territory") {
  return ["light", "dark"].filter((side) => territory[side].length > 0).flatMap((side) => {
    const d = outline(territory[side], 3);
    return [
      svg("path", { d, class: `${kind} tint ${side}` }),
      svg("path", { d, class: `${kind} hatched ${side}`, fill: `url(#hatching-${side})` }),
      svg("path", { d, class: `${kind} border ${side}` }),
    ];
  });
}

/** The last building has a bright frame; where buildings were captured, their outlines stay. */
function drawLast(last) {
  if (!last || last.squares.length === 0) return [];
  const d = outline(last.squares, 2);
  return [...last.captured.map(drawCaptured), svg("path", { d, class: "last-frame under" }), svg("path", { d, class: "last-frame" })];
}

/** A building that is, or would be, taken off the board. */
export function drawCaptured({ side, squares }) {
  const crosses = squares.flatMap((square) => {
    const [x, y] = [columnOf(square) * UNIT, rowOf(square) * UNIT];
    const d = `M${x + 34} ${y + 34}L${x + 66} ${y + 66}M${x + 66} ${y + 34}L${x + 34} ${y + 66}`;
    return [svg("path", { d, class: "captured-cross under" }), svg("path", { d, class: "captured-cross" })];
  });
  return svg("g", { class: "captured" }, svg("path", { d: outline(squares, 10), class: `captured-outline ${side}` }), ...crosses);
}

/** What a screen reader says of the board. */
function describe(view) {
  const about = (side) => ({
    buildings: view.pieces.filter((piece) => piece.side === side).length, squares: view.territory[side].length,
  });
  const sides = { light: text("board.light", about("light")), dark: text("board.dark", about("dark")) };
  return view.last ? text("board.cityAndMove", { ...sides, move: moveWithNotation(view.last.move) }) : text("board.city", sides);
}
