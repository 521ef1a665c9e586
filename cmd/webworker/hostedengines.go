package main

import (
	"fmt"
	"math/rand/v2"

	"cathedral/cmd/internal/identity"
	"cathedral/engine/wording"
	"cathedral/protocol"
	"cathedral/search/book"
)

// standardHash is the size of an engine's table in MiB until the page chooses
// another one.
const standardHash = 16

// newServer returns an engine by its name, one of those in the greeting. Its searches call
// yield, and opening returns its opening book, or nil until there is one.
func newServer(name string, yield func(), opening func() (*book.Book, error)) (*protocol.Server, error) {
	config := protocol.Config{
		Name: identity.Name, Version: identity.Version, Author: identity.Author,
		HashMiB: standardHash, Yield: yield, Seed: rand.Uint64(), Book: opening,
	}
	switch name {
	case "cathedral":
	case "greedy":
		config.Name, config.NewChooser = identity.Name+" greedy", protocol.Greedy
	case "random":
		config.Name, config.NewChooser = identity.Name+" random", protocol.Random
	default:
		return nil, fmt.Errorf("there is no engine %s here", wording.Quoted(name))
	}
	return protocol.NewServer(config), nil
}
