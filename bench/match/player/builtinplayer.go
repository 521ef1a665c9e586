package player

import (
	"strings"
	"sync"

	"cathedral/engine"
	"cathedral/protocol"
	"cathedral/search"
	"cathedral/search/book/builtin"
)

// searchPlayer is the command of the built-in player that searches.
const searchPlayer = "builtin:engine"

// chooser returns what makes the chooser of a built-in player that moves at once, or nil
// if the player is none of them.
func (s *Specification) chooser() func(seed uint64) protocol.Chooser {
	return map[string]func(uint64) protocol.Chooser{
		"random": protocol.Random, "greedy": protocol.Greedy, "largest": protocol.Largest,
	}[strings.TrimPrefix(s.Command, "builtin:")]
}

// BuiltIns returns the commands of the built-in players.
func BuiltIns() []string { return []string{searchPlayer, "random", "greedy", "largest"} }

// AnswersAtOnce reports whether the player moves at once and so needs no limits.
func (s *Specification) AnswersAtOnce() bool { return s.chooser() != nil }

// IsBuiltIn reports whether the player runs without a process of its own.
func (s *Specification) IsBuiltIn() bool { return s.Command == searchPlayer || s.AnswersAtOnce() }

// builtIn returns the server of a built-in player, and a function that sets the seed of
// the game that begins next. The seed has 64 bits, of which the option Seed takes 31.
func (s *Specification) builtIn() (server *protocol.Server, reseed func(seed uint64), err error) {
	config := protocol.Config{Name: strings.TrimPrefix(s.Command, "builtin:")}
	if newChooser := s.chooser(); newChooser != nil {
		var choose protocol.Chooser
		config.NewChooser = func(uint64) protocol.Chooser {
			return func(p *engine.Position) engine.Move { return choose(p) }
		}
		return protocol.NewServer(config), func(seed uint64) { choose = newChooser(seed) }, nil
	}
	techniques, err := s.techniques()
	if err != nil {
		return nil, nil, err
	}
	var current uint64
	config.Name, config.Book, config.Techniques = searchPlayer, sync.OnceValues(builtin.Open), &techniques
	config.RandomSeed = func() uint64 { return current }
	return protocol.NewServer(config), func(seed uint64) { current = seed }, nil
}

// techniques returns the techniques of the player's search.
func (s *Specification) techniques() (search.Techniques, error) {
	techniques := search.DefaultOptions().Techniques
	for _, technique := range s.Techniques {
		if err := techniques.Set(technique.Name, technique.Value); err != nil {
			return techniques, err
		}
	}
	return techniques, nil
}
