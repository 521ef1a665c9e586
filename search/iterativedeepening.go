package search

import (
	"math"
	"slices"

	"cathedral/engine"
	"cathedral/search/ordering"
)

// iteration is the first thread's search: one iteration after the other, each a ply
// deeper, until a limit is reached.
type iteration struct {
	worker   *worker
	limits   Limits
	options  Options
	times    timeControl
	report   func(Info)
	roots    []rootMove
	estimate int32 // of the root position
	proofs   rootProof
	depth    int // of the last iteration that was finished, or has judged a move
	last     Info
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
				break
			}
		}
		if w.control.stopped.Load() {
			if ranks == 1 {
				settleFor(d.roots, depth)
			}
			d.depth = max(1, d.roots[0].depth)
			return
		}
		d.depth = depth
		d.sort(ranks)
		d.reportAll(ranks)
		d.times.iterated(d.roots[0].move != before)
		if d.enough() {
			return
		}
	}
}

// sort sorts the best root moves by their values.
func (d *iteration) sort(ranks int) {
	slices.SortStableFunc(d.roots[:ranks], func(a, b rootMove) int { return int(b.value) - int(a.value) })
}

// expected returns the expected margin of the root move at rank, in hundredths of a square.
func (d *iteration) expected(rank int) int {
	if value := d.roots[rank].value; value > -infinity {
		return scoreOf(value, Exact).Centi
	}
	return int(d.estimate)
}

// expectedSquares is expected, rounded to squares.
func (d *iteration) expectedSquares(rank int) int {
	return int(math.Round(float64(d.expected(rank)) / 100))
}

// movesOf returns the moves of the root moves.
func movesOf(roots []rootMove) []engine.Move {
	moves := make([]engine.Move, len(roots))
	for i := range roots {
		moves[i] = roots[i].move
	}
	return moves
}

// enough reports whether another iteration would be a waste of time.
func (d *iteration) enough() bool {
	if d.limits.Infinite || d.limits.Solve || d.limits.Clock == nil {
		return false // all of the time for the move is used
	}
	thought, counts := d.worker.control.thought()
	return counts && (!d.proofs.hasChoice() || d.times.spent(thought))
}

// info describes the root move at rank, from 0. If a least margin is proven, rank 0 is the
// move that is proven to win it.
func (d *iteration) info(rank int) Info {
	if rank == 0 {
		d.proofs.bringLeast()
	}
	root := &d.roots[rank]
	w := d.worker
	w.checkLimits()
	value, bound := root.value-root.whim, root.bound
	if root.value == -infinity { // stopped before it had a value
		value, bound = d.estimate, LowerBound
	}
	return Info{
		Depth:          d.depth,
		SelectiveDepth: max(d.depth, root.selective),
		MultiPV:        rank + 1,
		Score:          d.proofs.correct(scoreOf(value, bound), rank),
		Nodes:          w.control.nodes.Load(),
		Time:           w.control.elapsed(),
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
		d.last = d.info(rank)
		d.report(d.last)
	}
}

// result returns the first root move with its info. It reports the info unless the last report
// was the same apart from Time and HashFull.
func (d *iteration) result() Result {
	d.proofs.takeProven()
	if info := d.info(0); !info.sameAs(&d.last) {
		d.last = info
		d.report(info)
	}
	result := Result{Best: d.roots[0].move, Info: d.last}
	if len(d.roots[0].line) > 1 {
		result.Ponder = d.roots[0].line[1]
	}
	return result
}
