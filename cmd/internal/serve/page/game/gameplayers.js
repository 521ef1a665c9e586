// Who plays: people, levels of this program's engine, and other engines.

import { playerTag, tagOf } from "./game.js";
import { levelName, levelOf } from "./strengthlevels.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { text } from "../texts/texts.js";

/** A player that is a person here. The others are {kind: "engine", engine, level}, and {kind: "friend", token} on another device. */
export const PERSON = { kind: "person" };

const NAME = "cathedral-name";

/** The name that one has given oneself, "" for none. */
export const ownName = () => remembered(NAME) ?? "";

/** Remembers the name that one gives oneself. */
export const nameOneself = (name) => remember(NAME, name);

/** A player as a text for forms, links and saved games: "person", "level mason", "engine greedy", "friend TOKEN". */
export function playerText(player) {
  if (player.kind === "friend") return `friend ${player.token}`;
  if (player.kind === "person") return "person";
  return player.level ? `level ${player.level}` : `engine ${player.engine}`;
}

/** The player of such a text; levels are those of the server's own engine. */
export function parsePlayer(text, ownEngine) {
  const [kind, ...rest] = text.split(" ");
  const name = rest.join(" ");
  if (kind === "level") return { kind: "engine", engine: ownEngine, level: levelOf(name).id };
  if (kind === "friend") return { kind, token: name };
  if (kind === "engine") return { kind: "engine", engine: name, level: null };
  return PERSON;
}

/** The name that a record has of a side's player, or `nameless` for a person without one. */
export function recordedName(game, side, nameless) {
  const name = tagOf(game, playerTag(side));
  return name && name !== text("player.person") ? name : nameless;
}

/** What a player is called in records and lists. */
export function playerName(player) {
  if (player.kind === "person") return text("player.person");
  if (player.kind === "friend") return text("player.friend");
  return player.level ? levelName(levelOf(player.level)) : player.engine;
}
