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

/** Whether fingers and all buttons draw, and do nothing else on the board. */
export const drawsByHand = () => document.body.hasAttribute("data-draws");

/** Begins to draw by hand, or ends it. */
export const drawByHand = (draws) => document.body.toggleAttribute("data-draws", draws);

/** Has the right button, or the hand, draw on the board's element: `draw` is called with each mark, while `mayDraw`. What is being drawn is seen. */
export function connectDrawing(element, board, mayDraw, draw) {
  let from = null;
  const at = (event) => {
    const { row, column } = board.place(event);
    return mayDraw() && Math.min(row, column) >= 0 && Math.max(row, column) < 10 ? squareName(Math.floor(row) * 10 + Math.floor(column)) : null;
  };
  const follow = (event) => {
    if (drawsByHand()) event.stopPropagation();
    const begins = event.type === "pointerdown" && (event.button === 2 || drawsByHand());
    if (!begins && !from) return;
    const to = at(event);
    const mark = from && to && (from === to ? to : `${from}-${to}`);
    const ends = event.type === "pointerup";
    from = begins ? to : ends ? null : from;
    board.put("drawing", ...drawMarks(mark && event.buttons > 0 ? [mark] : []));
    if (ends && mark) draw(mark);
  };
  element.addEventListener("contextmenu", (event) => mayDraw() && event.preventDefault());
  document.addEventListener("keydown", ({ key }) => key === "Escape" && drawByHand(false));
  for (const type of ["pointerdown", "pointermove", "pointerup", "click"]) element.addEventListener(type, follow, { capture: true });
}
