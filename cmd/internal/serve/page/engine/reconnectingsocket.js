// A WebSocket that opens itself again: what the carrier uses to reach the server.

import { Latest } from "./latest.js";

/** Milliseconds before the next try, after the first, second, ... failure. */
const PAUSES = [250, 1000, 2000, 4000, 8000, 15000];

/**
 * A wire to the server. Events: "message" with a text as detail, "close" when what
 * was sent may be lost, "state" when `state` has changed:
 *
 *	connecting   a connection is being made
 *	open         messages pass
 *	waiting      the last try failed, the next one comes at `retryAt`
 *	impossible   this browser lacks what is `missing`
 */
export class ReconnectingSocket extends EventTarget {
  constructor(url) {
    super();
    this.url = url;
    this.remote = true;
    this.share = null; // nothing is to be loaded
    this.failures = 0;
    this.retryAt = 0;
    this.listening = new Latest(); // to one socket at a time
    if (typeof WebSocket === "undefined") {
      this.state = "impossible";
      this.missing = "WebSocket";
      return;
    }
    addEventListener("online", () => this.retry());
    // A page that is left may be kept for the way back: its engines are not.
    addEventListener("pagehide", () => this.restart());
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.become("connecting");
    const signal = this.listening.begin();
    this.socket = new WebSocket(this.url);
    this.socket.addEventListener("message", ({ data }) => {
      this.failures = 0;
      if (this.state !== "open") this.become("open");
      this.dispatchEvent(new CustomEvent("message", { detail: data }));
    }, { signal });
    this.socket.addEventListener("close", () => this.lose(), { signal });
  }

  lose() {
    const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures++;
    this.retryAt = Date.now() + pause;
    this.timer = setTimeout(() => this.connect(), pause);
    this.become("waiting");
    this.dispatchEvent(new Event("close"));
  }

  become(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  send(text) {
    this.socket.send(text);
  }

  /** Tries at once instead of waiting. */
  retry() {
    if (this.state === "waiting") this.connect();
  }

  /** Gives up a connection that does not answer any more, and makes another one. */
  restart() {
    if (this.state !== "open") return;
    this.listening.end();
    this.socket.close();
    this.lose();
  }
}
