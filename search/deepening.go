package search

import (
	"slices"
	"time"

	"cathedral/engine"
	"cathedral/search/ordering"
	"cathedral/search/proof"
)

// deepening is the first thread's search: one iteration after the other, until a
// limit is reached.
type deepening struct {
	worker   *worker
	limits   Limits
	options  Options
	times    budget
	report   func(Info)
	roots    []rootMove
	estimate int32 // of the root position
	solved   bool  // all ranks are proven
	verdict  proof.Verdict
	solving  uint64 // the share of proofs in the worker's effort
	depth    int    // of the last iteration that was finished, or began to tell
	last     Info
}

func (d *deepening) run() {
	w := d.worker
	d.verdict = proof.NewVerdict()
	ranks := min(max(1, d.options.MultiPV), len(d.roots))
	mostPlies := ordering.MaxPly
	if d.limits.Depth > 0 {
		mostPlies = min(mostPlies, d.limits.Depth)
	}
	trust := 1.0
	for depth := 1; depth <= mostPlies; depth++ {
		if d.solve(ranks) {
			d.reportAll(ranks)
			return
		}
		before := d.roots[0].move
		for rank := range ranks {
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
		slices.SortStableFunc(d.roots[:ranks], func(a, b rootMove) int { return int(b.value) - int(a.value) })
		d.reportAll(ranks)
		// A best move that has just changed deserves another look.
		if d.roots[0].move != before {
			trust = 1.6
		} else {
			trust = max(0.7, trust*0.8)
		}
		if d.enough(trust) {
			return
		}
	}
}

// solve tries to prove the exact margins of the best moves, and reports whether
// that was done. It may cost as much as the iterations so far, so that half of
// the time at most is lost where it fails; what it learned stays in the table.
func (d *deepening) solve(ranks int) bool {
	w := d.worker
	if d.limits.Depth > 0 || w.frames[0].node.Position().Ply() < firstSolvedPly && !d.limits.Solve {
		return false
	}
	budget := w.effort - d.solving
	if d.limits.Solve || w.frames[0].node.Position().Ply() >= latePly {
		late := uint64(lateEffort)
		if d.limits.Nodes > 0 && !d.limits.Solve {
			late = min(late, d.limits.Nodes/4) // so that there is a search if it fails
		}
		budget = max(budget, late)
	}
	if d.limits.Solve && d.depth >= solveAfterDepth {
		budget = 1 << 62
	}
	before := w.effort
	defer func() { d.solving += w.effort - before }()
	w.solver.Allow(budget)
	p := w.frames[0].node.Position()
	if ranks == 1 && d.options.Objective == WinFirst && !d.limits.Solve {
		left, decided := d.verdict.Decide(w.solver, p, movesOf(d.roots), d.roots[0].value < 0)
		d.roots = slices.Delete(d.roots, 0, len(d.roots)-len(left))
		if !decided {
			return false
		}
	}
	for rank := range ranks {
		roots := d.roots[rank:]
		line, margin, proven := w.solver.Solve(p, movesOf(roots))
		if !proven {
			return false
		}
		toFront(roots, slices.IndexFunc(roots, func(root rootMove) bool { return root.move == line[0] }))
		roots[0].solved, roots[0].value, roots[0].line = true, int32(100*margin), line
		d.depth = len(line)
	}
	d.solved = true
	return true
}

// movesOf returns the moves of the root moves.
func movesOf(roots []rootMove) []engine.Move {
	moves := make([]engine.Move, len(roots))
	for i := range roots {
		moves[i] = roots[i].move
	}
	return moves
}

// takeProven brings the first move to the front that is proven to win, or to draw if
// nothing wins, if there is one.
func (d *deepening) takeProven() {
	if d.solved {
		return
	}
	if i := slices.IndexFunc(d.roots, func(root rootMove) bool { return d.verdict.Proves(root.move) }); i > 0 {
		toFront(d.roots, i)
	}
}

const (
	// firstSolvedPly is the first ply at which a proof is tried in a game.
	firstSolvedPly = 10
	// latePly is the first ply at which most positions are solved by lateEffort,
	// so that it is spent before anything else.
	latePly    = 14
	lateEffort = 4_000
	// solveAfterDepth is the iteration after which go solve does nothing else.
	solveAfterDepth = 5
)

// enough reports whether another iteration would be a waste of time.
func (d *deepening) enough(trust float64) bool {
	if d.limits.Infinite || d.limits.Solve || d.limits.Clock == nil {
		return false // a time for the move is there to be used
	}
	thought, counts := d.worker.control.thought()
	return counts && (len(d.roots) == 1 || thought >= time.Duration(float64(d.times.soft)*trust))
}

// info returns what is known of the root move of a rank, from 0.
func (d *deepening) info(rank int) Info {
	root := &d.roots[rank]
	w := d.worker
	w.checkLimits()
	value, bound := root.value, root.bound
	if value == -infinity { // stopped before anything was known
		value, bound = d.estimate, LowerBound
	}
	score := scoreOf(value, bound)
	score.Centi = d.verdict.Clip(score.Centi)
	if root.solved && d.solved {
		score = Score{Centi: int(value), Final: true}
	}
	return Info{
		Depth:          d.depth,
		SelectiveDepth: max(d.depth, root.selective),
		MultiPV:        rank + 1,
		Score:          score,
		Nodes:          w.control.nodes.Load(),
		Time:           w.control.elapsed(),
		HashFull:       w.table.Full(),
		PV:             slices.Clone(root.line),
	}
}

// reportAll reports what is known of the best moves, the best one last.
func (d *deepening) reportAll(ranks int) {
	for rank := ranks - 1; rank >= 0; rank-- {
		d.last = d.info(rank)
		d.report(d.last)
	}
}

// result tells the first root move and what is known of it.
func (d *deepening) result() Result {
	d.takeProven()
	d.last = d.info(0)
	d.report(d.last)
	result := Result{Best: d.roots[0].move, Info: d.last}
	if len(d.roots[0].line) > 1 {
		result.Ponder = d.roots[0].line[1]
	}
	return result
}
