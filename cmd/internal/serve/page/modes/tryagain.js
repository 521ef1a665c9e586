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
 * says whether a move was tried and judged, and `isGood` whether it loses nothing that matters.
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

  /** Sets up the position before a move of a game, or at its end, with a task in words, if any; resolves when a building may be placed. */
  async begin(game, index, task = text("try.now", { move: moveWords(game.moves[index]) })) {
    await game.ask(game.line[index]); // with the legal moves
    this.end();
    this.index = index;
    this.words.textContent = task;
    this.words.hidden = false;
    if (game.ply === index) game.changed();
    else await game.goTo(index);
    if (task) say(task);
  }

  /** Whether a building may be placed at a ply of the game. */
  awaits(ply) {
    return this.index === ply && this.tried === null;
  }

  /**
   * Shows the position after a move that is tried, and says what it is worth, as soon as `ready` resolves; fails with an
   * AbortError if the try ends before, as the signal that `ready` takes says.
   */
  async place(move, game, evaluations, ready = async () => {}) {
    const { index } = this;
    const signal = this.trying.begin();
    const question = game.question([...game.moves.slice(0, index), move]);
    this.tried = move;
    const { view } = await this.carrier.ask({ do: "view", ...question }, signal);
    this.stage.look(view, text("try.judging"));
    await ready(signal);
    const before = await this.judgeBest(game, evaluations, signal);
    const after = move === game.moves[index] ? evaluations[index + 1] : await this.judge.judge(question, view, evaluations[index + 1], signal);
    signal.throwIfAborted();
    const { side } = game.views[index];
    const mark = judgeMove(move, before, after, side);
    this.judged = true;
    this.isGood = isGood(mark);
    this.words.textContent = judgedWords({ move, mark, before, after, played: game.moves[index], afterPlayed: evaluations[index + 1], side });
    this.stage.tell("");
    say(this.words.textContent);
  }

  /** The evaluation of the position in which one tries, which is found out unless it is among those of the game. */
  async judgeBest(game, evaluations, signal) {
    const { index } = this;
    const question = game.question(game.moves.slice(0, index));
    evaluations[index] ??= await this.judge.judge(question, game.views[index], evaluations[index + 1], signal);
    signal.throwIfAborted();
    return evaluations[index];
  }
}

/**
 * What a try with a mark, or without one, is worth in words: beside the move of the game that was
 * `played`, or if it ends there beside the best move.
 */
function judgedWords({ move, mark, before, after, played, afterPlayed, side }) {
  if (move === played) return text("try.same");
  if (move === before.best) return text("try.best");
  if (isGood(mark)) return text("try.good");
  const values = { squares: decimal(mark.loss / 100, before.final && after.final ? 0 : 1), was: mark.was };
  if (played === undefined) return mark.kind === "thrown" ? text("try.throws", values) : text("try.worse", values);
  const was = judgeMove(played, before, afterPlayed, side);
  const better = was && was.loss - mark.loss >= BETTER && (mark.kind !== "thrown" || mark.is > was.is);
  if (mark.kind === "thrown") return better ? text("try.betterResult") : text("try.thrown", values);
  return better ? text("try.better", values) : text("try.bad", values);
}

/** Whether a move with a mark, or without one, loses nothing that matters. */
const isGood = (mark) => !mark || mark.kind === "slip";
