// Package tune fits the parameters of the engine to its own games, which package selfplay plays:
// the evaluation to scores of searches, and the chances of a win, a draw and a loss to results. The
// policy is fitted to the moves that searches choose. A [Tuning] moves numbers of any engine by
// games between two settings, as package spsa describes. TUNING.md in this directory describes how
// each command made the parameters in package search.
package tune
