// Package messages holds the messages between the page and its server or workers, and answers
// all requests that need only the rules and the opening book, such as those for views, saved
// games and the reasons in a review. It does not transport messages: package serve carries them
// over sockets, cmd/webworker between the page and its workers. ../serve/MESSAGES.md describes
// the messages.
package messages
