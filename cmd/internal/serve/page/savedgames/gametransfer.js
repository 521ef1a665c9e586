// Bringing games and taking them away, thousands at a time: in parts that fit into
// messages, and until one has enough of it.

import { contentOf } from "./gamecontent.js";
import { halves, partsOf } from "./textparts.js";
import { Refusal } from "../engine/refusal.js";
import { recordRequest } from "../game/recordrequest.js";
import { moveNames } from "../texts/gamemessages.js";
import { tagOf } from "../game/game.js";
import { savedGame } from "./savedgames.js";
import { text } from "../texts/texts.js";

/** How many games are taken out of the browser's database at a time. */
const BATCH = 500;

/**
 * The records of all saved games as {records, faults}. `progress` is called with how
 * many of all are done; `signal` is an AbortSignal.
 */
export async function exportGames({ carrier, saved, progress, signal }) {
  const records = [];
  const faults = [];
  const all = await saved.count();
  const write = async (games) => {
    for (const { record, error } of await recordsOf(carrier, games, signal)) {
      if (record) records.push(record);
      else faults.push(error);
    }
    progress(records.length + faults.length, all);
  };
  const most = carrier.hello.limits.message / 2;
  for await (const games of saved.batches(BATCH)) {
    let part = [];
    let length = 0;
    for (const game of games) {
      if (game.broken) {
        faults.push(text("games.broken"));
        continue;
      }
      const { do: _, ...asked } = recordRequest(game);
      const size = JSON.stringify(asked).length;
      if (part.length > 0 && length + size > most) {
        await write(part);
        part = [];
        length = 0;
      }
      part.push(asked);
      length += size;
    }
    if (part.length > 0) await write(part);
  }
  return { records, faults };
}

/** The records of games; that of one which is too long for a message is an error. */
async function recordsOf(carrier, games, signal) {
  try {
    return (await carrier.ask({ do: "records", of: games }, signal)).records;
  } catch (error) {
    if (!error.tooLong) throw error;
    if (games.length === 1) return [{ error: error.message }];
    const each = [];
    for (const game of games) each.push(...await recordsOf(carrier, [game], signal));
    return each;
  }
}

/**
 * Brings the games of a text that are not here; resolves to {count, known, faults, ended}, the numbers
 * of those brought and of those that were here, and why it ended early, or "". What was brought until then stays.
 */
export async function importGames({ carrier, saved, progress, signal }, whole) {
  const faults = [];
  const here = new Set();
  let count = 0;
  let known = 0;
  let ended = "";
  let done = 0;
  const bring = async (part) => {
    if (ended) return;
    const { opened, error } = await open(carrier, part, signal);
    // A fault may have cost other games: what is not accounted for is read in smaller parts.
    const told = opened ? opened.games.length + opened.faults.length : 0;
    const smaller = !opened || (opened.faults.length > 0 && told < part.pieces.length) ? halves(part) : [];
    if (smaller.length > 0) {
      for (const half of smaller) await bring(half);
      return;
    }
    if (opened) {
      for (const fault of opened.faults) faults.push(text("games.fault", { line: part.line + fault.line - 1, error: new Refusal(fault).message }));
      const games = opened.games.map((game) => savedGame(game, saved.now, nameOf(game))).filter((game) => !here.has(contentOf(game)));
      count += games.length;
      known += opened.games.length - games.length;
      if (!await saved.put(...games)) ended = saved.problem;
    } else {
      faults.push(text("games.partFault", { line: part.line, error }));
    }
    done += part.pieces.length;
    progress(done, all);
  };
  const parts = partsOf(whole, carrier.hello.limits.message / 2);
  const all = parts.reduce((sum, { pieces }) => sum + pieces.length, 0);
  try {
    for await (const games of saved.batches(BATCH)) for (const game of games) if (!game.broken) here.add(contentOf(game));
    for (const part of parts) await bring(part);
  } catch (error) {
    if (!signal.aborted) throw error;
    ended = text("games.cancelled");
  }
  return { count, known, faults, ended };
}

/** The name of a game in its record. */
export function nameOf(game) {
  const event = tagOf(game, "Event");
  return event && event !== "?" ? event : "";
}

/** What the server says of a part: {opened}, or {error}. */
async function open(carrier, { pieces }, signal) {
  try {
    return { opened: (await carrier.ask({ do: "open", text: pieces.join(""), names: moveNames(carrier.hello) }, signal)).open };
  } catch (error) {
    signal.throwIfAborted();
    return { error: error.message };
  }
}
