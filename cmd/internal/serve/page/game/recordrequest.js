// How the server is asked for the record of a game.

import { rulesOf } from "./rulesets.js";

/** The request for the record of a game's text, which may have a name. */
export function recordRequest({ start, moves, comment, comments, variations, name, ...game }) {
  const { tags, ...result } = resultOf(game);
  const named = name ? [...tags.filter((tag) => tag.name !== "Event"), { name: "Event", value: name }] : tags;
  return { do: "save", ...rulesOf(game), start, moves, comment, comments, variations, tags: named, ...result };
}

/**
 * The tags of a game's record, and its result when the clock ended it, somebody
 * resigned, or a record gave it; that of the board the server knows.
 */
function resultOf({ ending, result, tags }) {
  if (ending) {
    const ended = [["Termination", ending.termination], ["Adjudication", ending.rule]].filter(([, value]) => value);
    return { result: ending.result, tags: [...tags, ...ended.map(([name, value]) => ({ name, value }))] };
  }
  return result === "*" ? { tags } : { result, tags };
}
