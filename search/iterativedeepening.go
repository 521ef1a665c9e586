package search

import (
	"slices"

	"cathedral/search/ordering"
	"cathedral/search/proof"
)

// iteration is the first thread's search: one iteration after the other, each a ply
// deeper, until a limit is reached. Between them it tries proofs.
type iteration struct {
	*rootSearch
	proofs rootProof
	report func(Info)
	last   Info
}

func newIteration(s *rootSearch, report func(Info)) *iteration {
	d := &iteration{rootSearch: s, report: report}
	d.proofs = rootProof{rootSearch: s, verdict: proof.NewVerdict(), report: d.reportLine}
	return d
}

func (d *iteration) run() {
	w := d.worker
	if d.limits.Solve {
		w.progress, w.progressAt = d.proofs.progress, firstProgress
		defer func() { w.progress = nil }()
	}
	ranks := min(max(1, d.options.MultiPV), len(d.roots))
	if d.limits.Verdict {
		ranks = 1
	}
	mostPlies := ordering.MaxPly
	if d.limits.Depth > 0 {
		mostPlies = min(mostPlies, d.limits.Depth)
	}
	for depth := 1; depth <= mostPlies; depth++ {
		if d.proofs.try(ranks) {
			d.reportAll(ranks)
			return
		}
		before := d.roots[0].move
		for rank := range ranks {
			if depth == 1 && rank > 0 && d.roots[rank].value > -infinity && d.roots[rank].bound != UpperBound {
				continue // it has a value of its own
			}
			w.iterate(d.roots, rank, depth)
			if w.control.stopped.Load() {
				if rank == 0 {
					settleFor(d.roots, depth)
				}
				d.depth = max(1, d.roots[0].depth)
				return
			}
		}
		d.depth = depth
		sortRoots(d.roots[:ranks])
		d.proofs.bringLeast()
		d.reportAll(ranks)
		d.times.iterated(d.roots[0].move != before)
		if d.enough() {
			return
		}
	}
}

// enough reports whether another iteration would be a waste of time.
func (d *iteration) enough() bool {
	if d.limits.Infinite || d.limits.Solve || d.limits.Clock == nil {
		return false // all of the time for the move is used
	}
	thought, counts := d.worker.control.thought()
	return counts && (!d.proofs.hasChoice() || d.times.spent(thought))
}

// info describes the root move at rank, from 0.
func (d *iteration) info(rank int) Info {
	root := &d.roots[rank]
	value, bound := root.value-root.whim, root.bound
	if root.value == -infinity { // stopped before it had a value
		value, bound = d.estimate, LowerBound
	}
	return Info{
		Depth:          d.depth,
		SelectiveDepth: max(d.depth, root.selective),
		MultiPV:        rank + 1,
		Score:          d.proofs.correct(scoreOf(value, bound), rank),
		Nodes:          d.worker.searched(),
		Time:           d.worker.control.elapsed(),
		HashFull:       d.hashFull(),
		PV:             slices.Clone(root.line),
	}
}

// hashFull returns the fraction of the table in use, in thousandths; with Solve, of the table
// of proofs.
func (d *iteration) hashFull() int {
	if d.limits.Solve {
		return d.worker.solver.Table.Full()
	}
	return d.worker.table.Full()
}

// reportAll reports the best moves, as many as ranks, the best one first.
func (d *iteration) reportAll(ranks int) {
	for rank := range ranks {
		d.reportLine(rank, Score{})
	}
}

// reportLine reports the root move at rank, from 0, with the score proven, if that is final,
// in place of its own.
func (d *iteration) reportLine(rank int, proven Score) {
	d.last = d.info(rank)
	if proven.Final {
		d.last.Score = proven
	}
	d.report(d.last)
}

// result returns the first root move with its info. It reports the info unless the last report
// was the same apart from Time and HashFull.
func (d *iteration) result() Result {
	d.proofs.takeProven()
	d.proofs.bringLeast()
	if info := d.info(0); !info.sameAs(&d.last) {
		d.last = info
		d.report(info)
	}
	best := &d.roots[0]
	result := Result{Best: best.move, Info: d.last}
	if len(best.line) > 1 {
		after := d.position().Play(best.move)
		if after = after.Play(best.line[1]); !after.Over() {
			result.Ponder = best.line[1]
		}
	}
	return result
}
