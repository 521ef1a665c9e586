// Package match plays Cathedral engines against each other and keeps what
// happened. It is its own referee: it knows the rules, holds the clocks around
// the pipes, and finds the true cause of every loss.
//
// The data's way: a [Plan] says who plays whom, from which opening and under
// which clocks (specification.go, timecontrol.go, opening.go, schedule.go). Run
// takes the games of the plan that are not in the record yet (journal.go) and
// plays them, several at a time (runner.go). A game (game.go) asks two players
// for moves: built-in ones (builtin.go, inprocess.go) or processes
// (process.go), which are kept for the next game (pool.go). Every finished game
// is an [engine.Record] that is appended to the record's file at once and
// reported as an [Event]. The package writes to no stream but that file.
package match
