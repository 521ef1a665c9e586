// What lies around the board: the hands, the tools, the line that says whose turn it
// is, the list of moves and the keys. It shows the current mode of the page.

import { Animations } from "./board/animations.js";
import { Latest } from "./engine/latest.js";
import { Hand, placeableCodes } from "./board/hand.js";
import { MoveList } from "./game/movelist.js";
import { Placing } from "./board/placing.js";
import { Refusal } from "./engine/refusal.js";
import { SIDES } from "./game/game.js";
import { Sounds } from "./looks/sounds.js";
import { SquareGrid } from "./board/squaregrid.js";
import { capitalized, text } from "./texts/texts.js";
import { carry, carryWords, connectFingers } from "./board/draganddrop.js";
import { connectDrawing, drawByHand, drawMarks, drawsByHand } from "./board/drawing.js";
import { connectKeyboard, keepFocus } from "./keyboard.js";
import { attempt, lastMoveWords, note, placingWords, rulesWords, say, settlementWords, standsWords } from "./texts/gamemessages.js";
import { drawnBy, withoutDrawing } from "./savedgames/movecomment.js";
import { hideBar } from "./board/evaluationbar.js";
import { afterPainting, byId, whenClicked } from "./dom.js";

/** Milliseconds after which a building rests in its place, and it is said how that is. */
const REST = 350;

/** Windows that have room for one open hand: the other one is a line. */
const ONE_HAND = "(max-width: 40rem), (max-height: 40rem), (max-aspect-ratio: 1/1)";

/** The desk. It has no mode until it is given one. */
export class Desk {
  constructor({ board, carrier, catalogue, stage, banner }) {
    Object.assign(this, { board, carrier, catalogue, stage, banner });
    this.mode = null;
    this.resting = new Latest();
    this.placing = new Placing(board, catalogue);
    this.moveList = new MoveList(byId("moves"));
    this.hands = Object.fromEntries(SIDES.map((side) => [side, new Hand(byId(`hand-${side}`), side, catalogue)]));
    this.squares = new SquareGrid(byId("board"));
    this.animations = new Animations(board, (side) => byId(`hand-${side}`));
    this.sounds = new Sounds();
    this.oneHand = matchMedia(ONE_HAND);
    this.oneHand.addEventListener("change", () => this.view && this.showHands(this.mode.foreseen ?? this.stage.drawn));
    connectFingers(byId("board"), board, this.placing, () => this.codes());
    connectDrawing(byId("board"), board, () => this.mode?.draw && (drawsByHand() || !this.placing.code), (mark) => this.mode.draw(mark));
    this.connectPlacing();
    this.connectTools();
    connectKeyboard(this);
    keepFocus(byId("actions"), byId("tools"), (left) => byId(byId("menu").contains(left) ? "tools-button" : "board"));
    stage.addEventListener("change", ({ detail }) => {
      this.showHands(detail);
      this.squares.show(detail);
    });
    carrier.addEventListener("state", () => {
      this.showTrouble();
      this.showStatus();
    });
  }

  /** Takes another mode of the page. */
  setMode(mode) {
    this.mode = mode;
    if (this.view) this.showGame();
    else this.refresh();
  }

  /** Takes away the mode that is left, and all that it has shown on what the modes share. */
  clear() {
    this.mode = null;
    this.openSide = null;
    drawByHand(false);
    this.placing.setPosition(null, false);
    this.animations.clear();
    this.stage.back();
    for (const layer of ["ideas", "heat", "book", "drawn", "plan"]) this.board.put(layer);
    hideBar();
    byId("moves").classList.remove("marked");
    byId("pass-sign").hidden = true;
    delete document.body.dataset.offer;
    if (this.stage.drawn) this.showHands(this.stage.drawn);
  }

  /** The position of the mode's game; null without a game, and while it is loaded. */
  get view() {
    return this.mode?.game?.view ?? null;
  }

