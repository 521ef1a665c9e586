package search

import (
	"cathedral/search/ordering"
	"cathedral/search/proof"
)

// When proofs are tried: experiments.csv has the experiments.
const (
	// firstProgress is the effort, in nodes of the usual cost, after which a proof that was
	// asked for first reports its progress, after about a second. Each further report comes
	// after twice as much.
	firstProgress = 200_000
	// unlimited is an effort that is never spent.
	unlimited = 1 << 62
	// solveShare is the effort of proofs with Limits.Solve, as a multiple of that of the
	// iterations, which order the root moves and foresee the margin. E158.
	solveShare = 20
)

// budget returns the effort that a proof may take now, 0 if it does not pay to try. It may cost
// a share of the iterations so far, so that a failure loses little time, and more if it is
// likely to succeed. With Limits.Solve it may cost solveShare times the iterations.
func (r *rootProof) budget() uint64 {
	w := r.worker
	if !r.limits.Solve && (!w.attention.Proves() || r.limits.Depth > 0) {
		return 0
	}
	spent, atOnce := w.effort-r.effort, uint64(w.techniques.ProofAtOnce)
	if r.limits.Solve {
		if r.limits.Depth == 0 && r.depth >= ordering.MaxPly-1 { // no iteration is left
			return unlimited
		}
		return max(solveShare*spent, atOnce)
	}
	budget := spent * uint64(w.techniques.ProofEffort) / 100
	switch cost, rest := r.cost(), r.rest(); {
	case cost > float64(w.techniques.ProofReach)*float64(max(budget, atOnce)):
		return 0
	case r.depth == 0:
		budget = 0
		if cost <= float64(atOnce) {
			budget = min(atOnce, rest/100*uint64(min(100, w.techniques.ProofAtOnceShare)))
		}
	case rest == unlimited:
	case r.verdict.Owes() || r.depth >= w.techniques.ProofDepth && cost <= float64(rest):
		budget = max(budget, rest/100*uint64(w.techniques.ProofShare))
	}
	return budget
}

// cost returns the expected effort to prove who wins.
func (r *rootProof) cost() float64 {
	return proof.Cost(r.position(), r.expected(0))
}

// rest returns the effort that is left before the search is stopped, by the speed so far.
func (r *rootProof) rest() uint64 {
	w := r.worker
	rest := uint64(unlimited)
	if r.limits.Nodes > 0 {
		rest = r.limits.Nodes - min(r.limits.Nodes, w.searched())
	}
	if thought, counts := w.control.thought(); counts && r.times.hard > 0 {
		left := float64(max(0, r.times.hard-thought)) / float64(max(1, w.control.elapsed()))
		rest = min(rest, uint64(left*float64(w.effort)))
	}
	return rest
}
