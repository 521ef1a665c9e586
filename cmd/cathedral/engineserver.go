package main

import (
	"sync"

	"cathedral/cmd/internal/command/bench"
	"cathedral/cmd/internal/identity"
	"cathedral/protocol"
	"cathedral/search/book"
	"cathedral/search/book/builtin"
)

// newServer returns the engine as a server of its protocol.
func newServer() *protocol.Server {
	return protocol.NewServer(protocol.Config{
		Name:     identity.Name,
		Version:  identity.EngineVersion(),
		Author:   identity.Author,
		Commands: map[string]protocol.Command{"bench": bench.Answer},
		Book:     sync.OnceValues(builtin.Open),
		ReadBook: book.ReadFile,
	})
}
