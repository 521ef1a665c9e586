// What is known of a position in words: an estimate, a proven winner, or a proven margin.

import { scoreWords } from "./scoretexts.js";
import { text } from "./texts.js";

/**
 * An evaluation in words: who leads, or who wins for certain. `verdict` is the proven
 * result from Light's side, or null.
 */
export function evaluationWords({ centi, final, verdict }) {
  if (final || !verdict) return scoreWords(centi, final);
  return text("proof.wins", { light: verdict > 0 });
}

/** The same as a sentence. */
export function evaluationSentence(evaluation) {
  const words = evaluationWords(evaluation);
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}
