// Puzzles: positions in which just one building wins. They are in a file for each grade,
// such as puzzles-easy.txt, which is loaded when it is needed. `cathedral puzzles` has made
// and proven them; what a wrong building allows is found out by an engine. One puzzle a day
// is the same for all.

import { EngineClient } from "../engine/engineclient.js";
import { Exercise, TaskList } from "./exercise.js";
import { Game, opponent } from "../game/game.js";
import { button, byId, element } from "../dom.js";
import { focusOn } from "../keyboard.js";
import { attempt, lastMoveWords, moveWords, say } from "../texts/gamemessages.js";
import { parseMove } from "../board/shapecatalogue.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { capitalized, text } from "../texts/texts.js";

/**
 * The key under which the browser keeps, between semicolons: the names of the puzzles solved, days in
 * a row, the last of them, and the names of those solved at the first try and of those missed then.
 */
const KEY = "cathedral-puzzles";

/** How hard the engine looks for the answer to a wrong building. */
const REFUTATION = ["solve", "verdict", "nodes", 100000];

/** How many puzzles one has solved before one begins with that of the day, which may be hard. */
const BEGINNING = 3;

const GRADES = ["easy", "medium", "hard", "veryhard"];

/** The number of the day, the same everywhere. */
const today = () => Math.floor(Date.now() / 86_400_000);

