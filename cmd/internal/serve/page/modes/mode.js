// What all modes of the page have in common. The top of modes.js says what a mode is.

import { Latest } from "../engine/latest.js";
import { Recovery } from "../engine/recovery.js";

/** A mode in which nothing can be done. What a mode asks an engine for is a question of `searching`, and ends when the mode is left; while another one is shown, none begins. */
export class Mode {
  /**
   * Takes the parts of the page (see main.js), and the game on the mode's board, or null. Of the
   * page the mode has its `panel`, and the places for what it says first (`said`) and last (`last`),
   * for its buttons in the bar (`deeds`), and for those in the menu (`menu`), if it has any.
   */
  constructor(parts, game) {
    Object.assign(this, parts, { game });
    this.entered = false;
    this.searching = new Latest(() => this.entered);
    this.recovery = new Recovery(this.carrier, () => this.resume());
    this.recovery.addEventListener("change", () => this.desk.showTrouble());
  }

  enter() {
    this.entered = true;
  }

  leave() {
    this.entered = false;
    this.searching.end();
    this.recovery.clear();
  }

  /** Does again what has failed. */
  resume() {}

  /** Something has failed, and is tried again; unless nobody wants it any more. */
  fail(error) {
    if (this.entered && error.name !== "AbortError") this.recovery.fail(error);
  }

  undo() {
    return this.desk.goTo((ply) => ply - 1);
  }

  redo() {
    return this.desk.goTo((ply) => ply + 1);
  }

  get trouble() {
    return this.recovery.trouble;
  }
}

/** What holds of a mode that says nothing else; `remark` is what is to be said of the last move beside what it did. */
Object.assign(Mode.prototype, { mayPlace: false, reason: "", comment: "", remark: "", linkFields: {}, near: null, name: () => "", clockText: () => "" });
