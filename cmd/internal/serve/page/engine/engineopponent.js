// The engine's side of the board: an engine, or a level of one, chooses moves for a side.

import { EngineClient } from "./engineclient.js";
import { levelOf, levelOptions, opensByBook } from "../game/strengthlevels.js";
import { forLight } from "../texts/scoretexts.js";

/** What levels get for a move, in milliseconds: all but full strength need less. */
const LEVEL_TIME = 5000;

/**
 * Opponents play from the opening book, if they have one. The variety, in hundredths of a square,
 * has a player meet different moves that are about as good; weak levels vary more.
 */
const bookOptions = (level) => ({ OwnBook: !level || opensByBook(level), BookVariety: 25 });

/** What engines without levels get for a move, in milliseconds. */
const FOREIGN_TIME = 1000;

/** Milliseconds beyond its time after which an engine without a clock is overdue. */
const OVERDUE = 30_000;

/** An engine that plays a side of the game in play. */
export class EngineOpponent {
  constructor(carrier, side, { engine, level }) {
    this.engine = engine;
    this.level = level ? levelOf(level) : null;
    this.client = new EngineClient(carrier, side, engine);
  }

  /** Whether this is the engine of a player. */
  plays({ engine, level }) {
    return engine === this.engine && (level ?? null) === (this.level?.id ?? null);
  }

  /**
   * Has the engine search the position of a game question, and resolves to its move
   * and a comment for the record. `moveTime` are milliseconds a move, "" for those of
   * the level; a clock that runs counts for more. `signal` is an AbortSignal. `onOverdue` gets
   * the seconds for which an engine without a clock has searched when it should have moved long ago.
   */
  async choose(question, clock, moveTime, signal, onOverdue = () => {}) {
    const { level } = this;
    let last = null;
    let timer = null;
    const began = performance.now();
    const patience = this.time(moveTime) + OVERDUE;
    const move = await this.client.go({
      question,
      go: clock.control ? clock.go : `movetime ${this.time(moveTime)}`,
      options: { ...bookOptions(level), ...(level && levelOptions(level)) },
      onInfo: (info) => { last = info; },
      onWaiting: (waits) => {
        clearTimeout(timer);
        if (!waits && !clock.control) timer = setTimeout(() => onOverdue(patience / 1000), patience);
      },
      signal,
    }).finally(() => clearTimeout(timer));
    const seconds = ((performance.now() - began) / 1000).toFixed(2);
    return { move, comment: last?.pv[0] === move ? `${recordScore(last)}/${last.depth} ${seconds}s` : "" };
  }

  /** The milliseconds for a move without a clock. */
  time(moveTime) {
    return Number(moveTime) || (this.level ? LEVEL_TIME : FOREIGN_TIME);
  }

  /** Sends the engine away. */
  leave() {
    this.client.leave();
  }
}

/** A score as records have it: squares from the mover's side. */
const recordScore = ({ score }) => `${score < 0 ? "-" : "+"}${Math.abs(score / 100).toFixed(2)}`;

/** The score and depth of a record's comment from Light's side, or null. */
export function readComment(comment, side) {
  const match = /^([+-]\d+(?:\.\d+)?)\/(\d+)/.exec(comment ?? "");
  return match ? { centi: forLight(Math.round(Number(match[1]) * 100), side), depth: Number(match[2]) } : null;
}
