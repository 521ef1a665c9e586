package bench_test

// The slow twins: they compute the engine's results square by square.

import (
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// slowMaps returns a side's placement maps. It tries each shape on every square.
func slowMaps(p *engine.Position, side engine.Side) (maps [engine.SideShapes]engine.Bitboard) {
	open := p.Open(side)
	for i := range maps {
		shape := engine.SideShape(side, i)
		for anchor := range engine.AllSquares().Squares() {
			if m := engine.NewMove(shape, anchor); m.IsPlacement() && open.Contains(m.Squares()) {
				maps[i] = maps[i].With(anchor)
			}
		}
	}
	return maps
}

// slowMoves appends the legal placements of a position in which the side to move places
// a building.
func slowMoves(p *engine.Position, list []engine.Move) []engine.Move {
	for i, anchors := range slowMaps(p, p.Side()) {
		shape := engine.SideShape(p.Side(), i)
		if p.Hand(p.Side()).Has(shape.Building()) {
			for anchor := range anchors.Squares() {
				list = append(list, engine.NewMove(shape, anchor))
			}
		}
	}
	return list
}

// slowStep is a step of the naive game.
type slowStep struct {
	game *naive.Game
	move naive.Move
}

func newSlowStep(t testing.TB, s *step) slowStep {
	t.Helper()
	return slowStep{enginetest.NaiveGame(t, &s.position), enginetest.NaiveMove(&s.position, s.move)}
}

// slowSteps returns steps of the naive game.
func slowSteps(t testing.TB, steps []step) []slowStep {
	t.Helper()
	slow := make([]slowStep, len(steps))
	for i := range steps {
		slow[i] = newSlowStep(t, &steps[i])
	}
	return slow
}

func (s *slowStep) play() *naive.Game { return s.game.Play(s.move) }

func TestSlowTwinsFindTheSameMoves(t *testing.T) {
	for _, s := range steps(t, phase{"", 3, engine.MaxPly}) {
		var maps engine.Maps
		engine.PlacementMaps(s.position.Open(s.position.Side()), s.position.Side(), &maps)
		for i, slow := range slowMaps(&s.position, s.position.Side()) {
			if maps.At(i) != slow {
				t.Fatalf("%s: map %d differs", &s.position, i)
			}
		}
		moves := slowMoves(&s.position, nil)
		if !slices.Equal(moves, s.position.Moves(nil)) || s.position.CountMoves() != len(moves) {
			t.Fatalf("%s: other legal moves", &s.position)
		}
	}
}

func TestSlowTwinsSettleTheSame(t *testing.T) {
	all := [][]step{choose(t, claims), choose(t, captures)}
	for _, steps := range append(all, allGames(t)...) {
		for _, s := range steps {
			slow := newSlowStep(t, &s)
			next := s.position.Play(s.move)
			if got, want := next.String(), slow.play().String(); got != want {
				t.Fatalf("%s: after %s\n got %s\nwant %s", &s.position, s.move, got, want)
			}
		}
	}
}
