// Questions of which only the last one counts: when the next one is asked, or nobody wants
// an answer any more, the one before is aborted, and its answer is of no use.

/** The last question of a kind. While `isWanted` says that nobody wants an answer, a question is aborted as it begins. */
export class Latest {
  constructor(isWanted = () => true) {
    this.isWanted = isWanted;
  }

  /** Begins a question in the place of the one before; returns its AbortSignal. */
  begin() {
    this.end();
    this.controller = new AbortController();
    if (!this.isWanted()) this.end();
    return this.controller.signal;
  }

  /** Aborts the question, if there is one. */
  end() {
    this.controller?.abort();
  }
}
