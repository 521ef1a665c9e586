// Review: a game is loaded, looked through, and judged by the engine.

import { BetterLine } from "./betterline.js";
import { EvaluationGraph } from "./evaluationgraph.js";
import { GameLoader } from "./gameloader.js";
import { GameStory, ownSide } from "./gamestory.js";
import { Game } from "../game/game.js";
import { Habits } from "./habits.js";
import { Latest } from "../engine/latest.js";
import { PositionJudge } from "../engine/positionjudge.js";
import { StudyMode } from "./studymode.js";
import { TryAgain } from "./tryagain.js";
import { button, byId, choice, elapsed, element } from "../dom.js";
import { costliest, decidedFrom, judge, provenFrom, provenWords, withBookMoves } from "./mistakes.js";
import { drawIdeas } from "../board/bestmovesoverlay.js";
import { svg } from "../board/geometry.js";
import { forLight } from "../texts/scoretexts.js";
import { findBookMoves } from "./bookmoves.js";
import { gameCard, lastGames } from "./otherbeginnings.js";
import { showBar } from "../board/evaluationbar.js";
import { attempt, moveWithNotation, moveWords, note, say } from "../texts/gamemessages.js";
import { keepMarks } from "../savedgames/reviewedgames.js";
import { recordedName } from "../game/gameplayers.js";
import { text } from "../texts/texts.js";
import { walkButton } from "../engine/provenmoves.js";

/** Nodes of the searches that judge a position, by how thorough they are. */
const NODES = { quickly: 30_000, thoroughly: 150_000, deeply: 1_000_000 };

/** How many games are offered. */
const OFFERED = 3;

/** Milliseconds that a position is seen, and one with a mark, while the game plays by itself. */
const PACE = 1200;
const PACE_OF_MARK = 3500;

/** Milliseconds between two times that it is said how far the judging is. */
const PACE_OF_PROGRESS = 10_000;

/** Milliseconds between two looks at whether a position has been judged. */
const PAUSE = 100;

/** What tells a game from others. */
const keyOf = (game) => JSON.stringify(game.question(game.moves));

/** The mode in which a game is stepped through. */
export class ReviewMode extends StudyMode {
  constructor(parts) {
    super(parts, new Game(parts.carrier, { looksBack: true }), "review");
    this.judge = new PositionJudge(this.client, NODES.quickly);
    this.graph = new EvaluationGraph();
    this.graph.addEventListener("go", ({ detail }) => this.desk.goTo(() => detail));
    this.better = new BetterLine(this);
    this.again = new TryAgain(this);
    this.story = new GameStory((ply) => this.desk.goTo(() => ply));
    this.habits = new Habits(this, (game, ply) => attempt(() => this.openAt(game, [ply])));
    this.lookingUp = new Latest(); // the moves of the book
    this.forget();
    this.build();
    this.game.addEventListener("change", () => this.follow());
    this.stage.addEventListener("change", () => this.showBack());
  }

