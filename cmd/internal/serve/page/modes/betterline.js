// Why a move was bad: what comes of the better line and of the one after the move, told in
// words, and the better line played out with captions.

import { comparisonWords } from "../texts/mistakereasons.js";
import { Latest } from "../engine/latest.js";
import { element } from "../dom.js";
import { moveWords, say } from "../texts/gamemessages.js";
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
    if (this.words.textContent !== told.words) say(told.words);
    this.words.textContent = told.words;
    // The lines that the words are about, for who wants to check them.
    this.words.dataset.better = told.better.join(" ");
    this.words.dataset.played = told.played.join(" ");
    this.words.dataset.plies = told.plies;
  }

  async consequences(game, ply, evaluations) {
    if (!this.known.has(ply)) {
      const better = evaluations[ply - 1].pv;
      const played = [game.moves[ply - 1], ...evaluations[ply].pv];
      const { compare } = await this.carrier.ask({ do: "compare", ...game.question(game.moves.slice(0, ply - 1)), better, played });
      this.known.set(ply, { better, played, plies: compare.plies, words: comparisonWords(compare, played[0]) });
    }
    return this.known.get(ply);
  }

  /** Plays out what would have come instead of the move before a ply. */
  async show(game, ply, evaluations) {
    const { better, plies } = await this.consequences(game, ply, evaluations);
    await this.stage.playOut(game.question(game.moves.slice(0, ply - 1)), better.slice(0, plies),
      (view, at) => text("line.caption", { at, plies, move: moveWords(view.last.move) }));
  }
}
