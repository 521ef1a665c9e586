// Which tab of the browser a game is played in: one at a time owns it, by a Web Lock.
// Browsers have locks at safe addresses only, which that of another machine in the house
// is not; there the tabs agree by messages. A browser that has neither lets every tab
// play.

import { elapsed } from "../dom.js";

/** Milliseconds that a page waits for its former self to let go of a game, and for the browser to say who has it. */
const PATIENCE = 700;

/** How often a busy browser is asked who has a game before the page gives up. */
const MOST_QUESTIONS = 10;

/** Milliseconds in which other tabs answer. */
const ANSWER_TIME = 400;

/** Returns a signal that aborts when somebody else holds a lock, or when the browser never says. */
function whenHeld(name) {
  const controller = new AbortController();
  const holds = () => navigator.locks.query().then(({ held }) => held.some((lock) => lock.name === name), () => false);
  (async () => {
    for (let questions = 0, held = false; !held && questions < MOST_QUESTIONS; questions++) {
      await elapsed(PATIENCE);
      held = await Promise.race([holds(), elapsed(PATIENCE)]);
    }
    controller.abort();
  })();
  return controller.signal;
}

/** The ownership of one game at a time. Event: "lost" when another tab has taken it over. */
export class TabOwnership extends EventTarget {
  constructor() {
    super();
    this.letGo = () => {};
    this.tab = Math.random().toString(36);
    this.game = null; // what is agreed on by messages: its id
    if (navigator.locks || typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel("cathedral-tabs");
    this.channel.addEventListener("message", ({ data }) => this.hear(data));
  }

  /**
   * Takes the game with an id; resolves to whether it worked. `over` takes it whoever
   * has it: from another tab, or at once if it is new and nobody can have it.
   */
  take(id, over = false) {
    this.letGo();
    if (navigator.locks) return this.lock(id, over);
    return this.channel ? this.agree(id, over) : Promise.resolve(true);
  }

  lock(id, over) {
    return new Promise((resolve) => {
      let mine = false;
      const held = (lock) => {
        mine = lock !== null;
        resolve(mine);
        return mine ? new Promise((letGo) => { this.letGo = () => { mine = false; letGo(); }; }) : undefined;
      };
      const name = `cathedral-game-${id}`;
      const options = over ? { steal: true } : { signal: whenHeld(name) };
      navigator.locks.request(name, options, held).catch(() => {
        if (mine) this.dispatchEvent(new Event("lost"));
        resolve(false);
      });
    });
  }

  /** Takes a game unless another tab says that it has it, or that it wants it and comes first. */
  async agree(id, over) {
    const claim = { id, owned: false, refused: false };
    this.game = claim;
    this.letGo = () => { this.game = null; };
    if (!over) {
      this.say("wants", id);
      await new Promise((resolve) => setTimeout(resolve, ANSWER_TIME));
      if (claim.refused || this.game !== claim) return false;
    }
    claim.owned = true;
    this.say("takes", id);
    return true;
  }

  say(what, id, to = "") {
    this.channel.postMessage({ what, id, to, tab: this.tab });
  }

  hear({ what, id, to, tab }) {
    const { game } = this;
    if (game?.id !== id) return;
    if (what === "wants" && (game.owned || this.tab < tab)) this.say("refuses", id, tab);
    if (what === "refuses" && to === this.tab) game.refused = true;
    if (what === "takes" && game.owned) {
      game.owned = false;
      this.dispatchEvent(new Event("lost"));
    }
  }
}
