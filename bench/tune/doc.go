// Package tune fits the parameters of the engine to its own games. It plays the games
// and fits the evaluation to scores and final margins. The policy is fitted to the moves that
// searches choose, the chances of a win, a draw and a loss to the results. A
// [Tuning] moves numbers of any engine by games between two settings, as package spsa
// describes.
// TUNING.md in this directory describes how each command made the parameters in package
// search.
package tune
