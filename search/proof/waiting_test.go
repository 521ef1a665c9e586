package proof

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// TestFillingIsWorthNoMoreThanWaiting plays all games to the end from late positions:
// once the side to move waits, once it fills a part of its safe territory.
func TestFillingIsWorthNoMoreThanWaiting(t *testing.T) {
	s := newPlainSolver(t)
	games, least := 30, 75
	if enginetest.IsLong(t) {
		games, least = 120, 300
	}
	fillings, worse := 0, 0
	enginetest.Walk(rand.New(rand.NewPCG(41, 1)), games, func(_, p *engine.Position, last engine.Move) {
		moves := p.Moves(nil)
		if last == engine.Pass || p.PlacesCathedral() || len(moves) > 40 {
			return
		}
		_, _, home := s.bounds(p, proofEffort())
		known := map[uint64]int{}
		wait := p.Play(engine.Pass)
		waiting := -playedOut(&wait, known)
		for _, m := range moves {
			if m == engine.Pass || !home.Contains(m.Squares()) || len(known) > mostPlayedOut {
				continue
			}
			next := p.Play(m)
			filling := -playedOut(&next, known)
			if len(known) > mostPlayedOut {
				return
			}
			fillings++
			if filling > waiting {
				t.Errorf("%v %s: %s wins %d, waiting %d", p.Rules(), p.String(), m, filling, waiting)
			}
			if filling < waiting {
				worse++
			}
			// It is known not to win more than waiting only if exactly that was asked.
			s.start(p)
			asked, other := waitBound{home: home}, waitBound{home: home}
			if !s.fills(0, m, &asked, waiting) {
				t.Errorf("%v %s: waiting is not found to win %d at most", p.Rules(), p.String(), waiting)
			}
			if s.fills(0, m, &other, waiting-1) || s.fills(0, m, &other, waiting) {
				t.Errorf("%v %s: waiting wins %d, and was asked about one less", p.Rules(), p.String(), waiting)
			}
		}
	})
	if fillings < least || worse < least/30 {
		t.Errorf("only %d fillings, %d of them worse than waiting", fillings, worse)
	}
}
