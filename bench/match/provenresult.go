package match

import (
	"context"
	"fmt"

	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
	"cathedral/search/proof"
)

// prover is the referee's own search, which proves final scores under best play. It
// serves one game at a time.
type prover struct {
	searcher   *search.Searcher
	separation proof.Separation
}

const (
	// proofNodes limits the search after each move. In 20 games of the engine against
	// itself at 2,000 nodes a move, which took 28 plies, the proof succeeded from ply
	// 16 on, at 8 ms a move. Ten times the nodes gain one ply.
	proofNodes = 2_000
	// longProofNodes limits the last attempt at a proof that a worker claims to have.
	longProofNodes = 100 * proofNodes
	// firstProof is the first ply at which a proof is tried: earlier ones hardly ever
	// succeed.
	firstProof = 12
	// proofMiB is the size of the transposition table.
	proofMiB = 1
)

// newProver returns a prover, or an error if there is no memory for its table.
func newProver() (*prover, error) {
	searcher, err := search.New(proofMiB)
	if err != nil {
		return nil, err
	}
	return &prover{searcher: searcher}, nil
}

// begin forgets the last game, so that proofs depend on the current game alone.
func (r *prover) begin() {
	if r != nil {
		r.searcher.Clear()
	}
}

// prove returns the squares that the sides will leave unplaced under best play, if it
// can prove them. Either the sides are separated, or the search has proven the margin
// and its principal variation reaches it. The game must not be over. A nil prover
// proves nothing.
func (r *prover) prove(p *engine.Position) (light, dark int, proven bool) {
	return r.proveWithin(p, proofNodes)
}

// proveWithin is prove with a limit of nodes.
func (r *prover) proveWithin(p *engine.Position, nodes uint64) (light, dark int, proven bool) {
	if r == nil {
		return 0, 0, false
	}
	if light, dark, proven = r.separation.Score(p); proven || p.Ply() < firstProof {
		return light, dark, proven
	}
	limits := search.Limits{Solve: true, Nodes: nodes}
	info := r.searcher.Search(context.Background(), p, limits, search.DefaultOptions(), nil).Info
	end, proven := info.ProvenEnd(*p)
	return end.Unplaced(engine.Light), end.Unplaced(engine.Dark), proven
}

// confirms reports whether a worker's game that ends by a proof has that score. It is proven
// again: from the last position alone, or as the referee does after each move that follows the
// opening, or else by a longer search, because a referee tries some positions twice.
func (r *prover) confirms(game *record.Game, opening int) bool {
	var light, dark int
	fair, _ := game.Fair() // that of the plan
	if _, err := fmt.Sscanf(game.Tag("Score"), "%d-%d", &light, &dark); err != nil || game.Result != record.Result(fair.OutcomeOf(dark-light)) {
		return false
	}
	positions := game.Positions()
	last := &positions[len(positions)-1]
	isSame := func(l, d int, proven bool) bool { return proven && l == light && d == dark }
	r.begin()
	if isSame(r.prove(last)) {
		return true
	}
	r.begin()
	for i := opening; i < len(positions)-1; i++ {
		r.prove(&positions[i])
	}
	if isSame(r.prove(last)) {
		return true
	}
	l, d, proven := r.proveWithin(last, longProofNodes)
	return proven && d-l == dark-light
}

// checkProof refuses a worker's game that ends by a proof which does not hold.
func (r *runner) checkProof(f fixture, game *record.Game) error {
	if _, rule := game.Termination(); rule != record.ProvenScore {
		return nil
	}
	p, err := r.worker.takeProver(r.plan.Adjudication)
	if err != nil {
		return err
	}
	defer r.worker.provers.Put(p)
	if !p.confirms(game, len(r.plan.opening(f.round).Moves)) {
		return farm.Refuse("game %s: the score of %s is not proven", f, game.Tag("Score"))
	}
	return nil
}
