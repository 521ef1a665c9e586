// The clocks of a game: milliseconds for each side, and an increment a move.

import { SIDES } from "./game.js";
import { decimal } from "../texts/texts.js";

const TICK = 100;

/** Milliseconds below which a side is warned. */
const LOW = 20_000;

/** Milliseconds between two ticks after which the machine has slept: that time is not charged. */
const SLEEP = 70_000;

/** What a clock on the wall shows here, in milliseconds since 1970 began here. */
export const localTime = () => Date.now() - new Date().getTimezoneOffset() * 60_000;

/** The clocks. Events: "tick" when there is something new to show, "flag" with the side as detail. */
export class GameClock extends EventTarget {
  /**
   * Takes a time control such as "600+5", seconds and seconds a move; "" is no clock.
   * `left` are the milliseconds that the sides of a game that goes on have left.
   */
  constructor(control, left = null) {
    super();
    this.control = control;
    const [base, increment] = control ? control.split("+").map((seconds) => Number(seconds) * 1000) : [0, 0];
    this.increment = increment;
    this.left = left ? { ...left } : { light: base, dark: base };
    this.side = null;
  }

  /** Gives a side that has moved the increment. */
  add(side) {
    this.left[side] += this.increment;
  }

  /** Lets a side's clock run, and the other one stand. */
  start(side) {
    if (!this.control) return;
    this.charge();
    this.side = side;
    this.since = performance.now();
    this.timer ??= setInterval(() => this.tick(), TICK);
    this.dispatchEvent(new Event("tick"));
  }

  stop() {
    this.charge();
    this.side = null;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** Charges the side whose clock runs, but not for a time of `longest` milliseconds or more. */
  charge(longest = SLEEP) {
    if (!this.side) return;
    const now = performance.now();
    if (now - this.since < longest) this.left[this.side] -= now - this.since;
    this.since = now;
  }

  tick() {
    this.charge();
    if (this.left[this.side] <= 0) {
      const { side } = this;
      this.left[side] = 0;
      this.stop();
      this.dispatchEvent(new CustomEvent("flag", { detail: side }));
    }
    this.dispatchEvent(new Event("tick"));
  }

  /** What the clocks show: "4:59", with tenths below ten seconds. */
  text(side) {
    if (!this.control) return "";
    const seconds = Math.max(0, this.left[side]) / 1000;
    if (seconds < 10) return String(decimal(seconds));
    return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  }

  /** Whether a side is to be warned. */
  isLow(side) {
    return this.control !== "" && this.left[side] < LOW;
  }

  /** The clocks as words of the protocol's go. */
  get go() {
    this.charge();
    return SIDES.map((side, index) => `p${index + 1}time ${Math.round(this.left[side])} p${index + 1}inc ${this.increment}`).join(" ");
  }
}
