// Package endings proves the endings of games: who wins from a position, and by how
// much. It proves positions one by one, or those of a game from its last position
// backwards, since what is known of a position helps to prove the one before. Of whole
// games it tells which moves threw what away, and how often each player kept what was
// proven.
package endings
