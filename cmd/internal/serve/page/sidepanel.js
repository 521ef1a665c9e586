// What lies around the board: the hands, the tools, the line that says whose turn
// it is, the list of moves and the keys. It shows what the stage shows.

import { Hand, placeableCodes } from "./handbuttons.js";
import { MoveList } from "./movelistpanel.js";
import { Placing } from "./placementpreview.js";
import { SIDES, title } from "./gamestate.js";
import { carry, carryWords, connectFingers } from "./draganddrop.js";
import { lastMoveWords, note, placingWords, say, settlementWords, statusWords } from "./gamemessages.js";

/** Milliseconds that a building rests on an illegal place before the reason is asked for. */
const REASON_DELAY = 350;

const byId = (id) => document.getElementById(id);

/** The desk of a game. */
export class Desk {
  constructor({ board, catalogue, game, players, stage }) {
    Object.assign(this, { board, catalogue, game, players, stage });
    this.mode = "play";
    this.marks = new Map();
    this.placing = new Placing(board, catalogue);
    this.moveList = new MoveList(byId("moves"));
    this.hands = Object.fromEntries(SIDES.map((side) => [side, new Hand(byId(`hand-${side}`), side, catalogue)]));
    connectFingers(byId("board"), board, this.placing, () => this.codes());
    this.connectGame();
    this.connectPlacing();
    this.connectTools();
    document.addEventListener("keydown", (event) => this.key(event));
  }

  connectGame() {
    this.game.addEventListener("change", () => {
      if (this.mode === "watch") return;
      this.stage.show(this.game.view);
      this.refresh();
      say(`${lastMoveWords(this.game.view, this.catalogue)} ${statusWords(this.game, this.players)}`);
    });
    this.stage.addEventListener("change", ({ detail }) => this.showHands(detail));
    this.players.addEventListener("think", () => this.refresh());
    this.players.addEventListener("tick", () => this.showClocks());
  }

  connectPlacing() {
    for (const side of SIDES) {
      this.hands[side].addEventListener("pick", ({ detail }) => this.placing.pick(detail));
      this.hands[side].addEventListener("drag", ({ detail }) => {
        if (this.placing.code !== detail.code) this.placing.pick(detail.code);
        carry(this.board, this.placing, detail.event);
      });
    }
    this.placing.addEventListener("change", () => this.showPlacing());
    this.placing.addEventListener("place", ({ detail }) => this.place(detail));
    this.placing.addEventListener("refuse", async ({ detail }) => {
      const reason = await this.why(detail);
      note(reason);
      say(reason);
    });
  }

  connectTools() {
    const { game, placing } = this;
    const click = (id, act) => byId(id).addEventListener("click", act);
    click("turn-left", () => placing.turn(-1));
    click("turn-right", () => placing.turn(1));
    click("place", () => placing.letGo());
    click("drop", () => placing.putBack());
    byId("spare").addEventListener("change", (event) => {
      placing.spare = event.target.checked;
      placing.changed();
    });
    click("undo", () => this.undo());
    click("redo", () => this.redo());
    click("first", () => game.goTo(0));
    click("previous", () => game.goTo(game.ply - 1));
    click("next", () => game.goTo(game.ply + 1));
    click("last", () => game.goTo(game.moves.length));
    this.moveList.addEventListener("go", ({ detail }) => game.goTo(detail));
  }

  /** Takes another mode: who may place buildings depends on it. */
  setMode(mode) {
    this.mode = mode;
    if (this.game.view && mode !== "watch") this.stage.show(this.game.view);
    this.refresh();
  }

  /** Marks moves in the list: for a move's index {sign, kind, text}. */
  setMarks(marks) {
    this.marks = marks;
    this.showMoves();
  }

  /** Whether whoever sits here may place a building now. */
  get enabled() {
    if (this.mode === "play") return this.players.personMoves;
    return this.mode === "analyse" && !this.game.view.over && this.game.view.legal !== "pass";
  }

  /** The buildings that can be placed, in the order of the hand. */
  codes() {
    const placeable = placeableCodes(this.game.view);
    return [...this.catalogue.codes].reverse().filter((code) => placeable.has(code));
  }

  async place(move) {
    try {
      await this.game.play(move);
    } catch (error) {
      note(error.message);
    }
  }

  /** Why a move may not be played, for people. */
  async why(move) {
    const { why } = await this.game.socket.ask({ do: "why", ...this.game.question(), move });
    return why ? why[0].toUpperCase() + why.slice(1) : "";
  }

  /** Goes back to where a person had to move. */
  undo() {
    return this.walk(-1);
  }

