// Analysis: an engine looks at the position as long as one looks at it oneself.

import { Game } from "../game/game.js";
import { ProvenMoves, walkButton } from "../engine/provenmoves.js";
import { StudyMode } from "./studymode.js";
import { button, choice, element } from "../dom.js";
import { capitalized, decimal, large, text } from "../texts/texts.js";
import { VariationList } from "./variationlist.js";
import { VariationTree } from "../game/variationtree.js";
import { drawHeat, drawIdeas, heatOf } from "../board/bestmovesoverlay.js";
import { proofWords, scoreText } from "../texts/scoretexts.js";
import { hideBar, showBar } from "../board/evaluationbar.js";
import { attempt, note, settlementWords, shortWords, typedWords } from "../texts/gamemessages.js";
import { setting } from "../looks/settings.js";
import { soundGame } from "../savedgames/soundgames.js";
import { wordsOf } from "../savedgames/movecomment.js";

/** Plies of a line that are written out. */
const LINE_LENGTH = 6;

/** What a move settles that settles nothing. */
const NOTHING = { claimed: [], captured: [] };

/** The mode in which both sides' buildings may be placed, and an engine tells what it thinks. */
export class AnalysisMode extends StudyMode {
  constructor(parts) {
    super(parts, new Game(parts.carrier), "analysis");
    this.count = 3;
    this.heatCode = "";
    this.explorer = null;
    this.build();
    this.game.addEventListener("change", () => this.resume());
  }

  build() {
    this.engine = element("input", { type: "checkbox", id: "engine", checked: true });
    this.engine.addEventListener("change", () => this.resume());
    const counts = [1, 2, 3, 4, 5, 8].map((count) => [String(count), text("analysis.bestMoves", { count })]);
    const heats = [["", text("analysis.noMap")], ...[...this.catalogue.codes].reverse().map((code) => [code, text(`building.${code}`)])];
    const lines = choice(text("analysis.show"), counts, (value) => {
      this.count = Number(value);
      this.resume();
    }, "3");
    const map = choice(text("analysis.map"), heats, (value) => {
      this.heatCode = value;
      this.resume();
    });
    lines.select.id = "line-count";
    map.select.id = "map";
    this.speed = element("p", { class: "note" });
    this.waiting = element("p", { class: "note" });
    this.list = element("ol", { class: "lines", "aria-label": text("analysis.list") });
    this.book = element("details", { id: "book" }, element("summary", {}, text("book.name")));
    this.book.addEventListener("toggle", () => this.openBook());
    this.playButton = button(text("analysis.gameInPlay"), () => this.takeGameInPlay(), { id: "analyse-play" });
    this.walk = walkButton(this.modes, "analyse", () => this.game.question());
    this.panel.append(this.waiting, this.list);
    this.variations = new VariationList(this.panel, this.menu, this.game, () => this.keep());
    this.panel.append(this.book);
    this.deeds.append(element("div", { class: "segments" }, element("label", {}, this.engine, element("span", {}, text("analysis.engine")))),
      button(text("play.onFromHere"), () => this.playOn(this.game), { id: "play-analysis" }));
    this.menu.append(lines.label, map.label, this.speed,
      this.commentButton, this.drawButton, button(text("analysis.keep"), () => this.keepGame(this.game), { id: "keep-analysis", title: text("analysis.keepMeans") }),
      button(text("edit.setUp"), () => this.openIn("edit", this.game.question()), { id: "set-up" }), this.playButton);
  }

  async enter() {
    super.enter();
    this.explorer?.ask();
    if (!this.own) await this.game.copy(this.inPlay.game);
    else this.resume();
  }

  /** Makes the explorer of the book, when its fold is opened for the first time. */
  async openBook() {
    if (this.explorer) return;
    try {
      const { BookExplorer } = await import("./bookexplorer.js");
      this.explorer ??= new BookExplorer(this);
      this.explorer.ask();
    } catch {
      this.book.open = false;
      note(text("refusal.noBook"));
    }
  }

  get mayPlace() {
    return !this.game.view.over && this.game.view.legal !== "pass";
  }

  async place(move) {
    await this.game.play(move);
    this.keep();
  }

  /** The board is one's own from the first move on that was played, promoted, deleted or commented; it is kept for a reload. */
  keep() {
    this.own = true;
    this.saved.putBoard("analysis", this.game.text);
  }

  /** Takes a game of a link; with the variations that were kept of it, if its comments are the same. */
  async open(game, ply) {
    const kept = soundGame(await this.saved.getBoard("analysis"));
    const same = !kept.broken && ["rules", "optionalCapture", "fair", "start"].every((name) => kept[name] === game[name]) && agrees(kept, game);
    await this.game.load(same ? { ...kept, line: game.moves } : game, ply);
  }

  leave() {
    super.leave();
    this.explorer?.ask();
  }

