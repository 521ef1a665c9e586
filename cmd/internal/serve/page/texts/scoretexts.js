// Scores for people: hundredths of a square of the final margin, always told from
// Light's side, as "Light +2.3".

import { capitalized, decimal, text } from "./texts.js";

/** A score of the side to move as one from Light's side. */
export const forLight = (score, side) => (side === "light" ? score : -score);

/** The squares of a score without its sign; tenths of them if it is not final. */
const squaresOf = (centi, final) => decimal(Math.abs(centi) / 100, final ? 0 : 1);

const isEven = (centi) => Math.round(Math.abs(centi) / 10) === 0;

/** A number of hundredths as "+2.3"; a proven margin as "+4", without a fraction. */
export function scoreText(centi, final = false) {
  const sign = isEven(centi) ? "" : centi < 0 ? "\u2212" : "+";
  return `${sign}${squaresOf(centi, final)}`;
}

/** A score from Light's side in words: who leads by how much. */
export function scoreWords(centi, final = false) {
  const squares = squaresOf(centi, final);
  if (isEven(centi)) return text(final ? "score.provenDraw" : "score.even");
  const side = text(centi > 0 ? "side.light" : "side.dark");
  return text(final ? "score.provenWin" : "score.leads", { side, squares });
}

/**
 * An evaluation in words, in analysis, in review and in hints: who leads, or who wins for
 * certain. `verdict` is the proven result from Light's side, or null.
 */
export function evaluationWords({ centi, final, verdict }) {
  if (final || !verdict) return scoreWords(centi, final);
  const side = text(verdict > 0 ? "side.light" : "side.dark");
  return text("score.provenResult", { side });
}

/** The same as a sentence. */
export const evaluationSentence = (evaluation) => text("sentence.end", { sentence: capitalized(evaluationWords(evaluation)) });

/** What is proven of an evaluation, to stand beside its score; "" for nothing. */
export function proofWords({ centi, final, verdict }) {
  if (final) return text("score.proven");
  return verdict === null ? "" : evaluationWords({ centi, final, verdict });
}

/** How much of a bar belongs to Light, 0 to 1: even is a half, and 10 squares nearly all. */
export const barShare = (centi) => 1 / (1 + Math.exp(-centi / 350));
