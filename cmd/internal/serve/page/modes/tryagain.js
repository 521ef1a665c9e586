// Another try at a mistake: the position before it is set up, one places another building,
// and it is judged as the moves of the game were.

import { Latest } from "../engine/latest.js";
import { element } from "../dom.js";
import { judgeMove } from "./mistakes.js";
import { moveWords, say } from "../texts/gamemessages.js";
import { decimal, text } from "../texts/texts.js";

/** By how many hundredths of a square a try has to be better than the move of the game. */
const BETTER = 100;

/**
 * A try. While there is one, `index` is that of the move in its game, and null else; `judged`
 * says whether a move was tried and judged.
 */
export class TryAgain {
  constructor({ carrier, stage, judge }) {
    Object.assign(this, { carrier, stage, judge });
    this.trying = new Latest();
    this.words = element("p", { class: "task", id: "tried" });
    this.index = null;
    this.end();
  }

  /** Ends the try. */
  end() {
    this.trying.end();
    this.index = null;
    this.tried = null;
    this.judged = false;
    this.words.textContent = "";
    this.words.hidden = true;
  }

  /** Sets up the position before a move of a game; resolves when a building may be placed. */
  async begin(game, index) {
    await game.ask(game.line[index]); // with the legal moves
    this.end();
    this.index = index;
    this.words.textContent = text("try.now", { move: moveWords(game.moves[index]) });
    this.words.hidden = false;
    say(this.words.textContent);
    if (game.ply === index) game.changed();
    else await game.goTo(index);
  }

  /** Whether a building may be placed at a ply of the game. */
  awaits(ply) {
    return this.index === ply && this.tried === null;
  }

  /** Shows the position after a move that is tried, and says what it is worth; fails with an AbortError if the try ends before. */
  async place(move, game, evaluations) {
    const { index } = this;
    const signal = this.trying.begin();
    const question = game.question([...game.moves.slice(0, index), move]);
    this.tried = move;
    const { view } = await this.carrier.ask({ do: "view", ...question }, signal);
    this.stage.look(view, text("try.judging"));
    const after = move === game.moves[index] ? evaluations[index + 1] : await this.judge.judge(question, view, evaluations[index + 1], signal);
    signal.throwIfAborted();
    this.judged = true;
    this.words.textContent = judgedWords(move, evaluations[index], after, game.moves[index], evaluations[index + 1], game.views[index].side);
    this.stage.tell(this.words.textContent);
  }
}

/** What a try is worth beside the move of the game, in words. */
function judgedWords(move, before, after, played, afterPlayed, side) {
  if (move === played) return text("try.same");
  if (move === before.best) return text("try.best");
  const mark = judgeMove(move, before, after, side);
  if (!mark || mark.kind === "slip") return text("try.good");
  const was = judgeMove(played, before, afterPlayed, side);
  const values = { squares: decimal(mark.loss / 100, before.final && after.final ? 0 : 1), was: mark.was };
  const better = was && was.loss - mark.loss >= BETTER && (mark.kind !== "thrown" || mark.is > was.is);
  if (mark.kind === "thrown") return better ? text("try.betterResult") : text("try.thrown", values);
  return better ? text("try.better", values) : text("try.bad", values);
}
