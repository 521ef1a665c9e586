// Trying again: what asks an engine for something tells the recovery when that failed,
// and is called again after a while, or at once when a lost connection is back.

import { capitalized } from "../texts/texts.js";

/** Milliseconds before the next try, after the first, second, ... failure. */
const PAUSES = [1000, 2000, 4000, 8000, 15000, 30000];

/** The recovery of one task. Event: "change" when `trouble` has changed. */
export class Recovery extends EventTarget {
  /** Takes the carrier, and what to do to try again. */
  constructor(carrier, attempt) {
    super();
    Object.assign(this, { carrier, attempt });
    this.failures = 0;
    this.trouble = null;
    carrier.addEventListener("hello", () => this.failed && this.again());
  }

  /** The task has failed: it is tried again, unless the error says that this is vain. */
  fail(error) {
    clearTimeout(this.timer);
    this.failed = true;
    const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures++;
    const text = `${capitalized(error.message)}.`.replace(/\.\.$/, ".");
    const vain = error.vain === true;
    // Without a connection it is the carrier that has something to say, and to try.
    this.show(this.carrier.greeted ? { text, retryAt: vain ? 0 : Date.now() + pause, again: () => this.again() } : null);
    if (this.carrier.greeted && !vain) this.timer = setTimeout(() => this.again(), pause);
  }

  /** The task is done, or nobody wants it any more. */
  clear() {
    clearTimeout(this.timer);
    this.failed = false;
    this.failures = 0;
    this.show(null);
  }

  /** Tries at once. */
  again() {
    clearTimeout(this.timer);
    this.failed = false;
    this.show(null);
    this.attempt();
  }

  show(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.dispatchEvent(new Event("change"));
  }
}
