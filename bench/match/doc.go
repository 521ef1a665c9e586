// Package match plays Cathedral engines against each other and keeps what
// happened. It is its own referee: it knows the rules, holds the clocks around
// the pipes, and finds the true cause of every loss. MATCH.md tells its users how
// matches go.
//
// The data's way: a [Plan] says who plays whom, from which openings and under
// which clocks (playerspecification.go, matchtimecontrol.go, openings.go,
// pairingschedule.go). [Run] takes the games that are not in the record yet
// (gamesjournal.go, resumematch.go) and plays them, several at a time
// (matchrunner.go). A game (referee.go) asks two players for moves: built-in ones
// (builtinplayers.go, inprocessplayer.go) or engines that run as processes
// (engineplayer.go, awaitmove.go), which wait for their next game in a pool
// (playerpool.go). Every finished game is a record.Game that is appended to the
// record's file at once and reported as an [Event]. The package writes to no
// stream but that file.
package match
