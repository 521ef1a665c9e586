// A game with a friend on another device. The server keeps it, its rules and its clocks;
// the game in play follows what the server says, and what one does goes to the server
// first. The first browser that opens a player's link holds that seat, and can come back at any
// time; others watch, and ask for the seat.

import { FriendClock } from "./friendclock.js";
import { FriendPanel } from "./friendpanel.js";
import { PERSON, ownName } from "./gameplayers.js";
import { PAIR } from "./gameover.js";
import { SIDES, opponent } from "./game.js";
import { friendLink, gameOfToken } from "./gamelink.js";
import { greet, offerToWatch } from "../dialogs/greeting.js";
import { keepTicket, ticketOf } from "./seattickets.js";
import { nextEvent } from "../dom.js";
import { attempt, statusWords } from "../texts/gamemessages.js";
import { rulesOf } from "./rulesets.js";
import { tellCrossings } from "./crossings.js";
import { enrol } from "./turnnotification.js";
import { turnSince } from "./turnsince.js";
import { text } from "../texts/texts.js";

/** States with more new moves than these are shown without playing each. */
const MOST_PLAYED = 4;

let panel = null;

/**
 * Joins the game of a token, or of the id of a game that is known here, and has it played in
 * place of the game in play. `key` is that of a link to another device, or null. `tagsOf` makes
 * the tags of its record. With `modes`, who opens an invitation for the first time is greeted, and
 * who has the address of somebody's game is asked whether to watch. It resolves to whether the game
 * is joined, and fails if the token opens none.
 */
export async function joinFriend({ carrier, inPlay, sounds, tagsOf, token, key = null, modes = null }) {
  const ticket = ticketOf(token, key);
  if (inPlay.friend?.ticket.token === ticket.token) return true;
  if (modes && ticket.isNew && !ticket.key) {
    const watch = () => joinFriend({ carrier, inPlay, sounds, tagsOf, token }).then(() => modes.go("play"));
    offerToWatch(() => attempt(watch));
    return false;
  }
  const friend = new FriendGame({ carrier, inPlay, tagsOf, ticket });
  if (!panel) {
    panel = new FriendPanel(carrier);
    tellCrossings(inPlay, sounds);
  }
  try {
    await friend.join();
    await friend.queue(() => friend.begin());
    const { seat, you } = friend.state;
    if (seat) keepTicket(ticket);
    if (modes && ticket.isNew && you && !inPlay.game.ended) greet({ modes, inPlay, friend });
    return true;
  } catch (error) {
    friend.close({ part: false });
    panel.show(inPlay.friend);
    throw error;
  }
}

/** The game of a ticket. Event: "state" when the server has said something new. */
class FriendGame extends EventTarget {
  constructor({ carrier, inPlay, tagsOf, ticket }) {
    super();
    Object.assign(this, { carrier, inPlay, tagsOf, ticket, state: null, number: 0 });
    this.clock = new FriendClock("");
    this.following = Promise.resolve();
    this.ending = new AbortController();
    const { signal } = this.ending;
    carrier.addEventListener("push", ({ detail }) => detail.friend?.id === gameOfToken(ticket.token) && this.hear(detail.friend), { signal });
    carrier.addEventListener("hello", () => attempt(() => this.join()), { signal });
  }

  /** Joins the game, and asks for the seat if another device holds it; resolves when there is a state. */
  async join() {
    await this.request({ do: "join", name: ownName() });
    while (!this.state) await nextEvent(this, "state");
  }

  /** Leaves the game, which stays at the server; `part` says whether no other one was joined. */
  close({ part }) {
    this.ending.abort();
    this.clock.set({ control: "", left: this.clock.left }, null);
    if (part) this.carrier.tell({ do: "part" });
    panel.show(null);
  }

  request(request) {
    const { token, key } = this.ticket;
    return this.carrier.ask({ ...request, token, key });
  }

  /** Takes a state of the game from the server. What it answers is told as `answer` {words}, and what the friend asks as `asks` (friendpanel.js), by crossings.js. */
  hear(state) {
    const before = this.state;
    this.state = state;
    if (before && before.handed < state.handed) {
      const mine = before.number === state.number && before.you !== state.you;
      if (mine) {
        this.answer = { words: text(state.you ? "friend.seatMine" : "friend.seatGone") };
        this.gaveSeatAway = !state.you;
      } else if (state.you) this.answer = { words: text("friend.seatHanded", { friend: this.named(opponent(state.you)) }) };
    }
    const { offer, you, number, moves, result } = before ?? {};
    const lapsed = offer && offer.side === you && !state.offer && number === state.number && result === state.result && state.moves.length >= moves.length;
    if (lapsed && !this.withdraws) this.answer = { words: text("friend.declined") };
    this.withdraws = false;
    if (this.number > 0) attempt(() => this.queue(() => this.follow()));
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
    const { state, ticket: { token } } = this;
    const { id, you, number, moves, control, pair } = state;
    const players = Object.fromEntries(SIDES.map((side) => [side, side === you ? PERSON : { kind: "friend", token }]));
    Object.assign(this, { number, you, enrolled: null });
    const tags = this.tagsOf(players, control.includes("+") ? control : "");
    const gameId = `friend-${id}-${number}`;
    const kept = await this.inPlay.saved.get(gameId);
    const about = { id: gameId, name: kept?.name ?? "", created: kept?.created ?? Date.now(), series: pair && { ...PAIR, ...pair }, plan: kept?.plan ?? null, marks: kept?.marks };
    await this.inPlay.start({ ...rulesOf(state), moves, tags, ending: endingOf(state) }, { players, clock: this.clock, moveTime: "", about, friend: this });
    await this.follow();
    this.inPlay.save();
  }

