// A move that a person leaves while the other side has to move, to be played when the turn comes.
// It is {after, move, squares, claimed, captured}: the moves of the game after which it was left, its
// squares, and the squares and the buildings, by their moves, that it would have claimed and captured.

/** The question for a position as it would be if it were the turn of the other side; `rules` are those of its game. */
export function turned({ rules, optionalCapture }, { position }) {
  const [board, side, cathedral, ply, ...spared] = position.split(" ");
  const start = [board, side === "l" ? "d" : "l", cathedral, Number(ply) + 1, ...spared].join(" ");
  return { rules, optionalCapture, start, moves: [] };
}

/** The plan of the building in the air after some moves. */
export const planOf = ({ move, squares, settlement: { claimed, captured } }, after) =>
  ({ after, move, squares, claimed, captured: captured.map((piece) => piece.move) });

/** The moves of a game since a plan was made, or null if it was made in another one. */
export const movesSince = ({ after }, moves) =>
  (after.every((move, index) => move === moves[index]) ? moves.slice(after.length) : null);

/** Whether a plan is a legal move in a view, and claims and captures at least what it showed. */
export function stillGains({ move, claimed, captured }, { legal, settles }) {
  if (!legal?.split(" ").includes(move)) return false;
  const gains = settles[move] ?? { claimed: [], captured: [] };
  return claimed.every((square) => gains.claimed.includes(square))
    && captured.every((one) => gains.captured.some((piece) => piece.move === one));
}
