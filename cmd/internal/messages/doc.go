// Package messages holds the messages that the page exchanges with whoever
// serves it, and answers all requests that need nothing but the rules and the
// opening book. It knows no way in which messages travel: package serve carries
// them over sockets, cmd/webworker between the page and its workers.
// ../serve/MESSAGES.md describes the messages.
package messages
