// The games that are kept in the browser, in its IndexedDB. A browser that does not let
// the page keep anything, has no room or does not answer, is no reason to stop: then games
// live as long as the tab, and `problem` says so. What it does late is done all the same.
//
// A saved game is what Game.text is, and besides
//
//	id, name, created, updated   milliseconds since 1970; name is "" until one gives it
//	players {light, dark}        texts, as playerText writes them
//	control, left, moveTime      the clock, what it shows in milliseconds, and what engines get
//	plan                         a move that was left to be played, or null (see plannedmove.js)
//	series                       the games before in the same series, or null (see gameover.js)
//	outcome                      the result, "*" while it is played
//	marks                        of its last review: {ply, side, kind, loss, reason, captured}, the index of
//	                             a move, who played it, the mark's kind, the squares that it lost, the kind of
//	                             the reason, and how many buildings that captures; null before
//	picture                      {pieces, territory, score} of the last position, or null

import { elapsed } from "../dom.js";
import { soundGame } from "./soundgames.js";
import { text } from "../texts/texts.js";
import { VariationTree } from "../game/variationtree.js";
import { withWords } from "./movecomment.js";

const DATABASE = "cathedral";
const STORE = "games";
const BOARDS = "boards";

/** Milliseconds that the browser has for an answer, and that it has while it owes one. */
const PATIENCE = 1000;
const PAUSE = 100;

/**
 * The saved games. Events: "change" with {ids, name, comment, marks} as detail when another tab has
 * changed games, or when one has a new name, a new comment {moves, words} on the last of some
 * moves, or marks; "problem" when `problem` has become another one.
 */