/** Reads the lines of a file: {name, number, grade, game, solution} of each puzzle. */
function readPuzzles(lines, grade) {
  const puzzles = [];
  for (const line of lines.split("\n")) {
    const [, start, operations] = line.match(/^([^#\s]\S* \S+ \S+ \d+) (.*)/) ?? [];
    if (!start) continue;
    const operands = Object.fromEntries(operations.split(";").map((operation) => operation.trim().split(" ", 2)));
    const game = { start, rules: operands.rules ?? "classic", optionalCapture: / optional;/.test(operations) };
    const number = puzzles.length + 1;
    puzzles.push({ name: `${grade}-${number}`, number, grade, game, solution: operands.bm });
  }
  return puzzles;
}

/** How far the visitor has come, kept in the browser. */
class Progress {
  constructor() {
    const [solved = "", days = "", last = "", first = "", missed = ""] = (remembered(KEY) ?? "").split(";");
    [this.solved, this.first, this.missed] = [solved, first, missed].map((names) => new Set(names.split(" ").filter(Boolean)));
    this.days = Number(days) || 0;
    this.last = Number(last) || 0;
  }

  /** Adds a try at a puzzle. To solve that of the day makes the days in a row one more. */
  add(name, solves, ofToday) {
    if (!this.first.has(name) && !this.missed.has(name) && !this.solved.has(name)) (solves ? this.first : this.missed).add(name);
    if (solves) this.solved.add(name);
    if (solves && ofToday && this.last !== today()) {
      this.days = this.streak + 1;
      this.last = today();
    }
    const [solved, first, missed] = [this.solved, this.first, this.missed].map((names) => [...names].join(" "));
    remember(KEY, [solved, this.days, this.last, first, missed].join(";"));
  }

  /** The days in a row, up to today or yesterday. */
  get streak() {
    return this.last >= today() - 1 ? this.days : 0;
  }
}

/** The mode in which one solves puzzles. `outcome` is "done", "wrong", "shown", or "" while one looks. */
export class PuzzleMode extends Exercise {
  constructor(parts) {
    super(parts, new Game(parts.carrier));
    this.client = new EngineClient(this.carrier, "puzzle", this.carrier.hello.engines[0]);
    this.lists = new Map(); // of the puzzles, by grade
    this.puzzle = null;
    this.outcome = "";
  }

  build() {
    this.title = element("h2", { class: "lesson-title" });
    this.task = element("p", { class: "lesson-task" });
    this.words = element("p", { class: "lesson-words" });
    this.count = element("p", { class: "note", id: "puzzle-count" });
    this.again = button(text("learn.again"), () => this.start(), { id: "puzzle-again", class: "primary" });
    this.next = button(text("puzzle.next"), () => this.goOn(), { id: "puzzle-next", class: "primary" });
    this.hint = button(text("play.hint"), () => this.tellHint(), { id: "puzzle-hint" });
    this.solution = button(text("puzzle.show"), () => this.showSolution(), { id: "puzzle-show" });
    this.grades = new TaskList(text("puzzle.grade"), GRADES.map((grade) => [grade, capitalized(text(`puzzle.${grade}`))]), (grade) => this.goOn(grade));
    this.said.append(this.title, this.task, this.words);
    this.panel.append(this.grades.list, this.count);
    this.deeds.append(this.hint, this.solution, this.again, this.next);
    this.todayButton = button(text("puzzle.today"), () => this.go(""));
    this.menu.append(button(text("puzzle.another"), () => this.goOn(), { id: "puzzle-another" }), this.todayButton,
      button(text("puzzle.analyse"), () => this.openIn("analyse", this.game.question([])), { id: "puzzle-analyse" }));
  }

  async enter() {
    super.enter();
    await this.start(new URLSearchParams(location.hash.slice(1)).get("puzzle") ?? this.puzzle?.name);
  }

  /** Begins a puzzle anew: the one with a name, or the one one is at, or else the one for today. */
  async start(name = this.puzzle?.name) {
    const pressed = this.deeds.contains(document.activeElement);
    try {
      const [grade, number] = (name ?? "").split("-");
      const known = GRADES.includes(grade) && (await this.read(grade))[number - 1];
      const { solved } = new Progress();
      const begins = name === undefined && solved.size < BEGINNING;
      this.puzzle = known || (begins ? (await this.read("easy")).find((puzzle) => !solved.has(puzzle.name)) : await this.ofToday());
      if (!this.title) this.build();
      await this.game.load(this.puzzle.game);
      this.recovery.clear();
      if (pressed) byId("board").focus({ preventScroll: true });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Resolves to the puzzles of a grade, which are loaded when they are asked for first. */
  async read(grade) {
    if (!this.lists.has(grade)) {
      const answer = await fetch(new URL(`puzzles-${grade}.txt`, import.meta.url)).catch(() => null);
      if (!answer?.ok) throw new Error(text("puzzle.unreachable"));
      this.lists.set(grade, readPuzzles(await answer.text(), grade));
    }
    return this.lists.get(grade);
  }

  /** Resolves to the puzzle of the day: each grade has its day. */
  async ofToday() {
    const list = await this.read(GRADES[today() % GRADES.length]);
    return this.todays = list[Math.floor(today() / GRADES.length) % list.length];
  }

  /** Goes to a puzzle, which is a place of its own in the browser's history. */
  async go(name) {
    if (name !== this.puzzle.name) history.pushState({ mode: "puzzle" }, "");
    await this.start(name);
  }

  /** Goes to the next puzzle of a grade that is not solved, or when all are, to the next. */
  goOn(grade = this.puzzle.grade) {
    return attempt(async () => {
      const list = await this.read(grade);
      const { solved } = new Progress();
      const here = grade === this.puzzle.grade ? this.puzzle.number : 0;
      const after = [...list.slice(here), ...list.slice(0, here)];
      await this.go((after.find(({ name }) => !solved.has(name)) ?? after[0]).name);
    });
  }

  /** What the address has of the puzzle. */
  get address() {
    return this.puzzle ? { puzzle: this.puzzle.name } : {};
  }

  /** Finds out what came of the building that was placed. */
  judge() {
    const { puzzle, game } = this;
    const [move] = game.ply > 0 ? game.moves : [];
    const signal = this.searching.begin();
    const shown = this.showing;
    this.showing = false;
    this.outcome = "";
    if (move === undefined) {
      this.show("");
      return;
    }
    const solves = move === puzzle.solution && !shown;
    const progress = new Progress();
    progress.add(puzzle.name, solves, puzzle === this.todays);
    if (move !== puzzle.solution) {
      this.outcome = "wrong";
      this.show(text("puzzle.wrong"));
      this.refute(signal);
    } else {
      this.outcome = shown ? "shown" : "done";
      const done = text("puzzle.done", { placement: moveWords(move) });
      this.show(shown || puzzle !== this.todays ? done : text("puzzle.doneToday", { done, days: progress.streak }));
    }
  }

  /** Shows the answer to a wrong building, and says what it comes to. */
  async refute(signal) {
    const question = this.game.question();
    const { view } = this.game;
    if (view.over) return;
    let verdict = null;
    try {
      const onInfo = (info) => { verdict ??= info.verdict; };
      const reply = await this.client.goOnce({ question, go: REFUTATION.join(" "), options: { MultiPV: 1 }, onInfo, signal });
      const { view: after } = await this.carrier.ask({ do: "view", ...question, moves: [...question.moves, reply] }, signal);
      const side = text(`side.${view.side}`);
      const result = verdict > 0 ? text("puzzle.loses", { side }) : text("puzzle.draws");
      const answer = verdict === null ? lastMoveWords(after) : `${lastMoveWords(after)} ${result}`;
      this.words.textContent = text("puzzle.refuted", { answer });
      this.stage.look(after, answer);
    } catch {
      // It stays unsaid what is wrong with the building.
    }
  }

  /** Names the building of the solution. */
  tellHint() {
    this.words.textContent = text("puzzle.hint", { building: text(`building.${parseMove(this.puzzle.solution).code}`) });
    say(this.words.textContent);
  }

  async showSolution() {
    if (this.game.ply > 0) await this.game.goTo(0);
    this.showing = true;
    await attempt(() => this.place(this.puzzle.solution));
  }

  /** Shows the puzzle, and what is said of it. */
  show(words) {
    const { puzzle, outcome, panel } = this;
    const { solved, first: atFirst, missed, streak } = new Progress();
    const first = this.game.line[0].view;
    panel.dataset.puzzle = puzzle.name;
    this.grades.show(puzzle.grade, (grade) => text("puzzle.number", { number: [...solved].filter((name) => name.startsWith(`${grade}-`)).length }));
    panel.dataset.outcome = outcome;
    this.words.dataset.outcome = outcome;
    this.todayButton.hidden = puzzle === this.todays;
    this.title.textContent = puzzle === this.todays ? text("puzzle.headingToday", { grade: GRADES.indexOf(puzzle.grade) + 1, of: GRADES.length })
      : text("puzzle.heading", { number: puzzle.number, grade: text(`puzzle.${puzzle.grade}`) });
    this.task.textContent = text("puzzle.task", { side: text(`side.${first.side}`), yours: first.score[first.side], theirs: first.score[opponent(first.side)] });
    this.words.textContent = words;
    this.again.hidden = outcome !== "wrong";
    this.next.hidden = outcome === "" || outcome === "wrong";
    this.hint.hidden = outcome !== "";
    this.solution.hidden = outcome === "done" || outcome === "shown";
    const of = this.lists.get(puzzle.grade);
    const countOf = (names) => of.filter(({ name }) => names.has(name)).length;
    const [solvedAtFirst, tried] = [countOf(atFirst), countOf(atFirst) + countOf(missed)];
    this.count.textContent = text("puzzle.solved", { solved: countOf(solved), of: of.length, days: streak });
    if (tried > 0) this.count.textContent += ` ${text("puzzle.atFirst", { solved: solvedAtFirst, tried })}`;
    if (outcome !== "" && this.entered) focusOn(outcome === "wrong" ? this.again : this.next);
  }

  get mayPlace() {
    return this.outcome === "";
  }

  get status() {
    return this.words.textContent || this.task.textContent;
  }

  name(side) {
    return side === this.near ? text("player.you") : "";
  }

  get near() {
    return this.game.line[0].view?.side ?? "light";
  }
}
