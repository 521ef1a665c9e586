// An engine on a seat of its own at the server, talked to in the lines of the
// protocol: positions, searches, and what a search says.

import { text } from "../texts/texts.js";

/**
 * An engine. It is started by the first search, and started again after the
 * connection was lost. One search runs at a time: the next one waits until it has ended.
 */
export class EngineClient {
  constructor(carrier, name, engine) {
    Object.assign(this, { carrier, name, engine });
    this.taken = null;
    this.search = null;
    this.wanted = 0; // how many searches are asked for and not over
    carrier.addEventListener("push", ({ detail }) => this.hear(detail));
    carrier.addEventListener("close", () => this.lose(carrier.loss));
  }

  /** Starts the engine, unless it runs; resolves to what it says of itself. */
  take() {
    this.taken ??= this.carrier.ask({ do: "seat", seat: this.name, engine: this.engine })
      .then(({ seat }) => seat, (error) => { throw error.code === null ? this.failure(error.detail) : error; });
    const { taken } = this;
    taken.catch(() => { if (this.taken === taken) this.taken = null; }); // it may have been left meanwhile, and taken again
    return taken;
  }

  /** The error of an engine that cannot be started, or has ended. */
  failure(reason) {
    return new Error(text("trouble.engineFailed", { engine: this.engine, reason }));
  }

  send(line) {
    this.carrier.tell({ do: "send", seat: this.name, line });
  }

  hear(message) {
    if (message.seat !== this.name) return;
    if (message.ended !== undefined) this.lose(this.failure(message.ended).message);
    const { search } = this;
    if (!search) return;
    if (message.waiting !== undefined && !search.signal.aborted) search.onWaiting?.(message.waiting);
    const { line = "" } = message;
    if (line.startsWith("info string error: ")) this.finish(null, new Error(text("refusal.other", { detail: line.slice("info string error: ".length) })));
    else if (line.startsWith("info ")) this.report(line);
    else if (line.startsWith("bestmove ")) this.finish(line.split(" ")[1]);
  }

  report(line) {
    const info = parseInfo(line);
    if (info && !this.search.signal.aborted) this.search.onInfo?.(info);
  }

  finish(move, error = null) {
    const { resolve, reject } = this.search;
    this.search = null;
    if (error) reject(error);
    else resolve(move);
  }

  lose(reason) {
    this.taken = null;
    if (this.search) this.finish(null, new Error(reason));
  }

  /**
   * Searches the position of a game question and resolves to the best move. `options` are
   * engine options, set before; those that the engine does not have are left out. When it
   * is to be `fresh`, the engine forgets all earlier searches. `onInfo` gets each report,
   * `onWaiting`, as it begins and then, whether the search has to wait for those of others. When the signal aborts,
   * the search is stopped, and fails with an AbortError; who wants another search aborts the
   * one before.
   */
  async go({ question, go, options = {}, fresh = false, onInfo, onWaiting, signal }) {
    this.wanted++;
    try {
      const { fair, legal } = question.fair ? (await this.carrier.ask({ do: "view", ...question })).view : {};
      const only = fair?.restricts ? legal.split(" ") : null;
      const about = await this.take();
      while (this.search) await this.search.done.catch(() => {});
      signal.throwIfAborted();
      this.set(about, question, { Objective: fair?.squares ? "margin" : "win", ...options }); // who counts squares plays for squares
      if (fresh) this.send("uginewgame");
      this.send(positionLine(question));
      const move = await this.begin(only ? `${go} searchmoves ${legal}` : go, { onInfo, onWaiting, signal });
      // Simple engines do not know that some moves are not allowed.
      return !only || only.includes(move) ? move : only[Math.floor(Math.random() * only.length)];
    } finally {
      this.wanted--;
      signal.throwIfAborted(); // however it has ended
    }
  }

  /** Searches as go does, and sends the engine away afterwards, unless something else is asked of it by then. */
  async goOnce(search) {
    try {
      return await this.go(search);
    } finally {
      if (this.wanted === 0) this.leave();
    }
  }

  /** Sets the rules of a question, and options. */
  set(about, { rules, optionalCapture }, options) {
    const known = new Set(about.options.map(({ name }) => name));
    if ((rules !== "classic" && !known.has("Rules")) || (optionalCapture && !known.has("OptionalCapture"))) {
      throw Object.assign(new Error(text("trouble.unknownRules", { engine: this.engine })), { vain: true });
    }
    for (const [name, value] of Object.entries({ Rules: rules, OptionalCapture: optionalCapture, ...options })) {
      if (known.has(name)) this.send(`setoption name ${name} value ${value}`);
    }
  }

  /** Begins a search, {onInfo, onWaiting, signal}; returns the promise of its move. */
  begin(go, search) {
    search.done = new Promise((resolve, reject) => Object.assign(search, { resolve, reject }));
    this.search = search;
    search.signal.addEventListener("abort", () => this.search === search && this.send("stop"), { once: true });
    this.send(`go ${go}`);
    search.onWaiting?.(false);
    return search.done;
  }

  /** Ends the engine. */
  leave() {
    if (!this.taken) return;
    this.lose(text("trouble.engineSentAway"));
    this.carrier.tell({ do: "leave", seat: this.name });
  }
}

function positionLine({ start, moves }) {
  const from = start ? `fen ${start}` : "startpos";
  return `position ${from}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`;
}

/**
 * The fields of an info line: depth, line (the rank of the variation), score in
 * hundredths of a square for the side to move, final (whether it is the proven margin),
 * bound if it is only one, verdict (the proven result for the side to move: 1, 0, -1, or
 * null), share (of the point that it can expect, or null), nodes, nps, time in
 * milliseconds, and pv; null where it has no score, or one that no game can have.
 */
function parseInfo(line) {
  const words = line.split(" ");
  const info = { depth: 0, line: 1, score: null, final: false, verdict: null, share: null, nodes: 0, nps: 0, time: 0, pv: [] };
  let proven = false;
  const numbers = { depth: "depth", multipv: "line", nodes: "nodes", nps: "nps", time: "time" };
  for (let at = 1; at < words.length; at++) {
    const word = words[at];
    if (word in numbers) {
      info[numbers[word]] = Number(words[++at]);
    } else if (word === "score") {
      proven = words[at + 1] === "final";
      info.final = proven;
      info.score = Number(words[at + 2]) * (proven ? 100 : 1);
      at += 2;
    } else if (word === "wdl") {
      info.share = (Number(words[at + 1]) + Number(words[at + 2]) / 2) / 1000;
      at += 3;
    } else if (word === "lowerbound" || word === "upperbound") {
      info.bound = word;
      info.final = false; // proven to be a bound, not to be the margin
    } else if (word === "pv") {
      info.pv = words.slice(at + 1);
      break;
    }
  }
  if (proven && isResult(info)) info.verdict = Math.sign(info.score);
  return info.score !== null && Math.abs(info.score) <= 4700 ? info : null;
}

/** Whether a proven score says who wins. */
const isResult = ({ bound, score }) => !bound || (bound === "lowerbound" ? score > 0 : score < 0);
