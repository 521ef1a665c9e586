// The squares of the board for people who do not see it: a grid as screen readers know
// it, a cell for each square, which says what stands there. It lies over the board, and
// the Tab key goes from the board to it. It is not the board itself that is read, since
// there the arrow keys move a building or step through the game.

import { element } from "../dom.js";
import { squareWords } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";

const SIZE = 10;

/** How far a key goes: rows and columns. */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -SIZE], End: [0, SIZE] };

/** The grid. Event: "bring" with {row, column}, a place of the board, as detail when Enter is pressed on a square. */
export class SquareGrid extends EventTarget {
  constructor(place) {
    super();
    this.cells = Array.from({ length: SIZE * SIZE }, () => element("div", { role: "gridcell", tabindex: -1 }));
    this.cells[0].tabIndex = 0;
    const rows = Array.from({ length: SIZE }, (_, row) => element("div", { role: "row" }, ...this.cells.slice(row * SIZE, (row + 1) * SIZE)));
    const grid = element("div", { role: "grid", class: "square-grid", "aria-label": text("square.grid") }, ...rows);
    grid.addEventListener("keydown", (event) => this.press(event));
    place.append(grid);
  }

  /** Writes what stands on the squares of a view. */
  show(view) {
    for (const [square, cell] of this.cells.entries()) cell.setAttribute("aria-label", squareWords(view, square));
  }

  press(event) {
    const square = this.cells.indexOf(event.target);
    const [row, column] = [Math.floor(square / SIZE), square % SIZE];
    if (event.altKey || event.metaKey) return;
    if (event.key in STEPS) {
      const [down, right] = STEPS[event.key];
      const corner = event.ctrlKey ? Math.sign(right) * SIZE : 0;
      this.go(clamp(row + down + corner), clamp(column + right));
    } else if (event.key === "Enter" || event.key === " ") {
      this.dispatchEvent(new CustomEvent("bring", { detail: { row: row + 0.5, column: column + 0.5 } }));
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation(); // the board and the page have other uses for these keys
  }

  go(row, column) {
    for (const cell of this.cells) cell.tabIndex = -1;
    const cell = this.cells[row * SIZE + column];
    cell.tabIndex = 0;
    cell.focus();
  }
}

const clamp = (index) => Math.max(0, Math.min(index, SIZE - 1));
