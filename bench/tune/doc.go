// Package tune fits the numbers of the engine to its own games: it plays the games,
// and finds the evaluation that comes nearest to scores and final margins, the
// ranking of moves that puts first what searches chose, and the chances of a win,
// a draw and a loss that go with a score. TUNING.md beside this file tells how the
// numbers in package search came about, command by command.
package tune
