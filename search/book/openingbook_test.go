package book

import (
	"slices"
	"testing"

	"cathedral/engine"
)

// In all four rotations of a position the book has the same moves, turned with it.
func TestABookKnowsRotations(t *testing.T) {
	start := engine.Start(engine.Rules{})
	placement := engine.CathedralPlacements()[7]
	position := start.Play(placement)
	reply := position.Moves(nil)[100]
	b := New([]Entry{{Position: position, Moves: []Move{{Move: reply, Centi: 320, Error: 80, Wins: 3, Losses: 1}}}})
	for quarters := range 4 {
		turned := position.Rotate(quarters)
		moves := b.Moves(&turned)
		if want := reply.Rotate(quarters); len(moves) != 1 || moves[0].Move != want || moves[0].Games() != 4 {
			t.Errorf("after %d quarter turns the moves are %v, want %v", quarters, moves, want)
		}
		if len(moves) == 1 && !slices.Contains(turned.Moves(nil), moves[0].Move) {
			t.Errorf("after %d quarter turns %v is not legal", quarters, moves[0].Move)
		}
	}
	if moves := b.Moves(&start); moves != nil {
		t.Errorf("a position that the book does not have has the moves %v", moves)
	}
}
