// Review: a game is loaded, looked through, and judged by the engine.

import { Graph } from "./evaluationgraph.js";
import { EngineClient } from "./engineclient.js";
import { Game } from "./gamestate.js";
import { Recovery } from "./recovery.js";
import { button, choice, element } from "./dom.js";
import { countWords, judge, provenFrom, provenWords } from "./mistakes.js";
import { drawIdeas } from "./bestmovesoverlay.js";
import { forLight, scoreWords } from "./scoretexts.js";
import { hideBar, showBar } from "./evaluationbar.js";
import { moveWords, note, statusWords } from "./gamemessages.js";

/**
 * The mode in which a game is stepped through. While none was loaded, it shows a copy of
 * the game in play; `own` is true when it has a game of its own.
 */
export class Mode {
  constructor({ panel, carrier, board, catalogue, stage, desk, inPlay, playOn, openIn }) {
    Object.assign(this, { panel, carrier, board, catalogue, stage, desk, inPlay, playOn, openIn });
    this.game = new Game(carrier, { looksBack: true });
    this.own = false;
    this.client = new EngineClient(carrier, "review", carrier.hello.engines[0]);
    this.recovery = new Recovery(carrier, () => this.resume());
    this.recovery.addEventListener("change", () => desk.showTrouble());
    this.graph = new Graph();
    this.graph.addEventListener("go", ({ detail }) => desk.goTo(() => detail));
    this.entered = false;
    this.moveTime = 300;
    this.forget();
    this.build();
    this.game.addEventListener("change", () => this.follow());
    document.addEventListener("visibilitychange", () => this.resume());
  }

  build() {
    this.text = element("textarea", { rows: 4, "aria-label": "Game to load", placeholder: "Paste a record, a play-by-mail list or a position" });
    this.file = element("input", { type: "file", accept: ".txt,.pgn,.cathedral,text/*", hidden: true });
    this.file.addEventListener("change", async () => this.load(await this.file.files[0].text()));
    this.games = element("select", { "aria-label": "Games of the file", hidden: true });
    this.games.addEventListener("change", () => this.take(Number(this.games.value)));
    const times = [["300", "quickly"], ["1000", "a second a move"], ["5000", "5 seconds a move"]];
    const time = choice("Judge", times, (value) => {
      this.moveTime = Number(value);
      this.forget();
      this.resume();
    });
    this.loader = element("details", {},
      element("summary", {}, "Load a game"), this.text,
      element("div", { class: "row" },
        button("Load", () => this.load(this.text.value), { class: "primary", id: "load-text" }),
        button("From a file…", () => this.file.click())), this.file);
    this.verdict = element("p", { class: "verdict", id: "verdict" });
    this.better = button("Show the better move", () => this.showBetter(), { hidden: true });
    this.comment = element("p", { class: "note comment" });
    this.proven = element("p", { class: "note", id: "proven" });
    this.counts = element("p", { class: "note" });
    this.panel.append(
      element("div", { class: "row" },
        button("Play on from here", () => this.playOn(this.game)),
        button("Analyse from here", () => this.openIn("analyse", this.game.text, this.game.ply)),
        button("Review the game in play", () => this.takeGameInPlay(), { id: "review-play" })),
      this.loader, this.games, this.graph.svg, this.verdict, this.better, this.comment, this.proven, this.counts,
      element("div", { class: "row" }, time.label));
  }

  enter() {
    this.entered = true;
    const same = JSON.stringify(this.inPlay.game.question(this.inPlay.game.moves)) === this.key;
    if (!this.own && !same) this.game.copy(this.inPlay.game);
    else this.follow();
    this.loader.open = this.game.moves.length === 0;
    this.judgeAll();
  }

  get mayPlace() {
    return false;
  }

  undo() {
    return this.desk.goTo((ply) => ply - 1);
  }

  redo() {
    return this.desk.goTo((ply) => ply + 1);
  }

  get status() {
    return statusWords(this.game);
  }

  /** Who plays a side, as the record has it. */
  name(side) {
    return this.game.tags.find(({ name }) => name === (side === "light" ? "White" : "Black"))?.value ?? "";
  }

  clockText() {
    return "";
  }

  get trouble() {
    return this.recovery.trouble;
  }

  leave() {
    this.entered = false;
    this.run++;
    this.client.leave();
    this.recovery.clear();
    this.board.put("ideas");
    hideBar();
  }

  /** Forgets what was found out about a game. */
  forget() {
    this.key = null;
    this.evaluations = [];
    this.views = [];
    this.run = (this.run ?? 0) + 1;
  }

  /** Takes a copy of the game in play in place of what is here. */
  async takeGameInPlay() {
    this.own = false;
    await this.game.copy(this.inPlay.game);
  }

