// Package proofs has positions whose results are proven: endings, puzzles and the questions of
// a suite.
//
// [Run] proves who wins from a position, and by how much. It proves positions one by one, or those
// of a game from its last position backwards, since the ending of a position helps to prove the
// one before. For whole games it reports the moves that threw a result away, and how often each
// player kept a proven one. Workers on other machines send certificates, which are checked.
//
// [FindPuzzles] makes puzzles from games: positions in which a side wins, and just one of its
// moves does, all of which is proven. Each has a rating, which says how hard it is to find that
// move, and themes, which say what it is about.
package proofs
