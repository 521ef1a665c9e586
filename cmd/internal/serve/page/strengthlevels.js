// How strong the engine plays, in steps that mean something to a beginner. A weaker
// level looks less far and is less particular about which of the good moves it
// takes; all of it is said in the protocol's words.

/**
 * The levels, weakest first. `go` is the limit of a search, `lines` how many moves
 * it compares, and `mistake` the hundredths of a square that a move may typically
 * be worse than the best: 0 always takes the best.
 */
export const LEVELS = [
  { id: "visitor", name: "Visitor", about: "Looks one move ahead and often picks the wrong one. For your first games.", go: "depth 1", lines: 40, mistake: 260 },
  { id: "apprentice", name: "Apprentice", about: "Sees walls and captures, but not what you are up to.", go: "depth 2", lines: 16, mistake: 110 },
  { id: "journeyman", name: "Journeyman", about: "Plans a little; makes small mistakes.", go: "nodes 4000", lines: 6, mistake: 45 },
  { id: "mason", name: "Mason", about: "Solid. Punishes what you overlook.", go: "nodes 20000", lines: 1, mistake: 0 },
  { id: "builder", name: "Master builder", about: "Thinks for a second and rarely errs.", go: "movetime 1000", lines: 1, mistake: 0, timed: true },
  { id: "architect", name: "Architect", about: "Thinks for five seconds: full strength.", go: "movetime 5000", lines: 1, mistake: 0, timed: true },
];

/** The level with an id; the Apprentice where there is none. */
export const levelOf = (id) => LEVELS.find((level) => level.id === id) ?? LEVELS[1];

/**
 * The move that a level takes, of the engine's lines in their order. Worse moves
 * are less likely, by how much worse they are.
 */
export function choose(level, lines, best, random = Math.random) {
  if (level.mistake === 0 || lines.length < 2) return best;
  const top = lines[0].score;
  const weights = lines.map(({ score }) => Math.exp((score - top) / level.mistake));
  let ticket = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    ticket -= weight;
    if (ticket <= 0) return lines[index].pv[0];
  }
  return best;
}
