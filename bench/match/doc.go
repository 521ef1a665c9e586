// Package match plays Cathedral engines against each other and records the games.
// It is its own referee: it knows the rules, keeps the clocks, and finds the cause of
// every loss. A match that was interrupted continues from its record, which has each game once. The
// package writes to no stream, and to no other file but that of the games of a key that was taken away.
// MATCH.md describes matches for users.
//
// A [Plan] names the players with their time controls (package player) and the openings
// (package opening). [Run] has the games played that are not on record yet
// (pairingschedule.go, resumematch.go, matchrunner.go), by the players of the recorded ones
// (engineidentity.go), until the match is decided (matchdecision.go). It describes them as
// jobs (pairjob.go, package farm), which a [Worker] plays (pairworker.go, matchneeds.go,
// timescale.go). A game (referee.go) asks two players for moves, and may end early
// (adjudication.go, provenresult.go). Between games players wait in a pool (playerpool.go).
// The match replays each finished game by the rules (gameresult.go), appends it with its tags
// (recordtags.go) to the file of records (package journal) at once and reports it as an
// [Event]. The games of a key that was taken away leave the record and are played
// again (resumematch.go).
package match
