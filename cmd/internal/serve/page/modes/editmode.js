// Setting up: buildings of both sides and the Cathedral are placed anywhere and taken
// away again, until the position is the one that is to be analysed or played.
//
// What stands where is told to the server as a whole after each change. It answers with
// the position, or says what is wrong with it.

import { Game, SIDES } from "../game/game.js";
import { Mode } from "./mode.js";
import { RULE_SETS, beginner } from "../game/rulesets.js";
import { button, byId, choice, element, segments } from "../dom.js";
import { moveWords, pieceWords } from "../texts/gamemessages.js";
import { squareName } from "../board/geometry.js";
import { copy } from "../dialogs/linkfield.js";
import { parseMove } from "../board/shapecatalogue.js";
import { text } from "../texts/texts.js";

/** Windows in which both hands are large enough to be picked from. */
const BOTH_HANDS = "(min-aspect-ratio: 1/1) and (min-height: 40.0625rem)";

/**
 * The position that is set up: a game without moves. A person who takes the Cathedral away is
 * asked whether it was `captured`. Its view is the one that placing
 * needs: `builder`, the side whose hand is in use, is to move in it, and may place its
 * buildings on all free squares. `position` is the view of the position itself.
 */
class SetUp extends Game {
  constructor(carrier) {
    super(carrier);
    this.builder = "light";
    this.history = [];
    this.at = -1;
  }

  /** Takes the position at the end of a game. */
  async load({ rules = "classic", optionalCapture = false, start = "", moves = [] }) {
    const { view } = await this.carrier.ask({ do: "view", rules, optionalCapture, start, moves });
    const { room } = await this.send({ rules, optionalCapture, pieces: view.pieces, side: view.side });
    this.builder = view.side;
    this.add({ view, room, captured: true });
  }

  /** Changes what stands on the board, whose turn it is, or the rules. */
  async change(changes) {
    const { rules, optionalCapture, pieces, side } = this.position;
    const { captured } = this.history[this.at];
    const state = await this.send({ rules, optionalCapture, pieces, side, ...changes });
    this.add({ ...state, captured: captured && state.view.cathedral === "taken" && this.position.cathedral === "taken" });
  }

  async send(request) {
    return (await this.carrier.ask({ do: "setup", ...request })).setup;
  }

  add(state) {
    this.history = [...this.history.slice(0, this.at + 1), state];
    this.goBack(0, this.history.length - 1);
  }

  /** Goes back by a number of changes, or forward when it is negative. */
  goBack(changes, from = this.at) {
    const target = from - changes;
    if (!this.history[target]) return;
    this.at = target;
    const { rules, optionalCapture, position } = this.position;
    Object.assign(this, { rules, optionalCapture, start: position });
    this.show();
  }

  /** Takes buildings from the hand of another side. */
  build(side) {
    if (side === this.builder) return;
    this.builder = side;
    this.show();
  }

  get position() {
    return this.history[this.at].view;
  }

  /** Whether it has to be asked what became of the Cathedral. */
  get lacksCathedral() {
    return this.position.cathedral === "taken" && !this.history[this.at].captured;
  }

  show() {
    this.line = [{ ...this.line[0], view: this.viewOf(this.builder) }];
    this.changed();
  }

  /** The view in which a side places. */
  viewOf(side) {
    const { view, room } = this.history[this.at];
    const cathedral = view.cathedral === "placed" ? "placed" : "coming";
    return { ...view, side, cathedral, legal: room[side], settles: {}, last: null, over: false };
  }

  async goTo() {}
}

/** The mode in which one sets up. */
export class EditMode extends Mode {
  constructor(parts) {
    super(parts, new SetUp(parts.carrier));
    this.told = "";
    this.build();
    this.game.addEventListener("change", () => this.show());
    byId("board").addEventListener("click", (event) => this.takeUp(event));
    this.bothHands = matchMedia(BOTH_HANDS);
    this.bothHands.addEventListener("change", () => this.entered && this.desk.showHands(this.game.view));
  }

  build() {
    const { game } = this;
    const sides = (name, label, act) => {
      const chosen = segments(name, label, SIDES.map((side) => [side, text(`side.${side}`)]));
      chosen.addEventListener("change", ({ target }) => act(target.value));
      return chosen;
    };
    this.builders = sides("builder", text("edit.place"), (side) => this.useHand(side));
    this.turns = sides("turn", text("edit.turn"), (side) => this.change({ side }));
    const rules = RULE_SETS.map((name) => [name, text(`ruleset.${name}`)]);
    this.rules = choice(text("edit.rules"), rules, (value) => this.change({ rules: value }));
    this.optional = element("input", { type: "checkbox" });
    this.optional.addEventListener("change", () => this.change({ optionalCapture: this.optional.checked }));
    this.undoButton = button(text("edit.undo"), () => this.undo());
    this.redoButton = button(text("edit.redo"), () => this.redo());
    this.text = element("input", { id: "edit-position", spellcheck: "false" });
    this.text.addEventListener("keydown", (event) => event.key === "Enter" && this.read());
    this.problem = element("p", { class: "edit-problem", role: "alert" });
    this.list = element("ul", { class: "standing", "aria-label": text("edit.standing") });
    this.play = button(text("edit.play"), () => this.settle(() => this.playFrom(game)), { id: "edit-play" });
    this.missing = element("div", { class: "card", role: "alert", hidden: true },
      element("p", {}, text("edit.missing")),
      element("div", { class: "row" },
        button(text("edit.putIn"), () => this.takeCathedral(), { id: "edit-put-in" }),
        button(text("edit.captured"), () => this.capture(), { id: "edit-captured" })));
    this.clearButton = button(text("edit.clear"), () => this.clear());
    this.deeds.append(this.undoButton, this.redoButton, this.clearButton,
      button(text("edit.analyse"), () => this.settle(() => this.openIn("analyse", game.question())), { class: "primary", id: "edit-analyse" }));
    this.menu.append(this.play);
    this.panel.append(
      this.problem, this.missing,
      element("div", { class: "row pair" }, this.builders, this.turns),
      element("p", { class: "note" }, text("edit.about")),
      this.rules.label,
      element("label", {}, this.optional, ` ${text("newgame.optional")}`),
      element("label", { class: "edit-text" }, text("edit.position"), this.text),
      element("div", { class: "row" },
        button(text("edit.read"), () => this.read(), { id: "edit-read" }),
        button(text("edit.copy"), () => copy(this.text), { id: "edit-copy" })),
      this.list);
  }

