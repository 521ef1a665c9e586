// Package messages holds the messages between the page and its server or workers. It answers
// all requests that need only the rules and the opening book: for views, saved games, the
// reasons in a review. It does not transport messages: package serve carries them
// over sockets, cmd/webworker between the page and its workers. ../serve/MESSAGES.md describes
// the messages.
package messages
