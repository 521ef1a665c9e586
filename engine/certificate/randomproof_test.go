package certificate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// randomProver writes proofs of what is always true, that no side loses by more squares
// than it has: with any moves and waits, cut off by bounds anywhere. So it comes to
// positions and zones that a prover of something would not see.
type randomProver struct {
	prover
	random *rand.Rand
	nodes  int // until it wants to come to an end

	refusals map[string]int // by the reason
}

func newRandomProver(winner engine.Side, random *rand.Rand) *randomProver {
	return &randomProver{*newProver(winner, -engine.SideSquares, nil, 0), random, 40, map[string]int{}}
}

// proof returns a proof that is about as deep as depth. It fails the test if a rule says
// that there is none.
func (r *randomProver) proof(t *testing.T, p *engine.Position, depth int) *proof {
	r.nodes--
	moves := p.Moves(nil)
	switch {
	case len(moves) == 0:
		return &proof{kind: nodeEnd}
	case !p.CathedralPending() && (depth <= 0 || r.nodes < 0) && r.random.IntN(4) > 0:
		return &proof{kind: nodeBound}
	case !p.CathedralPending() && (depth <= 0 || r.nodes < 0):
		found := r.bound(p)
		if found == nil {
			t.Fatalf("%s: no bound says that %s loses by %d squares at most", p, r.winner, engine.SideSquares)
		}
		return found
	case moves[0] == engine.Pass:
		next := p.Play(engine.Pass)
		after := r.proof(t, &next, depth-1)
		return &proof{kind: nodePass, after: []*proof{after}, zone: after.zone}
	}
	if r.random.IntN(2) == 0 && settled(p) {
		if found := r.without(t, p, depth); found != nil {
			return found
		}
	}
	switch {
	case p.Side() == r.winner:
		m := r.anyMove(p, moves)
		next := p.Play(m)
		return r.moveNode(p, m, r.proof(t, &next, depth-1))
	}
	if r.random.IntN(4) == 0 && settled(p) {
		if found := r.closings(t, p, moves); found != nil {
			return found
		}
	}
	found := &proof{kind: nodeReplies}
	disturbing := engine.AllSquares() // one of the waits
	others := disturbing
	if r.mayWait(p) && r.random.IntN(5) > 0 {
		waited := p.Play(engine.Pass)
		disturbing = r.addWait(found, p, r.proof(t, &waited, depth-1))
		if r.random.IntN(2) == 0 {
			others = r.addWait(found, p, r.proof(t, &waited, depth-2))
		}
	}
	deep := r.random.IntN(len(moves))
	for i, m := range moves {
		next := p.Play(m)
		due := m.Squares().Intersects(disturbing) && m.Squares().Intersects(others)
		switch {
		case due && i == deep:
			found.addReply(m, r.proof(t, &next, depth-1))
		case due || r.random.IntN(20) == 0:
			found.addReply(m, r.proof(t, &next, 0))
		}
		if due {
			found.due = append(found.due, len(found.moves)-1)
		}
	}
	r.spoil(found, p)
	return found
}

// without returns a proof that leaves out a building of the loser's, or nil. If the building disturbs, the proof
// must be refused.
func (r *randomProver) without(t *testing.T, p *engine.Position, depth int) *proof {
	loser := r.winner.Opponent()
	pieces := slices.Collect(p.Pieces(loser))
	if len(pieces) == 0 {
		return nil
	}
	m := pieces[r.random.IntN(len(pieces))]
	if r.random.IntN(2) == 0 {
		m = m.Sparing() // its squares are the loser's
	}
	v := *p
	if !v.LeaveOut(loser, m) || !settled(&v) {
		return nil
	}
	after := r.proof(t, &v, depth-1)
	found := &proof{kind: nodeWithout, moves: []engine.Move{m}, after: []*proof{after}, zone: after.zone}
	var g ground
	g.find(&v)
	if after.zone.disturbance(&v, r.winner, &g).Intersects(m.Squares()) {
		r.refused(t, p, found, "is left out, but disturbs the proof")
		return nil
	}
	return found
}

