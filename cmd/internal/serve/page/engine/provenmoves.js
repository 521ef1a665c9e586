// What an analysis has proven of the moves of a position: it stays known, while the engine
// goes on with estimates.

import { button } from "../dom.js";
import { forLight } from "../texts/scoretexts.js";
import { attempt } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";

/** A link of a mode, with a name, that walks through a proof about the position of `question()`. */
export function walkButton(modes, name, question) {
  const open = async () => (await modes.mode("proof")).walk(question(), name);
  return button(text("proof.walk"), () => attempt(open), { id: `walk-${name}`, class: "quiet", hidden: true });
}

/** The proven moves of a side. */
export class ProvenMoves {
  constructor(side) {
    this.side = side;
    this.verdicts = new Map(); // by move, for the side
    this.lost = false; // every move loses
  }

  /** Takes a report of the engine. */
  add({ line, bound, verdict, pv }) {
    if (verdict === null || pv.length === 0) return;
    if (bound === "upperbound" && line === 1) this.lost = true; // so much for the best move
    else this.verdicts.set(pv[0], verdict);
  }

  /** The evaluation of a reported line, with the result that is proven of it. */
  ofLine({ score, final, pv }) {
    const verdict = this.verdicts.get(pv[0]) ?? (this.lost ? -1 : null);
    return this.evaluation(score, final, verdict);
  }

  /** The evaluation of the position, of which the best line was reported: one move that wins is enough. */
  ofPosition(best) {
    const wins = [...this.verdicts.values()].includes(1);
    return wins ? this.evaluation(best.score, best.final, 1) : this.ofLine(best);
  }

  evaluation(score, final, verdict) {
    return { centi: forLight(score, this.side), final, verdict: verdict === null ? null : forLight(verdict, this.side) };
  }
}
