package certificate

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// walksOf returns the walks of a certificate.
func walksOf(t testing.TB, file []byte) []*Walk {
	t.Helper()
	walks, err := Walks(file, Limits{Steps: 1 << 24})
	enginetest.Must(t, err)
	return walks
}

// follower plays through walks.
type follower struct {
	testing.TB
	left                           int // places until it gives up
	ends, waited, counted, answers int
}

// all plays everything that the loser may play from a place, and counts the end of each game.
// It checks that the proof has an answer to all of it, and that what it says is true.
func (f *follower) all(w *Walk, p *Place) {
	if f.left == 0 {
		return
	}
	f.left--
	f.check(w, p)
	if p.Position.Over() {
		f.ends++
		if margin := p.Position.Margin(w.Winner); margin < w.Margin {
			f.Fatalf("%s: the walk ends in %s with %d", w.Claim.Position, p.Position, margin)
		}
		return
	}
	moves := []engine.Move{p.Next()}
	if moves[0] == engine.NoMove {
		moves = p.Position.Moves(nil)
	}
	for _, m := range moves {
		after, err := p.After(m)
		if err != nil {
			f.Fatalf("%s: after %s in %s: %v", w.Claim.Position, m, p.Position, err)
		}
		f.all(w, after)
	}
}

// check checks what is said of a place.
func (f *follower) check(w *Walk, p *Place) {
	if p.Waited {
		f.waited++
	}
	count, counting := p.Count()
	if counting {
		f.counted++
		packed := 0
		for _, m := range count.Packing {
			packed += m.Building().Size()
			if !count.Ground.Contains(m.Squares()) {
				f.Fatalf("%s: %s is not in %s", p.Position, m, count.Ground)
			}
		}
		if least := p.Position.Margin(w.Winner) + packed - count.Exposed - count.Most; least < w.Margin && count.Exposed == 0 {
			f.Fatalf("%s: only %d is counted, the claim is %d", p.Position, least, w.Margin)
		}
	}
	if p.Next() != engine.NoMove || p.Position.Over() {
		if replies := p.Replies(); len(replies) > 0 {
			f.Fatalf("%s: replies %v where the loser has no choice", p.Position, replies)
		}
		return
	}
	replies, zone := p.Replies(), p.Zone()
	f.answers += len(replies)
	for _, m := range p.Position.Moves(nil) {
		after, err := p.After(m)
		if err != nil {
			f.Fatalf("%s: after %s in %s: %v", w.Claim.Position, m, p.Position, err)
		}
		if counting {
			continue
		}
		if after.Waited == slices.Contains(replies, m) || !after.Waited && !m.Squares().Intersects(zone) {
			f.Fatalf("%s: %s, which is one of %v or not: waited %t, zone %s", p.Position, m, replies, after.Waited, zone)
		}
	}
}

// A walk has an answer to whatever the loser plays, and always ends with the margin of the
// claim, or a better one: in all lines of small proofs of true margins, by all rules.
func TestAllLinesOfAWalkEndAsClaimed(t *testing.T) {
	random := newRandom()
	positions := 60
	if enginetest.IsNight() {
		positions = 300
	}
	f := &follower{TB: t}
	walked := 0
	for _, w := range walksOf(t, written(t, 2)) { // with closings and buildings left out
		f.left = 20_000
		f.all(w, w.Begin())
	}
	for i, e := range endings(t, positions, 4000) {
		for _, claim := range claimsOf(e.position, e.margin, 0) {
			winner, least := claim.goal()
			r := random
			if i%2 == 0 {
				r = nil
			}
			proof := newProver(winner, least, r, 50000).prove(&e.position)
			if proof == nil {
				continue // it took too long
			}
			for _, w := range walksOf(t, certificateOf(claim, proof)) {
				if w.Winner != winner || w.Margin != least || w.Claim.String() != claim.String() || w.Claim.Position.String() != e.position.String() {
					t.Fatalf("the walk of %v is one of %s by %d", claim, w.Winner, w.Margin)
				}
				f.left = 20_000
				f.all(w, w.Begin())
				walked++
			}
		}
	}
	t.Logf("%d walks, %d ends, %d waits, %d places that count, %d replies", walked, f.ends, f.waited, f.counted, f.answers)
	if walked < positions || f.ends < 10*positions || f.waited < positions || f.counted < positions || f.answers < positions {
		t.Error("too little was walked through")
	}
}