  /** Loads what a person has pasted or chosen. */
  async load(text) {
    try {
      const { open } = await this.carrier.ask({ do: "open", text, rules: this.game.rules, optionalCapture: this.game.optionalCapture });
      this.loaded = open.games;
      this.games.hidden = open.games.length < 2;
      this.games.replaceChildren(...open.games.map((game, index) => element("option", { value: index }, gameName(game, index))));
      await this.take(0);
      this.loader.open = false;
    } catch (error) {
      note(error.message);
    }
  }

  /** Takes one of the loaded games, and shows its start. */
  async take(index) {
    await this.game.load(this.loaded[index], 0);
    this.own = true;
  }

  /** Shows the position one is at, and judges the game if it is another one. */
  follow() {
    if (!this.entered) return;
    const key = JSON.stringify(this.game.question(this.game.moves));
    if (key !== this.key) {
      this.forget();
      this.key = key;
      this.views = this.game.views;
      this.evaluations = this.views.map(() => null);
      this.judgeAll();
    }
    this.show();
  }

  resume() {
    if (!this.entered || document.hidden) {
      this.run++;
      this.recovery.clear();
      this.client.stop();
    } else if (this.key === null) {
      this.follow();
    } else {
      this.judgeAll();
    }
  }

  /** Judges each position, from the last to the first: what is proven late helps to prove more. */
  async judgeAll() {
    const run = ++this.run;
    for (let ply = this.views.length - 1; ply >= 0; ply--) {
      if (this.evaluations[ply]) continue;
      const view = this.views[ply];
      try {
        const evaluation = view.over ? exact(view) : await this.judgePosition(ply, view);
        if (run !== this.run) return;
        this.evaluations[ply] = evaluation;
        this.recovery.clear();
      } catch (error) {
        if (run === this.run) this.recovery.fail(error);
        return;
      }
      this.show();
    }
  }

  async judgePosition(ply, view) {
    let last = null;
    const best = await this.client.go({
      question: this.game.question(this.game.moves.slice(0, ply)),
      go: `movetime ${this.moveTime}`,
      options: { MultiPV: 1 },
      onInfo: (info) => { if (!info.bound || !last) last = info; },
    });
    return last && { centi: forLight(last.score, view.side), final: last.final, best, pv: last.pv };
  }

  show() {
    if (!this.entered || this.evaluations.length === 0) return;
    const { ply, moves } = this.game;
    const sides = this.views.map((view) => view.side);
    const marks = judge(moves, this.evaluations, sides);
    this.graph.show(this.evaluations, ply, marks, provenFrom(this.evaluations));
    this.marks = marks;
    this.desk.showMoves();
    const here = this.evaluations[ply];
    if (here) showBar(here.centi, here.final);
    const mark = marks.get(ply - 1);
    const words = here ? scoreWords(here.centi, here.final) : "";
    this.verdict.textContent = mark ? `${mark.text}.` : words && `${words[0].toUpperCase()}${words.slice(1)}.`;
    this.verdict.classList.toggle("bad", mark !== undefined);
    this.better.hidden = !mark;
    if (mark) this.better.textContent = `Show the better move: ${moveWords(mark.better, this.catalogue)}`;
    this.comment.textContent = (ply === 0 ? this.game.comment : this.game.comments[ply - 1]) ?? "";
    this.proven.textContent = provenWords(this.evaluations);
    const left = this.evaluations.filter((evaluation) => !evaluation).length;
    this.counts.textContent = left > 0 ? `Judging: ${left} positions to go` : countWords(marks, sides);
    this.panel.dataset.judged = String(left === 0);
    this.drawBetter(mark, ply);
  }

  /** After a mistake the board has the outline of the better move. */
  drawBetter(mark, ply) {
    if (!mark) {
      this.board.put("ideas");
      return;
    }
    const before = this.evaluations[ply - 1];
    const { side } = this.views[ply - 1];
    const line = { pv: before.pv, score: forLight(before.centi, side), final: before.final };
    this.board.put("ideas", ...drawIdeas([line], side, this.catalogue));
  }

  /** Plays out what would have come instead of a mistake. */
  showBetter() {
    const { ply, moves } = this.game;
    const { pv } = this.evaluations[ply - 1];
    this.board.put("ideas");
    this.stage.playOut(this.game.question(moves.slice(0, ply - 1)), pv.slice(0, 6));
  }
}

/** The evaluation of a finished game: its score. */
function exact(view) {
  return { centi: 100 * (view.score.dark - view.score.light), final: true, best: "none", pv: [] };
}

function gameName(game, index) {
  const tag = (name) => game.tags.find((candidate) => candidate.name === name)?.value;
  return `${index + 1}. ${tag("White") ?? "Light"} – ${tag("Black") ?? "Dark"} ${game.result}`;
}
