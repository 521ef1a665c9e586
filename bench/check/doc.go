// Package check holds any engine for this game against the protocol: a table of
// steps, each a short conversation with the program, judged by the rules of
// package engine. It speaks to the program line by line and not through protocol.Client, since
// a proper client would be too polite to send what some steps send.
//
// A step passes, fails, or finds that the engine does not offer what it is about:
// an engine may leave out the options, perft, pondering, `query`, `d` and the
// error lines, but what it offers has to be right.
//
// The way through the files: steptable.go has the table's types, checkrunner.go
// works it off; the engine's lines come through a queue (linequeue.go); a
// conversation (conversation.go, answerjudgement.go) is what steps talk through,
// and it notes what was said (dialogue.go). The steps themselves are in the files
// named after their groups.
package check
