// The explorer of the opening book: what a study has found about the moves of the position
// on the board. It is in a fold, and asks for the moves while that is open.

import { Latest } from "../engine/latest.js";
import { button, element } from "../dom.js";
import { capitalized, decimal, text } from "../texts/texts.js";
import { drawBuilding } from "../board/buildingdrawings.js";
import { drawHeat } from "../board/bestmovesoverlay.js";
import { placementMap } from "../board/placementmap.js";
import { forLight, proofWords, scoreText, scoreWords } from "../texts/scoretexts.js";
import { isPlacement, parseMove } from "../board/shapecatalogue.js";
import { attempt, moveWords } from "../texts/gamemessages.js";
import { outline, svg } from "../board/geometry.js";

/** Moves that are listed until one asks for all. */
const FIRST_MOVES = 6;

/** Hundredths of a square that the error of a value is at most, for the words about it. */
const SURE = 50;
const FAIRLY_SURE = 150;

/** The explorer for the game of an analysis, in its fold `book`. It has to `ask` when the analysis is entered and left. */
export class BookExplorer {
  constructor(analysis) {
    const { carrier, board, catalogue, stage, game, book } = analysis;
    Object.assign(this, { analysis, carrier, board, catalogue, stage, game, fold: book });
    this.loaded = false;
    this.comes = true; // into view, with its moves
    this.asking = new Latest();
    this.state = element("p", { class: "note", role: "status" });
    this.again = button(text("trouble.tryAgain"), () => this.ask(), { hidden: true });
    this.list = element("ol", { class: "lines", "aria-label": text("book.list") });
    this.all = button("", () => this.showAll(), { hidden: true });
    this.map = element("p", { class: "note", id: "book-map", hidden: true }, text("book.map"));
    this.means = element("p", { class: "note", hidden: true }, text("book.means"));
    this.fold.append(this.state, this.again, this.map, this.list, this.all, this.means);
    this.fold.addEventListener("toggle", () => {
      this.comes = true;
      this.ask();
    });
    game.addEventListener("change", () => this.ask());
    stage.addEventListener("change", () => this.draw());
  }

  /** Whether the board shows the map of the Cathedral's squares or a move, so that nothing else fits in. */
  get covers() {
    return this.heat !== null || this.ghost !== null;
  }

  /** Asks for the moves of the position, and shows them. */
  async ask() {
    const signal = this.asking.begin();
    const { view } = this.game;
    this.show([], view);
    this.again.hidden = true;
    if (!this.analysis.entered || !this.fold.open || !view) return;
    if (!this.loaded) this.state.textContent = text("book.loading");
    try {
      const { book } = await this.carrier.ask({ do: "book", ...this.game.question() }, signal);
      this.loaded = true;
      this.state.textContent = book.length > 0 ? text("book.count", { count: book.length }) : text("book.none");
      this.show(book, view);
      if (this.comes) this.fold.scrollIntoView();
      this.comes = false;
    } catch (error) {
      if (signal.aborted) return;
      this.state.textContent = error.message;
      this.again.hidden = false;
    }
    // After a move was chosen by its button, which is gone, the focus is on the next one.
    if (this.chosen) (this.list.querySelector("button") ?? this.fold.firstChild).focus({ preventScroll: true });
    this.chosen = false;
  }

  show(moves, view) {
    this.items = moves.map((move) => element("li", {}, this.line(move, view.side)));
    this.list.replaceChildren(...this.items.slice(0, FIRST_MOVES));
    this.all.hidden = moves.length <= FIRST_MOVES;
    this.all.textContent = text("book.all", { count: moves.length });
    this.means.hidden = moves.length === 0;
    this.ghost = null;
    this.heat = view?.cathedral === "now" && moves.length > 0 ? placementMap(moves, this.catalogue) : null;
    this.map.hidden = !this.heat;
    this.draw();
  }

  showAll() {
    this.all.hidden = true;
    this.list.append(...this.items.slice(FIRST_MOVES));
    this.items[FIRST_MOVES].firstChild.focus();
  }

  /** A move is a button: to hover or focus it shows it on the board, to press it plays it. */
  line(move, side) {
    const centi = forLight(move.centi, side);
    const error = decimal(move.error / 100);
    const final = move.proven && centi === 0;
    const proof = move.proven ? proofWords({ centi, final, verdict: Math.sign(centi) }) : "";
    const value = element("b", { role: "img", "aria-label": proof ? scoreWords(centi, final) : text("book.value", { value: scoreWords(centi), error }) },
      scoreText(centi, final), element("small", {}, proof ? "" : `±${error}`));
    const results = { light: move.wins, drawn: move.draws, dark: move.losses };
    if (side === "dark") [results.light, results.dark] = [results.dark, results.light];
    const games = move.wins + move.draws + move.losses;
    const about = [move.good && text("book.good"), proof || certaintyWords(move), text("book.games", { games })];
    const line = element("button", { type: "button", class: `line book-move${move.good ? " good" : ""}`, "data-move": move.move }, value,
      element("span", {}, element("span", { class: "placement" }, capitalized(moveWords(move.move)), " ", element("small", {}, move.move)),
        element("small", { class: proof ? "proof" : move.unexplored && "unexplored" }, about.filter(Boolean).join(" · ")), games > 0 ? resultsBar(results) : ""));
    const point = (shown) => {
      this.ghost = shown && isPlacement(move.move) ? { move: move.move, side } : null;
      this.draw();
    };
    line.addEventListener("pointerenter", () => point(true));
    line.addEventListener("focus", () => line.matches(":focus-visible") && point(true));
    for (const type of ["pointerleave", "blur"]) line.addEventListener(type, () => point(false));
    line.addEventListener("click", () => {
      this.chosen = true;
      attempt(() => this.analysis.place(move.move));
    });
    return line;
  }

  /** Draws the move that is pointed at, otherwise the map. */
  draw() {
    const { ghost, heat } = this;
    if (!this.covers || this.stage.preview) return this.board.put("book");
    this.board.put("ideas");
    this.board.put("book", ...(ghost ? drawGhost(ghost, this.catalogue) : drawHeat(heat.squares, heat.best - heat.worst)));
  }
}

/** How sure the value of a move is. */
function certaintyWords({ error, unexplored }) {
  if (unexplored) return text("book.unexplored");
  if (error <= SURE) return text("book.sure");
  return text(error <= FAIRLY_SURE ? "book.fair" : "book.rough");
}

/** The results of a move's games as a bar. */
function resultsBar(results) {
  const bar = element("span", { class: "results", role: "img", "aria-label": text("book.results", results) });
  for (const [result, count] of Object.entries(results)) {
    const part = element("i", { class: result });
    part.style.flexGrow = count;
    bar.append(part);
  }
  return bar;
}

function drawGhost({ move, side }, catalogue) {
  const squares = catalogue.squares(side, move);
  const building = drawBuilding(parseMove(move).code, side, squares);
  building.classList.add("in-the-air");
  return [building, svg("path", { d: outline(squares, 1), class: "frame fits" })];
}
