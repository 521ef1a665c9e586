// The clocks of a game with a friend: they run in the server, and are only shown here.

import { GameClock } from "./gameclock.js";
import { text } from "../texts/texts.js";

const HOUR = 3_600_000;

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

  charge() {
    if (!this.side) return;
    const now = performance.now();
    this.left[this.side] = Math.max(0, this.left[this.side] - (now - this.since));
    this.since = now;
  }

  tick() {
    this.charge();
    this.dispatchEvent(new Event("tick"));
  }

  text(side) {
    const hours = Math.floor(this.left[side] / HOUR);
    if (!this.control || hours < 3) return super.text(side);
    return text("friend.daysLeft", { days: Math.floor(hours / 24), hours: hours % 24 });
  }
}