  /** Shows a game's changes while it is that of the current mode. */
  follow(game) {
    game.addEventListener("change", () => {
      if (this.mode?.game !== game) return;
      const here = game.line[game.ply];
      const goesOn = here.parent !== null && here.parent === this.shown;
      if (here !== this.shown) {
        this.showGame();
      } else {
        if (game.view !== this.stage.view) this.showMore(game.view);
        this.refresh();
      }
      if (goesOn) this.tellMove(game.view);
      if (game.view.legal === undefined && game.atEnd) return; // what comes of it is said when it is known
      this.sayMove(game, game.view);
    });
  }

  /** Says what the last move did, on which squares unless it was placed here, and what follows, as soon as the mode knows. */
  async sayMove(game, view) {
    const squares = view.last?.move === this.placed ? "" : standsWords(view);
    this.placed = null;
    if (game === this.mode.inPlay.game) await this.mode.inPlay.lastChange?.catch(() => {});
    if (this.mode?.game !== game) return;
    const { passing, inPlay: { endComes } } = this.mode;
    if (endComes && game.ending) return;
    const follows = passing || endComes || game.view !== view ? "" : this.verdict;
    say([lastMoveWords(view), squares, follows].filter(Boolean).join(" "));
  }

  /** Whose turn it is, or how the game has ended, and why; and what is written on the move. */
  get verdict() {
    const { status, reason, remark } = this.mode;
    const comment = withoutDrawing(this.mode.comment);
    const ended = reason || comment ? [text("sentence.end", { sentence: status }), reason, comment] : [status];
    return [remark, ...ended].filter(Boolean).join(" ");
  }

  /** Shows a position again of which the rules have said more. */
  showMore(view) {
    this.stage.show(view);
    if (view.over) this.sounds.play("end");
  }

  /** Lets one see and hear what a move has done. */
  tellMove(view) {
    this.animations.show(view);
    afterPainting(() => this.sounds.playMove(view)); // a browser takes a moment for the first sound
  }

  connectPlacing() {
    for (const side of SIDES) {
      const take = (type, pick) => this.hands[side].addEventListener(type, ({ detail }) => {
        if (!this.placing.enabled || this.refuses(detail.code)) return;
        this.mode.useHand?.(side);
        pick(detail);
      });
      take("pick", ({ code, byKey }) => {
        this.placing.pick(code);
        if (!byKey || !this.placing.code) return;
        this.placing.show();
        byId("board").focus({ preventScroll: true }); // where the arrows move it
      });
      take("drag", ({ code, event }) => {
        if (this.placing.code !== code) this.placing.pick(code);
        carry(this.board, this.placing, event);
      });
    }
    this.squares.addEventListener("bring", ({ detail }) => {
      if (!this.placing.code) return say(text("placing.pick"));
      this.placing.moveTo(detail);
      byId("board").focus();
    });
    this.placing.addEventListener("change", () => this.showPlacing());
    this.placing.addEventListener("place", ({ detail }) => attempt(() => this.mode.place((this.placed = detail))));
    this.placing.addEventListener("refuse", async ({ detail }) => {
      const { mode } = this;
      const reason = await this.why(detail);
      if (mode === this.mode && !mode.refused?.(detail, reason)) note(reason);
    });
  }

  /** Says why a fair game does not allow a building as the first; whether it does not. */
  refuses(code) {
    const { view } = this.placing;
    const refused = view.fair?.restricts === true && !placeableCodes(view).has(code);
    if (refused) note(text(`refusal.${view.fair.first}`));
    return refused;
  }

