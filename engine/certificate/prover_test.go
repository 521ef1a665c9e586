package certificate

import (
	"math/rand/v2"

	"cathedral/engine"
)

func newRandom() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// prover looks for proofs with all rules of inference. It takes the answers to what a
// rule says from the checker, so that a rule that proves too much makes it prove too
// much.
type prover struct {
	winner engine.Side
	least  int
	random *rand.Rand // for the order of the moves and for leaving out bounds; may be nil
	left   int        // nodes until it gives up
	known  map[uint64]*proof
	packer packer
}

// proof is a node of a proof, in memory.
type proof struct {
	kind  byte
	moves []engine.Move // or the packing
	waits []*proof
	after []*proof // the nodes after the moves, or after a pass
	zone  zone
	due   []int // the replies that no wait answers, only of random proofs
}

func newProver(winner engine.Side, least int, random *rand.Rand, nodes int) *prover {
	meter := newMeter(Limits{})
	return &prover{
		winner: winner, least: least, random: random, left: nodes,
		known: map[uint64]*proof{}, packer: packer{meter: &meter},
	}
}

// prove returns a proof, or nil if it finds none.
func (r *prover) prove(p *engine.Position) *proof {
	if known, ok := r.known[p.Key()]; ok {
		return known
	}
	if r.left == 0 {
		return nil
	}
	r.left--
	found := r.search(p)
	if r.left > 0 {
		r.known[p.Key()] = found
	}
	return found
}

func (r *prover) search(p *engine.Position) *proof {
	moves := p.Moves(nil)
	if len(moves) == 0 {
		if p.Margin(r.winner) < r.least {
			return nil
		}
		return &proof{kind: nodeEnd}
	}
	if r.random == nil || r.random.IntN(2) == 0 { // without some bounds, the other rules are needed more
		if found := r.bound(p); found != nil {
			return found
		}
	}
	if r.random != nil {
		r.random.Shuffle(len(moves), func(i, k int) { moves[i], moves[k] = moves[k], moves[i] })
	}
	switch {
	case moves[0] == engine.Pass:
		next := p.Play(engine.Pass)
		found := r.prove(&next)
		if found == nil {
			return nil
		}
		return &proof{kind: nodePass, after: []*proof{found}, zone: found.zone}
	case p.Side() == r.winner:
		return r.move(p, moves)
	}
	if found := r.replies(p, moves, true); found != nil {
		return found
	}
	return r.replies(p, moves, false)
}

// bound packs the largest buildings first.
func (r *prover) bound(p *engine.Position) *proof {
	if p.CathedralPending() {
		return nil
	}
	var g ground
	g.find(p)
	packing, packed := packGround(p, &g, r.winner, func(places []engine.Move) engine.Move { return places[0] })
	loser := r.winner.Opponent()
	most := packed - g.exposed[r.winner].Count() + p.Margin(r.winner) - r.least
	if most < 0 || r.packer.canCover(g.reach(p, loser), loser, p.Hand(loser), most+1) {
		return nil
	}
	return &proof{kind: nodeBound, moves: packing}
}

// packGround packs buildings of a side's hand into its safe ground, the largest first, each
// at one of its places. It returns the packing and the number of squares that it covers.
func packGround(p *engine.Position, g *ground, side engine.Side, choose func(places []engine.Move) engine.Move) (packing []engine.Move, squares int) {
	free := g.safe[side].And(p.Open(side))
	for b := range p.Hand(side).LargestFirst() {
		for range p.Hand(side).Count(b) {
			var maps engine.Maps
			var places []engine.Move
			engine.PlacementMaps(free, side, &maps)
			for i := range engine.ShapesOf(b) {
				for square := range maps.At(i).Squares() {
					places = append(places, engine.NewMove(engine.SideShape(side, i), square))
				}
			}
			if len(places) > 0 {
				m := choose(places)
				packing, squares, free = append(packing, m), squares+b.Size(), free.AndNot(m.Squares())
			}
		}
	}
	return packing, squares
}

func (r *prover) move(p *engine.Position, moves []engine.Move) *proof {
	for _, m := range moves {
		next := p.Play(m)
		if found := r.prove(&next); found != nil {
			return r.moveNode(p, m, found)
		}
	}
	return nil
}

// moveNode returns the node of a move with the node after it.
func (r *prover) moveNode(p *engine.Position, m engine.Move, after *proof) *proof {
	next := p.Play(m)
	taken := m.Squares().Or(next.Territory(r.winner).AndNot(p.Territory(r.winner)))
	z := zone{after.zone.built.Or(taken), after.zone.loose}
	var g ground
	if !p.CathedralPending() {
		g.find(p)
	}
	if p.CathedralPending() || !g.safe[r.winner].Grow().Intersects(m.Squares()) || m.Squares().FloodWithin(taken) != taken {
		z.loose = z.loose.Or(taken)
	}
	return &proof{kind: nodeMove, moves: []engine.Move{m}, after: []*proof{after}, zone: z}
}

func (r *prover) replies(p *engine.Position, moves []engine.Move, wait bool) *proof {
	found := &proof{kind: nodeReplies}
	disturbing := engine.AllSquares()
	if wait {
		if !r.mayWait(p) {
			return nil
		}
		waited := p.Play(engine.Pass)
		after := r.prove(&waited)
		if after == nil {
			return nil
		}
		disturbing = r.addWait(found, p, after)
	}
	for _, m := range moves {
		if !m.Squares().Intersects(disturbing) {
			continue
		}
		next := p.Play(m)
		after := r.prove(&next)
		if after == nil {
			return nil
		}
		found.addReply(m, after)
	}
	r.spoil(found, p)
	return found
}

// mayWait reports whether the loser may wait.
func (r *prover) mayWait(p *engine.Position) bool {
	return !p.CathedralPending() && !p.Unsettled(r.winner.Opponent()) && p.CanPlace(r.winner)
}

// addWait adds a wait to a node, and returns the squares that disturb it.
func (r *prover) addWait(to *proof, p *engine.Position, after *proof) engine.Bitboard {
	var g ground
	g.find(p)
	to.waits = append(to.waits, after)
	to.zone = to.zone.or(after.zone)
	return after.zone.disturbance(p, r.winner, &g)
}

func (p *proof) addReply(m engine.Move, after *proof) {
	p.moves = append(p.moves, m)
	p.after = append(p.after, after)
	p.zone = p.zone.or(after.zone)
}

// spoil makes the whole city the zone of replies if the loser is unsettled.
func (r *prover) spoil(replies *proof, p *engine.Position) {
	if p.Unsettled(r.winner.Opponent()) {
		replies.zone.built = engine.AllSquares()
	}
}
