// A small board, as lists of games have one.

import { UNIT, outline, svg } from "./geometry.js";

/** What a picture of a position needs. */
export function pictureOf({ pieces, territory, score }) {
  return { pieces: pieces.map(({ side, squares }) => ({ side, squares })), territory, score };
}

/** A small board; without a picture it is empty. */
export function smallBoard(picture) {
  const board = svg("svg", { viewBox: `0 0 ${10 * UNIT} ${10 * UNIT}`, class: "small-board", "aria-hidden": "true" },
    svg("rect", { width: 10 * UNIT, height: 10 * UNIT, class: "paving" }));
  for (const side of ["light", "dark"]) {
    if (picture?.territory[side].length > 0) board.append(svg("path", { d: outline(picture.territory[side], 0), class: `tint ${side}` }));
  }
  for (const { side, squares } of picture?.pieces ?? []) {
    board.append(svg("path", { d: outline(squares, 8), class: `small-building ${side || "stone"}` }));
  }
  return board;
}
