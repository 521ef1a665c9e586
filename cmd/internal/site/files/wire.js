// The wire of a page without a server: rules and engines run in Web Workers, as one
// program in WebAssembly. It carries the same messages as the socket.

/** Where the program is. It is compressed, so that every host sends it so. */
const PROGRAM = new URL("cathedral.wasm.packed", import.meta.url);

/** Milliseconds before the next try when the program could not be loaded. */
const PAUSE = 4000;

/** Opens the wire. */
export const openWire = () => new WorkerWire();

/**
 * One worker answers everything about the rules, and each seat has a worker of its own.
 * The events and the states are those of the socket (see reconnectingsocket.js).
 */
class WorkerWire extends EventTarget {
  constructor() {
    super();
    this.failures = 0;
    this.retryAt = 0;
    this.seats = new Map(); // workers by the names of their seats
    if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") {
      this.state = "impossible";
      this.missing = "WebAssembly";
      return;
    }
    addEventListener("load", () => navigator.serviceWorker?.register("serviceworker.js").catch(() => {}));
    this.connect();
  }

  async connect() {
    clearTimeout(this.timer);
    this.become("connecting");
    try {
      this.module ??= await compile(await fetch(PROGRAM));
      this.rules = new WorkerLine(this.module, "rules", (text) => this.hear(text), () => this.lose());
    } catch {
      this.lose();
    }
  }

  hear(text) {
    this.failures = 0;
    if (this.state !== "open") this.become("open");
    this.dispatchEvent(new CustomEvent("message", { detail: text }));
  }

  lose() {
    this.end();
    this.failures++;
    this.retryAt = Date.now() + PAUSE;
    this.timer = setTimeout(() => this.connect(), PAUSE);
    this.become("waiting");
    this.dispatchEvent(new Event("close"));
  }

  end() {
    this.rules?.end();
    for (const seat of this.seats.values()) seat.end();
    this.seats.clear();
  }

  become(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  /** Sends a message to the worker that it concerns. */
  send(text) {
    const { do: what, seat, id } = JSON.parse(text);
    if (what === "seat" && !this.seats.has(seat) && this.seats.size < this.mostSeats) this.seat(seat, id);
    const line = this.seats.get(seat) ?? this.rules;
    if (what !== "leave" || line === this.rules) {
      line.send(text); // what is wrong with it, the rules' worker says
      return;
    }
    line.end();
    this.seats.delete(seat);
    if (id) this.hear(JSON.stringify({ id }));
  }

  /** How many engines may run at a time, as the greeting says. */
  get mostSeats() {
    return this.rules.greeting.limits.seats;
  }

  /** Starts the worker of a seat, which the request with an id asked for. */
  seat(name, id) {
    let asked = id;
    const hear = (text, greets) => {
      if (greets) return; // the page has been greeted
      asked = 0;
      this.hear(text);
    };
    const lost = () => {
      this.seats.delete(name);
      const reason = "the browser has ended it";
      this.hear(JSON.stringify(asked ? { id: asked, error: reason } : { seat: name, ended: reason }));
    };
    this.seats.set(name, new WorkerLine(this.module, "seat", hear, lost));
  }

  /** Tries at once instead of waiting. */
  retry() {
    if (this.state === "waiting") this.connect();
  }

  /** Gives up workers that do not answer any more. */
  restart() {
    if (this.state === "open") this.lose();
  }
}

/** A worker that runs the program in a role, rules or seat. */
class WorkerLine {
  /** `hear` gets each text and whether it is the greeting; `lost` is called when the worker has ended by itself. */
  constructor(module, role, hear, lost) {
    this.greeting = null;
    this.waiting = [];
    this.worker = new Worker(new URL("worker.js", import.meta.url), { name: role });
    this.worker.addEventListener("error", lost);
    this.worker.addEventListener("message", ({ data }) => {
      if (data === null) {
        lost();
        return;
      }
      const greets = this.greeting === null;
      if (greets) {
        this.greeting = JSON.parse(data).hello;
        for (const text of this.waiting) this.worker.postMessage(text);
      }
      hear(data, greets);
    });
    this.worker.postMessage({ module, role });
  }

  send(text) {
    if (this.greeting) this.worker.postMessage(text);
    else this.waiting.push(text);
  }

  end() {
    this.worker.terminate();
  }
}

/** Compiles the program while it arrives. Some hosts unpack it before. */
async function compile(response) {
  if (!response.ok) throw new Error(`${response.status}`);
  const [bytes, rest] = response.body.tee();
  const reader = bytes.getReader();
  const { value: begin } = await reader.read();
  reader.cancel();
  const packed = begin[0] === 0x1f && begin[1] === 0x8b;
  const stream = packed ? rest.pipeThrough(new DecompressionStream("gzip")) : rest;
  const program = new Response(stream, { headers: { "Content-Type": "application/wasm" } });
  return WebAssembly.compileStreaming ? WebAssembly.compileStreaming(program) : WebAssembly.compile(await program.arrayBuffer());
}
