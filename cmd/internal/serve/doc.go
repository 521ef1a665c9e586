// Package serve is the server of the page, on which people play against the
// engine, study games and watch engines play. It serves the page's files,
// answers the page's questions about positions, and passes lines between the
// page and engines, which run as processes and speak the usual protocol.
// MESSAGES.md describes the messages between the page and the server.
//
// Each visitor's page has a connection, which answers requests in order, except heavy ones
// (pagerequests.go). Each engine of the page has a seat with a goroutine of
// its own (engineseat.go). Limits bound everything that a visitor can make the
// server spend (package visitor counts it), and all of it ends when the visitor leaves.
package serve
