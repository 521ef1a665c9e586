// What a record has of a game, as one text: it tells which games of a file are here already,
// without asking for the records of those that are.

import { recordRequest } from "../game/recordrequest.js";

/** What a writer of records fills in by itself, as [tag, value]. */
const FILLED_IN = [["Score"], ["Termination", "normal", "unterminated"]];

/** The content of a saved game: equal for a game and what its record is read as, different if anything else is. */
export function contentOf(game) {
  const { do: _, tags, comment, result, moves, comments, variations, ...asked } = recordRequest(game);
  const values = new Map(tags.map(({ name, value }) => [name, clean(value)])); // the last of a name counts
  for (const [name, ...usual] of FILLED_IN) if (usual.length === 0 || usual.includes(values.get(name))) values.delete(name);
  return JSON.stringify([asked, [...values].filter(([, value]) => /[^?.]/.test(value)).sort(), clean(comment), game.outcome, lineOf({ moves, comments, variations })]);
}

/** Words as records keep them, however they are broken into lines. */
const clean = (words = "") => words.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** A line with its comments and variations, these in the order of the moves that they replace. */
const lineOf = ({ moves, comments = [], variations = [] }) => [moves.join(" "), moves.map((_, index) => clean(comments[index])),
  [...variations].sort((one, other) => one.at - other.at).map((variation) => [variation.at, lineOf(variation)])];
