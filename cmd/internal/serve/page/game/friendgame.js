// A game with a friend on another device. The server keeps it, its rules and its clocks;
// the game in play follows what the server says, and what one does goes to the server
// first. With the token of a player, or of those who watch, one can come back at any time.

import { FriendClock } from "./friendclock.js";
import { FriendPanel } from "./friendpanel.js";
import { PERSON } from "./gameplayers.js";
import { SIDES } from "./gamestate.js";
import { gameOfToken } from "./gamelink.js";
import { note } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";

/** States with more new moves than these are shown without playing each. */
const MOST_PLAYED = 4;

let panel = null;

/**
 * Joins the game of a token, and has it played in place of the game in play. `tagsOf` makes
 * the tags of its record. It fails if the token opens no game.
 */
export async function joinFriend({ carrier, inPlay, tagsOf, token }) {
  if (inPlay.friend?.token === token) return;
  const friend = new FriendGame({ carrier, inPlay, tagsOf, token });
  panel ??= new FriendPanel(carrier);
  try {
    await friend.join();
    await friend.queue(() => friend.begin());
  } catch (error) {
    friend.close({ part: false });
    panel.show(inPlay.friend);
    throw error;
  }
}

/** The game of a token. Event: "state" when the server has said something new. */
class FriendGame extends EventTarget {
  constructor({ carrier, inPlay, tagsOf, token }) {
    super();
    Object.assign(this, { carrier, inPlay, tagsOf, token, state: null, number: 0 });
    this.clock = new FriendClock("");
    this.following = Promise.resolve();
    this.ending = new AbortController();
    const { signal } = this.ending;
    carrier.addEventListener("push", ({ detail }) => detail.friend?.id === gameOfToken(token) && this.hear(detail.friend), { signal });
    carrier.addEventListener("hello", () => this.request({ do: "join" }).catch((error) => note(error.message)), { signal });
  }

  /** Joins the game; resolves when there is a state. */
  async join() {
    await this.request({ do: "join" });
    while (!this.state) await new Promise((resolve) => this.addEventListener("state", resolve, { once: true }));
  }

  /** Leaves the game, which stays at the server; `part` says whether no other one was joined. */
  close({ part }) {
    this.ending.abort();
    this.clock.set({ control: "", left: this.clock.left }, null);
    if (part) this.carrier.tell({ do: "part" });
    panel.show(null);
  }

  request(request) {
    return this.carrier.ask({ ...request, token: this.token });
  }

  /** Takes a state of the game from the server. */
  hear(state) {
    this.state = state;
    if (this.number > 0) this.queue(() => this.follow()).catch((error) => note(error.message));
    this.dispatchEvent(new Event("state"));
  }

  /** Does something when all before it is done. */
  queue(act) {
    const done = this.following.then(act);
    this.following = done.catch(() => {});
    return done;
  }

  /** Has the game of the state played from where it is. */
  async begin() {
    const { state, token } = this;
    const { id, you, number, rules, optionalCapture, moves, control } = state;
    const players = Object.fromEntries(SIDES.map((side) => [side, side === you ? PERSON : { kind: "friend", token }]));
    this.number = number;
    const tags = this.tagsOf(players, control.includes("+") ? control : "");
    const about = { id: `friend-${id}-${number}`, name: "", created: Date.now(), series: null };
    await this.inPlay.start({ rules, optionalCapture, moves, tags, ending: endingOf(state) }, { players, clock: this.clock, moveTime: "", about, friend: this });
    await this.follow();
    this.inPlay.save();
  }

  /** Brings the game in play to the last state. */
  async follow() {
    const { state, inPlay } = this;
    const { game } = inPlay;
    if (inPlay.friend !== this) return;
    if (state.number !== this.number) return this.begin();
    const same = state.moves.findIndex((move, index) => move !== game.moves[index]);
    const common = same < 0 ? state.moves.length : same;
    if (state.moves.length - common > MOST_PLAYED) await inPlay.hold(() => game.load({ ...game.text, moves: state.moves }));
    else if (common < game.moves.length) await game.takeBack(common);
    for (const move of state.moves.slice(game.moves.length)) await inPlay.append(move);
    const ending = endingOf(state);
    if (ending && !game.ending) inPlay.finish(ending.result, ending.termination, ending.rule);
    this.clock.set(state, state.running ? game.lastView.side : null);
    panel.show(this);
    inPlay.dispatchEvent(new Event("tick")); // for the names; a change would put back what is in the air
  }

  /** Plays a move; resolves when it is on the board. */
  async play(move) {
    const { number } = this;
    const ply = this.inPlay.game.moves.length;
    await this.request({ do: "play", ply, move });
    while (this.state.number === number && this.state.moves.length <= ply) {
      await new Promise((resolve) => this.addEventListener("state", resolve, { once: true }));
    }
    await this.following;
  }

  resign() {
    return this.request({ do: "resign" });
  }

  /** Offers "takeback" or "rematch", or agrees to it. */
  offer(what) {
    return this.request({ do: "offer", offer: what });
  }

  decline() {
    return this.request({ do: "decline" });
  }

  /** What the player of a side is called; "" where the side says enough. */
  name(side) {
    const { you, here } = this.state;
    if (side === you) return text("player.you");
    if (!here[side]) return text(you ? "friend.away" : "friend.playerAway");
    return you ? text("friend.name") : "";
  }
}

/** How the game has ended for another reason than the rules of the board, or null. */
function endingOf({ result, termination }) {
  if (!termination) return null;
  return termination === "resign" ? { result, termination: "adjudication", rule: "resign" } : { result, termination: "time forfeit", rule: "" };
}