export class SavedGames extends EventTarget {
  constructor() {
    super();
    this.problem = "";
    this.unsaved = new Map(); // what the browser would not keep
    this.newest = new Map(); // of each game the version that was to be kept last, while it is written
    this.unread = new Set(); // the keys of what was not read: it is not overwritten
    this.silent = false; // the browser has not answered in time
    this.database = null;
    this.soon(this.connect()).catch((error) => this.report(text("games.notKept"), error));
    if (typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel("cathedral-games");
    this.channel.addEventListener("message", ({ data }) => this.dispatchEvent(new CustomEvent("change", { detail: data })));
  }

  /** What the browser answers to a request for so many things, if it does so in time. */
  async soon(answered, things = 1) {
    let come = false;
    answered.then(() => { this.silent = false; }).catch(() => {}).finally(() => { come = true; });
    const late = async () => {
      // A page that is busy hears nothing: its time is not the browser's.
      for (let left = this.silent ? 1 : Math.max(1, things) * PATIENCE / PAUSE; left > 0 && !come; left--) {
        await elapsed(PAUSE);
      }
      this.silent ||= !come;
      throw new Error("the database does not answer");
    };
    return Promise.race([answered, late()]);
  }

  /** The database, which is opened anew when the browser has closed it. */
  connect() {
    this.database ??= this.open().catch((error) => {
      this.database = null;
      throw error;
    });
    return this.database;
  }

  async open() {
    const request = indexedDB.open(DATABASE, 2);
    request.addEventListener("upgradeneeded", ({ oldVersion }) => {
      if (oldVersion < 1) request.result.createObjectStore(STORE, { keyPath: "id" }).createIndex("updated", "updated");
      if (oldVersion < 2) request.result.createObjectStore(BOARDS);
    });
    const database = await answer(request);
    // A browser that is told to forget all closes the database: what comes then goes into a new one.
    database.addEventListener("close", () => { this.database = null; });
    // A later version of the page, in another tab, can only open it when this one lets go.
    database.addEventListener("versionchange", () => database.close());
    return database;
  }

  report(problem, error) {
    if (problem === this.problem) return;
    this.problem = problem;
    this.dispatchEvent(new CustomEvent("problem", { detail: error }));
  }

  /** An object store to read from. */
  async store(name = STORE) {
    return (await this.connect()).transaction(name).objectStore(name);
  }

  /** Changes an object store in one transaction; resolves when that is done for good. */
  async change(act, name = STORE) {
    const transaction = (await this.connect()).transaction(name, "readwrite");
    const done = new Promise((resolve, reject) => {
      transaction.addEventListener("complete", resolve);
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error(text("trouble.notWritten"))));
    });
    try {
      act(transaction.objectStore(name));
    } catch (error) {
      done.catch(() => {});
      transaction.abort();
      throw error;
    }
    await done;
  }

  /** What is kept under a key, or null; also null if it cannot be read. */
  async read(key, name = STORE) {
    try {
      return (await this.soon(this.store(name).then((store) => answer(store.get(key))))) ?? null;
    } catch {
      this.unread.add(key); // what cannot be a key too
      return null;
    }
  }

  /** Puts something into a store, but not over what was not read. */
  write(store, value, key = undefined) {
    const known = key ?? value.id;
    if (!this.unread.has(known)) return store.put(value, key);
    const request = store.add(value, key);
    request.addEventListener("success", () => this.unread.delete(known));
    request.addEventListener("error", (event) => event.preventDefault());
  }

  /** Tells the other tabs that games have changed; `change` says how: see the event. */
  tell(ids, change = {}) {
    this.channel?.postMessage({ ids, ...change });
  }

  /** Keeps what is on a board that is not a game, such as the analysis; if it cannot, a reload loses it. */
  async putBoard(name, board) {
    try {
      await this.change((store) => this.write(store, board, name), BOARDS);
    } catch {
      // The address still has the line one is in.
    }
  }

  /** What was kept of a board, or null. */
  getBoard(name) {
    return this.read(name, BOARDS);
  }

  /** Keeps games, in the place of those with the same ids; resolves to whether the browser keeps them longer than the tab. */
  async put(...games) {
    for (const game of games) this.newest.set(game.id, game);
    // A database that was closed may tell so of an old version when a newer one is kept already.
    const newest = () => games.filter((game) => this.newest.get(game.id) === game);
    const written = this.change((store) => games.forEach((game) => this.write(store, game))).then(() => {
      for (const game of games) {
        if ([this.newest, this.unsaved].some((last) => last.get(game.id) === game)) this.unsaved.delete(game.id);
      }
      if (this.unsaved.size === 0) this.report("");
      this.tell(games.map(({ id }) => id));
      return true;
    });
    const kept = await this.soon(written, games.length).catch((error) => {
      for (const game of newest()) this.unsaved.set(game.id, game);
      this.report(error.name === "QuotaExceededError" ? text("games.noRoom") : text("games.notKept"), error);
      return false;
    });
    for (const { id } of newest()) this.newest.delete(id);
    return kept;
  }

  /** Tries once more to keep what was not kept, unless a newer version is being written. */
  async putAgain() {
    const games = [...this.unsaved.values()].filter(({ id }) => !this.newest.has(id));
    if (games.length > 0) await this.put(...games);
  }

  /** What was kept with an id, whatever it is, or null. */
  async stored(id) {
    return this.unsaved.get(id) ?? this.read(id);
  }

  /** The game with an id, or null if there is none, or none that can be read. */
  async get(id) {
    const game = soundGame(await this.stored(id));
    return game.broken ? null : game;
  }

  /** Removes a game; resolves to what was kept of it, which `restore` takes. There may be room for others then. */
  async remove(id) {
    const stored = await this.stored(id);
    this.unsaved.delete(id);
    try {
      await this.soon(this.change((store) => store.delete(id)));
    } catch {
      // Then it was not kept either.
    }
    this.tell([id]);
    await this.putAgain();
    return stored;
  }

  /** Brings back what was removed, unless the game has been saved anew since. */
  async restore(stored) {
    if (await this.stored(stored.id) === null) await this.put(stored);
  }

  /** Gives a game a name, and leaves all else of it as it is: it may be in play. */
  async rename(id, name) {
    await this.alter(id, (game) => ({ ...game, name }), { name });
  }

  /** Writes the words of people on the last of some moves of a game, and leaves all else of it as it is. */
  async comment(id, moves, words) {
    await this.alter(id, (game) => commented(game, moves, words), { comment: { moves, words } });
  }

  /** Keeps the marks of a review in a game, if that has the moves that were reviewed. */
  async mark(id, moves, marks) {
    await this.alter(id, (game) => (soundGame(game).moves?.join() === moves.join() ? { ...game, marks } : game), { marks });
  }

  /** Changes a game with a function of what is kept of it, and tells of the change. */
  async alter(id, act, change) {
    if (this.unsaved.has(id)) {
      this.unsaved.set(id, act(this.unsaved.get(id)));
    } else {
      await this.soon(this.change((store) => {
        const request = store.get(id);
        request.addEventListener("success", () => request.result && store.put(act(request.result)));
      })).catch(() => {});
    }
    this.tell([id], change);
    this.dispatchEvent(new CustomEvent("change", { detail: { ids: [id], ...change } }));
  }

  /**
   * Tries once more to keep what was not kept, and gives what has no time of its last
   * change one: without it, it would be in no list.
   */
  async repair() {
    await this.putAgain();
    const isTime = (value) => typeof value === "number" && !Number.isNaN(value);
    try {
      const store = await this.soon(this.store());
      const times = store.index("updated").count(IDBKeyRange.bound(-Infinity, Infinity));
      const [all, listed] = await this.soon(Promise.all([answer(store.count()), answer(times)]));
      if (all === listed) return;
      await this.change((games) => games.openCursor().addEventListener("success", ({ target }) => {
        const cursor = target.result;
        if (!cursor) return;
        if (!isTime(cursor.value.updated)) cursor.update({ ...cursor.value, updated: this.now });
        cursor.continue();
      }));
    } catch {
      // Then they stay where they are.
    }
  }

  async count() {
    try {
      const store = await this.soon(this.store());
      const [kept, ...known] = await this.soon(Promise.all([answer(store.count()), ...[...this.unsaved.keys()].map((id) => answer(store.count(id)))]));
      return known.reduce((sum, one) => sum + 1 - one, kept);
    } catch {
      return this.unsaved.size;
    }
  }

  /** Up to `most` games that come after another one in the order of their last changes, the latest first. */
  async list(most, after = null) {
    const range = after && IDBKeyRange.upperBound(after.updated);
    const games = [...this.unsaved.values()].filter((game) => !after || byChange(after, game) < 0);
    try {
      const index = (await this.soon(this.store())).index("updated");
      await this.soon(new Promise((resolve, reject) => {
        const request = index.openCursor(range, "prev");
        let found = 0;
        request.addEventListener("error", () => reject(request.error));
        request.addEventListener("success", () => {
          const cursor = request.result;
          if (!cursor || found === most) return resolve();
          if (after && byChange(after, cursor.value) >= 0) {
            // Those that were changed at the same time stand one after the other.
            if (indexedDB.cmp(cursor.primaryKey, after.id) > 0) cursor.continuePrimaryKey(after.updated, after.id);
            else cursor.continue();
            return;
          }
          found++;
          if (!this.unsaved.has(cursor.value.id)) games.push(cursor.value);
          cursor.continue();
        });
      }), most);
    } catch {
      // Then there are only those that are not saved.
    }
    return games.sort(byChange).slice(0, most).map(soundGame);
  }

  /** All games in the order of their ids, up to `most` at a time. */
  async* batches(most) {
    const unsaved = new Map(this.unsaved);
    let range = null;
    for (;;) {
      const games = await this.soon(this.store().then((store) => answer(store.getAll(range, most))), most).catch(() => []);
      if (games.length === 0) break;
      yield games.filter(({ id }) => !unsaved.has(id)).map(soundGame);
      range = IDBKeyRange.lowerBound(games.at(-1).id, true);
    }
    if (unsaved.size > 0) yield [...unsaved.values()];
  }

  /** A time for `updated` that no other game has: lists go on after it. */
  get now() {
    this.last = Math.max(Date.now(), (this.last ?? 0) + 0.001);
    return this.last;
  }
}

/** A game that was not played here as it is saved: nobody of its players sits here. */
export function savedGame(game, now, name) {
  return {
    ending: null, ...game, id: newId(), name, created: now, updated: now, players: { light: "person", dark: "person" },
    control: "", left: null, moveTime: "", series: null, outcome: game.result, picture: null,
  };
}

/** A stored game with the words of people on the last of some moves; as it was if it does not have them. */
function commented(stored, moves, words) {
  const game = soundGame(stored);
  const tree = new VariationTree(game);
  if (game.broken || !tree.has(moves)) return stored;
  const node = moves.length > 0 ? tree.nodeAfter(moves) : game;
  node.comment = withWords(node.comment, words);
  return { ...stored, comment: game.comment, ...tree.write() };
}

/** Orders games by their last changes, the latest first. */
const byChange = (one, other) => other.updated - one.updated || indexedDB.cmp(other.id, one.id);

/** A new id. */
export const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

/** The promise of a request's result. */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
    request.addEventListener("blocked", () => reject(new Error(text("trouble.databaseInUse"))));
  });
}
