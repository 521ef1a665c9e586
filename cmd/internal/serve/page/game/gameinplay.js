// The game in play: its players, its clocks, and whose turn it is. Nothing but a move
// of a player, taking back, resigning and the clock changes it. Looking back in it, and
// all that is done in the other modes, leaves it as it is.
//
// It is always in one of these phases:
//
//	waiting    nobody looks at it, or it is not there yet: clocks stand, engines rest
//	asking     a person's move is on the board, and the rules are asked what follows: clocks stand
//	person     a person has to place a building
//	thinking   an engine has to
//	friend     a friend on another device has to
//	planned    a person has to, and what was planned (plannedmove.js) is being played
//	passing    the side to move cannot place anything
//	stuck      the rules or an engine could not be asked, and will be asked again: clocks stand
//	over       the game has ended
//	elsewhere  another tab of the browser plays it: this one shows it, and may take it over
//
// `proceed` goes from one to the next whenever something has happened that may count.

import { GameClock } from "./gameclock.js";
import { EngineOpponent } from "../engine/engineopponent.js";
import { Game, SIDES, lostBy, tagOf } from "./game.js";
import { Latest } from "../engine/latest.js";
import { PERSON, playerName, playerText } from "./gameplayers.js";
import { movesSince, stillGains } from "./plannedmove.js";
import { openingOf } from "./evenopening.js";
import { Recovery } from "../engine/recovery.js";
import { Refusal } from "../engine/refusal.js";
import { TabOwnership } from "./tabownership.js";
import { newId } from "../savedgames/savedgames.js";
import { pictureOf } from "../board/smallboard.js";
import { text } from "../texts/texts.js";

/** Milliseconds that an engine takes at least, so that one sees its move coming. */
const LEAST_THOUGHT = 650;

/** Milliseconds that a forced pass is shown. */
export const PASS_TIME = 900;

/** Milliseconds between two times that clocks which run are saved. */
const CLOCK_SAVING = 2000;

/**
 * The game in play. Events: "change" when the phase, the plan or the trouble has
 * changed, "tick" of the clocks, and "unplayed" with a plan as detail that cannot be played any
 * more. `game` tells of its moves itself.
 */
