// What the modes have in common in which one is set a task on a board of its own: the
// lessons and the puzzles.

import { Mode } from "./mode.js";
import { button, element } from "../dom.js";
import { text } from "../texts/texts.js";

/** The answer with a file; if it cannot be had, it fails with the words for that. */
export async function fetched(address, unreachable) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw new Error(unreachable);
  return answer;
}

/** A mode with a `title`, a `task`, and `words` on a try. It has `start`, which begins the task anew, and `judge`, which finds out what came of a move. */
export class Exercise extends Mode {
  constructor(parts, game) {
    super(parts, game);
    this.title = element("h2", { class: "lesson-title" });
    this.task = element("p", { class: "lesson-task", dir: "auto" });
    this.words = element("p", { class: "lesson-words" });
    this.said.append(this.title, this.task, this.words);
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

  /** The side that is to move first. */
  get near() {
    return this.game.line[0].view?.side ?? "light";
  }

  /** Goes to a task by its name in the address, which is a place of its own in the browser's history. */
  async go(name) {
    if (!Object.values(this.address).includes(name)) history.pushState({ mode: this.modes.name }, "");
    await this.start(name);
  }

  /** Marks the panel and the words with what came of a try, and has them in sight. */
  showOutcome(outcome) {
    document.querySelector("aside").scrollTop = 0;
    this.panel.dataset.outcome = this.words.dataset.outcome = outcome;
  }

  name(side) {
    return side === this.near ? text("player.you") : "";
  }
}

/** A list to choose a kind of task from: [value, words] pairs. */
export class TaskList {
  constructor(label, tasks, choose) {
    this.buttons = new Map(tasks.map(([value, words]) => [value, button(words, () => choose(value))]));
    this.list = element("ol", { class: "tasks", "aria-label": label }, ...[...this.buttons.values()].map((each) => element("li", {}, each)));
  }

  /** Shows which kind is chosen, and how many tasks of each are done, which `done` counts. */
  show(chosen, done) {
    for (const [value, each] of this.buttons) {
      const number = done(value);
      each.ariaCurrent = value === chosen ? "true" : null;
      each.dataset.done = number || "";
      each.title = text("puzzle.number", { number });
    }
  }
}
