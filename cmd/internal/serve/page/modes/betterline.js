// Why a move was bad: what comes of the better line and of the one after the move, told in
// words, and the better line played out with captions.

import { comparedLines, endWords, gainsWords } from "../texts/lineconsequences.js";
import { Latest } from "../engine/latest.js";
import { element } from "../dom.js";
import { moveWords } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";

/** The better lines of a review. */
export class BetterLine {
  constructor({ carrier, stage }) {
    Object.assign(this, { carrier, stage });
    this.explaining = new Latest();
    this.words = element("p", { id: "why" });
    this.forget();
  }

  /** Forgets what was found out about a game. */
  forget() {
    this.known = new Map();
    this.words.textContent = "";
  }

  /** Says why the move before a ply of a game was bad, from the evaluations before and after it; or nothing, without a mark. */
  async explain(game, ply, mark, evaluations) {
    const signal = this.explaining.begin();
    if (!mark) {
      this.words.textContent = "";
      return;
    }
    const told = await this.consequences(game, ply, evaluations);
    if (signal.aborted) return;
    this.words.textContent = told.words;
    // The lines that the words are about, for who wants to check them.
    this.words.dataset.better = told.better.join(" ");
    this.words.dataset.played = told.played.join(" ");
    this.words.dataset.ends = told.ends.map((line) => line.join(" ")).join("; ");
  }

  async consequences(game, ply, evaluations) {
    if (!this.known.has(ply)) {
      const moves = game.moves.slice(0, ply - 1);
      const whole = [evaluations[ply - 1].pv, [game.moves[ply - 1], ...evaluations[ply].pv]];
      const [betterViews, playedViews] = await Promise.all(whole.map(async (line) => {
        const answer = await this.carrier.ask({ do: "game", ...game.question([...moves, ...line]) });
        return answer.game.views.slice(moves.length + 1);
      }));
      const [better, played] = comparedLines(...whole);
      const gains = gainsWords(betterViews.slice(0, better.length), playedViews.slice(0, played.length));
      const ends = endWords(betterViews.at(-1), playedViews.at(-1));
      this.known.set(ply, { better, played, ends: ends ? whole : [], words: ends ? `${gains} ${ends}` : gains });
    }
    return this.known.get(ply);
  }

  /** Plays out what would have come instead of the move before a ply. */
  async show(game, ply, evaluations) {
    const { better } = await this.consequences(game, ply, evaluations);
    await this.stage.playOut(game.question(game.moves.slice(0, ply - 1)), better,
      (view, at) => text("line.caption", { at, plies: better.length, move: moveWords(view.last.move) }));
  }
}
