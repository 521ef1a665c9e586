package protocol

// A simple player in place of the search.

import (
	"context"
	"math"
	"slices"

	"cathedral/engine"
	"cathedral/search"
)

// Chooser picks a legal move, quickly, in a position that is not over. It keeps
// scratch memory and is not safe for concurrent use.
type Chooser func(p *engine.Position) engine.Move

// simplePlayer is a searcher whose moves come from a Chooser. It reports no
// info lines.
type simplePlayer struct {
	newChooser func(seed uint64) Chooser
	choose     Chooser
}

func newSimplePlayer(newChooser func(seed uint64) Chooser, seed uint64) *simplePlayer {
	return &simplePlayer{newChooser: newChooser, choose: newChooser(seed)}
}

// Search implements searcher. It returns at once unless it must wait for
// PonderHit or for the end of ctx.
func (s *simplePlayer) Search(ctx context.Context, p *engine.Position, limits search.Limits, _ search.Options, _ func(search.Info)) search.Result {
	best := s.choose(p)
	if wanted := limits.Moves; len(wanted) > 0 && !slices.Contains(wanted, best) {
		best = wanted[0] // a chooser cannot be restricted to some moves
	}
	if limits.PonderHit != nil {
		select {
		case <-limits.PonderHit:
		case <-ctx.Done():
		}
	}
	isLimited := limits.Depth > 0 || limits.Nodes > 0 || limits.MoveTime > 0 || limits.Clock != nil
	if limits.Infinite || limits.Solve && !isLimited { // it cannot prove anything
		<-ctx.Done()
	}
	return search.Result{Best: best, Info: search.Info{Nodes: 1, PV: []engine.Move{best}}}
}

// Resize implements searcher. There is no table.
func (s *simplePlayer) Resize(int) error { return nil }

// Clear implements searcher. There is nothing to forget.
func (s *simplePlayer) Clear() {}

// options returns the table of a simple player's options. Setting the seed
// starts a new series of choices.
func (s *simplePlayer) options(session *session) []option {
	return append(session.rulesOptions(), spin("Seed", 0, math.MaxInt32, 0, func(seed int) {
		session.later = func() { s.choose = s.newChooser(uint64(seed)) }
	}))
}
