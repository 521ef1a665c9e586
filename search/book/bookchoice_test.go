package book

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
)

// shares returns how often each of the moves is chosen at the start.
func shares(moves []Move, among []engine.Move, variety int) []float64 {
	const draws = 4000
	start := engine.Start(engine.Rules{})
	legal := start.Moves(nil)
	for i := range moves {
		moves[i].Move = legal[i]
	}
	b := New([]Entry{{start, moves}})
	random := rand.New(rand.NewPCG(1, 2))
	shares := make([]float64, len(moves))
	for range draws {
		if choice, _, found := b.Choose(&start, among, variety, random); found {
			shares[slices.Index(legal, choice.Move)] += 1.0 / draws
		}
	}
	return shares
}

func TestWithoutVarietyTheBestMoveIsChosen(t *testing.T) {
	if got := shares([]Move{{Centi: 10}, {Centi: 10}, {Centi: 5}}, nil, 0); got[0] < 0.999 {
		t.Errorf("shares %v", got)
	}
}

// With each variety that a move is worse it is e times less likely.
func TestVarietyIsTheLossThatMakesAMoveETimesLessLikely(t *testing.T) {
	got := shares([]Move{{Centi: 30}, {Centi: 10}, {Centi: -30}}, nil, 20)
	sum := 1 + math.Exp(-1) + math.Exp(-3)
	for i, want := range []float64{1 / sum, math.Exp(-1) / sum, math.Exp(-3) / sum} {
		if math.Abs(got[i]-want) > 0.03 {
			t.Errorf("move %d is chosen in %.3f of the draws, want %.3f", i+1, got[i], want)
		}
	}
}

func TestAProvenResultIsNotGivenAway(t *testing.T) {
	win, draw, loss := Move{Centi: 100, Proven: true}, Move{Proven: true}, Move{Centi: -100, Proven: true}
	open := Move{Centi: 50}
	for _, test := range []struct {
		name    string
		moves   []Move
		allowed []int
	}{
		{"only wins keep a win", []Move{open, win, draw, loss, win}, []int{1, 4}},
		{"a draw that is best is kept", []Move{draw, {Centi: -10}, loss, draw}, []int{0, 3}},
		{"a draw may be played on", []Move{open, draw, loss}, []int{0, 1}},
		{"a loss is the last choice", []Move{{Centi: -300}, loss}, []int{0}},
		{"if all lose, any may be chosen", []Move{loss, loss}, []int{0, 1}},
	} {
		got := shares(test.moves, nil, 1000)
		for i, share := range got {
			if (share > 0) != slices.Contains(test.allowed, i) {
				t.Errorf("%s: shares %v, want some of %v", test.name, got, test.allowed)
			}
		}
	}
}

// A search finds the best move of a position as well as the book does that has its value
// from such a search. The others are not chosen for variety either.
func TestWhatIsUnexploredIsNotChosen(t *testing.T) {
	explored, unexplored := Move{Centi: 10}, Move{Centi: 10, Unexplored: true}
	if got := shares([]Move{unexplored, explored}, nil, 100); got[0]+got[1] > 0 {
		t.Errorf("the best move is unexplored: shares %v, want none", got)
	}
	if got := shares([]Move{explored, unexplored}, nil, 100); got[0] < 0.999 {
		t.Errorf("the second move is unexplored: shares %v", got)
	}
	win := Move{Centi: 100, Unexplored: true, Proven: true}
	if got := shares([]Move{win, explored}, nil, 0); got[0] < 0.999 {
		t.Errorf("the best move is proven: shares %v", got)
	}
}

func TestOnlyGivenMovesAreChosen(t *testing.T) {
	start := engine.Start(engine.Rules{})
	legal := start.Moves(nil)
	moves := []Move{{Centi: 30}, {Centi: 20}, {Centi: 10}}
	if got := shares(moves, legal[1:3], 0); got[1] < 0.999 {
		t.Errorf("shares %v", got)
	}
	if got := shares(moves, legal[3:4], 0); got[0]+got[1]+got[2] > 0 {
		t.Errorf("a move is chosen that is not given: shares %v", got)
	}
}

// The line continues with the best replies as far as the book has them.
func TestTheLineIsTheBestOfTheBook(t *testing.T) {
	start := engine.Start(engine.Rules{})
	first := start.Moves(nil)[3]
	after := start.Play(first)
	replies := after.Moves(nil)
	b := New([]Entry{
		{start, []Move{{Move: first}}},
		{after, []Move{{Move: replies[7], Centi: -100, Proven: true}, {Move: replies[9], Centi: -200}}},
	})
	_, line, found := b.Choose(&start, nil, 0, nil)
	if want := []engine.Move{first, replies[9]}; !found || !slices.Equal(line, want) {
		t.Errorf("the line is %v, want %v", line, want)
	}
}
