// Learn: a tutorial that one plays, and ideas of good play to try. Each lesson is a position with
// a goal, in lessons.json; whether a move meets it is read from what the server says the move did.
// An idea, in ideas.json, is a lesson from a game, in which either side may be to move.
//
// A lesson has these fields:
//
//	id      its name in the address, and in the keys of its texts: learn.ID.task, .done, .WRONG;
//	        those of an idea are idea.ID.why, .done, .other
//	game    the moves before the position of an idea
//	start   the position, in which Light is to move
//	hand    the buildings that are offered; all of them without it
//	goal    a condition: it has to be met before the lesson goes on
//	wrong   conditions with an id: what is said after a move that misses the goal is the
//	        text of the first that is met
//
// A condition has any of these fields, all of which have to be true of the last move:
//
//	moves      it is one of these; what an idea says is of the first
//	then       no condition: the moves that answer it, which are played out (in wrong only)
//	covers     the building covers these squares
//	claims     the least and the greatest number of squares that it claims
//	captures   the buildings that it captures, and no others
//	over       the game is over after it
//	left       the least and the greatest number of squares that Light has left over
//	result     the result of the game
//	refused    the building was let go where it does not fit (in wrong only)
//
// A lesson whose goal is not met, and for which nothing is said either, goes on with the
// next move. Its board is its own: the game in play is never touched.

import { Exercise, fetched } from "./exercise.js";
import { Game } from "../game/game.js";
import { PASS_TIME } from "../game/gameinplay.js";
import { addressField } from "../game/gamelink.js";
import { afterPainting, button, byId, element } from "../dom.js";
import { boardCard, pictureOf, smallBoard } from "../board/smallboard.js";
import { focusOn } from "../keyboard.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { attempt, lastMoveWords, say, sideName } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";
import { squareName } from "../board/geometry.js";

/** The key under which the lessons that are done are kept in the browser. */
const KEY = "cathedral-lessons";

/** Whether a condition is true of the last move of a view. */
function met({ moves, covers, claims, captures, over, left, result, refused }, { last, score, ...view }) {
  const within = ([least, most], number) => number >= least && number <= most;
  const covered = last.squares.map(squareName);
  return !refused
    && (!moves || moves.includes(last.move))
    && (!covers || covers.every((square) => covered.includes(square)))
    && (!claims || within(claims, last.claimed.length))
    && (!captures || captures.join() === last.captured.map(({ building }) => building).join())
    && (!over || view.over)
    && (!left || within(left, score.light))
    && (!result || view.result === result);
}

/** What a lesson or an idea says. */
const wordsOf = ({ id, game }, name, values) => (game ? text(`idea.${id}.${name}`, values) : text(`learn.${id}.${name}`, values));

/** The game of a lesson, whose view has only the buildings that the lesson offers. */
class LessonGame extends Game {
  get view() {
    const view = super.view;
    if (!view?.legal || !this.hand) return view;
    if (this.offeredOf !== view) {
      this.offeredOf = view;
      const offered = (code) => this.hand.includes(code);
      this.offered = {
        ...view,
        legal: view.legal.split(" ").filter((move) => offered(move.slice(0, 2))).join(" "),
        hands: { ...view.hands, light: Object.fromEntries(Object.entries(view.hands.light).filter(([code]) => offered(code))) },
      };
    }
    return this.offered;
  }
}

/** The mode in which one learns. `outcome` is what came of the last try: {done, words}, or null. */
export class LearnMode extends Exercise {
  constructor(parts) {
    super(parts, new LessonGame(parts.carrier));
    this.lessons = [];
    this.lesson = null;
    this.outcome = null;
  }

  build() {
    this.again = button(text("learn.again"), () => this.start(), { id: "lesson-again", class: "primary" });
    this.solution = button(text("puzzle.show"), () => attempt(() => this.showSolution()), { id: "lesson-show" });
    this.next = button("", () => this.goOn(), { id: "lesson-next" });
    this.cards = new Map(this.lessons.map((lesson) => [lesson, boardCard({ title: wordsOf(lesson, "title") }, () => this.go(lesson.id))]));
    for (const kind of [this.ideas, this.basics]) {
      kind.progress = element("p", { class: "progress" });
      kind.part = element("section", {}, kind.progress, element("ol", { class: "cards many" }, ...kind.map((each) => element("li", {}, this.cards.get(each)))));
      this.panel.prepend(kind.part);
    }
    this.deeds.append(this.solution, this.again, this.next);
    attempt(() => Promise.all([...this.cards].map(async ([{ start }, card]) => {
      const { game } = await this.carrier.ask({ do: "game", start, moves: [] });
      card.querySelector(".small-board").replaceWith(smallBoard(pictureOf(game.views[0])));
    })));
  }

  async enter() {
    super.enter();
    await this.start(addressField("lesson") ?? this.lesson?.id);
  }

