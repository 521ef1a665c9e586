// The clocks of a game with a friend: they run in the server, and are only shown here.

import { GameClock } from "./gameclock.js";
import { text } from "../texts/texts.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds below which a side is warned in a game over days. */
const LOW = 2 * HOUR;

/** Clocks that a state of the game sets. They never end the game. */
export class FriendClock extends GameClock {
  /** Takes what the server says: the milliseconds left, and the side whose clock runs, or null. */
  set({ control, left }, side) {
    super.stop();
    Object.assign(this, { control, left: { ...left } });
    if (side) super.start(side);
  }

  /** The game in play does not run these clocks. */
  start() {}

  stop() {}

  add() {}

  /** The server's clocks run while this machine sleeps. */
  tick() {
    this.charge(Infinity);
    this.dispatchEvent(new Event("tick"));
  }

  text(side) {
    const left = this.left[side];
    if (!this.overDays || left < MINUTE) return super.text(side);
    const [days, hours, minutes] = [Math.floor(left / HOUR / 24), Math.floor(left / HOUR) % 24, Math.floor(left / MINUTE) % 60];
    const parts = days > 0 ? { days, hours } : { ...(hours > 0 && { hours }), ...(hours < 3 && { minutes }) };
    return Object.entries(parts).map(([unit, number]) => text(`friend.left.${unit}`, { number })).join(" ");
  }

  isLow(side) {
    return this.overDays ? this.left[side] < LOW : super.isLow(side);
  }

  /** Whether each move has its days, such as "3d". */
  get overDays() {
    return this.control.endsWith("d");
  }
}
