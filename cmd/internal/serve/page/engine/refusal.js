// Why the other end refuses something, in the words of the page.

import { opponent } from "../game/game.js";
import { text } from "../texts/texts.js";

/** The error of an answer; `code` is that of its reason, if it has one. */
export class Refusal extends Error {
  constructor({ error, reason }) {
    const detail = error.replace(/^start: /, "");
    super(reason ? reasonWords(reason) : text("refusal.other", { detail }));
    Object.assign(this, { code: reason?.code ?? null, detail });
  }
}

/** A sentence, and the reason of an error after it if the page has words for that. */
export const withReason = (sentence, error) => [sentence, error.code && error.message].filter(Boolean).join(" ");

/** A reason {code, side, building, square} as a sentence. */
function reasonWords({ code, side = "light", building = "TA", square = "" }) {
  return text(`refusal.${code}`, {
    side: text(`side.${side}`), other: text(`side.${opponent(side)}`), building: text(`building.${building}`), square,
  });
}
