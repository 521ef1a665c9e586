// Package search finds the best move of a position: iterative deepening over a
// principal variation search with a transposition table, and a solver for late
// positions. It writes to no stream and reports its progress to a callback.
package search
