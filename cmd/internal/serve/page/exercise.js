// What the modes have in common in which one is set a task on a board of its own: the
// lessons and the puzzles.

import { Recovery } from "./recovery.js";

/** A mode with a task. It has `start`, which begins the task anew, and `judge`, which finds out what came of a move. */
export class Exercise {
  constructor({ panel, desk, modes, carrier }, game) {
    Object.assign(this, { panel, desk, modes, game });
    this.recovery = new Recovery(carrier, () => this.start());
    this.recovery.addEventListener("change", () => desk.showTrouble());
    game.addEventListener("change", () => this.judge());
  }

  place(move) {
    return this.game.play(move);
  }

  undo() {
    return this.start();
  }

  redo() {}

  clockText() {
    return "";
  }

  get trouble() {
    return this.recovery.trouble;
  }
}
