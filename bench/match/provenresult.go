package match

import (
	"context"

	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/proof"
)

// prover is the referee's own search: it ends games whose final score nobody can
// change any more but by playing badly. It is of one game at a time.
type prover struct{ searcher *search.Searcher }

const (
	// proofNodes bounds the work after each move. In 20 games of the engine against
	// itself at 2,000 nodes a move, which go on for 28 plies, it sufficed from ply 16
	// on, and took 8 ms a move. Ten times the work gains one ply.
	proofNodes = 2_000
	// firstProof is the ply before which proofs hardly ever succeed.
	firstProof = 12
	// proofMiB is the size of the table.
	proofMiB = 1
)

// newProvers returns so many provers, which are nil where the plan wants none.
func newProvers(plan *Plan, count int) ([]*prover, error) {
	provers := make([]*prover, count)
	for i := range provers {
		if !plan.Adjudication.Proven {
			continue
		}
		searcher, err := search.New(proofMiB)
		if err != nil {
			return nil, err
		}
		provers[i] = &prover{searcher}
	}
	return provers, nil
}

// begin forgets the last game, so that what is proven depends on one game alone.
func (r *prover) begin() {
	if r != nil {
		r.searcher.Clear()
	}
}

// prove returns the squares that the sides will have left unplaced under best
// play, if it is sure of them: because the sides cannot do anything to each other any
// more, or because the search has proven the margin and shows how the game comes to it.
// The game must not be over. A prover that is nil is sure of nothing.
func (r *prover) prove(p *engine.Position) (light, dark int, proven bool) {
	if r == nil {
		return 0, 0, false
	}
	if light, dark, proven = proof.Separated(p); proven || p.Ply() < firstProof {
		return light, dark, proven
	}
	limits := search.Limits{Solve: true, Nodes: proofNodes}
	info := r.searcher.Search(context.Background(), p, limits, search.DefaultOptions(), func(search.Info) {}).Info
	if !info.Score.Final {
		return 0, 0, false
	}
	end := *p
	for _, move := range info.PV {
		if !end.IsLegal(move) {
			return 0, 0, false
		}
		end = end.Play(move)
	}
	if !end.Over() || end.Margin(p.Side()) != info.Score.Squares() {
		return 0, 0, false
	}
	return end.Unplaced(engine.Light), end.Unplaced(engine.Dark), true
}
