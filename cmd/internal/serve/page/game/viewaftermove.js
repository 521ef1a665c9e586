// What the board shows right after a legal move, before the rules have answered: the view
// of the position before lists what each move claims and captures.

import { opponent } from "./game.js";
import { beginner } from "./rulesets.js";
import { parseMove } from "../board/shapecatalogue.js";

/**
 * The view after a legal move, which `view` lists with its effects; `catalogue` has the shapes.
 * Like the views of a whole game it lacks the moves that are legal then. It does not know
 * whether the game is over, and its `position` is null.
 */
export function viewAfterMove(view, move, catalogue) {
  const { side } = view;
  const other = opponent(side);
  const { code, spares } = parseMove(move);
  const squares = catalogue.squares(side, move);
  const { claimed, captured } = view.settles[move] ?? { claimed: [], captured: [] };
  const built = { move: move.replace("-", ""), building: code, side: code === "CA" ? "" : side, squares, spared: false };
  const isCaught = (piece) => piece.side !== side && captured.some(({ move: caught }) => caught === piece.move);
  const standing = spares ? view.pieces.map((piece) => (isCaught(piece) ? { ...piece, spared: true } : piece)) : view.pieces.filter((piece) => !isCaught(piece));
  const without = (list, lost) => list.filter((square) => !lost.includes(square));
  const { hands, score, cathedral } = handsAfter(view, built, spares ? [] : captured);
  return {
    ...view,
    position: null,
    side: code === "CA" && beginner(view.rules) === "dark" ? side : other,
    ply: view.ply + 1,
    pieces: [...standing, built],
    territory: {
      [side]: without([...view.territory[side], ...claimed], squares),
      [other]: without(view.territory[other], [...claimed, ...squares]),
    },
    hands, score, cathedral,
    last: { move, side, squares, claimed, captured },
    legal: undefined,
    settles: undefined,
  };
}

/** Hands and scores after a building has been placed and captured ones have gone home, and what has become of the Cathedral. */
function handsAfter(view, built, home) {
  const hands = { light: { ...view.hands.light }, dark: { ...view.hands.dark } };
  const score = { ...view.score };
  let cathedral = view.cathedral === "coming" ? "now" : view.cathedral;
  const put = ({ building, side, squares }, count) => {
    if (building === "CA") {
      cathedral = count > 0 ? "taken" : "placed";
      return;
    }
    hands[side][building] = (hands[side][building] ?? 0) + count;
    if (hands[side][building] === 0) delete hands[side][building];
    score[side] += count * squares.length;
  };
  put(built, -1);
  for (const piece of home) put(piece, 1);
  return { hands, score, cathedral };
}