export class GameInPlay extends EventTarget {
  constructor(carrier, saved) {
    super();
    Object.assign(this, { carrier, saved });
    this.ownership = new TabOwnership();
    this.owned = true;
    this.about = { id: newId(), name: "", created: 0, series: null, plan: null };
    this.kept = false; // from its first move, or when it was resumed
    this.game = new Game(carrier, { looksBack: true });
    this.engines = {};
    this.shown = false;
    this.held = 0; // how many changes of several steps are being made; `lastChange` is the promise of the last one
    this.thinking = new Latest();
    this.thoughtOf = null; // the view of the position of which an engine or the rules are asked
    this.friend = null; // the server's game with a friend (friendgame.js), if this is one
    this.undone = []; // what was taken back, the next move first
    this.endComes = false; // the end of the game is about to be told (gameover.js), and read out
    this.phase = "waiting";
    this.recovery = new Recovery(carrier, () => this.proceed());
    this.recovery.addEventListener("change", () => this.changed());
    this.seat({ light: PERSON, dark: PERSON }, new GameClock(""), "");
    this.game.addEventListener("change", () => this.proceed());
    carrier.addEventListener("close", () => this.clock.stop());
    carrier.addEventListener("hello", () => this.proceed());
    this.ownership.addEventListener("lost", () => {
      this.owned = false;
      this.proceed();
    });
    saved.addEventListener("change", ({ detail }) => {
      const { ids, name, comment, marks } = detail;
      if (!ids.includes(this.about.id)) return;
      if (marks) this.about.marks = marks;
      if (name !== undefined) this.about.name = name;
      if (!this.owned) this.reload();
      else if (comment) this.takeComment(comment);
      else if (name !== undefined) this.save(); // a move that was just saved may have had the name before
      else if (this.friend) this.takePlan();
    });
    addEventListener("pagehide", () => this.saveClock());
    document.addEventListener("visibilitychange", () => document.hidden && this.saveClock());
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  become(phase) {
    this.phase = phase;
    this.changed();
  }

  /**
   * Has a game played by these players; where it cannot be loaded, the one before goes
   * on. `about` is what a saved game has besides, when it is one. What is done in the
   * game of a `friend` goes to the server first, and every tab may do it.
   */
  async start(game, { players, clock, moveTime, about = null, series = null, friend = null }, ply = undefined) {
    await this.hold(async () => {
      await this.game.load(game, ply);
      if (this.friend !== friend) this.friend?.close({ part: friend === null });
      this.friend = friend;
      this.seat(players, clock, moveTime);
      this.undone = [];
      this.clockedPly = null;
      this.about = about ?? { id: newId(), name: "", created: Date.now(), series, plan: null };
      this.kept = about !== null;
      if (friend) this.ownership.letGo();
      this.owned = friend !== null || await this.ownership.take(this.about.id, about === null);
    });
  }

  /** Has other players go on with the game; `tags` name them. */
  replace(players, tags) {
    return this.hold(async () => {
      this.seat(players, new GameClock(this.clock.control, this.clock.left), this.moveTime);
      const { game } = this;
      game.tags = [...tags, ...game.tags.filter(({ name }) => tagOf({ tags }, name) === undefined)];
      this.save();
    });
  }

  /** Takes the game from the tab that plays it. */
  async takeOver() {
    await this.hold(async () => {
      this.owned = await this.ownership.take(this.about.id, true);
      await this.reload();
    });
  }

  /** Takes the game as it was saved last, by another tab. */
  async reload() {
    const saved = await this.saved.get(this.about.id);
    if (!saved) return;
    await this.hold(async () => {
      await this.game.load(saved);
      if (saved.left) this.clock.left = { ...saved.left };
      this.clockedPly = null;
      this.about.plan = saved.plan;
    });
  }

  /** Takes what was planned in another tab. */
  async takePlan() {
    const { about } = this;
    about.plan = (await this.saved.get(about.id))?.plan ?? null;
    this.proceed();
  }

  /** Leaves a move to be played (plannedmove.js), or takes it back: null. */
  leave(plan) {
    this.about.plan = plan;
    this.kept = true;
    this.save();
    this.changed();
  }

  /** Whether the turn of the plan has come, and it is as good as it was. */
  get isPlanDue() {
    const { about: { plan }, game, players } = this;
    return plan !== null && !game.ended && players[game.lastView.side].kind === "person"
      && movesSince(plan, game.moves)?.length === 1 && stillGains(plan, game.lastView);
  }

  /** Takes the plan back if it has become nothing; returns it if a person has to know. */
  reviewPlan() {
    const { about: { plan }, game, personSide } = this;
    if (!plan || ["waiting", "elsewhere", "asking", "planned"].includes(this.wanted)) return null;
    const since = movesSince(plan, game.moves);
    if (since?.length === 0 && !game.ended && personSide) return null;
    this.about.plan = null;
    this.save();
    return game.ended || !personSide || since?.[1] === plan.move ? null : plan;
  }

  /** Takes a comment that was written elsewhere on the last of some moves, if they are played here. */
  takeComment({ moves, words }) {
    const { game } = this;
    if (!game.tree.has(moves)) return;
    game.annotate(game.tree.nodeAfter(moves), words);
    this.save(); // a move that was just saved may have been without it
  }

  /** The game as it is saved. */
  get text() {
    const { game, about, players, clock, moveTime } = this;
    return {
      ...game.text, ...about, updated: this.saved.now,
      players: { light: playerText(players.light), dark: playerText(players.dark) },
      control: clock.control, left: clock.control ? { ...clock.left } : null, moveTime,
      outcome: game.result, picture: pictureOf(game.lastView),
    };
  }

  /** Saves the game, as soon as there is something to keep. */
  save() {
    if (!this.owned || !this.kept) return;
    this.saved.put(this.text);
    this.saved.putBoard("play", this.about.id);
  }

  saveClock() {
    this.clockSaved = performance.now();
    if (this.clock.control && this.phase !== "over") this.save();
  }

  /** Makes a change of several steps, between which nobody is to move. */
  async hold(change) {
    this.held++;
    this.interrupt();
    try {
      await (this.lastChange = Promise.resolve().then(change)); // set before anything changes
    } finally {
      this.held--;
      this.proceed();
    }
  }

  seat(players, clock, moveTime) {
    this.clock?.stop();
    Object.assign(this, { players, clock, moveTime });
    clock.addEventListener("tick", () => {
      this.dispatchEvent(new Event("tick"));
      if (performance.now() - (this.clockSaved ?? 0) > CLOCK_SAVING) this.saveClock();
    });
    clock.addEventListener("flag", ({ detail }) => this.finish(lostBy(detail), "time forfeit"));
    for (const side of SIDES) {
      if (this.engines[side]?.plays(players[side])) continue;
      this.engines[side]?.leave();
      this.engines[side] = players[side].kind === "engine" ? new EngineOpponent(this.carrier, side, players[side]) : null;
    }
  }

  /** Lets the game go on, or wait while one looks at something else. */
  show(shown) {
    this.shown = shown;
    this.proceed();
  }

  /** The phase that the position asks for. */
  get wanted() {
    const { game } = this;
    if (this.held > 0 || !game.lastView) return "waiting";
    if (!this.shown) return this.friend && this.isPlanDue ? "planned" : "waiting"; // the page is open
    if (!this.owned) return "elsewhere";
    if (game.ended) return "over";
    if (game.lastView.legal === undefined) return "asking";
    if (this.isPlanDue) return "planned";
    const { kind } = this.players[game.lastView.side];
    if (this.friend || kind === "friend") return kind === "person" && game.lastView.legal !== "pass" ? "person" : "friend";
    if (game.lastView.legal === "pass") return "passing";
    return kind === "person" ? "person" : "thinking";
  }

  /** Does what the position asks for. */
  proceed() {
    if (!this.game.ended) this.about.marks = null; // they are of the game as it was reviewed
    const unplayed = this.reviewPlan();
    const { wanted } = this;
    const view = this.game.lastView;
    const moving = ["thinking", "passing", "planned"].includes(wanted);
    const thinks = moving || wanted === "asking";
    if (thinks && this.thoughtOf === view) return;
    this.interrupt();
    if (wanted === "person" || moving) this.runClock();
    if (thinks) {
      this.think(view, wanted);
    } else {
      this.recovery.clear();
      this.become(wanted);
    }
    if (unplayed) this.dispatchEvent(new CustomEvent("unplayed", { detail: unplayed }));
  }

  /** Ends the thinking, and the clocks stand. */
  interrupt() {
    this.clock.stop();
    this.thinking.end();
    this.thoughtOf = null;
  }

  runClock() {
    const ply = this.game.line.length - 1;
    const { side } = this.game.lastView;
    if (this.clockedPly !== null && ply === this.clockedPly + 1) this.clock.add(this.game.lastView.last.side);
    this.clockedPly = ply;
    if (this.carrier.greeted) this.clock.start(side);
  }

  async think(view, phase) {
    const signal = this.thinking.begin();
    this.thoughtOf = view;
    this.recovery.show(null);
    this.become(phase);
    try {
      if (phase === "asking") return await this.game.complete();
      if (phase === "planned") return await this.play(this.about.plan.move);
      const [{ move, comment }] = await Promise.all([
        phase === "passing" ? { move: "pass", comment: "" }
          : this.engines[view.side].choose(this.game.question(this.game.moves), this.clock, this.moveTime, signal, (seconds) => this.tellOverdue(view.side, seconds)),
        pause(phase === "passing" ? PASS_TIME : LEAST_THOUGHT),
      ]);
      if (signal.aborted) return;
      await this.append(move, comment).catch((error) => {
        throw error instanceof Refusal ? new Error(text("trouble.illegalMove", { engine: playerName(this.players[view.side]), reason: error.detail })) : error;
      });
      this.recovery.clear();
    } catch (error) {
      if (signal.aborted) return;
      this.thoughtOf = null;
      this.clock.stop();
      this.become("stuck");
      this.recovery.fail(error);
    }
  }

  /** Says that an engine should have moved. It may still do so; if the person wants, it is sent away and asked anew, or nothing more is said. */
  tellOverdue(side, seconds) {
    const again = () => this.hold(() => this.engines[side].leave());
    this.recovery.show({ text: text("trouble.overdue", { engine: playerName(this.players[side]), seconds }), retryAt: 0, again, later: () => this.recovery.show(null) });
  }

  /** Whether a person may place a building where one looks. */
  get mayPlace() {
    return this.phase === "person" && this.game.atEnd;
  }

  /** Plays a person's legal move: it is on the board, as `view`, and saved at once; but a friend's goes to the server. */
  async place(move, view) {
    if (this.mayPlace) await this.play(move, view);
  }

  async play(move, view = null) {
    if (this.friend) return this.friend.play(move);
    this.undone = [];
    this.kept = true;
    await this.append(move, "", view);
  }

  async append(move, comment = "", view = null) {
    const appended = await this.game.append(move, comment, view);
    if (appended) {
      this.kept = true;
      this.save();
    }
    return appended;
  }

  /** Whether a person may resign. */
  get mayResign() {
    return this.hasPerson && this.owned && this.game.lastView !== null && !this.game.ended;
  }

  /** The person resigns; of two, the one to move. */
  async resign() {
    if (this.friend) await this.friend.request({ do: "resign" });
    else if (this.mayResign) this.finish(lostBy(this.personSide ?? this.game.lastView.side), "adjudication", "resign");
  }

  /** Ends the game for another reason than the rules of the board: see Game's `ending`. */
  finish(result, termination, rule = "") {
    this.kept = true;
    this.game.end({ result, termination, rule });
    this.save();
  }

  /** The ply to which taking back goes: where a person had a choice last, after the opening, or null. */
  get takeBackPly() {
    const { line } = this.game;
    if (!this.owned || this.game.ending?.termination === "time forfeit" || (this.friend && this.game.ended)) return null;
    for (let ply = line.length - 2; ply >= openingOf(this.game).moves.length; ply--) {
      if (this.players[line[ply].view.side].kind === "person" && line[ply + 1].move !== "pass") return ply;
    }
    return null;
  }

  /** Takes back the last move of a person, and what came after it; a friend has to agree. */
  async takeBack() {
    const ply = this.takeBackPly;
    if (ply === null) return;
    if (this.friend) return this.friend.offer("takeback");
    await this.hold(async () => {
      this.undone = [...await this.game.takeBack(ply), ...this.undone];
      this.save();
    });
  }

  /** Plays what was taken back again, to the next choice of a person. */
  async restore() {
    await this.hold(async () => {
      while (this.undone.length > 0) {
        const [{ move, comment }, ...rest] = this.undone;
        if (!await this.append(move, comment)) return;
        this.undone = rest;
        const { side, legal } = this.game.lastView;
        if (this.players[side].kind === "person" && legal !== "pass") return;
      }
    });
  }

  /** Whether a person plays at all. */
  get hasPerson() {
    return SIDES.some((side) => this.players[side].kind === "person");
  }

  /** The side of the only person, or null. */
  get personSide() {
    const sides = SIDES.filter((side) => this.players[side].kind === "person");
    return sides.length === 1 ? sides[0] : null;
  }

  /** The name of a side's player as the person sees it; "" where the side says enough. */
  name(side) {
    if (this.friend) return this.friend.name(side);
    const { kind } = this.players[side];
    if (kind === "engine") return playerName(this.players[side]);
    if (kind === "friend" && this.personSide) return text("friend.name");
    return this.personSide ? text("player.you") : "";
  }

  /** What sentences call a side's player: "" for the only person, and the side for who has no name. */
  called(side) {
    if (side === this.personSide) return "";
    return (this.friend ? this.friend.state.names[side] : this.name(side)) || text(`side.${side}`);
  }

  get trouble() {
    if (this.phase === "elsewhere") {
      return { text: text("play.otherTab"), retryAt: 0, action: text("play.takeOver"), again: () => this.takeOver() };
    }
    return this.recovery.trouble;
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
