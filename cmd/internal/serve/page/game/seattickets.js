// The tickets for seats in games with friends: the token of a link, and a key that this
// browser has made for the game. They are in the browser's storage and in the state of the
// tab's history, for browsers that let a page store nothing; never in the address.

import { ID_LENGTH, friendLink, gameOfToken } from "./gamelink.js";
import { remember, remembered } from "../savedgames/remembered.js";

const storageKey = (id) => `cathedral-seat-${id}`;

/**
 * The ticket for what a link says, a token or the id of a game: {token, key, isNew}. That of a game
 * which is not known here is the id without a key, and lets one watch. `key` is that of a link to
 * another device, or null. The address loses the token.
 */
export function ticketOf(friend, key = null) {
  const id = gameOfToken(friend);
  const isId = friend.length === ID_LENGTH;
  const { seat: inTab } = history.state ?? {};
  const isHere = inTab && gameOfToken(inTab.token) === id;
  const [token, ownKey] = isHere ? [inTab.token, inTab.key] : (remembered(storageKey(id)) ?? "").split(" ");
  if (isId && !ownKey) return { token: id, isNew: !isHere };
  const seat = { token: isId ? token : friend, key: key ?? ownKey ?? newKey() };
  if (location.hash.startsWith("#friend=")) history.replaceState({ ...history.state, seat }, "", location.pathname + friendLink(id));
  return { ...seat, isNew: !key && !ownKey };
}

/** Keeps the ticket of a seat, which opens the game. */
export const keepTicket = ({ token, key }) => remember(storageKey(gameOfToken(token)), `${token} ${key}`);

/** A key of 24 letters, as MESSAGES.md has it. */
function newKey() {
  const random = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)));
  return btoa(random).replaceAll("+", "-").replaceAll("/", "_");
}