  connectTools() {
    const { placing } = this;
    whenClicked("turn-left", () => placing.turn(-1));
    whenClicked("turn-right", () => placing.turn(1));
    whenClicked("place", () => placing.letGo());
    whenClicked("drop", () => placing.putBack());
    whenClicked("draw-done", () => drawByHand(false));
    byId("spare").addEventListener("change", (event) => {
      placing.spare = event.target.checked;
      placing.changed();
    });
    whenClicked("first", () => this.goTo(() => 0));
    whenClicked("previous", () => this.goTo((ply) => ply - 1));
    whenClicked("next", () => this.goTo((ply) => ply + 1));
    whenClicked("last", () => this.goTo((ply, moves) => moves));
    this.moveList.addEventListener("go", ({ detail }) => this.goTo(() => detail));
  }

  /** Goes in the mode's game to a ply, which is computed from the present one and the number of moves. */
  async goTo(target) {
    const game = this.mode?.game;
    if (game) await attempt(() => game.goTo(target(game.ply, game.moves.length)));
  }

  /** The buildings that can be placed, in the order of the hand. */
  codes() {
    const placeable = placeableCodes(this.placing.view);
    return [...this.catalogue.codes].reverse().filter((code) => placeable.has(code));
  }

  /** Why a move may not be played, for people. */
  async why(move) {
    if (this.mode.why) return this.mode.why(move);
    const { why, reason } = await this.carrier.ask({ do: "why", ...(this.mode.planning?.question ?? this.mode.game.question()), move });
    return why && new Refusal({ error: why, reason }).message;
  }

  showGame() {
    this.shown = this.mode.game.line[this.mode.game.ply];
    this.animations.clear();
    this.stage.show(this.mode.game.view);
    this.refresh();
  }

  /** Shows everything but the board anew. */
  refresh() {
    const { mode, view } = this;
    if (!mode) return;
    this.showTrouble();
    this.showStatus();
    if (!view) return;
    const { game } = mode;
    this.placing.setPosition(mode.planning?.view ?? view, mode.mayPlace);
    this.seat();
    this.showHands(mode.foreseen ?? view);
    this.showMoves();
    this.showNames();
    document.body.toggleAttribute("data-moves", game.moves.length > 0);
    for (const id of ["first", "previous"]) byId(id).disabled = game.ply === 0;
    for (const id of ["next", "last"]) byId(id).disabled = game.atEnd;
  }

  showStatus() {
    if (!this.mode) return;
    const { game } = this.mode;
    const status = game && !this.view ? "" : this.mode.status;
    if (byId("status").textContent !== status) byId("status").textContent = status;
    byId("status").dataset.side = game?.view?.side ?? "";
    byId("last-move").textContent = this.mode.reason || (game?.view ? lastMoveWords(game.view) : "");
    byId("comment").textContent = withoutDrawing(this.mode.comment);
    this.board.put("drawn", ...drawMarks(drawnBy(this.mode.comment)));
    byId("rules-in-use").textContent = game ? rulesWords(game, this.mode) : "";
    document.body.classList.toggle("thinking", this.mode.thinking === true);
    document.body.toggleAttribute("data-speaks", this.mode.speaks === true);
  }

  showTrouble() {
    const { carrier, mode } = this;
    this.banner.show(carrier.trouble, mode?.trouble ?? null, mode?.saysWait ? null : carrier.wait, carrier.news);
  }

  showMoves() {
    const { game, marks } = this.mode ?? {};
    if (!game) return;
    this.moveList.show(game.moves, game.ply, game.views, marks);
  }

  /** Shows the hands; in the mode that one is in, what moves by that glides. */
  showHands(view) {
    const { mode, handsOf } = this;
    this.handsOf = { mode, view };
    const goesOn = mode && handsOf?.mode === mode && handsOf.view !== view;
    this.animations.glide(goesOn ? document.querySelectorAll(".seat, aside, #tools-button, .building-button") : [], () => this.putHands(view));
  }