// When losers play at random in long proofs, the naive game counts the same squares at the
// end, and the claim is kept.
func TestRandomLosersAreCountedByTheNaiveGame(t *testing.T) {
	random := newRandom()
	games := 6
	if enginetest.IsNight() {
		games = 80
	}
	rules := enginetest.AllRules()
	waited := 0
	for i := 0; i < games; {
		game, p := twinPosition(t, random, rules[i%len(rules)], 12+random.IntN(10))
		if read := enginetest.Position(t, p.String(), p.Rules()); p.Over() || read.Key() != p.Key() {
			continue // equal buildings would be cut in another way
		}
		winner := engine.Side(random.IntN(2))
		least := -engine.SideSquares
		var proof *proof
		for margin := -10; margin <= 10; margin += 4 { // the best that is found soon
			if better := newProver(winner, margin, random, 3000).prove(&p); better != nil {
				proof, least = better, margin
			}
		}
		if proof == nil {
			continue
		}
		i++
		claim := Claim{p, true, least}
		if p.Side() != winner {
			claim = Claim{p, false, -least}
		}
		w := walksOf(t, certificateOf(claim, proof))[0]
		for range 20 {
			waited += walkAtRandom(t, random, w, game, least)
		}
	}
	if waited < games {
		t.Errorf("only %d moves were answered by a wait", waited)
	}
}

// twinPosition returns a position of a random game, in both forms.
func twinPosition(t *testing.T, random *rand.Rand, rules engine.Rules, plies int) (*naive.Game, engine.Position) {
	game, p := &naive.Game{Rules: enginetest.NaiveRules(rules)}, engine.Start(rules)
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		game, p = game.Play(enginetest.NaiveMove(&p, m)), p.Play(m)
	}
	return game, p
}

// walkAtRandom plays a game of a walk to the end and returns how often the proof waited.
func walkAtRandom(t *testing.T, random *rand.Rand, w *Walk, game *naive.Game, least int) (waited int) {
	t.Helper()
	place := w.Begin()
	for !place.Position.Over() {
		m := place.Next()
		if m == engine.NoMove {
			moves := place.Position.Moves(nil)
			m = moves[random.IntN(len(moves))]
		}
		game = game.Play(enginetest.NaiveMove(&place.Position, m))
		after, err := place.After(m)
		if err != nil {
			t.Fatalf("%s: after %s in %s: %v", w.Claim.Position, m, place.Position, err)
		}
		if place = after; place.Waited {
			waited++
		}
	}
	winner := enginetest.NaiveOwner(w.Winner)
	if margin := game.UnplacedSquares(winner.Opponent()) - game.UnplacedSquares(winner); margin < least {
		t.Fatalf("%s: a walk ends in %s with %d, and %d was proven", w.Claim.Position, game, margin, least)
	}
	return waited
}

// A place takes no move that the rules or the proof do not have.
func TestAPlaceRefusesOtherMoves(t *testing.T) {
	walks := walksOf(t, testCertificate(t))
	if len(walks) != 4 {
		t.Fatalf("%d walks of 4 claims", len(walks))
	}
	refused := 0
	for _, w := range walks {
		for place := w.Begin(); !place.Position.Over(); {
			var illegal *engine.IllegalMove
			if _, err := place.After(engine.NoMove); !errors.As(err, &illegal) {
				t.Errorf("the error of no move is %v", err)
			}
			next := place.Next()
			moves := place.Position.Moves(nil)
			for _, m := range moves {
				if _, err := place.After(m); next != engine.NoMove && m != next {
					refused++
					if err == nil {
						t.Errorf("%s: %s is taken, the answer is %s", place.Position, m, next)
					}
				}
			}
			if next == engine.NoMove {
				next = moves[0]
			}
			place, _ = place.After(next)
		}
	}
	if refused == 0 {
		t.Error("the winner never had another move")
	}
}

// A certificate that is not verified has no walks.
func TestBrokenCertificatesHaveNoWalks(t *testing.T) {
	file := testCertificate(t)
	if walks, err := Walks(file[:len(file)-1], Limits{}); err == nil || walks != nil {
		t.Errorf("a file that is cut off has %d walks: %v", len(walks), err)
	}
	if walks, err := Walks(file, Limits{Steps: 10}); !errors.Is(err, ErrLimit) || walks != nil {
		t.Errorf("%d walks at the limit: %v", len(walks), err)
	}
}
