// What the modes have in common in which one is set a task on a board of its own: the
// lessons and the puzzles.

import { Mode } from "./mode.js";
import { button, element } from "../dom.js";

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

/** A list to choose a task from, or a kind of task: [value, words] pairs. */
export class TaskList {
  constructor(label, tasks, choose) {
    this.buttons = new Map(tasks.map(([value, words]) => [value, button(words, () => choose(value))]));
    this.list = element("ol", { class: "tasks", "aria-label": label }, ...[...this.buttons.values()].map((each) => element("li", {}, each)));
  }

  /** Shows which task one is at, and what `done` says of each: those of which it says something have a tick. */
  show(chosen, done) {
    for (const [value, each] of this.buttons) {
      each.ariaCurrent = value === chosen ? "true" : null;
      each.dataset.done = done(value);
    }
  }
}