  /** Brings the game in play to the last state. */
  async follow() {
    const { state, inPlay } = this;
    const { game } = inPlay;
    if (inPlay.friend !== this) return;
    if (state.number !== this.number || state.you !== this.you) return this.begin();
    const named = { White: state.names.light, Black: state.names.dark };
    game.tags = game.tags.map((tag) => (named[tag.name] ? { ...tag, value: named[tag.name] } : tag));
    const same = state.moves.findIndex((move, index) => move !== game.moves[index]);
    const common = same < 0 ? state.moves.length : same;
    if (state.moves.length - common > MOST_PLAYED) await inPlay.hold(() => game.load({ ...game.text, moves: state.moves }));
    else if (common < game.moves.length) await game.takeBack(common);
    for (const move of state.moves.slice(game.moves.length)) await inPlay.append(move);
    const ending = endingOf(state);
    if (ending && !game.ending) inPlay.finish(ending.result, ending.termination, ending.rule);
    this.clock.set(state, state.running ? game.lastView.side : null);
    panel.show(this);
    if (state.you && state.moves.length > 0) this.enrolled ??= enrol(this).then(() => inPlay.friend === this && panel.show(this));
    inPlay.dispatchEvent(new Event("tick")); // for the names; a change would put back what is in the air
  }

  /** Plays a move; resolves when it is on the board. */
  async play(move) {
    const { number } = this;
    const ply = this.inPlay.game.moves.length;
    await this.request({ do: "play", ply, move });
    while (this.state.number === number && this.state.moves.length <= ply) await nextEvent(this, "state");
    await this.following;
  }

  /** The fragment of the address: that of a seat says nothing to others. */
  get link() {
    const { token } = this.ticket;
    return friendLink(this.state.seat ? gameOfToken(token) : token);
  }

  /** The fragment by which another device of the same player holds the seat too. */
  get deviceLink() {
    const { token, key } = this.ticket;
    return this.state.seat ? friendLink(token, key) : this.link;
  }

  /** Gives the seat of a side to the device with a mark, or refuses that. */
  answerAsking(side, device, hands) {
    return this.request({ do: hands ? "handover" : "keep", side, device });
  }

  /** Offers "takeback", "draw" or "rematch", or agrees to it. */
  offer(what) {
    return this.request({ do: "offer", offer: what });
  }

  /** Declines the friend's offer, or withdraws one's own. */
  decline() {
    const { offer, you } = this.state;
    this.withdraws = offer?.side === you;
    return this.request({ do: "decline" });
  }

  /** What the player of a side is called; "" where the side says enough. */
  name(side) {
    const { you, here, met, names } = this.state;
    if (side === you) return text("player.you");
    const name = names[side] || (you ? text("friend.name") : "");
    if (here[side] || !met[side]) return name;
    return name ? text("friend.away", { name }) : text("friend.playerAway");
  }

  /** Whose turn it is in a view: that of the person, named or not, or of one of two others. */
  turnWords(view) {
    const friend = this.named(view.side);
    if (view.legal === "pass" || (!friend && !this.state.you)) return statusWords({ view });
    return text("friend.othersTurn", { friend });
  }

  /** Since when it is whose turn, in words, or "". */
  get since() {
    const { state: { moves, names, turnAt: at, you }, inPlay: { game } } = this;
    const { side, legal } = game.lastView;
    if (game.ended || legal === "pass" || moves.length !== game.moves.length || !(you || names[side])) return "";
    return turnSince({ yours: side === you, friend: this.named(side), at });
  }

  /** What a side's player is called in texts, which have a form of their own for a player without a name, "". */
  named(side) {
    return this.state.names[side] || "";
  }
}

/** How the game has ended for another reason than the rules of the board, or null. */
function endingOf({ result, termination }) {
  if (!termination) return null;
  if (termination === "time") return { result, termination: "time forfeit", rule: "" };
  return { result, termination: "adjudication", rule: termination === "resign" ? "resign" : "draw" };
}
