// Package study measures the value of the opening: by games of the engine against itself
// from every placement of the Cathedral, and by a tree of openings. All searches are by one engine. What
// it misjudges everywhere, only proofs and the games' results can show.
//
// # The tree
//
// A [Tree] is a graph of positions. The four rotations of a position are one node, and so
// are all orders of moves that lead to it (book.Canonical). Each node has a search of its
// own, with the same number of nodes everywhere, which values its best moves: the lines.
// A line whose position is in the tree is expanded; the others are drop-outs, as Lincke
// calls them (Strategies for the automatic construction of opening books, 2000).
//
// A value is an expected final margin with a standard deviation. That of a drop-out
// combines two estimates, each weighted by the inverse of its variance. One is the search's,
// less its optimism for the side to move (searchOptimism), corrected by its bias; its error
// depends on the ply (lineError). The other is the mean margin of the games that reached the
// position after it.
// Its variance is that of a game (gameError) divided by their number, plus that of the error
// which all of them share (sharedError). The value of an expanded line combines in the same
// way the search's value of it and the value of its node: each is often wrong by a square,
// and not in the same moves. The value of a node is that of its best line, expanded or not:
// negamax. Its error allows for the other lines that may be the best (errorOfBest); without
// expanded lines it is that of a search's value of the position (searchError). The games that
// reached the node are then combined with it, once the Cathedral stands, whose placement the
// games do not choose. A game so counts at each position that it passed, for which errors do
// not allow; of games that are the same up to newGamePly only one counts. The intervals
// of values that other packages see also allow for what all values have in common (commonError).
//
// Games end better for Dark than the searches in them expect, by an amount
// that depends on the ply. This bias (searchBias) is added to the searches' values, so that
// positions with and without games, and those of different plies, can be compared.
//
// The tree grows best first. The path to a drop-out costs, for each move on it, one ply and
// lossWeight plies for each square that the move loses against the best of its node. The
// drop-out with the cheapest path is expanded next. That is Lincke's expansion priority,
//
//	priority(node) = min over lines of 1 + lossWeight*loss(line) + priority(line)
//
// with 0 for a drop-out. Once all lines of a node are expanded, the moves without a line
// compete as one more drop-out with the value of the last line, which none of them
// exceeded. To expand it is to search the node again without its lines.
// A part of the growth goes to the 56 placements of the Cathedral in turn, so that each is
// studied however bad it looks.
//
// From firstProvenPly on, the tree also tries to prove who wins. A position with a move that
// is proven to win is won, and one whose moves are all proven to lose is lost. A position
// with a proven winner is not studied further.
//
// # Symmetry
//
// The rules have four symmetries, the rotations. A mirror image is another position, because each
// side's abbeys and academies are the mirror images of the other's. These are two of a side's
// eleven kinds of buildings, so placements of the Cathedral that are mirror images are worth
// nearly the same. The tables of EVIDENCE.md count their games together; a tree keeps them apart.
package study
