// Puzzles: positions in which just one building wins, or walls the other side out of the whole city.
// They are in puzzles.txt, whose form FORMATS.md describes. `cathedral puzzles` has made, proven and
// rated them; what a wrong building allows is found out by an engine. One puzzle a day is the same for all.

import { EngineClient } from "../engine/engineclient.js";
import { Exercise, TaskList, fetched } from "./exercise.js";
import { Game, opponent } from "../game/game.js";
import { FIRST_DEVIATION, FIRST_RATING, afterTry } from "./playerrating.js";
import { button, byId, element } from "../dom.js";
import { addressField } from "../game/gamelink.js";
import { focusOn } from "../keyboard.js";
import { localTime } from "../game/gameclock.js";
import { attempt, lastMoveWords, moveWords, say } from "../texts/gamemessages.js";
import { parseMove } from "../board/shapecatalogue.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { squareName } from "../board/geometry.js";
import { capitalized, text } from "../texts/texts.js";

/**
 * The key under which the browser keeps, between semicolons: the names of the puzzles solved, days in
 * a row, the last of them, the names of those solved at the first try and of those missed then,
 * the player's rating with its deviation, and the last ten of the first tries, + if solved and - if missed.
 */
const KEY = "cathedral-puzzles";

/** How hard the engine looks for the answer to a wrong building. */
const REFUTATION = ["solve", "verdict", "nodes", 100000];

/** How many puzzles one has solved before one begins with that of the day, which may be hard. */
const BEGINNING = 3;

/** The grades, with the least rating of each. */
const GRADES = { easy: 0, medium: 1000, hard: 1300, veryhard: 1500 };
const GRADE_NAMES = Object.keys(GRADES);

/** The themes, by their letters in the file. */
const THEMES = { c: "capture", "+": "cathedral", w: "wall", d: "defence", t: "threat", b: "block", r: "room", s: "small", x: "shutout" };

/** The buildings and orientations of moves, and the digits of numbers, in the file's order. */
const SHAPES = ("TAnSTnSTeINnINeINsINwBRnBReSQnMAnMAeMAsMAwABnABeTOnTOeTOsTOw"
  + "IFnCSnCSeCSsCSwACnACeACsACwCAnCAeCAsCAw").match(/.../g);
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The move that two digits mean. */
function moveOf([high, low]) {
  const number = DIGITS.indexOf(high) * 64 + DIGITS.indexOf(low);
  return SHAPES[Math.floor(number / 100)] + squareName(number % 100);
}

/** The number of the day here. */
const today = () => Math.floor(localTime() / 86_400_000);

/** Reads the file's lines: {name, rating, grade, themes, rules, moves, solution} of each puzzle. Its name is its number. */
function readPuzzles(lines) {
  return [...lines.matchAll(/^(\d{3})(\S+) (?:(\w+) )?(\S+)$/gm)].map(([, tens, letters, rules = "classic", code], index) => {
    const rating = tens * 10;
    const grade = GRADE_NAMES.findLast((each) => rating >= GRADES[each]);
    const moves = code.match(/../g).map(moveOf);
    return { name: String(index + 1), rating, grade, themes: [...letters].map((letter) => THEMES[letter]), rules, solution: moves.pop(), moves };
  });
}

/** How far the visitor has come, kept in the browser. */
class Progress {
  constructor() {
    const [solved = "", days = "", last = "", first = "", missed = "", rating = "", deviation = "", tries = ""] = (remembered(KEY) ?? "").split(";");
    [this.solved, this.first, this.missed] = [solved, first, missed].map((names) => new Set(names.split(" ").filter((name) => /^\d+$/.test(name))));
    this.rating = Number(rating) || FIRST_RATING;
    this.deviation = Number(deviation) || FIRST_DEVIATION;
    this.days = Number(days) || 0;
    this.last = Number(last) || 0;
    this.tries = tries;
  }

  /** Adds a try at a puzzle, of which the first changes the rating. To solve that of the day makes the days in a row one more. */
  add({ name, rating }, solves, ofToday = false) {
    if (!this.first.has(name) && !this.missed.has(name) && !this.solved.has(name)) {
      (solves ? this.first : this.missed).add(name);
      Object.assign(this, afterTry(this, rating, solves));
      this.tries = (this.tries + (solves ? "+" : "-")).slice(-10);
    }
    if (solves) this.solved.add(name);
    if (solves && ofToday && this.last !== today()) {
      this.days = this.streak + 1;
      this.last = today();
    }
    const [solved, first, missed] = [this.solved, this.first, this.missed].map((names) => [...names].join(" "));
    remember(KEY, [solved, this.days, this.last, first, missed, this.rating.toFixed(1), this.deviation.toFixed(1), this.tries].join(";"));
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
    this.list = [];
    this.grade = this.theme = ""; // that are chosen, "" for all
    this.puzzle = null;
    this.passes = new Map(); // how often one has gone on from each, by their names
    this.outcome = "";
    this.before = 0; // the player's rating before the puzzle
  }

