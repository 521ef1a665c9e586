// The moves of a game that are moves of the opening book.

/**
 * The indexes of a game's moves that are in the book and not worse than its best ones, as
 * far as the book knows. A game leaves the book for good. If the book cannot be asked, no
 * move is one of it.
 */
export async function findBookMoves(carrier, game) {
  const found = new Set();
  const { moves } = game;
  try {
    for (const [index, move] of moves.entries()) {
      const { book } = await carrier.ask({ do: "book", ...game.question(moves.slice(0, index)) });
      if (book.length === 0) break;
      if (book.some((known) => known.good && [known.move, ...known.alike].includes(move))) found.add(index);
    }
  } catch {
    // The review goes without the book.
  }
  return found;
}
