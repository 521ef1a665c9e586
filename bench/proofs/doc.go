// Package proofs proves who wins from positions, and by how much. A result that it states is proven by
// search, or read from a file of earlier ones and, if that took little effort, proven again. Nothing that
// workers on other machines say is believed before a certificate of theirs has been checked here.
//
// What takes more than the [Limits] is left open. A game is examined from its last position backwards to
// the first whose result cannot be proven. Old results that took much effort are believed, unless
// [Certificates] are wanted: then they too are proven again.
//
// [Run] proves positions one by one, and those of a game in turn, since the ending of a position helps to
// prove the one before. [Game.Judgements] are the moves of a game that were a choice and whether they
// threw a result away, and [Accuracies] how often each player kept a proven one.
package proofs
