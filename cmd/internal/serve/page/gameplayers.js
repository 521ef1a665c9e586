// Who plays what: it is the engines' turn, or a person's, and the clocks run.

import { Clock } from "./gameclock.js";
import { SIDES } from "./gamestate.js";
import { Seat } from "./seatclient.js";
import { choose, levelOf } from "./strengthlevels.js";
import { forLight } from "./scoretexts.js";

/** What engines without levels get for a move, in milliseconds. */
const FOREIGN_TIME = 1000;

/** A player that is a person. */
export const PERSON = { kind: "person" };

/** A player as a text for forms and links: "person", "level mason", "engine greedy". */
export function playerText(player) {
  if (player.kind === "person") return "person";
  return player.level ? `level ${player.level}` : `engine ${player.engine}`;
}

/** The player of such a text; levels are those of the server's own engine. */
export function parsePlayer(text, ownEngine) {
  const [kind, ...rest] = text.split(" ");
  const name = rest.join(" ");
  if (kind === "level") return { kind: "engine", engine: ownEngine, level: levelOf(name).id };
  if (kind === "engine") return { kind: "engine", engine: name, level: null };
  return PERSON;
}

/**
 * The players of a game. Each is PERSON or {kind: "engine", engine, level}. Events:
 * "think" when an engine begins or ends to think, "tick" of the clocks, "fail" with
 * a message when an engine could not move.
 */
export class Players extends EventTarget {
  constructor(socket, game) {
    super();
    this.socket = socket;
    this.game = game;
    this.seats = {};
    this.playing = false;
    this.thinking = null;
    this.set({ light: PERSON, dark: PERSON }, new Clock(""), "");
    game.addEventListener("change", () => this.proceed());
  }

  /** Takes other players, clocks, and milliseconds a move for engines that have them. */
  set(players, clock, moveTime) {
    this.clock?.stop();
    this.players = players;
    this.clock = clock;
    this.moveTime = moveTime;
    clock.addEventListener("tick", () => this.dispatchEvent(new Event("tick")));
    clock.addEventListener("flag", ({ detail }) => {
      this.interrupt();
      this.game.end(Clock.resultOfFlag(detail), "time forfeit");
    });
    for (const side of SIDES) {
      const wanted = players[side].engine;
      if (this.seats[side]?.engine === wanted) continue;
      this.seats[side]?.leave();
      this.seats[side] = wanted ? new Seat(this.socket, side, wanted) : null;
    }
  }

  /** Lets the players play, or has them wait while one looks at something else. */
  setPlaying(playing) {
    this.playing = playing;
    if (playing) this.proceed();
    else this.interrupt();
  }

  /** Whether a person has to place a building now. */
  get personMoves() {
    const { game } = this;
    return this.playing && !game.over && game.view.legal !== "pass" && this.players[game.view.side].kind === "person";
  }

  /** Whether a person plays at all. */
  get hasPerson() {
    return SIDES.some((side) => this.players[side].kind === "person");
  }

  /** The name of a side's player. */
  name(side) {
    const player = this.players[side];
    if (player.kind === "person") return "you";
    return player.level ? levelOf(player.level).name : player.engine;
  }

  /** Ends the thinking, and the clocks stand. */
  interrupt() {
    this.clock.stop();
    this.stopThinking();
  }

  stopThinking() {
    if (!this.thinking) return;
    this.thinking.cancelled = true;
    this.seats[this.thinking.side]?.stop();
    this.think(null);
  }

  think(thought) {
    this.thinking = thought;
    this.dispatchEvent(new Event("think"));
  }

  /** Does what the position asks for: lets an engine think, or plays a forced pass. */
  async proceed() {
    const { game } = this;
    const here = game.view?.position;
    if (this.thinking && this.thinking.position === here && game.ply === game.moves.length) return;
    this.stopThinking();
    if (!this.playing || !game.view || game.over || game.ply < game.moves.length) {
      this.clock.stop();
      return;
    }
    const { side } = game.view;
    if (game.ply === this.clockPly + 1) this.clock.press();
    this.clockPly = game.ply;
    this.clock.start(side);
    const forced = game.view.legal === "pass";
    if (this.players[side].kind === "person" && !forced) return;
    const thought = { side, position: here, cancelled: false };
    this.think(thought);
    try {
      const { move, comment } = forced ? { move: "pass", comment: "" } : await this.search(side);
      if (thought.cancelled) return;
      this.think(null);
      await game.play(move, comment);
    } catch (error) {
      if (thought.cancelled) return;
      this.think(null);
      this.clock.stop();
      this.dispatchEvent(new CustomEvent("fail", { detail: error.message }));
    }
  }

  /** Has the engine of a side search, and resolves to its move and a comment for the record. */
  async search(side) {
    const player = this.players[side];
    const level = player.level ? levelOf(player.level) : null;
    const lines = [];
    const began = performance.now();
    const best = await this.seats[side].go({
      question: this.game.question(),
      go: this.limit(level),
      options: level ? { MultiPV: level.lines } : {},
      onInfo: (info) => { lines[info.line - 1] = info; },
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(2);
    const whole = lines.filter((line) => line && line.pv.length > 0);
    const move = level ? choose(level, whole, best) : best;
    const info = whole.find((line) => line.pv[0] === move);
    return { move, comment: info ? `${recordScore(info)}/${info.depth} ${seconds}s` : "" };
  }

  limit(level) {
    const timed = level === null || level.timed;
    if (!timed) return level.go;
    if (this.clock.control) return this.clock.go;
    if (this.moveTime) return `movetime ${this.moveTime}`;
    return level ? level.go : `movetime ${FOREIGN_TIME}`;
  }
}

/** A score as records have it: squares from the mover's side. */
const recordScore = ({ score }) => `${score < 0 ? "-" : "+"}${Math.abs(score / 100).toFixed(2)}`;

/** The score and depth of a record's comment from Light's side, or null. */
export function readComment(comment, side) {
  const match = /^([+-]\d+(?:\.\d+)?)\/(\d+)/.exec(comment ?? "");
  return match ? { centi: forLight(Math.round(Number(match[1]) * 100), side), depth: Number(match[2]) } : null;
}
