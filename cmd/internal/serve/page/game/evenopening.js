// Even openings: the usual start is better for Dark, so one may begin with moves after
// which neither side is ahead.

import { noteOf } from "../savedgames/movecomment.js";

/** The comment on the moves of an opening, the same as in the records of matches. */
const BOOK = "book";

/** An even opening for a game by these rules, which the server chooses: {moves, comments}. */
export async function evenOpening(carrier, { rules, optionalCapture }) {
  const { opening } = await carrier.ask({ do: "opening", rules, optionalCapture });
  return asOpening(opening);
}

/** The opening with which a game began, {moves, comments}; without moves if it began with none. */
export function openingOf({ moves, comments }) {
  const end = comments.findIndex((comment) => noteOf(comment) !== BOOK);
  return asOpening(moves.slice(0, end < 0 ? comments.length : end));
}

const asOpening = (moves) => ({ moves, comments: moves.map(() => BOOK) });