  putHands(view) {
    const enabled = this.view !== null && this.mode.mayPlace && !this.stage.preview;
    const places = (document.body.hasAttribute("data-places") && !this.mode?.ended) || enabled;
    const placed = (enabled && this.mode.planning?.view) || view;
    if (enabled) this.openSide = placed.side;
    const open = this.openSide ?? this.mode?.near ?? "light";
    for (const side of SIDES) {
      const own = this.mode?.viewFor?.(side) ?? placed;
      const active = enabled && own.side === side;
      byId(`hand-${side}`).classList.toggle("strip", !places || (this.oneHand.matches && side !== open));
      const picked = active && placed.side === side && this.placing.code ? this.placing : null;
      this.hands[side].show(own, active, picked);
      const turn = !view.over && view.side === side;
      byId(`hand-${side}`).classList.toggle("to-move", turn);
    }
  }

  /** Writes who plays, and what the clocks show, over the hands. */
  showNames() {
    for (const side of SIDES) {
      const name = this.mode.name(side);
      const sideName = text(`side.${side}`);
      this.hands[side].name.textContent = name || sideName;
      this.hands[side].sideName.textContent = name ? sideName : "";
      this.hands[side].clock.textContent = this.mode.clockText(side);
      this.warn(side);
    }
  }

  /** Seats the person below the panel, and the other side above it. */
  seat() {
    const near = byId(`hand-${this.mode.near ?? "light"}`);
    if (near.classList.contains("near")) return;
    this.openSide = null; // it was chosen for those who sat there
    const far = document.querySelector(".seat.near");
    document.querySelector("aside").before(far);
    byId("actions").before(near);
    far.prepend(byId("opponent"));
    far.classList.replace("near", "far");
    near.classList.replace("far", "near");
  }

  /** Marks a clock on which little time is left, and says so to the person who has to move. */
  warn(side) {
    const { clock } = this.hands[side];
    const low = this.mode.clockLow?.(side) === true;
    if (low && !clock.classList.contains("low") && this.placing.enabled && this.placing.view.side === side) {
      say(text("clock.low", { side: text(`side.${side}`), time: clock.textContent }));
      this.sounds.play("low");
    }
    clock.classList.toggle("low", low);
  }

  /** Shows what the building in the air would do, or why it does not fit. */
  showPlacing() {
    const { placing } = this;
    const held = placing.code !== null;
    const over = held && placing.shown;
    if (this.view) this.showHands(this.view);
    byId("drop").hidden = placing.bound;
    byId("place").textContent = !over ? text("placing.bring") : placing.view?.plans ? text("plan.leave") : text("placing.place");
    byId("place").disabled = !over || !placing.isLegal;
    byId("spare-label").hidden = !placing.maySpare;
    document.body.classList.toggle("holding", this.holding);
    byId("hint").textContent = this.hint();
    const signal = this.resting.begin();
    if (held) setTimeout(() => signal.aborted || this.rest(signal), REST);
    else this.rested = "";
  }

  /** Whether a person has taken up a building. The Cathedral is in hand by itself: that alone takes no button away but in play. */
  get holding() {
    const { code, shown, bound } = this.placing;
    return code !== null && (!bound || shown || document.body.dataset.mode === "play");
  }

  hint() {
    const { placing } = this;
    if (!placing.enabled) return "";
    if (!placing.code) return this.mode.game.moves.length === 0 && !this.mode.game.start ? text("placing.pick") : "";
    if (!placing.shown) return this.holding ? carryWords() : "";
    if (!placing.isLegal) return text("placing.unfit");
    const settled = settlementWords(placing.settlement, placing.move);
    return settled ? text("sentence.end", { sentence: capitalized(settled) }) : text("placing.fits");
  }

  /** Says where the building in the air is, once it rests there; and why it does not fit. */
  async rest(signal) {
    const { placing } = this;
    const reason = placing.shown && !placing.isLegal ? await this.why(placing.move).catch(() => "") : "";
    if (signal.aborted) return;
    if (reason) byId("hint").textContent = reason;
    const words = placingWords(placing, reason);
    if (words !== this.rested) say(words);
    this.rested = words;
  }
}
