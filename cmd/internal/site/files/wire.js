// The wire of a page without a server: rules and engines run in Web Workers, as one
// program in WebAssembly. It carries the same messages as the socket.

import { afterPainting } from "./dom.js";
import { first } from "./firstanswers.js";
import { keepPage } from "./pageversion.js";

/** Where the opening book is. It is loaded for the first request that needs it. */
const BOOK = new URL("openings.book", import.meta.url);

/** The scripts of the workers. */
const WORKER = new URL("worker.js", import.meta.url);
const LOADER = new URL("programloader.js", import.meta.url);

/** Why a worker has ended, whose script is missing if it says nothing. */
const faultOf = (script, message) => [script, message].filter(Boolean).join(": ");

/** The requests that need the book. */
const BOOK_REQUESTS = new Set(["book", "opening"]);

/** The requests about a proof, which a worker of its own answers: it does nothing else meanwhile, and takes memory that it never gives back. */
const PROOF_REQUESTS = new Set(["prove", "walk", "certificate", "endproof"]);

/** The line with which an engine is told to play from the book. */
const OWN_BOOK = "setoption name OwnBook value true";

/** Milliseconds before the next try when the program could not be loaded. */
const PAUSE = 4000;

/** Opens the wire. */
export const openWire = () => new WorkerWire();

/**
 * One worker answers everything about the rules, and each seat has a worker of its own.
 * The events and the states are those of the socket (see engine/reconnectingsocket.js). Until the
 * program runs for the first time, the wire answers what it can by itself, so that the
 * program is loaded when the board has been painted, or when something else is asked for.
 */
class WorkerWire extends EventTarget {
  constructor() {
    super();
    this.failures = 0;
    this.retryAt = 0;
    this.share = null; // of the program that has been loaded; null when it runs, or is not wanted yet
    this.prover = null; // the worker of a proof
    this.asked = 0; // the id of the request for it that is not answered yet
    this.seats = new Map(); // workers by the names of their seats
    if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") {
      this.state = "impossible";
      this.missing = "WebAssembly";
      return;
    }
    this.become("connecting");
    queueMicrotask(() => this.hear(JSON.stringify({ hello: first.hello })));
  }

  /** Loads the program, unless that has begun. */
  start() {
    if (!this.rules) this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.state === "waiting") this.become("connecting");
    this.program ??= this.load();
    this.rules = new WorkerLine(this.program, "rules");
    this.rules.hear = (text) => this.hear(text);
    this.rules.greet = (text) => {
      this.come(null);
      if (this.state !== "open") this.hear(text);
      this.spare = new WorkerLine(this.program, "seat"); // for the first seat, so that its engine need not be awaited
      this.spare.lost = () => { this.spare = null; };
      this.keep();
    };
    this.rules.lost = (fault) => this.lose(fault);
  }

  /** Has the program loaded. */
  load() {
    this.come(0);
    return new Program((share) => this.come(share), (fault) => {
      this.program.end();
      this.program = null;
      this.lose(fault);
    });
  }

  /** So much of the program has come. */
  come(share) {
    this.share = share;
    this.dispatchEvent(new Event("state"));
  }

  /** Has the page kept for use without a network, once. */
  keep() {
    this.kept ??= keepPage((renew) => {
      this.renew = renew;
      this.dispatchEvent(new Event("state"));
    });
  }

  hear(text) {
    this.failures = 0;
    if (this.state !== "open") this.become("open");
    this.dispatchEvent(new CustomEvent("message", { detail: text }));
  }

  lose(fault) {
    this.fault = fault;
    this.end();
    this.failures++;
    this.retryAt = Date.now() + PAUSE;
    this.timer = setTimeout(() => this.connect(), PAUSE);
    this.become("waiting");
    this.dispatchEvent(new Event("close"));
  }

  end() {
    this.share = null;
    for (const line of [this.rules, this.spare, this.prover, ...this.seats.values()]) line?.end();
    this.spare = this.prover = null;
    this.asked = 0;
    this.seats.clear();
  }

  become(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  /** Sends a message to the worker that it concerns. */
  send(text) {
    const message = JSON.parse(text);
    const { do: what, seat, id, line: told } = message;
    if (!this.rules?.greeted && asksForStart(message)) {
      queueMicrotask(() => this.hear(JSON.stringify({ id, view: first.view })));
      afterPainting(() => this.start());
      return;
    }
    this.start();
    if (what === "seat" && !this.seats.has(seat) && this.seats.size < first.hello.limits.seats) this.seat(seat, id);
    if (PROOF_REQUESTS.has(what)) return this.prove(what, id, text);
    const line = this.seats.get(seat) ?? this.rules;
    if (BOOK_REQUESTS.has(what)) return this.giveBook(line).then(() => line.send(text)); // without a book, the rules' worker says so
    if (told === OWN_BOOK) this.giveBook(line); // until it has come, the engine plays without
    if (what !== "leave" || line === this.rules) return line.send(text); // what is wrong with it, the rules' worker says
    line.end();
    this.seats.delete(seat);
    if (id) this.hear(JSON.stringify({ id }));
  }

  /** Gives a worker the opening book, unless it has it or the book cannot be loaded. */
  async giveBook(line) {
    this.book ??= load(BOOK);
    const book = await this.book.catch(() => { this.book = null; });
    if (!book || line.hasBook) return;
    line.hasBook = true;
    line.send(book);
  }

  /** Gives a seat, which the request with an id asked for, a worker: one that has been started before, if there is one. */
  seat(name, id) {
    let asked = id;
    const line = this.spare ?? new WorkerLine(this.program, "seat");
    this.spare = null;
    line.hear = (text) => {
      asked = 0;
      this.hear(text);
    };
    line.lost = () => {
      this.seats.delete(name);
      const reason = "the browser has ended it";
      this.hear(JSON.stringify(asked ? { id: asked, error: reason } : { seat: name, ended: reason }));
    };
    this.seats.set(name, line);
  }

  /** Passes a request about a proof on: each proof has a worker of its own, which ends with it. */
  prove(what, id, text) {
    if (what === "prove" || what === "endproof") this.endProof("the proof was ended");
    if (what === "prove") {
      const line = this.prover = new WorkerLine(this.program, "rules");
      this.asked = id;
      line.hear = (answer) => {
        this.asked = 0;
        this.hear(answer);
      };
      line.lost = () => this.endProof("the browser has ended the proof");
    }
    (this.prover ?? this.rules).send(text); // the rules' worker has no proof, and says so
  }

  /** Ends the worker of a proof, if there is one; who waits for the proof is told the reason. */
  endProof(reason) {
    const { asked } = this;
    this.prover?.end();
    this.prover = null;
    this.asked = 0;
    if (asked) this.hear(JSON.stringify({ id: asked, error: reason }));
  }

  /** Tries at once instead of waiting. */
  retry() {
    if (this.state === "waiting") this.connect();
  }

  /** Gives up workers that do not answer any more. */
  restart() {
    if (this.state === "open") this.lose("it does not answer");
  }
}

