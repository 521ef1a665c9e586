// What the modes have in common in which one is set a task on a board of its own: the
// lessons and the puzzles.

import { Mode } from "./mode.js";

/** A mode with a task. It has `start`, which begins the task anew, and `judge`, which finds out what came of a move. */
export class Exercise extends Mode {
  constructor(parts, game) {
    super(parts, game);
    game.addEventListener("change", () => this.entered && this.judge());
  }

  place(move) {
    return this.game.play(move);
  }

  undo() {
    return this.start();
  }

  resume() {
    return this.start();
  }
}
