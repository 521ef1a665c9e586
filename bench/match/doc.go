// Package match plays Cathedral engines against each other and keeps what
// happened. It is its own referee: it knows the rules, holds the clocks around
// the pipes, and finds the true cause of every loss. MATCH.md tells its users how
// matches go.
//
// The data's way: a [Plan] says who plays whom, from which openings and under
// which clocks (specification.go, timecontrol.go, opening.go, schedule.go). [Run]
// takes the games that are not in the record yet (journal.go, resume.go) and
// plays them, several at a time (runner.go). A game (game.go) asks two players
// for moves: built-in ones (builtin.go, inprocess.go) or engines that run as
// processes (engineplayer.go, enginemoves.go), which wait for their next game in a
// pool (pool.go). Every finished game is a record.Game that is appended to the
// record's file at once and reported as an [Event]. The package writes to no
// stream but that file.
package match
