// A small board, as lists of games have one.

import { button, element } from "../dom.js";
import { UNIT, outline, svg } from "./geometry.js";

/** What a picture of a position needs. */
export const pictureOf = ({ pieces, territory, score }) => ({ pieces: pieces.map(({ side, squares }) => ({ side, squares })), territory, score });

/** A small board; without a picture it is empty. */
export function smallBoard(picture) {
  const { pieces = [], territory } = picture ?? {};
  const owners = ["light", "dark"].filter((side) => territory?.[side].length > 0);
  return svg("svg", { viewBox: `0 0 ${10 * UNIT} ${10 * UNIT}`, class: "small-board", "aria-hidden": "true" },
    svg("rect", { width: 10 * UNIT, height: 10 * UNIT, class: "paving" }),
    ...owners.map((side) => svg("path", { d: outline(territory[side], 0), class: `tint ${side}` })),
    ...pieces.map(({ side, squares }) => svg("path", { d: outline(squares, 8), class: `small-building ${side || "stone"}` })));
}

/** A button with a small board, a title and a note, for a list of the class *cards*; one that is `done` has a tick. */
export function boardCard({ picture, title, note = "", done = false }, onClick, attributes = {}) {
  const words = element("span", { class: "card-words" }, element("b", {}, title), element("span", { class: "note" }, note));
  const card = button("", onClick, { ...attributes, class: "board-card", "data-done": done });
  card.append(smallBoard(picture), words);
  return card;
}
