// Package serve is the server of the page on which one plays the engine, studies
// games and watches engines play. It serves the page itself, answers what the page
// asks about positions, and passes lines between the page and engines, which run
// as processes and are spoken to in the protocol of every other program.
// MESSAGES.md describes what the page and the server say to each other.
//
// A visitor comes as a connection; its requests are answered in the order they
// come (requestanswers.go), and each engine that it has is a seat, with a goroutine
// of its own (engineseat.go). Whatever a visitor can make the server spend is
// bounded by Limits, and ends when the visitor goes.
package serve