  /** Begins a lesson anew: the one with an id, or the one one is at, or else the first that is not done. */
  async start(id = this.lesson?.id) {
    try {
      await this.read();
      this.lesson = this.lessons.find((lesson) => lesson.id === id) ?? this.lessons.find((lesson) => !this.done.has(lesson.id)) ?? this.lessons[0];
      this.kind = this.lesson.game ? this.ideas : this.basics;
      this.game.hand = this.lesson.hand;
      await this.game.load({ start: this.lesson.start });
      this.recovery.clear();
      if (this.deeds.contains(document.activeElement)) byId("board").focus({ preventScroll: true });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Reads the lessons and ideas, the first time. */
  async read() {
    if (this.lessons.length > 0) return;
    const files = ["lessons.json", "ideas.json"].map(async (name) => (await fetched(new URL(name, import.meta.url), text("learn.unreachable"))).json());
    [this.basics, this.ideas] = await Promise.all(files);
    this.lessons = [...this.basics, ...this.ideas];
    this.build();
  }

  /** Goes to the lesson or idea after this one, and after the last one to the game in play. */
  goOn() {
    const next = this.kind[this.kind.indexOf(this.lesson) + 1];
    return next ? this.go(next.id) : this.modes.go("play");
  }

  /** What the address has of the lesson. */
  get address() {
    return this.lesson ? { lesson: this.lesson.id } : {};
  }

  /** The lessons that are done, by their ids. */
  get done() {
    return new Set((remembered(KEY) ?? "").split(" "));
  }

  /** Finds out what came of the last move. */
  judge() {
    const { view, lesson } = this.game.ply > 0 ? { view: this.game.view, lesson: this.lesson } : {};
    const signal = this.searching.begin();
    const { shows } = this;
    this.shows = false;
    byId("pass-sign").hidden = true;
    this.outcome = null;
    if (view && met(lesson.goal, view)) {
      if (!shows) remember(KEY, [...this.done.add(lesson.id)].join(" ").trim());
      this.tell("done", true);
    } else if (view) {
      const wrong = lesson.wrong.find((condition) => met(condition, view));
      if (wrong) this.tell(wrong.id, false);
      else if (lesson.game) this.outcome = { done: false, words: text("idea.else") };
      if (wrong?.then) afterPainting(() => signal.aborted || attempt(() => this.stage.playOut(this.game.question(), wrong.then, lastMoveWords)));
    }
    this.show();
    if (!this.outcome && this.game.view.legal === "pass") this.pass(signal);
  }

  /** Says what came of a try. */
  tell(id, done, reason = "") {
    const { last, score } = this.game.view;
    const words = wordsOf(this.lesson, id, { claimed: last?.claimed.length, left: score.light, other: score.dark, reason });
    const another = done && this.lesson.game && last.move !== this.lesson.goal.moves[0];
    this.outcome = { done, words: another ? text("idea.asGood", { done: words }) : words };
  }

  /** A building was let go where it does not fit: the lesson may have something to say to that. */
  refused(move, reason) {
    const wrong = this.lesson.wrong.find((condition) => condition.refused);
    if (!wrong) return false;
    this.tell(wrong.id, false, reason);
    const { words } = this.outcome;
    this.outcome = null; // nothing has happened on the board: one tries on
    this.show();
    this.words.textContent = words;
    say(words);
    return true;
  }

  /** Places the building of an idea, which does not count as done. */
  async showSolution() {
    if (this.game.ply > 0) await this.start();
    this.shows = true;
    await this.place(this.lesson.goal.moves[0]);
  }

  /** Passes for the side that has to, after a moment. */
  async pass(signal) {
    byId("pass-sign").textContent = text("learn.pass");
    byId("pass-sign").hidden = false;
    await new Promise((resolve) => setTimeout(resolve, PASS_TIME));
    if (signal.aborted) return;
    byId("pass-sign").hidden = true;
    await this.game.play("pass");
  }

  show() {
    const { lesson, kind, outcome, done } = this;
    const index = kind.indexOf(lesson);
    const lastOne = index === kind.length - 1;
    document.body.dataset.offer = lesson.hand ? "some" : "all";
    this.panel.dataset.lesson = lesson.id;
    this.showOutcome(outcome ? (outcome.done ? "done" : "wrong") : "");
    for (const [each, card] of this.cards) {
      card.ariaCurrent = each === lesson ? "true" : null;
      card.toggleAttribute("data-done", done.has(each.id));
    }
    this.basics.part.classList.toggle("later", kind === this.ideas);
    const countOf = (list) => ({ done: list.filter(({ id }) => done.has(id)).length, of: list.length });
    this.basics.progress.textContent = text("learn.lessons", countOf(this.basics));
    this.ideas.progress.textContent = text("learn.ideas", countOf(this.ideas));
    this.title.textContent = text("learn.heading", { number: index + 1, of: kind.length, title: wordsOf(lesson, "title") });
    this.task.textContent = lesson.game ? text("idea.task", { why: wordsOf(lesson, "why"), side: sideName(this.near) }) : wordsOf(lesson, "task");
    this.words.textContent = outcome?.words ?? "";
    this.again.hidden = !outcome || outcome.done;
    this.solution.hidden = !lesson.game || outcome?.done === true;
    this.next.hidden = outcome?.done === false;
    this.next.classList.toggle("primary", outcome?.done === true);
    const further = text(lesson.game ? "idea.next" : "learn.next");
    this.next.textContent = lastOne ? text("learn.play") : further;
    if (outcome && this.entered) focusOn(outcome.done ? this.next : this.again);
  }

  get mayPlace() {
    return this.outcome === null && !this.game.view.over && this.game.view.legal !== "pass";
  }

  get status() {
    return this.outcome?.words ?? this.task.textContent;
  }
}
