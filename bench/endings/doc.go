// Package endings proves the endings of games: who wins from a position, and by how
// much. It proves positions one by one, or those of a game from its last position
// backwards, since the ending of a position helps to prove the one before. For whole games
// it reports the moves that threw a result away, and how often each player kept a proven
// one.
package endings
