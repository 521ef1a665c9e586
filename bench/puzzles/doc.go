// Package puzzles makes puzzles from games: positions in which a side wins, and just
// one of its moves does, all of which is proven. Each has a grade, which says how hard it
// is to find that move.
package puzzles