  build() {
    this.number = element("b", { class: "bar-text" });
    this.rating = element("span", { class: "note" });
    this.tries = element("span", { class: "tries", role: "img" });
    const rated = element("p", { id: "puzzle-rating" }, this.number, " ", this.rating, this.tries);
    this.count = element("p", { class: "note", id: "puzzle-count" });
    this.again = button(text("learn.again"), () => this.start(), { id: "puzzle-again", class: "primary" });
    this.next = button(text("puzzle.next"), () => this.goOn(), { id: "puzzle-next", class: "primary" });
    this.hint = button(text("play.hint"), () => this.tellHint(), { id: "puzzle-hint" });
    this.solution = button(text("puzzle.show"), () => this.showSolution(), { id: "puzzle-show" });
    const named = (kinds) => kinds.map((kind) => [kind, capitalized(text(`puzzle.${kind}`))]);
    this.grades = new TaskList(text("puzzle.grade"), [["", text("puzzle.near")], ...named(GRADE_NAMES)], (grade) => this.choose({ grade }));
    this.themes = new TaskList(text("puzzle.theme"), [["", text("puzzle.all")], ...named(Object.values(THEMES))], (theme) => this.choose({ theme }));
    this.panel.append(rated, this.count, this.grades.list, this.themes.list);
    document.addEventListener("visibilitychange", () => this.entitle()); // a page may be left open over night
    this.deeds.append(this.hint, this.solution, this.again, this.next);
    this.todayButton = button(text("puzzle.today"), () => this.go(""));
    this.menu.append(button(text("puzzle.another"), () => this.goOn(), { id: "puzzle-another" }), this.todayButton,
      button(text("puzzle.analyse"), () => this.openIn("analyse", this.game.question([])), { id: "puzzle-analyse" }));
  }

  async enter() {
    super.enter();
    await this.start(addressField("puzzle") ?? this.puzzle?.name);
  }

