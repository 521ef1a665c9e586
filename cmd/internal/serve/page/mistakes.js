// What a review makes of a game's evaluations: which moves were mistakes, and from
// where on the result is proven.

import { plural } from "./gamemessages.js";
import { scoreWords } from "./scoretexts.js";
import { title } from "./gamestate.js";

/** Hundredths of a square that a mistake and a blunder lose at least. */
const MISTAKE = 200;
const BLUNDER = 400;

/**
 * The moves that lost something: a Map from a move's index to {kind, sign, loss,
 * better, text}. `evaluations` has for each position {centi, final, best} or null,
 * `sides` the side to move in each.
 */
export function judge(moves, evaluations, sides) {
  const marks = new Map();
  for (const [index, move] of moves.entries()) {
    const before = evaluations[index];
    const after = evaluations[index + 1];
    if (!before || !after || move === "pass" || move === before.best) continue;
    const loss = (before.centi - after.centi) * (sides[index] === "light" ? 1 : -1);
    if (loss < MISTAKE) continue;
    const kind = loss >= BLUNDER ? "blunder" : "mistake";
    const squares = (loss / 100).toFixed(before.final && after.final ? 0 : 1);
    marks.set(index, {
      kind,
      sign: kind === "blunder" ? "??" : "?",
      loss,
      better: before.best,
      text: `${title(kind)}: ${move} loses ${squares} ${Number(squares) === 1 ? "square" : "squares"}; better is ${before.best}`,
    });
  }
  return marks;
}

/** The first ply from which on every evaluation is proven, or null. */
export function provenFrom(evaluations) {
  let ply = evaluations.length;
  while (ply > 0 && evaluations[ply - 1]?.final) ply--;
  return ply < evaluations.length ? ply : null;
}

/** In words, from where on the result is proven. */
export function provenWords(evaluations) {
  const ply = provenFrom(evaluations);
  if (ply === null) return "";
  const { centi } = evaluations[ply];
  const from = ply === 0 ? "From the start" : `After ${plural(ply, "move")}`;
  return `${from} the outcome is proven: with best play ${scoreWords(centi, true).replace(", proven", "").replace("a proven draw", "it is a draw")}.`;
}

/** In words, how often each side erred. */
export function countWords(marks, sides) {
  const count = (side, kind) => [...marks].filter(([index, mark]) => sides[index] === side && mark.kind === kind).length;
  return ["light", "dark"].map((side) =>
    `${title(side)}: ${plural(count(side, "blunder"), "blunder")}, ${plural(count(side, "mistake"), "mistake")}`).join(" · ");
}
