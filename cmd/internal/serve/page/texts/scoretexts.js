// Scores for people: hundredths of a square of the final margin, always told from
// Light's side, as "Light +2.3".

import { capitalized, text } from "./texts.js";

/** A score of the side to move as one from Light's side. */
export const forLight = (score, side) => (side === "light" ? score : -score);

/** A number of hundredths as "+2.3"; a proven margin as "+4", without a fraction. */
export function scoreText(centi, final = false) {
  const number = final ? String(Math.abs(centi / 100)) : Math.abs(centi / 100).toFixed(1);
  if (Number(number) === 0) return final ? "0" : "0.0";
  return `${centi < 0 ? "\u2212" : "+"}${number}`;
}

/** A score from Light's side in words: who leads by how much. */
export function scoreWords(centi, final = false) {
  const squares = final ? Math.abs(centi / 100) : Math.abs(centi / 100).toFixed(1);
  if (Number(squares) === 0) return text(final ? "score.provenDraw" : "score.even");
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
export function evaluationSentence(evaluation) {
  return text("sentence.end", { sentence: capitalized(evaluationWords(evaluation)) });
}

/** What is proven of an evaluation, to stand beside its score; "" for nothing. */
export function proofWords({ centi, final, verdict }) {
  if (final) return text("score.proven");
  return verdict === null ? "" : evaluationWords({ centi, final, verdict });
}

/** How much of a bar belongs to Light, 0 to 1: even is a half, and 10 squares nearly all. */
export const barShare = (centi) => 1 / (1 + Math.exp(-centi / 350));

/** A large number with its unit: 1200000 is "1.2 M". */
export function large(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)} k`;
  return String(number);
}
