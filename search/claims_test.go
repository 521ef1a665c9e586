package search

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// A thread that leaves moves for later because another one claims them finds the
// same values in the end.
func TestMovesThatAnotherThreadIsAtAreSearchedLast(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 1))
	options := DefaultOptions()
	options.Sound = true
	waited := 0
	enginetest.Walk(random, 24, func(_, p *engine.Position, _ engine.Move) {
		moves := p.Moves(nil)
		if p.Ply() < 14 || len(moves) < 2 || len(moves) > 60 {
			return
		}
		const depth = 3
		var salt uint64
		value := func(claimed *claims) int32 {
			s, err := New(1)
			if err != nil {
				t.Fatal(err)
			}
			w := s.prepare(&control{}, options)[0]
			salt = w.salt
			w.claims = claimed
			roots := w.newRoots(p, moves)
			w.iterate(roots, 0, depth)
			return roots[0].value
		}
		want := value(nil)
		claimed := new(claims)
		for range 200 { // some of these may take the place of others
			q := *p
			for plies := range depth - claimedDepth + 1 {
				next := q.Moves(nil)
				if len(next) == 0 || next[0].IsPass() {
					break
				}
				m := next[random.IntN(len(next))]
				claimed.take(claimOf(q.Key()^salt, m, depth-plies))
				waited++
				q = q.Play(m)
			}
		}
		if got := value(claimed); got != want {
			t.Errorf("%s: %d, without claims %d", p.String(), got, want)
		}
	})
	if waited < 1000 {
		t.Errorf("only %d moves were claimed", waited)
	}
}

func TestAClaimIsTakenUntilItIsReleased(t *testing.T) {
	var c claims
	first, second := claimOf(1, 300, 4), claimOf(2, 300, 4)
	c.take(first)
	c.take(second)
	c.release(second)
	if !c.taken(first) || c.taken(second) {
		t.Error("want the first taken and the second not")
	}
	c.take(first)
	c.release(first)
	if c.taken(first) {
		t.Error("a claim that was released is taken")
	}
}
