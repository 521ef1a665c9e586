package match

import (
	"context"

	"cathedral/engine"
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
	if r == nil {
		return 0, 0, false
	}
	if light, dark, proven = r.separation.Score(p); proven || p.Ply() < firstProof {
		return light, dark, proven
	}
	limits := search.Limits{Solve: true, Nodes: proofNodes}
	info := r.searcher.Search(context.Background(), p, limits, search.DefaultOptions(), nil).Info
	end, proven := info.ProvenEnd(*p)
	return end.Unplaced(engine.Light), end.Unplaced(engine.Dark), proven
}
