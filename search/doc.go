// Package search finds the best move: iterative deepening over a principal
// variation search with a transposition table, and a solver for the ends of
// games. It writes to no stream; what it finds out on the way goes to a callback.
package search
