// A small board, as lists of games have one.

import { button, element } from "../dom.js";
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

/** A button with a small board, a title and a note, for a list of the class *cards*; one that is `done` has a tick. */
export function boardCard({ picture, title, note = "", done = false }, onClick, attributes = {}) {
  const words = element("span", { class: "card-words" }, element("b", {}, title), element("span", { class: "note" }, note));
  const card = button("", onClick, { ...attributes, class: "board-card", "data-done": done });
  card.append(smallBoard(picture), words);
  return card;
}
