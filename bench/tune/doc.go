// Package tune fits the numbers in the evaluation to the engine's own games: it
// plays the games, and finds by regression the weights that best foretell their
// final margins, and the chances of a win, a draw and a loss that go with a
// score. TUNING.md beside this file tells how the numbers in package search came
// about, command by command.
package tune
