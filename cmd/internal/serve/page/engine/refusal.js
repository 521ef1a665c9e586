// Why the other end refuses something, in the words of the page.

import { opponent } from "../game/game.js";
import { text } from "../texts/texts.js";

/**
 * The error of an answer. `detail` is what the other end says itself, in English; `code` is
 * that of its reason, if it has one.
 */
export class Refusal extends Error {
  constructor({ error, reason }) {
    const detail = error.replace(/^start: /, "");
    super(reason ? reasonWords(reason) : text("refusal.other", { detail }));
    this.detail = detail;
    this.code = reason?.code ?? null;
  }
}

/** What an error tells within another sentence. */
export const detailOf = (error) => error.detail ?? error.message;

/** A reason {code, side, building, square} as a sentence. */
function reasonWords({ code, side = "light", building = "TA", square = "" }) {
  return text(`refusal.${code}`, {
    side: text(`side.${side}`), other: text(`side.${opponent(side)}`), building: text(`building.${building}`), square,
  });
}