  /** Begins a puzzle anew: the one with a name, or the one one is at, or else the one for today. */
  async start(name = this.puzzle?.name) {
    const pressed = this.deeds.contains(document.activeElement);
    try {
      await this.read();
      const begins = name === undefined && new Progress().solved.size < BEGINNING;
      const puzzle = this.list.find((each) => each.name === name) ?? (begins ? this.nextOne : this.todays);
      this.puzzle = puzzle;
      if (!this.again) this.build();
      this.before = new Progress().rating;
      const { view } = await this.carrier.ask({ do: "view", rules: puzzle.rules, moves: puzzle.moves });
      if (this.puzzle !== puzzle) return;
      await this.game.load({ start: view.position, rules: puzzle.rules });
      this.recovery.clear();
      if (pressed) byId("board").focus({ preventScroll: true });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Loads the puzzles, the first time. */
  async read() {
    if (this.list.length > 0) return;
    this.list = readPuzzles(await (await fetched(new URL("puzzles.txt", import.meta.url), text("puzzle.unreachable"))).text());
  }

  /** The puzzle of the day. */
  get todays() {
    const ofGrade = this.list.filter(({ grade }) => grade === GRADE_NAMES[today() % GRADE_NAMES.length]); // each has its day
    return ofGrade[Math.floor(today() / GRADE_NAMES.length) % ofGrade.length];
  }

  /** Whether that has been solved. */
  get solvedToday() {
    return new Progress().solved.has(this.todays.name);
  }

  /** The puzzles of the grade and the theme that are chosen. */
  get chosen() {
    return this.list.filter(({ grade, themes }) => (!this.grade || grade === this.grade) && (!this.theme || themes.includes(this.theme)));
  }

  /** The puzzle after this one: of those least often passed over, not solved, and rather not tried, the one whose rating is nearest to the player's. */
  get nextOne() {
    const { solved, missed, rating } = new Progress();
    const distance = (each) => (this.passes.get(each.name) ?? 0) * 1e9 + solved.has(each.name) * 1e8 + missed.has(each.name) * 1e7 + Math.abs(each.rating - rating);
    return this.chosen.sort((one, other) => distance(one) - distance(other))[0];
  }

  /** Chooses a grade or a theme, and goes to a puzzle of it. If it has none that is of the other choice, too, that is dropped. */
  choose(kind) {
    Object.assign(this, kind);
    if (this.chosen.length === 0) Object.assign(this, { grade: "", theme: "", ...kind });
    return this.goOn();
  }

  goOn() {
    const { puzzle: { name }, passes } = this;
    passes.set(name, (passes.get(name) ?? 0) + 1);
    return attempt(() => this.go(this.nextOne.name));
  }

  /** What the address has of the puzzle. */
  get address() {
    return this.puzzle ? { puzzle: this.puzzle.name } : {};
  }

  /** Whether the puzzle is to wall the other side out. */
  get shutsOut() {
    return this.puzzle.themes.includes("shutout");
  }

  /** Finds out what came of the building that was placed. */
  judge() {
    const { puzzle, game } = this;
    const [move] = game.ply > 0 ? game.moves : [];
    const signal = this.searching.begin();
    const shown = this.showing;
    this.showing = false;
    this.outcome = "";
    if (move === undefined) return this.show("");
    const solves = move === puzzle.solution && !shown;
    const progress = new Progress();
    progress.add(puzzle, solves, puzzle === this.todays);
    if (move !== puzzle.solution) {
      this.outcome = "wrong";
      this.show(text(this.shutsOut ? "puzzle.wrongShutout" : "puzzle.wrong"));
      if (!this.shutsOut) this.refute(signal); // others may win, too
    } else {
      this.outcome = shown ? "shown" : "done";
      const done = text(this.shutsOut ? "puzzle.doneShutout" : "puzzle.done", { placement: moveWords(move) });
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

  /** Names the building of the solution, which counts as a try. */
  tellHint() {
    new Progress().add(this.puzzle, false);
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
    const { solved, first: atFirst, missed, streak, rating, tries } = new Progress();
    const first = this.game.line[0].view;
    panel.dataset.puzzle = puzzle.name;
    const solvedOf = (kind, test) => (kind ? this.list.filter((each) => solved.has(each.name) && test(each)).length : 0);
    this.grades.show(this.grade, (kind) => solvedOf(kind, ({ grade }) => grade === kind));
    this.themes.show(this.theme, (kind) => solvedOf(kind, ({ themes }) => themes.includes(kind)));
    this.showOutcome(outcome);
    this.entitle();
    this.task.textContent = text(this.shutsOut ? "puzzle.taskShutout" : "puzzle.task", { side: text(`side.${first.side}`), yours: first.score[first.side], theirs: first.score[opponent(first.side)] });
    this.words.textContent = words;
    this.again.hidden = outcome !== "wrong";
    this.next.hidden = outcome === "" || outcome === "wrong";
    this.hint.hidden = outcome !== "";
    this.solution.hidden = outcome === "done" || outcome === "shown";
    const of = this.chosen;
    const countOf = (names) => of.filter(({ name }) => names.has(name)).length;
    const [solvedAtFirst, tried] = [countOf(atFirst), countOf(atFirst) + countOf(missed)];
    const change = Math.round(rating) - Math.round(this.before);
    const signed = change === 0 ? "" : ` (${change > 0 ? "+" : "−"}${Math.abs(change)})`;
    const counts = [atFirst, missed, solved].some((names) => names.has(puzzle.name)) ? "" : text("puzzle.hintCosts");
    this.hint.title = counts;
    this.number.textContent = Math.round(rating) + signed;
    this.rating.textContent = outcome === "" ? `${text("puzzle.you")} ${counts}`.trim() : text("puzzle.rated", { puzzle: puzzle.rating });
    this.tries.ariaLabel = text("puzzle.tries", { solved: tries.replaceAll("-", "").length, of: tries.length });
    this.tries.replaceChildren(...[...tries].map((each) => element("i", { "data-solved": each === "+" }, each === "+" ? "✓" : "×")));
    this.tries.hidden = tries === "";
    this.count.textContent = text("puzzle.solved", { solved: countOf(solved), of: of.length, days: streak });
    if (tried > 0) this.count.textContent += ` ${text("puzzle.atFirst", { solved: solvedAtFirst, tried })}`;
    if (outcome !== "" && this.entered) focusOn(outcome === "wrong" ? this.again : this.next);
  }

  /** Says which puzzle it is: that of the day may be that of the day before. */
  entitle() {
    const { puzzle, todays } = this;
    this.todayButton.hidden = puzzle === todays;
    this.title.textContent = puzzle === todays ? text("puzzle.headingToday", { grade: GRADE_NAMES.indexOf(puzzle.grade) + 1, of: GRADE_NAMES.length })
      : text("puzzle.heading", { number: puzzle.name, grade: text(`puzzle.${puzzle.grade}`) });
  }

  get mayPlace() {
    return this.outcome === "";
  }

  get status() {
    return this.words.textContent || this.task.textContent;
  }
}
