// The game in the address: whoever opens the link sees the same position of the
// same game.

import { cleanWords, wordsOf } from "../savedgames/movecomment.js";

/** How long the words of a question may be. */
export const MOST_QUESTION = 200;

/** The names of the fields that a link may have. */
export const FIELDS = ["game", "light", "dark", "do", "rules", "optional", "fair", "start", "moves", "ply", "friend", "ask"];

/**
 * The fragment of an address for a game, or null for none, and the mode it is in. `more`
 * has other fields: texts for light and dark, by which a game that is played goes on when
 * the page is loaded anew, or the place in a mode that has no game of one's own. `id` is
 * that of the saved game in play, which has what a link has not.
 */
export function writeLink(game, mode, more = {}, id = "") {
  const fields = new URLSearchParams(more);
  if (id) fields.set("game", id);
  if (mode !== "play") fields.set("do", mode);
  if (game) writeGame(game, fields);
  const text = fields.toString().replaceAll("%2F", "/");
  return text ? `#${text}` : "";
}

function writeGame(game, fields) {
  if (game.rules !== "classic") fields.set("rules", game.rules);
  if (game.optionalCapture) fields.set("optional", "1");
  if (game.fair) fields.set("fair", game.fair);
  if (game.start) fields.set("start", game.start);
  if (game.moves.length > 0) fields.set("moves", game.moves.join("."));
  if (game.ply !== game.moves.length) fields.set("ply", String(game.ply));
  for (const [ply, comment] of [game.comment, ...game.comments].entries()) {
    if (wordsOf(comment)) fields.append("comment", `${ply} ${wordsOf(comment)}`);
  }
}

/**
 * The fragment of an address that asks, in the words of a teacher or without any, for a
 * building where one is in a game. It has neither comments nor what comes after.
 */
export function questionLink(game, words) {
  const asked = game.question();
  return writeLink({ ...asked, ply: asked.moves.length, comment: "", comments: [] }, "question", questionFields(words));
}

/** The fields of a question's address besides those of its game. */
export const questionFields = (words) => (words ? { ask: words } : {});

/** The comments in a link on a number of moves: on the game, and on each move. */
function readComments(fields, count) {
  const comments = Array(count + 1).fill("");
  for (const field of fields.getAll("comment")) {
    const [, ply, words] = field.match(/^(\d{1,4}) ([^]*)$/) ?? [];
    if (ply <= count) comments[Number(ply)] = cleanWords(words);
  }
  const [comment, ...others] = comments;
  return { comment, comments: others };
}

/**
 * The fragment of an address that joins a game with a friend: with the token of a seat, with
 * its key too for another device of the same player, or with a game's id where it is known.
 */
export const friendLink = (token, key = "") => `#friend=${token}${key && `&key=${key}`}`;

/** The length of the id of a game with a friend. */
export const ID_LENGTH = 12;

/** The id of the game with a friend that a token belongs to. */
export const gameOfToken = (token) => token.slice(0, ID_LENGTH);

/** The fields of a fragment. It may be out of a page's source, and end with what `writeLink` never writes. */
const fieldsOf = (fragment) => new URLSearchParams(fragment.replace(/^#/, "").replaceAll("&amp;", "&").replace(/[^\w*.+%/-]+$/, ""));

/** A field without what cannot belong to it, such as a full stop or a bracket behind the link; null if it is missing. */
const plain = (fields, name, alien = /[^\w-]+$/) => fields.get(name)?.replace(alien, "") ?? null;

/** A field of the address that only one mode knows. */
export const addressField = (name) => plain(fieldsOf(location.hash), name);

/** Reads a fragment: {mode, ply, id, friend, key, players, ask, game}, or null when it says nothing. */
export function readLink(fragment) {
  const fields = fieldsOf(fragment);
  if (!FIELDS.some((name) => fields.has(name))) return null;
  const field = (name) => plain(fields, name);
  const moves = (field("moves") ?? "").split(".").filter(Boolean);
  return {
    mode: field("do") ?? "play",
    ply: /^\d+$/.test(field("ply")) ? Number(field("ply")) : undefined,
    id: field("game"),
    friend: field("friend"),
    key: field("key"),
    ask: cleanWords(fields.get("ask") ?? "").replaceAll("\n", " ").slice(0, MOST_QUESTION),
    players: { light: plain(fields, "light", /[\s.]+$/), dark: plain(fields, "dark", /[\s.]+$/) }, // engines have any names
    game: {
      rules: field("rules") || "classic",
      optionalCapture: fields.has("optional"),
      fair: field("fair") ?? "",
      start: field("start") ?? "",
      moves, ...readComments(fields, moves.length),
    },
  };
}
