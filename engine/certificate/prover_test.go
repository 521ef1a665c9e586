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
	uses  int   // in the proof that is written
	slot  int
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
	found := &proof{kind: nodeBound}
	free := g.safe[r.winner].And(p.Open(r.winner))
	packed := 0
	for b := range p.Hand(r.winner).LargestFirst() {
		for range p.Hand(r.winner).Count(b) {
			var maps engine.Maps
			engine.PlacementMaps(free, r.winner, &maps)
			for i := range engine.ShapesOf(b) {
				if places := maps.At(i); !places.IsEmpty() {
					m := engine.NewMove(engine.SideShape(r.winner, i), places.First())
					found.moves = append(found.moves, m)
					free = free.AndNot(m.Squares())
					packed += b.Size()
					break
				}
			}
		}
	}
	loser := r.winner.Opponent()
	most := packed - g.exposed[r.winner].Count() + p.Margin(r.winner) - r.least
	if most < 0 || r.packer.canCover(g.reach(p, loser), loser, p.Hand(loser), most+1) {
		return nil
	}
	return found
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

// proofWriter writes a proof, and keeps what is needed again.
type proofWriter struct {
	writer *writer
	free   []int
	slots  int
}

// certificateOf returns a certificate with one claim.
func certificateOf(c Claim, p *proof) []byte {
	w := newWriter().claim(c)
	w.writeProof(p)
	return w.line("end 1").text
}

// writeProof writes a proof.
func (w *writer) writeProof(p *proof) {
	p.count()
	writer := proofWriter{writer: w}
	writer.write(p)
}

// count counts how often each node is needed.
func (p *proof) count() {
	p.slot = -1
	p.uses++
	if p.uses > 1 {
		return
	}
	for _, next := range p.waits {
		next.count()
	}
	for _, next := range p.after {
		next.count()
	}
}

func (w *proofWriter) write(p *proof) {
	p.uses--
	if p.slot >= 0 {
		if p.uses > 0 {
			w.writer.bytes(nodeReference).number(p.slot)
			return
		}
		w.writer.bytes(nodeLastReference).number(p.slot)
		w.free = append(w.free, p.slot)
		p.slot = -1
		return
	}
	slot := -1
	if p.uses > 0 && (p.kind == nodeMove || p.kind == nodeReplies) {
		if len(w.free) == 0 {
			w.free = append(w.free, w.slots)
			w.slots++
		}
		slot = w.free[len(w.free)-1]
		w.free = w.free[:len(w.free)-1]
		w.writer.bytes(p.kind + nodeKeptMove - nodeMove).number(slot)
	} else {
		w.writer.bytes(p.kind)
	}
	switch p.kind {
	case nodeBound:
		w.writer.bytes(byte(len(p.moves))).moves(p.moves)
	case nodePass:
		w.write(p.after[0])
	case nodeMove:
		w.writer.move(p.moves[0])
		w.write(p.after[0])
	case nodeReplies:
		w.writer.number(len(p.waits))
		for _, after := range p.waits {
			w.write(after)
		}
		w.writer.number(len(p.moves))
		for i, m := range p.moves {
			w.writer.move(m)
			w.write(p.after[i])
		}
	}
	p.slot = slot
}
