// The games of the person that were reviewed last: their marks tell what costs that person most.
// All of it stays in this browser.

import { SIDES } from "../game/game.js";

/** How many games count, and how many are remembered: some are deleted later. */
const COUNTED = 10;
const REMEMBERED = 20;

/** Where their ids are kept, the latest first. */
const BOARD = "reviewed";

/** What a mistake is about, by the kind of its reason (linereasons.go). */
const SUBJECTS = new Map([["missed", "walls"], ["wall", "walls"], ["let", "ground"], ["threat", "ground"], ["noRoom", "room"], ["shut", "room"], ["left", "room"], ["places", "room"]]);

/** The side of the only person of a saved game, or null. */
function personOf({ players }) {
  const own = SIDES.filter((side) => players[side] === "person");
  return own.length === 1 ? own[0] : null;
}

async function reviewedIds(saved) {
  const ids = await saved.getBoard(BOARD);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

/** Keeps the marks of a review in a saved game, if that still has the moves that were reviewed. */
export async function keepMarks(saved, id, moves, marks) {
  await saved.mark(id, moves, marks);
  const game = await saved.get(id);
  if (!game?.marks || !personOf(game)) return;
  const ids = new Set([id, ...await reviewedIds(saved)]);
  await saved.putBoard(BOARD, [...ids].slice(0, REMEMBERED));
}

/** The person's last reviewed games, the latest first, each with `mistakes`: the marks of the person's own moves, without slips. */
export async function lastReviewed(saved) {
  const games = await Promise.all((await reviewedIds(saved)).map((id) => saved.get(id)));
  const own = games.filter((game) => game?.marks && personOf(game)).slice(0, COUNTED);
  return own.map((game) => ({ ...game, mistakes: game.marks.filter(({ side, kind }) => side === personOf(game) && kind !== "slip") }));
}

/** What the mistakes of such games are about, as [{subject, squares, count, worst: {game, ply, loss}}]: what cost most squares first. */
export function costsOf(games) {
  const costs = new Map();
  for (const game of games) {
    for (const { ply, loss, reason, captured } of game.mistakes) {
      const about = SUBJECTS.get(reason);
      if (!about) continue;
      const subject = about === "ground" && captured > 0 ? "captures" : about;
      const { squares, count, worst } = costs.get(subject) ?? { squares: 0, count: 0, worst: null };
      costs.set(subject, { subject, squares: squares + loss, count: count + 1, worst: worst && worst.loss >= loss ? worst : { game, ply, loss } });
    }
  }
  return [...costs.values()].sort((one, other) => other.squares - one.squares || other.count - one.count);
}