  build() {
    this.loader = new GameLoader(this.carrier, this.game, () => { this.own = true; });
    const efforts = [[NODES.quickly, text("review.quickly")], [NODES.thoroughly, text("review.thoroughly")], [NODES.deeply, text("review.deeply")]];
    const effort = choice(text("review.judge"), efforts, (value) => {
      this.judge.nodes = Number(value);
      this.forget();
      this.resume();
    });
    effort.select.id = "effort";
    this.kind = element("p", { class: "kind" });
    this.verdict = element("h2", { class: "verdict", id: "verdict" });
    this.improvement = element("p", { id: "better" });
    this.card = element("div", { class: "card", id: "mark-card", hidden: true }, this.kind, this.verdict, this.better.words, this.improvement, this.better.more, this.better.sums);
    this.showButton = button(text("review.better"), () => this.showBetter(), { id: "show-better", class: "primary", hidden: true });
    this.tryButton = button(text("review.tryAgain"), () => this.tryAgain(), { id: "try-again", hidden: true });
    this.backButton = button(text("review.back"), () => this.goBack(), { id: "back-to-game", class: "primary", hidden: true });
    this.nextButton = button(text("review.nextMark"), () => this.goToNextMark(), { id: "next-mark", class: "primary", hidden: true, title: `${text("review.nextMark")} (N)` });
    this.runButton = button("", () => this.retry(), { id: "retry", class: "primary", hidden: true });
    this.autoButton = button("", () => this.playThrough(), { id: "auto" });
    this.autoButton.append(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M7 4L20 12L7 20Z", class: "is-still" }), svg("path", { d: "M6 4H10V20H6ZM14 4H18V20H14Z", class: "plays" })));
    this.proven = element("p", { class: "note", id: "proven" });
    this.decided = element("summary");
    this.progress = element("p", { class: "note", id: "judging" });
    this.choices = [true, false].map((marked) => button("", () => {
      this.onlyMarked = marked;
      this.show();
    }));
    this.segments = element("div", { class: "segments", role: "group", "aria-label": text("moves.list") }, ...this.choices);
    byId("move-choice").append(this.segments);
    this.said.append(this.story.element, this.card, this.again.words);
    this.recent = element("ul", { class: "cards", id: "recent-games", hidden: true });
    this.panel.append(this.recent, this.loader.element, this.loader.choice, this.graph.room, this.progress);
    this.walk = walkButton(this.modes, "review", () => this.game.question(this.game.moves.slice(0, this.provenPly)));
    this.proof = element("details", { id: "proof-fold" }, this.decided, this.proven, this.walk);
    this.last.append(this.proof, this.habits.element);
    this.deeds.append(this.autoButton, this.tryButton, this.backButton, this.runButton, this.nextButton, this.showButton);
    this.playButton = button(text("review.gameInPlay"), () => this.takeGameInPlay(), { id: "review-play" });
    this.menu.append(
      button(text("review.loadGame"), () => this.loader.open(), { id: "load-game" }), effort.label, this.commentButton, this.drawButton,
      button(text("review.playOn"), () => this.playOn(this.game, this.personSide), { id: "play-on-review" }),
      button(text("review.analyse"), () => this.openIn("analyse", this.game.text, this.game.ply)), this.playButton);
  }

  /** The first ply after the present one whose move is marked, the first of all from the story, or undefined. */
  get nextMark() {
    const plies = [...this.lost.keys()].map((index) => index + 1);
    return plies.find((ply) => this.tells || ply > this.game.ply);
  }

  goToNextMark() {
    const { nextMark } = this;
    if (nextMark !== undefined) return this.desk.goTo(() => nextMark);
  }

  /** Whether the story of the game is told: at its end, unless one has come for the mark of the last move. */
  get tells() {
    const { game } = this;
    return game.moves.length > 0 && game.atEnd && this.again.index === null && (this.opened || !this.lost.has(game.ply - 1));
  }

  /**
   * The indexes of the mistakes that are tried again one after the other, as the game had them: those with which it was opened,
   * or else those of the person, if it is known who that is.
   */
  get mistakes() {
    return this.wanted ?? costliest(this.lost, this.views.map(({ side }) => side), this.personSide).sort((one, other) => one - other);
  }

  /** What the button says that begins to go through the mistakes, or leads on from one. */
  get runWords() {
    const { run, stopped, mistakes } = this;
    if ((run ?? stopped)?.at >= mistakes.length) return text("retry.done");
    if (run) return text("review.nextMark");
    if (this.retried) return text("retry.again");
    return text(this.personSide ? "retry.yours" : "retry.all");
  }

  /** Opens a saved game to try again moves with these indexes, one after the other, while it is judged. */
  async openAt(game, plies) {
    Object.assign(this, { run: null, stopped: null, tryWaits: false });
    await this.openIn("review", game, plies[0]);
    this.wanted = plies;
    await this.retry();
  }

  /** Goes through the mistakes as puzzles, from the first, or goes on with that where one has stopped. */
  async retry() {
    const { mistakes } = this;
    const { at, found } = this.run ?? this.stopped ?? { at: 0, found: 0 };
    const index = mistakes[at];
    if (index !== undefined) {
      this.run = { at: at + 1, index, found };
      const task = mistakes.length > 1 ? text("retry.task", { number: at + 1, of: mistakes.length, move: moveWords(this.game.moves[index]) }) : undefined;
      return this.tryAgain(index, task);
    }
    note(text("retry.over", { found, of: mistakes.length }));
    this.run = this.stopped = null;
    this.retried = this.wanted === null;
    this.wanted = null;
    this.again.end();
    this.opened = true;
    await this.desk.goTo((ply, moves) => moves);
    this.show();
  }

  /** Stops going through the mistakes, at the one that has not been tried. */
  stopRun() {
    if (this.run) this.stopped = { at: this.run.at - !this.run.tried, found: this.run.found };
    this.run = null;
  }

  /** Plays the game through, from the start if one is at its end; or ends that. */
  async playThrough() {
    const playing = this.playing ? null : { ply: this.game.atEnd ? 0 : this.game.ply };
    this.playing = playing;
    if (playing && this.game.atEnd) await this.desk.goTo(() => 0);
    this.show();
    while (playing && !this.game.atEnd) {
      await new Promise((resolve) => setTimeout(resolve, this.lost.has(this.game.ply - 1) ? PACE_OF_MARK : PACE));
      if (this.playing !== playing) return;
      playing.ply++;
      await this.desk.goTo(() => playing.ply);
    }
    this.playing = null;
    this.show();
  }

  enter() {
    super.enter();
    const same = keyOf(this.inPlay.game) === this.key;
    if (!this.own && !same) {
      this.game.copy(this.inPlay.game);
    } else {
      this.follow();
      if (this.tryWaits) this.retry();
    }
    this.askWhich();
    this.judgeAll();
    this.habits.count().then(() => this.show());
  }

  /** The id of the saved game that is reviewed, another one or the game in play, or null. */
  get savedId() {
    return this.game.savedId ?? (this.isInPlay ? this.inPlay.about.id : null);
  }

  /** Whether there is nothing to review yet. */
  get empty() {
    return this.game.moves.length === 0 && !this.game.start;
  }

  /** Offers the games that were played last, as long as there is none here; without any, room to paste one. */
  async askWhich() {
    this.loader.element.hidden = true;
    if (!this.empty) return;
    const games = (await lastGames(this.saved)).slice(0, OFFERED);
    this.recent.replaceChildren(...games.map((each) => gameCard(this.carrier, each, (game) => this.openIn("review", game))));
    this.recent.hidden = this.loader.element.hidden = !this.empty;
    this.loader.paste.hidden = games.length > 0;
  }

  get status() {
    return this.empty ? text("review.which") : super.status;
  }

  keep(moves, words) {
    const { savedId } = this;
    if (savedId !== null) this.saved.comment(savedId, moves, words);
  }

  /** Keeps the marks of a game that has ended, and the kinds of their reasons, in the saved game. */
  async keepMarks(marks, sides) {
    const { key, savedId, game } = this;
    if (this.kept || savedId === null || !game.ended) return;
    this.kept = true;
    const kept = [];
    for (const [ply, { kind, loss }] of marks) {
      const { compare: { reason } } = await this.better.consequences(game, ply + 1, this.evaluations);
      if (this.key !== key) return;
      kept.push({ ply, side: sides[ply], kind, loss: Math.max(0, Math.round(loss / 100)), reason: reason.kind, captured: reason.captured?.length ?? 0 });
    }
    await keepMarks(this.saved, savedId, game.moves, kept);
    await this.habits.count();
    this.show();
  }

  /** Whether this is the game in play, or a copy of it. */
  get isInPlay() {
    return keyOf(this.game) === keyOf(this.inPlay.game);
  }

  /** The side of the person whose game it is, or null. */
  get personSide() {
    return ownSide(this.game) ?? (this.isInPlay ? this.inPlay.personSide : null);
  }

  get near() {
    return this.personSide ?? super.near;
  }

  get mayPlace() {
    return this.again.awaits(this.game.ply);
  }

  /** A mark, a try, or the story says more than whose turn it is. */
  get speaks() {
    return !this.card.hidden || this.again.index !== null || this.tells;
  }

  get remark() {
    const mark = this.again.index === null && this.marks?.get(this.game.ply - 1);
    return mark ? text("sentence.end", { sentence: mark.text }) : "";
  }

  /** Tries a move where the game had a mistake, as soon as that is judged. The rest of the game is judged after it. */
  async place(move) {
    const { run, again: { index } } = this;
    const ready = async (signal) => {
      while (!this.evaluations[index]) await elapsed(PAUSE).then(() => signal.throwIfAborted());
      this.searching.end(); // a try comes before the rest of the game
    };
    try {
      const judged = this.again.place(move, this.game, this.evaluations, ready);
      this.desk.refresh();
      await judged;
      if (run && !run.tried && this.again.isGood) run.found++;
      if (run) run.tried = true;
      this.recovery.clear();
    } catch (error) {
      this.fail(error);
    }
    this.show();
    if (this.entered) this.judgeAll();
  }

  /** Who plays a side, as the record or the game in play has it. A person without a name is you, or, of two, nobody. */
  name(side) {
    return recordedName(this.game, side, side === this.personSide ? text("player.you") : this.isInPlay ? this.inPlay.name(side) : "");
  }

  leave() {
    super.leave();
    this.tryWaits = this.run !== null && this.mayPlace;
    this.stopRun();
    this.playing = null;
    this.better.explaining.end();
    if (this.again.index !== null) this.goBack();
  }

  /** Forgets what was found out about a game. */
  forget() {
    this.key = null;
    this.onlyMarked = null; // whether only marked moves are listed; null: as soon as all is judged
    this.compared = null; // the ply whose better line one has seen, while one is there
    this.lost = new Map(); // the marks of moves that lost something, by their indexes
    this.opened = true; // nobody has gone anywhere yet
    this.run = null; // through the mistakes: {at: the next one, index, tried, found}
    this.stopped = null; // where one has left them: {at, found}
    this.wanted = null; // the mistakes with which the game was opened, or null
    this.tryWaits = false; // one has left Review in front of such a mistake
    this.kept = false; // the marks are in the saved game
    this.retried = false; // all of them
    this.progressDue = 0; // when it is said next how far the judging is
    this.playing = null; // by itself: {ply}
    this.evaluations = [];
    this.views = [];
    this.book = new Set();
    this.again.end();
    this.better.forget();
    this.searching.end();
    this.lookingUp.end();
  }

  /** Shows the position one is at, and judges the game if it is another one. */
  follow() {
    if (!this.entered) return;
    const key = keyOf(this.game);
    if (key !== this.key) {
      this.forget();
      this.key = key;
      this.views = this.game.views;
      this.evaluations = this.views.map(() => null);
      this.judgeAll();
      this.lookUp();
    }
    if (!this.game.atEnd) this.opened = false;
    if (this.playing?.ply !== this.game.ply) this.playing = null;
    if (this.run && ![0, 1].includes(this.game.ply - this.run.index)) this.stopRun();
    if (this.again.index !== this.game.ply) this.again.end();
    if (this.compared !== this.game.ply) this.compared = null;
    this.show();
  }

  resume() {
    if (!this.entered || document.hidden) {
      this.searching.end();
      this.recovery.clear();
    } else if (this.key === null) {
      this.follow();
    } else {
      this.judgeAll();
    }
  }

  /** Finds the moves of the opening book. */
  async lookUp() {
    const signal = this.lookingUp.begin();
    const book = await findBookMoves(this.carrier, this.game);
    if (signal.aborted) return;
    this.book = book;
    this.kept = false;
    this.show();
  }

  /** Judges each position, from the last to the first: what is proven late helps to prove more. */
  async judgeAll() {
    const signal = this.searching.begin();
    if (this.empty) return;
    for (let ply = this.views.length - 1; ply >= 0; ply--) {
      if (this.evaluations[ply]) continue;
      try {
        const question = this.game.question(this.game.moves.slice(0, ply));
        const evaluation = await this.judge.judge(question, this.views[ply], this.evaluations[ply + 1], signal);
        if (signal.aborted) return;
        this.evaluations[ply] = evaluation;
        this.recovery.clear();
      } catch (error) {
        return this.fail(error);
      }
      this.show();
    }
  }

  show() {
    if (!this.entered || this.evaluations.length === 0) return;
    const { ply, moves } = this.game;
    const sides = this.views.map((view) => view.side);
    const marks = judge(moves, this.evaluations, sides, this.book);
    this.graph.show(this.evaluations, ply, marks, provenFrom(this.evaluations));
    this.lost = marks;
    this.marks = withBookMoves(marks, moves, this.book);
    this.desk.showMoves();
    const here = this.evaluations[ply];
    if (here) showBar(here);
    this.proven.textContent = provenWords(this.evaluations);
    this.decided.textContent = text("proven.decided", { move: decidedFrom(this.evaluations) ?? "" });
    this.walk.hidden = this.provenPly === null;
    const left = this.evaluations.filter((evaluation) => !evaluation).length;
    this.progress.textContent = left > 0 ? text("review.judging", { left }) : "";
    if (moves.length > 0 && (left > 0 ? Date.now() >= this.progressDue : this.progressDue < Infinity)) {
      say(this.progress.textContent || text("review.judged"));
      this.progressDue = left > 0 ? Date.now() + PACE_OF_PROGRESS : Infinity;
    }
    this.story.element.hidden = !this.tells;
    if (this.tells) this.story.show({ game: this.game, own: this.personSide, marks, sides, judged: left === 0 });
    this.habits.element.hidden = this.habits.costs.length === 0 || (moves.length > 0 && !this.tells);
    if (left === 0) this.keepMarks(marks, sides).catch(() => { this.kept = false; });
    this.proof.hidden = left > 0 || this.proven.textContent === "";
    this.panel.dataset.judged = String(left === 0);
    this.playButton.hidden = this.isInPlay;
    this.showChoice(marks.size, moves.length, left === 0);
    this.recent.hidden ||= !this.empty;
    this.showMark(marks.get(ply - 1), sides[ply - 1]);
  }

  /** The ply of the first position that is proven, or of where one is if that is later; null if there is none before the end. */
  get provenPly() {
    const first = provenFrom(this.evaluations);
    const last = this.views.findLastIndex((view) => !view.over);
    return first === null || first > last ? null : Math.min(Math.max(first, this.game.ply), last);
  }

  /** Shows which moves are listed. */
  showChoice(marked, all, judged) {
    const only = marked > 0 && (this.onlyMarked ?? judged);
    this.segments.hidden = marked === 0;
    byId("moves").classList.toggle("marked", only);
    const [markedChoice, allChoice] = this.choices;
    Object.assign(markedChoice, { textContent: text("review.marked", { number: marked }), ariaPressed: String(only) });
    Object.assign(allChoice, { textContent: text("review.all", { number: all }), ariaPressed: String(!only) });
  }

  /** Says what the move before the position was worth, unless it is tried again. */
  showMark(mark, side) {
    const { ply } = this.game;
    const trying = this.again.index !== null;
    const told = trying || this.tells ? undefined : this.marks.get(ply - 1);
    this.card.hidden = !told;
    this.card.dataset.kind = told?.kind ?? "";
    if (told) {
      const { kind, verdict } = told;
      this.kind.replaceChildren(text(`kind.${kind}`, { side: text(`side.${side}`), ply: ply - 1 }), " ", element("span", { class: "code" }, this.game.moves[ply - 1]));
      this.verdict.replaceChildren(element("span", { class: `mark ${kind}`, "aria-hidden": "true" }, told.sign), " ", verdict);
      this.improvement.textContent = mark ? text("review.betterIs", { move: moveWithNotation(mark.better) }) : "";
    }
    if (!told) mark = undefined;
    this.desk.showStatus();
    this.hasMark = mark !== undefined;
    this.showBack();
    this.drawBetter(mark);
    this.better.explain(this.game, ply, mark, this.evaluations).catch((error) => this.recovery.fail(error));
  }

  /** Shows the buttons by which one goes to what comes next. */
  showBack() {
    const trying = this.again.index !== null;
    const away = this.entered && (trying || this.stage.preview);
    const running = this.run !== null;
    const plays = this.playing !== null;
    const told = this.tells ? this.evaluations.every(Boolean) : !this.hasMark || this.compared !== null;
    const goesOn = !plays && (running ? !trying || this.again.judged : !away && told);
    const hasNext = this.nextMark !== undefined;
    const retries = goesOn && (running || ((this.tells || !hasNext) && this.mistakes.length > 0 && this.evaluations.every(Boolean)));
    this.autoButton.hidden = away || this.game.moves.length === 0 || (this.hasMark && !plays);
    this.autoButton.ariaLabel = this.autoButton.title = text(plays ? "review.pause" : "review.play");
    this.autoButton.toggleAttribute("data-plays", plays);
    this.tryButton.hidden = plays || (trying ? !this.again.judged : !this.hasMark || running);
    this.backButton.hidden = !away;
    this.backButton.textContent = text(running && trying ? "question.answer" : "review.back");
    this.backButton.classList.toggle("primary", !running);
    this.nextButton.hidden = running || !goesOn || !hasNext;
    this.showButton.hidden = running || plays || away || !this.hasMark || (goesOn && (hasNext || retries));
    this.runButton.hidden = !retries;
    this.runButton.textContent = this.runWords;
    this.runButton.classList.toggle("primary", running || !hasNext);
  }

  /** After a mistake the board has the outline of the better move. */
  drawBetter(mark) {
    if (!mark || this.stage.preview) return this.board.put("ideas");
    const { ply } = this.game;
    const before = this.evaluations[ply - 1];
    const { side } = this.views[ply - 1];
    const line = { pv: [before.best], score: forLight(before.centi, side), final: before.final };
    this.board.put("ideas", ...drawIdeas([line], side, this.catalogue));
  }

  /** Plays out what would have come instead of a mistake. */
  async showBetter() {
    for (const layer of ["ideas", "heat"]) this.board.put(layer);
    await attempt(() => this.better.show(this.game, this.game.ply, this.evaluations));
  }

  /** Sets up the position before a mistake, so that one can try another move; with a task in words, if any. */
  async tryAgain(index = this.again.index ?? this.game.ply - 1, task = undefined) {
    this.stage.back();
    await attempt(() => this.again.begin(this.game, index, task));
    if (this.deeds.contains(document.activeElement)) byId("board").focus({ preventScroll: true });
  }

  /** Goes back from a line or a try to where one was in the game. */
  async goBack() {
    const { index } = this.again;
    if (index === null) this.compared = this.game.ply;
    else if (this.run) this.run.tried = true; // the answer is shown
    this.again.end();
    this.stage.back();
    if (index !== null) await this.desk.goTo(() => index + 1);
    this.desk.refresh();
    this.show();
  }
}
