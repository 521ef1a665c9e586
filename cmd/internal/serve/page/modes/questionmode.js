// Questions: a teacher asks for a building in a position, by a link. Nothing of what an engine
// thinks of it is found out before the visitor has tried a building or asks for the answer. A
// try is judged beside the best move, which is not named then.

import { EngineClient } from "../engine/engineclient.js";
import { Exercise } from "./exercise.js";
import { Game } from "../game/game.js";
import { PositionJudge } from "../engine/positionjudge.js";
import { TryAgain } from "./tryagain.js";
import { button } from "../dom.js";
import { evaluationSentence } from "../texts/scoretexts.js";
import { focusOn } from "../keyboard.js";
import { moveWithNotation, say, statusWords } from "../texts/gamemessages.js";
import { questionFields } from "../game/gamelink.js";
import { drawing, drawnBy, withoutDrawing } from "../savedgames/movecomment.js";
import { text } from "../texts/texts.js";

/** Nodes of the searches that judge a try. */
const NODES = 150_000;

/** The mode in which one answers a question. `asked` has the words of the teacher, or is ""; `answered` says whether the answer was asked for. */
export class QuestionMode extends Exercise {
  constructor(parts) {
    super(parts, new Game(parts.carrier));
    this.client = new EngineClient(this.carrier, "question", this.carrier.hello.engines[0]);
    this.again = new TryAgain({ carrier: this.carrier, stage: this.stage, judge: new PositionJudge(this.client, NODES) });
    this.asked = "";
    this.forget();
    this.title.textContent = text("question.name");
    this.answer = button(text("question.answer"), () => this.showAnswer(), { id: "question-answer" });
    this.retry = button(text("learn.again"), () => this.start(), { id: "question-again", class: "primary" });
    this.analyse = button(text("puzzle.analyse"), () => this.openIn("analyse", this.game.text, this.game.ply), { id: "question-analyse" });
    this.deeds.append(this.answer, this.retry);
    this.menu.append(this.analyse);
  }

  /** Takes the question of a link: a game, and the words of a teacher. */
  async open(game, ply, asked) {
    this.forget();
    this.asked = asked;
    await this.game.load(game);
  }

  /** Forgets what was tried, and what is known of the position. */
  forget() {
    this.searching.end();
    this.again.end();
    this.answered = false;
    this.evaluations = [];
  }

  async enter() {
    super.enter();
    await this.start();
  }

  leave() {
    super.leave();
    this.again.end();
    this.client.leave();
  }

  /** Asks anew. */
  async start() {
    this.searching.end();
    this.stage.back();
    this.answered = false;
    try {
      if (!this.game.view) await this.game.load({}); // a link that could not be read
      await this.again.begin(this.game, this.game.moves.length, "");
      this.recovery.clear();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Follows the visitor through the game: who comes back to its end is asked anew. */
  judge() {
    const { game, again } = this;
    if (again.index !== null && again.index !== game.ply) {
      this.searching.end();
      again.end();
      this.answered = false;
    } else if (again.index === null && game.atEnd) {
      this.start();
    }
    this.show();
  }

  async place(move) {
    try {
      const judged = this.again.place(move, this.game, this.evaluations);
      this.show();
      this.desk.refresh();
      await judged;
      this.recovery.clear();
      this.show();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Finds out the best move, and shows it. */
  async showAnswer() {
    const { game, again } = this;
    if (!again.awaits(game.ply)) await this.start();
    const signal = this.searching.begin();
    this.answered = true;
    this.words.textContent = text("play.hintSearch");
    try {
      this.show();
      const found = await again.judgeBest(game, this.evaluations, signal);
      const question = game.question();
      const { view } = await this.carrier.ask({ do: "view", ...question, moves: [...question.moves, found.best] }, signal);
      this.words.textContent = `${text("question.best", { move: moveWithNotation(found.best) })} ${evaluationSentence(found)}`;
      this.stage.look(view);
      say(this.words.textContent);
      this.recovery.clear();
    } catch (error) {
      this.fail(error);
    }
  }

  /** What has come of the question: "done" or "wrong" after a try, "shown" with the answer, or "". */
  get outcome() {
    if (this.answered) return "shown";
    if (!this.again.judged) return "";
    return this.again.isGood ? "done" : "wrong";
  }

  show() {
    const { outcome, again, words } = this;
    this.showOutcome(outcome);
    this.task.textContent = this.taskWords;
    if (outcome !== "shown") words.textContent = outcome && again.words.textContent;
    this.answer.hidden = this.game.over || outcome === "shown" || (again.tried !== null && !again.judged);
    this.retry.hidden = outcome === "";
    this.analyse.hidden = outcome === "";
    if (outcome !== "" && this.entered) focusOn(this.retry);
  }

  get taskWords() {
    const asked = withoutDrawing(this.asked);
    if (asked) return asked;
    return this.game.over ? statusWords(this.game) : text("question.task", { side: text(`side.${this.near}`) });
  }

  /** What the teacher has drawn. */
  get comment() {
    return this.game.atEnd ? drawing("", drawnBy(this.asked)) : "";
  }

  get linkFields() {
    return questionFields(this.asked);
  }

  get mayPlace() {
    return !this.answered && this.again.awaits(this.game.ply);
  }

  get status() {
    return this.words.textContent || this.taskWords;
  }

  get near() {
    return this.game.lastView?.side ?? "light";
  }
}