/** Whether a request wants the view of the usual start. */
const asksForStart = ({ do: what, rules, optionalCapture, fair, start, moves }) =>
  what === "view" && (rules ?? "classic") === "classic" && !optionalCapture && !fair && !start && !moves?.length;

/**
 * A worker that runs the program in a role, rules or seat. `greet` is called with its first
 * message, `hear` with the others, and `lost` with the reason when it has ended by itself.
 */
class WorkerLine {
  constructor(program, role) {
    const port = program.port();
    this.greet = this.hear = this.lost = () => {};
    this.greeted = false;
    this.hasBook = false;
    this.waiting = [];
    this.worker = new Worker(WORKER, { name: role });
    this.worker.addEventListener("error", ({ message }) => this.lost(faultOf(WORKER, message)));
    this.worker.addEventListener("message", ({ data }) => this.receive(data));
    this.worker.postMessage({ role, port }, [port]);
  }

  receive(text) {
    if (text === null) {
      this.lost("it has ended");
    } else if (this.greeted) {
      this.hear(text);
    } else {
      this.greeted = true;
      for (const waiting of this.waiting) this.worker.postMessage(waiting);
      this.greet(text);
    }
  }

  /** Sends a message, or the bytes of the opening book. */
  send(message) {
    if (this.greeted) this.worker.postMessage(message);
    else this.waiting.push(message);
  }

  end() {
    this.lost = () => {};
    this.worker.terminate();
  }
}

/** Loads the bytes of a file. */
async function load(file) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.arrayBuffer();
}

/** The program, which a worker loads and compiles. `come` is called with the share that has come, and `lost` with the fault. */
class Program {
  constructor(come, lost) {
    this.worker = new Worker(LOADER);
    this.worker.addEventListener("error", ({ message }) => lost(faultOf(LOADER, message)));
    this.worker.addEventListener("message", ({ data }) => (typeof data === "string" ? lost(data) : come(data)));
    this.worker.postMessage(first.programSize);
  }

  /** A port from which the compiled module comes. */
  port() {
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage(port1, [port1]);
    return port2;
  }

  end() {
    this.worker.terminate();
  }
}
