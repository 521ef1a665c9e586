// The connection to the server: requests with answers, and lines that seats push.
// MESSAGES.md describes what goes over it.

/** Milliseconds before the next try to connect, after the first, second, ... failure. */
const RETRIES = [250, 1000, 3000, 8000];

/**
 * A connection that comes back by itself. Events: "hello" when the server has
 * greeted, first of all and after each loss; "close"; "push" with the message as
 * detail. `hello` is the last greeting.
 */
export class Socket extends EventTarget {
  constructor(url) {
    super();
    this.url = url;
    this.next = 1;
    this.waiting = new Map();
    this.failures = 0;
    this.hello = null;
    this.connect();
  }

  connect() {
    this.web = new WebSocket(this.url);
    this.web.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.web.addEventListener("close", () => this.lose());
  }

  receive(message) {
    if (message.hello) {
      this.failures = 0;
      this.hello = message.hello;
      this.greeted = true;
      this.dispatchEvent(new Event("hello"));
      return;
    }
    const request = this.waiting.get(message.id);
    if (!request) {
      this.dispatchEvent(new CustomEvent("push", { detail: message }));
      return;
    }
    this.waiting.delete(message.id);
    if (message.error) request.reject(new Error(message.error));
    else request.resolve(message);
  }

  lose() {
    this.greeted = false;
    for (const { reject } of this.waiting.values()) reject(new Error("the connection to the server is lost"));
    this.waiting.clear();
    this.dispatchEvent(new Event("close"));
    const delay = RETRIES[Math.min(this.failures, RETRIES.length - 1)];
    this.failures++;
    setTimeout(() => this.connect(), delay);
  }

  /** Waits until there is a connection, and the server has greeted. */
  async ready() {
    if (this.greeted) return;
    await new Promise((resolve) => this.addEventListener("hello", resolve, { once: true }));
  }

  /** Sends a request and returns a promise of its answer, or of the error it says. */
  async ask(request) {
    await this.ready();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.web.send(JSON.stringify({ id, ...request }));
    });
  }

  /** Sends a request that wants no answer; without a connection it is dropped. */
  tell(request) {
    if (this.greeted) this.web.send(JSON.stringify(request));
  }
}
