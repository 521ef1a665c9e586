// What a position is worth, found out in the same way every time: by searches of a fixed
// number of nodes on one thread, each from an empty table.

import { barShare, forLight } from "../texts/scoretexts.js";

/** A line of fewer moves tells too little: it is gone on with. */
const SHORT = 6;

/** How many times the nodes of a search a proof of the result may take. */
const PROOF_SHARE = 4;

/** Judges positions with an engine of its own. */
export class PositionJudge {
  /** Takes an engine client, and the nodes of a search. */
  constructor(client, nodes) {
    Object.assign(this, { client, nodes });
  }

  /**
   * Judges the position of a game question, whose view is known. Resolves to {centi, final,
   * verdict, share, best, pv}: hundredths of a square and whether they are proven, the
   * proven result (1 if Light wins, 0, -1, or null), the share of the point that Light can
   * expect, the best move, and the line that begins with it. `next` is the evaluation after
   * the move that was played here: when its result is proven, that of this position is
   * tried to be proven too. `signal` is an AbortSignal.
   */
  async judge(question, view, next, signal) {
    if (view.over) return finished(view);
    const found = await this.search(question, view.side, ["nodes", this.nodes], signal);
    if (found.verdict === null && (next?.verdict ?? null) !== null) {
      const win = forLight(1, view.side);
      const solve = ["solve", "verdict", "nodes", PROOF_SHARE * this.nodes];
      const proof = next.verdict === win ? { verdict: win } : await this.search(question, view.side, solve, signal);
      if (proof.best && proof.verdict !== null) Object.assign(found, { best: proof.best, pv: proof.pv });
      found.verdict = proof.verdict;
    }
    if (found.pv.length < SHORT) {
      const end = { ...question, moves: [...question.moves, ...found.pv] };
      found.pv = [...found.pv, ...(await this.search(end, view.side, ["nodes", this.nodes], signal)).pv];
    }
    return settled(found);
  }

  async search(question, side, go, signal) {
    let exact = null;
    let last = null;
    let verdict = null;
    const best = await this.client.go({
      question,
      go: go.join(" "),
      fresh: true,
      options: { Threads: 1, MultiPV: 1, ShowWDL: true },
      onInfo: (info) => {
        last = info;
        if (!info.bound) exact = info;
        verdict ??= info.verdict;
      },
      signal,
    });
    const told = exact?.pv[0] === best ? exact : last;
    return {
      best,
      pv: told.pv,
      centi: forLight(told.score, side),
      final: told.final,
      verdict: verdict === null ? null : forLight(verdict, side),
      share: told.share === null ? barShare(forLight(told.score, side)) : (side === "light" ? told.share : 1 - told.share),
    };
  }
}

/** An evaluation whose estimates do not contradict what is proven. */
function settled(found) {
  const { verdict, centi } = found;
  if (verdict === null) return found;
  const least = 100 * verdict;
  const clipped = verdict > 0 ? Math.max(centi, least) : Math.min(centi, least);
  return { ...found, centi: verdict === 0 ? 0 : clipped, final: found.final || verdict === 0, share: (verdict + 1) / 2 };
}

/** The evaluation of a finished game: its score. */
function finished(view) {
  const centi = 100 * (view.score.dark - view.score.light);
  return settled({ centi, final: true, verdict: Math.sign(centi), best: "none", pv: [] });
}
