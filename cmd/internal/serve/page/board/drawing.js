// What a teacher draws on the board: marked squares, such as "E4", and arrows, such as "A1-C5".

import { UNIT, columnOf, outline, rowOf, squareAt, squareName, svg } from "./geometry.js";

/** The elements for what is drawn. */
export function drawMarks(marks) {
  return marks.map((mark) => {
    const squares = mark.split("-").map(squareAt);
    if (squares.length === 1) return svg("path", { d: outline(squares, 7), class: "drawn" });
    const ends = squares.map((square) => `${(columnOf(square) + 0.5) * UNIT} ${(rowOf(square) + 0.5) * UNIT}`);
    return svg("path", { d: `M${ends.join("L")}`, class: "drawn", "marker-end": "url(#arrowhead)" });
  });
}

/** Has the right button draw on the board's element: `draw` is called with each mark, while `mayDraw`. */
export function connectDrawing(element, board, mayDraw, draw) {
  let from = null;
  const at = (event) => {
    const { row, column } = board.place(event);
    return event.button === 2 && mayDraw() && Math.min(row, column) >= 0 && Math.max(row, column) < 10 ? squareName(Math.floor(row) * 10 + Math.floor(column)) : null;
  };
  element.addEventListener("contextmenu", (event) => mayDraw() && event.preventDefault());
  element.addEventListener("pointerdown", (event) => { from = at(event); });
  element.addEventListener("pointerup", (event) => {
    const to = at(event);
    if (from && to) draw(from === to ? to : `${from}-${to}`);
  });
}
