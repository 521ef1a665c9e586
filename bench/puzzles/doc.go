// Package puzzles makes puzzles from games: positions that just one move wins, all of which is proven.
// The same games and settings give the same puzzles, on any number of machines. No two show the
// same, even if the board is turned or the sides are swapped.
//
// It does not find all puzzles of a game. Short searches choose the positions of which a proof is tried,
// and one whose proof takes too much effort is left out. What workers on other machines have found is
// not proven again, except by [Check].
//
// [Find] has a puzzle's move proven, its themes found, which say what it is about, and its rating: how
// hard the move is to find, by how often players of known ratings find it. [Rate] does the latter two
// again. [Read] and [Write] know two forms, that of position files and a short one for the page.
package puzzles
