// Package check tests an engine for this game against the protocol. It runs a table
// of steps, each a short conversation with the program, and judges the answers by
// the rules of package engine. It writes to the program line by line and not through
// protocol.Client, because a proper client refuses to send some of these lines.
//
// A step passes, fails, or finds that the engine does not offer its feature. An
// engine may leave out the options, perft, pondering, `query`, `d` and the error
// lines, but every feature that it offers must be right. The steps of the last group
// are short matches, which package match plays and judges.
//
// The files: steptable.go has the table and its types, and checkrunner.go runs it.
// A queue (linequeue.go) holds the engine's lines until a step reads them. Steps
// talk to the engine through a conversation (conversation.go, answerjudgement.go),
// which keeps a dialogue (dialogue.go). The steps are in the files named after their
// groups.
package check
