// What moves on the board after a move, so that one sees what happened: captured
// buildings go home to their owner's hand, claimed ground fills from the new building
// outwards, and what stands beside the board closes up. Who prefers less motion sees the result at once.

import { UNIT, columnOf, rowOf, svg } from "./geometry.js";
import { drawBuilding } from "./buildingdrawings.js";
import { setting } from "../looks/settings.js";

/** Milliseconds. */
const GOING_HOME = 900;
const GLIDING = 180;
const FILLING = 350;
const FILLING_STEP = 70; // a square further away

/** The animations of a board. */
export class Animations {
  /** `home` gives the element of a side's hand. */
  constructor(board, home) {
    Object.assign(this, { board, home });
    this.layer = svg("g", { class: "layer-motion", "aria-hidden": "true" });
    board.svg.append(this.layer);
  }

  /** Shows what the last move of a view did. */
  show({ last }) {
    this.clear();
    if (setting("motion") === "off" || !last || last.move.endsWith("-")) return;
    for (const square of last.claimed) this.fill(square, last.squares);
    for (const piece of last.captured) this.sendHome(piece);
  }

  clear() {
    this.layer.replaceChildren();
  }

  /** Lets elements that a change moves glide to their places. */
  glide(elements, change) {
    const places = [...elements].filter((element) => element.offsetParent).map((element) => [element, element.offsetLeft, element.offsetTop]);
    change();
    for (const [element, left, top] of setting("motion") === "off" ? [] : places) {
      const [x, y] = [left - element.offsetLeft, top - element.offsetTop];
      if (element.offsetParent && (x !== 0 || y !== 0)) element.animate({ translate: [`${x}px ${y}px`, "0 0"] }, { duration: GLIDING, easing: "ease-out" });
    }
  }

  run(drawing, frames, timing) {
    this.layer.append(drawing);
    drawing.animate(frames, { fill: "both", ...timing }).finished.then(() => drawing.remove(), () => {});
  }

  /** The ground of a square gives way to its new owner's. */
  fill(square, from) {
    const distance = Math.min(...from.map((one) => Math.hypot(rowOf(one) - rowOf(square), columnOf(one) - columnOf(square))));
    const cover = svg("rect", { x: columnOf(square) * UNIT, y: rowOf(square) * UNIT, width: UNIT, height: UNIT, class: "unclaimed" });
    this.run(cover, [{ opacity: 1 }, { opacity: 0 }], { duration: FILLING, delay: FILLING_STEP * distance });
  }

  sendHome({ building, side, squares }) {
    const drawing = drawBuilding(building, side, squares);
    const board = this.board.svg.getBoundingClientRect();
    const home = side ? this.home(side).getBoundingClientRect() : { left: board.left, right: board.right, top: board.top - board.height / 4, bottom: board.top };
    const scale = this.board.svg.viewBox.baseVal.width / board.width;
    const middle = (low, high) => (low + high) / 2;
    const origin = this.board.svg.viewBox.baseVal;
    const x = (middle(home.left, home.right) - board.left) * scale + origin.x - middle(...range(squares.map(columnOf))) * UNIT;
    const y = (middle(home.top, home.bottom) - board.top) * scale + origin.y - middle(...range(squares.map(rowOf))) * UNIT;
    this.run(drawing, [
      { transform: "none", opacity: 1 },
      { transform: "translateY(-30px)", opacity: 1, offset: 0.25 },
      { transform: `translate(${x}px, ${y}px)`, opacity: 0 },
    ], { duration: GOING_HOME, easing: "ease-in-out" });
  }
}

const range = (numbers) => [Math.min(...numbers), Math.max(...numbers) + 1];