  /** Begins to search the position on the board, or ends it where nobody looks. */
  async resume() {
    if (!this.entered) return; // what is shown is another mode's
    const signal = this.searching.begin();
    this.clear();
    this.playButton.hidden = !this.own;
    const wanted = this.engine.checked && !document.hidden && this.game.view?.over === false;
    if (!wanted) {
      hideBar();
      this.recovery.clear();
      return;
    }
    const { view } = this.game;
    const heatMoves = view.legal.split(" ").filter((move) => move.startsWith(this.heatCode) && !move.endsWith("-"));
    const heat = this.heatCode !== "" && heatMoves.length > 0;
    if (this.heatCode !== "" && !heat) note(text("analysis.cannotPlace", { side: text(`side.${view.side}`) }));
    const scores = new Map();
    const lines = [];
    const proven = this.proven = new ProvenMoves(view.side);
    const onInfo = (info) => {
      this.recovery.clear();
      if (info.pv.length > 0) scores.set(info.pv[0], info.score);
      proven.add(info);
      if (info.line <= this.count && !info.bound) lines[info.line - 1] = info;
      this.drawSoon(() => (heat ? this.showHeat(scores, view) : this.showLines(lines, view)), info, view);
    };
    try {
      await this.client.go({
        question: this.game.question(),
        go: heat ? `infinite searchmoves ${heatMoves.join(" ")}` : "infinite",
        options: { MultiPV: heat ? heatMoves.length : this.count },
        onInfo,
        onWaiting: (waiting) => { this.waiting.textContent = waiting ? text("analysis.waiting") : ""; },
        signal,
      });
    } catch (error) {
      this.fail(error);
    }
  }

  clear() {
    cancelAnimationFrame(this.frame); // it would draw what was said of another position
    this.frame = null;
    this.board.put("ideas");
    this.board.put("heat");
    this.list.replaceChildren();
    this.walk.hidden = true;
    this.waiting.textContent = "";
    this.speed.textContent = "";
  }

  /** Draws at most once a frame. */
  drawSoon(draw, info, view) {
    this.pending = () => {
      draw();
      this.speed.textContent = text("analysis.speed", { depth: info.depth, speed: large(info.nps), seconds: decimal(info.time / 1000) });
      if (info.line === 1) this.showVerdict(info);
    };
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.entered) this.pending();
    });
  }

  /** Shows the score; what is proven has a link to its proof in the line. */
  showVerdict(info) {
    const evaluation = this.proven.ofPosition(info);
    showBar(evaluation);
    this.walk.hidden = evaluation.verdict === null;
    const items = [...this.list.children];
    const proven = items.find((item) => item.querySelector(".proof")?.textContent) ?? items[0];
    if (proven && this.walk.parentElement !== proven) proven.append(this.walk);
  }

  showHeat(scores, view) {
    this.board.put("book"); // which has a map of its own
    this.board.put("heat", ...drawHeat(heatOf(scores, view.side, this.catalogue)));
    const building = text(`building.${view.side}`, { building: text(`building.${this.heatCode}`) });
    if (this.list.children.length === 0) this.list.append(element("li", { class: "note" }, element("span", {}, text("analysis.mapMeans", { building }))));
  }

  showLines(lines, view) {
    const whole = lines.filter(Boolean);
    this.view = view;
    if (!this.stage.preview && !this.explorer?.covers) this.board.put("ideas", ...drawIdeas(whole, view.side, this.catalogue));
    while (this.list.children.length > whole.length) this.list.lastChild.remove();
    for (const [index, line] of whole.entries()) this.showLine(index, line);
    if (whole.length > 0) this.showVerdict(whole[0]);
  }

  /** A line is a button: to hover or focus it plays the line out, to press it plays its first move. */
  showLine(index, line) {
    const item = this.list.children[index] ?? this.list.appendChild(this.lineItem(index));
    const [score, proof, moves] = item.firstChild.children;
    const [[words, code], follows] = [moves.firstChild.children, moves.lastChild];
    const evaluation = this.proven.ofLine(line);
    this.lines ??= [];
    this.lines[index] = line.pv;
    score.textContent = scoreText(evaluation.centi, evaluation.final);
    proof.textContent = proofWords(evaluation);
    words.textContent = capitalized((setting("codes") === "on" ? shortWords : typedWords)(line.pv[0]));
    code.textContent = line.pv[0];
    const gains = settlementWords(this.view.settles[line.pv[0]] ?? NOTHING, line.pv[0]);
    const next = line.pv.slice(1, LINE_LENGTH).map(typedWords).join(", ");
    follows.textContent = [gains && `(${gains})`, next && text("analysis.then", { moves: next })].filter(Boolean).join(", ");
  }

  lineItem(index) {
    const line = element("button", { type: "button", class: `line idea-${Math.min(index, 4)}`, "data-rank": index + 1 },
      element("b"), element("small", { class: "proof" }),
      element("span", {}, element("span", { class: "placement" }, element("span"), " ", element("small", { class: "code" })), element("span", { class: "notation" })));
    const show = () => {
      this.board.put("ideas");
      this.stage.playOut(this.game.question(), this.lines[index]);
    };
    line.addEventListener("pointerenter", show);
    line.addEventListener("focus", () => line.matches(":focus-visible") && show());
    for (const type of ["pointerleave", "blur"]) line.addEventListener(type, () => this.stage.back());
    line.addEventListener("click", () => {
      this.stage.back();
      attempt(() => this.place(this.lines[index][0]));
    });
    return element("li", {}, line);
  }
}

/** Whether a game has the moves of another one, and all that people have written on them. */
function agrees(kept, { moves, comment, comments }) {
  const tree = new VariationTree(kept);
  const path = tree.pathTo(tree.nodeAfter(moves)).slice(1);
  const keeps = (own, other) => !wordsOf(other) || wordsOf(own) === wordsOf(other);
  return path.length === moves.length && keeps(kept.comment, comment) && comments.every((words, index) => keeps(path[index].comment, words));
}