  /** Goes forward to where a person has to move, or to the end. */
  redo() {
    return this.walk(1);
  }

  /** Goes some moves on or back, in a game against an engine to a person's next turn. */
  async walk(step) {
    const { game } = this;
    for (;;) {
      const before = game.ply;
      await game.goTo(before + step);
      if (game.ply === before || this.enabled || this.mode !== "play" || !this.players.hasPerson) return;
    }
  }

  /** Shows everything anew for the game's position. */
  refresh() {
    if (!this.game.view || this.mode === "watch") return;
    this.placing.setPosition(this.game.view, this.enabled);
    this.showHands(this.game.view);
    this.showMoves();
    this.showClocks();
    const status = statusWords(this.game, this.players);
    byId("status").textContent = status;
    byId("hint").dataset.status = status;
    document.body.classList.toggle("thinking", this.players.thinking !== null);
    const { ply, moves } = this.game;
    for (const id of ["undo", "first", "previous"]) byId(id).disabled = ply === 0;
    for (const id of ["redo", "next", "last"]) byId(id).disabled = ply === moves.length;
  }

  showMoves() {
    this.moveList.show(this.game.moves, this.game.ply, this.mode === "review" ? this.marks : new Map());
  }

  showHands(view) {
    for (const side of SIDES) {
      const active = !this.stage.preview && this.enabled && view.side === side;
      const picked = active && this.placing.code ? this.placing : null;
      this.hands[side].show(view, active, picked);
      const turn = !view.over && view.side === side;
      byId(`hand-${side}`).classList.toggle("to-move", turn);
    }
  }

  /** Writes who plays over the hands. */
  setNames(names) {
    for (const side of SIDES) this.hands[side].name.textContent = `${title(side)} · ${names[side]}`;
  }

  showClocks() {
    for (const side of SIDES) {
      const who = this.mode === "play" ? ` · ${this.players.name(side)}` : "";
      this.hands[side].name.textContent = `${title(side)}${who}`;
      this.hands[side].clock.textContent = this.mode === "play" ? this.players.clock.text(side) : "";
    }
  }

  /** Shows what the building in the air would do, or why it does not fit. */
  showPlacing() {
    const { placing } = this;
    const held = placing.code !== null;
    const over = held && placing.shown;
    this.showHands(this.game.view);
    for (const id of ["turn-left", "turn-right", "drop"]) byId(id).disabled = !held;
    byId("place").disabled = !over || !placing.isLegal;
    byId("spare-label").hidden = !placing.maySpare;
    byId("board").classList.toggle("holding", held);
    clearTimeout(this.reasonTimer);
    byId("hint").textContent = this.hint();
    if (held) {
      clearTimeout(this.speechTimer);
      this.speechTimer = setTimeout(() => placing.code && say(placingWords(placing, this.catalogue)), REASON_DELAY);
    }
    if (over && !placing.isLegal) this.askReason(placing.move);
  }

  hint() {
    const { placing } = this;
    if (!placing.enabled) return "";
    if (!placing.code) return "Pick a building.";
    if (!placing.shown) return carryWords();
    if (!placing.isLegal) return "It does not fit here.";
    const settled = settlementWords(placing.settlement, this.catalogue, placing.move.endsWith("-"));
    return settled ? `${title(settled)}.` : "It fits here.";
  }

  askReason(move) {
    this.reasonTimer = setTimeout(async () => {
      const reason = await this.why(move);
      if (reason && this.placing.move === move && this.placing.shown) byId("hint").textContent = `${reason}.`;
    }, REASON_DELAY);
  }

  /** Keys that work wherever one is, but not while one writes. */
  key(event) {
    if (event.target.closest("input, textarea, select, dialog, [role=slider]")) return;
    const control = event.ctrlKey || event.metaKey;
    const name = event.key.toLowerCase();
    const acts = {
      r: () => this.placing.turn(event.shiftKey ? -1 : 1),
      escape: () => this.placing.putBack(),
      u: () => this.undo(),
      y: () => this.redo(),
      z: control && (() => (event.shiftKey ? this.redo() : this.undo())),
      arrowleft: () => this.game.goTo(this.game.ply - 1),
      arrowright: () => this.game.goTo(this.game.ply + 1),
      home: () => this.game.goTo(0),
      end: () => this.game.goTo(this.game.moves.length),
    };
    const act = acts[name];
    if (!act || this.mode === "watch" || event.altKey || (control && name !== "z" && name !== "y")) return;
    event.preventDefault();
    act();
  }
}
