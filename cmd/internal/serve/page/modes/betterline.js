// Why a move was bad: the lines of the evaluation before it and of the one after the move, whose
// difference is told in words and drawn on the board, and the better line played out with captions.

import { Latest } from "../engine/latest.js";
import { button, element } from "../dom.js";
import { drawReason } from "../board/bestmovesoverlay.js";
import { moveWords, say } from "../texts/gamemessages.js";
import { reasonWords, sumsTable } from "../texts/mistakereasons.js";
import { text } from "../texts/texts.js";

/** The better lines of a review. */
export class BetterLine {
  constructor({ board, carrier, catalogue, stage }) {
    Object.assign(this, { board, carrier, catalogue, stage });
    this.explaining = new Latest();
    this.words = element("p", { id: "why" });
    this.sums = element("div", { hidden: true });
    this.more = button("", () => this.showSums(this.sums.hidden), { id: "why-more" });
    this.forget();
  }

  /** Forgets what was found out about a game. */
  forget() {
    this.known = new Map();
    this.clear();
  }

  clear() {
    this.words.textContent = "";
    this.more.hidden = true;
    this.showSums(false);
    this.board.put("heat");
  }

  showSums(shown) {
    this.sums.hidden = !shown;
    this.more.ariaExpanded = String(shown);
    this.more.textContent = text(shown ? "why.less" : "why.more");
  }

  /** Says why the move before a ply of a game was bad, from the evaluations before and after it; or nothing, without a mark. */
  async explain(game, ply, mark, evaluations) {
    const signal = this.explaining.begin();
    if (!mark) return this.clear();
    const told = await this.consequences(game, ply, evaluations);
    if (signal.aborted) return;
    if (this.words.textContent !== told.words) {
      this.clear();
      say(told.words);
    }
    this.words.textContent = told.words;
    this.sums.replaceChildren(told.sums);
    this.more.hidden = false;
    this.board.put("heat", ...(this.stage.preview ? [] : drawReason(told.compare.reason, game.view, this.catalogue)));
    // The lines that the words are about, for who wants to check them.
    this.words.dataset.better = told.better.join(" ");
    this.words.dataset.played = told.played.join(" ");
    this.words.dataset.plies = told.compare.better.plies;
  }

  async consequences(game, ply, evaluations) {
    if (!this.known.has(ply)) {
      const better = evaluations[ply - 1].pv;
      const played = [game.moves[ply - 1], ...evaluations[ply].pv];
      const { compare } = await this.carrier.ask({ do: "compare", ...game.question(game.moves.slice(0, ply - 1)), better, played });
      this.known.set(ply, { better, played, compare, words: reasonWords(compare.reason), sums: sumsTable(compare) });
    }
    return this.known.get(ply);
  }

  /** Plays out what would have come instead of the move before a ply. */
  async show(game, ply, evaluations) {
    const { better, compare } = await this.consequences(game, ply, evaluations);
    const { plies } = compare.better;
    await this.stage.playOut(game.question(game.moves.slice(0, ply - 1)), better.slice(0, plies),
      (view, at) => text("line.caption", { at, plies, move: moveWords(view.last.move) }));
  }
}
