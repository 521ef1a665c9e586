// Links of which something cannot be read, such as one with a mistake in its moves.

import { Refusal } from "../engine/refusal.js";
import { text } from "../texts/texts.js";

/**
 * What can be read of the game of a fragment that was refused with an error: {game, words}, of which
 * the words say what cannot be, "" if all can. It fails with that error if nothing can.
 */
export async function readable(carrier, fragment, error) {
  const { open } = await carrier.ask({ do: "open", text: fragment }).catch(() => { throw error; });
  const [fault] = open.faults;
  const { moves, comments } = open.games[0] ?? fault.game ?? {};
  if (!moves) throw error;
  if (!fault) return { game: { moves, comments }, words: "" };
  const place = [...fragment].slice(fault.column - 1, fault.column - 1 + fault.length).join("");
  const words = text("page.badMove", { place, reason: new Refusal(fault).message });
  return { game: { moves, comments }, words: `${words} ${text("review.loadedBefore")}` };
}
