// The carrier: the page's one interface to the rules and the engines. It carries the
// messages of MESSAGES.md over a wire, and nothing else on the page knows which. A
// wire is an EventTarget like ReconnectingSocket: it has send, retry, restart, state,
// retryAt and missing, and the events "message", "close" and "state". A wire to another
// machine is `remote`; why another one was lost is its `fault`. `share` is how much of the other end has been loaded, from 0 to 1, or
// null if that is not awaited; `renew` loads another version of the page, if there is one.

import { Refusal } from "./refusal.js";
import { nextEvent } from "../dom.js";
import { percent, text } from "../texts/texts.js";

/** Requests that change nothing, or nothing more when they come twice: they are sent again when the answer was lost. */
const REPEATABLE = new Set(["view", "game", "why", "compare", "open", "save", "records", "opening", "book", "setup", "played", "addresses", "code", "join", "turns", "play", "notify"]);

/** How often a request is sent before it is taken for the cause of the losses. */
const MOST_TRIES = 4;

/** Milliseconds in which a wire that works answers a small question. */
const PATIENCE = 5000;

/** Milliseconds after which it is said that an answer is waited for. */
const SLOW = 2000;

/** Milliseconds without any message after which a wire is tested that owes an answer. */
const SILENCE = 8000;

/**
 * The carrier. Events: "hello" when the other end has greeted, first of all and after
 * each loss; "close" when the connection is lost; "push" with the message as detail;
 * "state" when `trouble` may have changed. `hello` is the last greeting.
 */
export class Carrier extends EventTarget {
  constructor(wire) {
    super();
    this.wire = wire;
    this.next = 1;
    this.waiting = new Map();
    this.hello = null;
    this.greeted = false;
    this.heard = 0; // when the last message came
    wire.addEventListener("message", ({ detail }) => {
      this.heard = performance.now();
      this.receive(JSON.parse(detail));
    });
    wire.addEventListener("close", () => this.lose());
    wire.addEventListener("state", () => this.dispatchEvent(new Event("state")));
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
  }

  receive(message) {
    if (message.hello) {
      this.hello = message.hello;
      this.greeted = true;
      for (const [id, { request }] of this.waiting) this.send(id, request);
      this.dispatchEvent(new Event("hello"));
      this.dispatchEvent(new Event("state"));
      return;
    }
    const waiting = this.waiting.get(message.id);
    if (!waiting) return this.dispatchEvent(new CustomEvent("push", { detail: message }));
    const { wait } = this;
    this.waiting.delete(message.id);
    if (wait) this.dispatchEvent(new Event("state"));
    if (message.error) waiting.reject(new Refusal(message));
    else waiting.resolve(message);
  }

  lose() {
    this.greeted = false;
    for (const [id, { request, tries, reject }] of this.waiting) {
      if (tries === 0 || (REPEATABLE.has(request.do) && tries < MOST_TRIES)) continue;
      this.waiting.delete(id);
      reject(new Error(this.loss));
    }
    this.dispatchEvent(new Event("close"));
  }

  /** Waits until the other end has greeted. */
  async ready() {
    if (!this.greeted) await nextEvent(this, "hello");
  }

  /**
   * Sends a request and returns a promise of its answer, or of the error it says.
   * Without a connection the request waits for one. `signal` is an AbortSignal: whoever
   * aborts it does not want the answer any more, and the promise is rejected.
   */
  ask(request, signal = null) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      this.waiting.set(id, { request, tries: 0, resolve, reject });
      if (this.greeted) this.send(id, request);
    });
  }

  send(id, request) {
    const waiting = this.waiting.get(id);
    const message = JSON.stringify({ id, ...request });
    if (bytes(message) > this.hello.limits.message) {
      this.waiting.delete(id);
      waiting.reject(Object.assign(new Error(text("trouble.tooLong")), { tooLong: true }));
      return;
    }
    waiting.tries++;
    waiting.sent = performance.now();
    if (this.wire.remote) this.watch(waiting, id);
    this.wire.send(message);
  }

  /** Has it said that an answer is slow, and the wire tested that brings nothing at all. */
  watch(waiting, id) {
    const later = (time, act) => setTimeout(() => this.waiting.get(id) === waiting && performance.now() - waiting.sent >= time && act(), time);
    later(SLOW, () => this.dispatchEvent(new Event("state")));
    later(SILENCE, () => this.heard < waiting.sent && this.check());
  }

  /** Sends a request that wants no answer; without a connection it is dropped. */
  tell(request) {
    if (this.greeted) this.wire.send(JSON.stringify(request));
  }

  /** Finds out whether a connection that was left alone for a while still works. */
  async check() {
    this.wire.retry();
    if (!this.greeted) return;
    const timer = setTimeout(() => this.wire.restart(), PATIENCE);
    await this.ask({ do: "view" }).catch(() => {});
    clearTimeout(timer);
  }

  /** What answers are waited for, if that takes long: {text, share}, or null. */
  get wait() {
    if (this.waiting.size === 0) return null;
    const { share, remote } = this.wire;
    if (share !== null) return share < 1 ? { text: text("wait.engine"), share: percent(share) } : { text: text("wait.start") };
    const slow = remote && [...this.waiting.values()].some(({ sent }) => performance.now() - sent >= SLOW);
    return slow ? { text: text("wait.server") } : null;
  }

  /** That there is another version of the page: {text, action, again, later}, or null. */
  get news() {
    const { renew } = this.wire;
    if (!renew) return null;
    const later = () => {
      this.wire.renew = null;
      this.dispatchEvent(new Event("state"));
    };
    return { text: text("update.ready"), action: text("update.reload"), again: renew, later };
  }

  /** What is said of a wire that is lost. */
  get loss() {
    const { remote, fault } = this.wire;
    return remote ? text("trouble.lost") : text("trouble.noEngine", { detail: fault });
  }

  /** What is the matter with the connection: {text, retryAt, again}, or null. */
  get trouble() {
    const { state, retryAt, remote } = this.wire;
    if (state === "impossible") return { text: text("trouble.lacks", { missing: this.wire.missing }) };
    if (this.greeted || (state !== "waiting" && !this.wire.failures)) return null;
    return { text: remote && !this.hello ? text("trouble.noAnswer") : this.loss, retryAt: state === "waiting" ? retryAt : 0, again: () => this.wire.retry() };
  }
}

/** The length of a text as it is sent. */
const bytes = (message) => new TextEncoder().encode(message).length;
