package match

import (
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/protocol"
	"cathedral/search/proof"
)

// solver finds the final margin of late positions by playing everything out. It
// gives up, and then its margins mean nothing, when there is too much to play.
type solver struct {
	known map[uint64]int // margin for the side to move
	nodes int
}

const mostSolverNodes = 20_000

func (s *solver) margin(p *engine.Position) int {
	if margin, found := s.known[p.Key()]; found {
		return margin
	}
	if s.nodes++; s.nodes > mostSolverNodes {
		return 0
	}
	moves := p.Moves(nil)
	if len(moves) == 0 {
		return p.Margin(p.Side())
	}
	best := -100
	for _, move := range moves {
		next := p.Play(move)
		margin := s.margin(&next)
		if next.Side() != p.Side() {
			margin = -margin
		}
		best = max(best, margin)
	}
	s.known[p.Key()] = best
	return best
}

func TestProvenScoresAreThoseOfExhaustiveSearch(t *testing.T) {
	games := 40
	if enginetest.IsLong() {
		games = 200
	}
	var separation proof.Separation
	proven, solved, moves := 0, 0, 0
	for seed := range uint64(games) {
		rules := engine.Rules{Set: engine.RuleSets()[seed%3]}
		choosers := [2]protocol.Chooser{protocol.Random(seed), protocol.Greedy(seed)}
		if seed%4 == 0 {
			choosers[engine.Dark] = protocol.Random(seed + 1000)
		}
		for position := engine.Start(rules); !position.Over(); position = position.Play(choosers[position.Side()](&position)) {
			light, dark, sure := separation.Score(&position)
			if !sure {
				continue
			}
			proven++
			s := &solver{known: map[uint64]int{}}
			margin := s.margin(&position)
			if s.nodes > mostSolverNodes {
				continue
			}
			solved++
			moves += position.CountMoves()
			if position.Side() == engine.Dark {
				margin = -margin
			}
			if dark-light != margin {
				t.Errorf("%s: proven %d-%d, but best play ends with a margin of %d for Light", position.String(), light, dark, margin)
			}
		}
	}
	t.Logf("%d positions were proven, %d of them played out, with %d moves", proven, solved, moves)
	if solved < 2*games || moves < 3*solved {
		t.Error("too few to show anything")
	}
}

func TestOpenGamesAreNotProven(t *testing.T) {
	var separation proof.Separation
	for _, moves := range []string{"", "CAnF5", "CAnF5 CSnE8", "CAnF5 CSnE8 TOeC2 IFnH6"} {
		position := benchtest.After(t, engine.Rules{}, moves)
		if light, dark, sure := separation.Score(&position); sure {
			t.Errorf("after %q the score is proven to be %d-%d", moves, light, dark)
		}
	}
}