  async enter() {
    super.enter();
    if (this.game.at < 0) await this.attempt(() => this.game.load({}));
  }

  /** Does what may fail: what is wrong then is said under the position. */
  async attempt(act, told = "") {
    if (this.busy) return; // the next change is one of what comes of this one
    this.busy = true;
    this.told = told;
    try {
      await act();
      this.problem.textContent = "";
    } catch (error) {
      this.problem.textContent = error.message;
    } finally {
      this.busy = false;
    }
  }

  change(changes, told) {
    return this.attempt(() => this.game.change(changes), told);
  }

  get mayPlace() {
    return this.game.at >= 0;
  }

  /** Uses the hand of a side. */
  useHand(side) {
    this.told = "";
    this.game.build(side);
  }

  /** The view for the hand of a side: each may be picked from where both are large enough. */
  viewFor(side) {
    return this.bothHands.matches ? this.game.viewOf(side) : this.game.view;
  }

  place(move) {
    const piece = { move, side: move.startsWith("CA") ? "" : this.game.builder };
    return this.change({ pieces: [...this.game.position.pieces, piece] }, text("edit.placed", { placement: moveWords(move) }));
  }

  /** Why a building cannot stand where it was let go. */
  async why(move) {
    const piece = { move, side: move.startsWith("CA") ? "" : this.game.builder };
    const { rules, optionalCapture, pieces, side } = this.game.position;
    try {
      await this.game.send({ rules, optionalCapture, pieces: [...pieces, piece], side });
      return "";
    } catch (error) {
      return error.message;
    }
  }

  remove(piece) {
    const pieces = this.game.position.pieces.filter((other) => other !== piece);
    return this.change({ pieces }, text("edit.removed", { building: pieceWords(piece) }));
  }

  /** A building that is clicked on while none is in hand is taken up, to be placed elsewhere or put back. */
  async takeUp(event) {
    const { placing } = this.desk;
    if (!this.entered || !this.mayPlace || placing.code) return;
    const piece = this.game.position.pieces.find(({ squares }) => this.board.isOver(event, squares));
    if (!piece) return;
    await this.remove(piece);
    if (!this.entered) return;
    this.game.build(piece.side || "light");
    placing.takeUp(piece.move);
  }

  /** Does what the position is for, as soon as it is known what became of the Cathedral. */
  settle(act) {
    this.missing.hidden = !this.game.lacksCathedral;
    if (this.missing.hidden) return act();
    this.awaiting = act;
    this.missing.scrollIntoView({ block: "nearest" });
  }

  /** The Cathedral was captured. */
  capture() {
    this.game.history[this.game.at].captured = true;
    this.settle(this.awaiting);
  }

  /** Takes the Cathedral up, to be placed. */
  takeCathedral() {
    this.missing.hidden = true;
    this.game.build("light");
    this.desk.placing.pick("CA");
  }

  clear() {
    return this.change({ pieces: [], side: beginner(this.game.rules) });
  }

  /** Reads the position text; the server says what is wrong with it. */
  read() {
    const { rules, optionalCapture } = this.game;
    return this.attempt(() => this.game.load({ rules, optionalCapture, start: this.text.value.trim() }));
  }

  undo() {
    this.told = "";
    this.game.goBack(1);
  }

  redo() {
    this.told = "";
    this.game.goBack(-1);
  }

  /** Shows the position in the panel. */
  show() {
    const { game } = this;
    const { position } = game;
    this.missing.hidden = true;
    const choose = (choices, side) => { choices.querySelector(`[value=${side}]`).checked = true; };
    choose(this.builders, game.builder);
    choose(this.turns, position.side);
    this.rules.select.value = game.rules;
    this.optional.checked = game.optionalCapture;
    this.text.value = position.position;
    this.undoButton.hidden = game.at <= 0;
    this.redoButton.hidden = game.at >= game.history.length - 1;
    this.clearButton.hidden = position.pieces.length === 0;
    this.play.hidden = position.over;
    this.list.replaceChildren(...position.pieces.map((piece) => {
      const words = text("edit.remove", { building: pieceWords(piece), square: squareName(parseMove(piece.move).square) });
      return element("li", {}, button(words, () => this.remove(piece)));
    }));
  }

  get status() {
    const { side, over, legal } = this.game.position;
    const turn = text(legal === "pass" ? "status.hasToPass" : "edit.toMove", { side: text(`side.${side}`) });
    const words = over ? text("edit.over") : turn;
    return `${this.told} ${words}`.trim();
  }
}
