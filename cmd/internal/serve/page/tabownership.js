// Which tab of the browser a game is played in: one at a time owns it, by a Web Lock.
// A browser without locks lets every tab play.

/** Milliseconds that a page which is loaded anew waits for itself to let go. */
const PATIENCE = 700;

/** The ownership of one game at a time. Event: "lost" when another tab has taken it over. */
export class TabOwnership extends EventTarget {
  constructor() {
    super();
    this.letGo = () => {};
  }

  /** Takes the game with an id, from another tab if `over` is true; resolves to whether it worked. */
  take(id, over = false) {
    this.letGo();
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      let mine = false;
      const held = (lock) => {
        mine = lock !== null;
        resolve(mine);
        return mine ? new Promise((letGo) => { this.letGo = () => { mine = false; letGo(); }; }) : undefined;
      };
      const options = over ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE) };
      navigator.locks.request(`cathedral-game-${id}`, options, held).catch(() => {
        if (mine) this.dispatchEvent(new Event("lost"));
        resolve(false);
      });
    });
  }
}