// closings returns a proof by closings, or nil if there are not enough. Without the last one it must be refused.
func (r *randomProver) closings(t *testing.T, p *engine.Position, spoiling []engine.Move) *proof {
	var g ground
	g.find(p)
	found := &proof{kind: nodeClosings}
	waited := p.Play(engine.Pass)
	moves := waited.Moves(nil)
	for _, i := range r.random.Perm(len(moves)) {
		squares := moves[i].Squares()
		if !squares.Grow().Intersects(g.safe[r.winner]) {
			continue
		}
		spoiling = slices.DeleteFunc(slices.Clone(spoiling), func(m engine.Move) bool { return !m.Squares().Intersects(squares) })
		if len(spoiling) > 0 {
			found.moves = append(found.moves, moves[i])
			continue
		}
		if len(found.moves) > 0 {
			r.refused(t, p, found, "spoils every closing")
		}
		found.moves = append(found.moves, moves[i])
		for _, m := range found.moves {
			found.zone.built = found.zone.built.Or(m.Squares())
		}
		return found
	}
	return nil
}

// refused fails the test unless a proof about a position is refused for a reason.
func (r *randomProver) refused(t *testing.T, p *engine.Position, steps *proof, reason string) {
	claim := claimsOf(*p, engine.SideSquares, 0)[1]
	if p.Side() == r.winner {
		claim = claimsOf(*p, -engine.SideSquares, 0)[0]
	}
	_, err := verify(certificateOf(claim, steps))
	wantFault(t, err, reason)
	r.refusals[reason]++
}

// anyMove returns a move, if possible one that captures or claims something.
func (r *randomProver) anyMove(p *engine.Position, moves []engine.Move) engine.Move {
	best, most := moves[r.random.IntN(len(moves))], 0
	for range 60 {
		m := moves[r.random.IntN(len(moves))]
		next := p.Play(m)
		loser := r.winner.Opponent()
		gain := next.Territory(r.winner).Count() - p.Territory(r.winner).Count()
		gain += 20 * (p.Buildings(loser).Count() - next.Buildings(loser).Count())
		gain += 20 * (p.CathedralSquares().Count() - next.CathedralSquares().Count())
		if gain > most {
			best, most = m, gain
		}
	}
	return best
}

// waiting appends the nodes of a proof that have waits and a reply that is due.
func (p *proof) waiting(list []*proof) []*proof {
	if len(p.waits) > 0 && len(p.due) > 0 {
		list = append(list, p)
	}
	for _, next := range p.waits {
		list = next.waiting(list)
	}
	for _, next := range p.after {
		list = next.waiting(list)
	}
	return list
}

// without returns a copy of the node without one of its replies.
func (p *proof) without(reply int) proof {
	less := *p
	less.moves = append(append([]engine.Move(nil), p.moves[:reply]...), p.moves[reply+1:]...)
	less.after = append(append([]*proof(nil), p.after[:reply]...), p.after[reply+1:]...)
	return less
}

// Exactly the replies are needed that no wait answers.
func TestRandomProofs(t *testing.T) {
	random := newRandom()
	rules := enginetest.AllRules()
	games, lacking, refusals := 24, 0, map[string]int{}
	if enginetest.IsLong() {
		games = 120
	}
	for i := range games {
		ply := 1 + random.IntN(25)
		if i%5 == 0 {
			ply = random.IntN(4)
		}
		p := enginetest.RandomPosition(random, rules[i%len(rules)], ply)
		if i%4 == 0 { // a text forgets what is settled
			p = enginetest.Position(t, p.String(), p.Rules())
		}
		claim := claimsOf(p, -engine.SideSquares, 0)[0]
		if random.IntN(2) == 0 {
			claim = claimsOf(p, engine.SideSquares, 0)[1]
		}
		winner, _ := claim.goal()
		r := newRandomProver(winner, random)
		r.refusals = refusals
		proof := r.proof(t, &p, 1+random.IntN(7))
		if _, err := verify(certificateOf(claim, proof)); err != nil {
			t.Fatalf("%s: %s: %v", p, claim, err)
		}
		waiting := proof.waiting(nil)
		if len(waiting) == 0 {
			continue
		}
		for range 3 {
			node := waiting[random.IntN(len(waiting))]
			whole := *node
			*node = whole.without(whole.due[random.IntN(len(whole.due))])
			_, err := verify(certificateOf(claim, proof))
			*node = whole
			wantFault(t, err, "is neither among the replies nor answered by a wait")
			lacking++
		}
	}
	t.Log(lacking, refusals)
	if lacking < games || len(refusals) < 2 {
		t.Errorf("only %d proofs were made that lack a reply, and these others: %v", lacking, refusals)
	}
}
