package protocol

// A simple player in place of the search.

import (
	"context"
	"math"
	"slices"

	"cathedral/engine"
	"cathedral/search"
)

// Chooser picks a legal move of a position that is not over, without thinking
// long. It keeps scratch memory and is not safe for several goroutines.
type Chooser func(p *engine.Position) engine.Move

// choosing is a searcher that asks a chooser and has nothing to say of its moves.
type choosing struct {
	newChooser func(seed uint64) Chooser
	choose     Chooser
}

func newChoosing(newChooser func(seed uint64) Chooser, seed uint64) *choosing {
	return &choosing{newChooser: newChooser, choose: newChooser(seed)}
}

// Search implements searcher: the answer is due at once, or when the search is told
// to end.
func (c *choosing) Search(ctx context.Context, p *engine.Position, limits search.Limits, _ search.Options, _ func(search.Info)) search.Result {
	best := c.choose(p)
	if wanted := limits.Moves; len(wanted) > 0 && !slices.Contains(wanted, best) {
		best = wanted[0] // a chooser cannot be told what to choose from
	}
	if limits.PonderHit != nil {
		select {
		case <-limits.PonderHit:
		case <-ctx.Done():
		}
	}
	if limits.Infinite || limits.Solve {
		<-ctx.Done()
	}
	return search.Result{Best: best, Info: search.Info{Nodes: 1, PV: []engine.Move{best}}}
}

// Resize implements searcher: there is no table.
func (c *choosing) Resize(int) error { return nil }

// Clear implements searcher: nothing is learned.
func (c *choosing) Clear() {}

// options returns the table of a simple player's options. A seed begins a new
// series of choices.
func (c *choosing) options(s *session) []option {
	return append(s.rulesOptions(), spin("Seed", 0, math.MaxInt32, 0, func(seed int) {
		s.later = func() { c.choose = c.newChooser(uint64(seed)) }
	}))
}
