package search

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/proof"
)

// rootProof has the proven results of the root position and its moves. Between the iterations
// of a search, it tries to prove who wins and by how much; the results order and bound the
// root moves, and are reported.
type rootProof struct {
	*rootSearch

	report func(rank int, proven Score) // as reportLine of an iteration

	verdict proof.Verdict
	decided bool // the verdict is known and has been reported
	solved  bool // the margins of all ranks are proven

	least     Score       // the proven margin so far, if it is final
	leastMove engine.Move // that wins it, if it is a lower bound

	effort uint64 // the share of proofs in the worker's effort
}

// try tries to prove the exact margins of the best moves, or who wins if that is all that is
// asked, and reports whether it succeeded. Its results stay in the table.
func (r *rootProof) try(ranks int) bool {
	w := r.worker
	budget := r.budget()
	if budget == 0 {
		return false
	}
	before := w.effort
	defer func() { r.effort += w.effort - before }()
	w.solver.Allow(budget)
	p := r.position()
	switch {
	case r.limits.Verdict:
		return r.decide(p)
	case r.limits.Solve || r.options.Objective == Margin:
	case ranks == 1 && !r.decide(p), ranks > 1 && !r.decideLines(p, ranks):
		return false
	}
	for rank := range ranks {
		roots := r.roots[rank:]
		line, margin, proven := w.solver.Solve(p, movesOf(roots), r.expectedSquares(rank), r.told(rank))
		if !proven {
			return false
		}
		toFront(roots, slices.IndexFunc(roots, func(root rootMove) bool { return root.move == line[0] }))
		r.solvedBy(&roots[0], margin, line)
		for i := range roots[1:] {
			roots[1+i].most = min(roots[1+i].most, margin)
		}
		r.depth = len(line)
	}
	r.solved = true
	return true
}

// decide tries to prove who wins, and reports whether that is known. It sends a report of a
// new verdict. A search that continues does not repeat that report: its expectations say more
// about the margin.
func (r *rootProof) decide(p *engine.Position) bool {
	if known := r.judge(p); !known || r.decided {
		return known
	}
	r.depth = max(1, r.depth)
	score := r.decidedScore()
	if score.Bound != Exact {
		r.worker.control.decided.Store(true)
		r.worker.pursueMargin(r.roots)
	}
	switch {
	case !r.limits.Verdict && score.Bound != Exact:
		r.report(0, score)
	case r.limits.Verdict && score.Bound == Exact: // a draw, which a whole line shows
		line, whole := r.worker.solver.Line(p, r.roots[0].move, score.Squares())
		if !whole {
			return false
		}
		r.roots[0].line = line
	}
	r.decided = true
	return true
}

// decideLines tries to prove who wins from the position, and then by each of the best moves,
// and reports whether all of that is known. Once the first is known, it reports the lines
// whenever more of them are decided.
func (r *rootProof) decideLines(p *engine.Position, ranks int) bool {
	if !r.judge(p) {
		return false
	}
	before := r.decidedLines(ranks)
	if !r.decided {
		r.decided, before = true, 0
	}
	defer func() {
		if r.decidedLines(ranks) > before {
			r.reportDecided(ranks)
		}
	}()
	_, most := r.verdict.Range()
	for i := range r.roots {
		r.roots[i].most = min(r.roots[i].most, most)
	}
	for rank := range ranks {
		root, verdict := &r.roots[rank], proof.NewVerdict()
		if !root.decided() {
			if _, known := verdict.Decide(r.worker.solver, p, []engine.Move{root.move}, r.expectedSquares(rank)); !known {
				return false
			}
			least, most := verdict.Range()
			root.least, root.most = max(root.least, least), min(root.most, most)
		}
		if root.least == 0 && root.most == 0 && !root.solved {
			line, whole := r.worker.solver.Line(p, root.move, 0)
			if !whole {
				return false
			}
			r.solvedBy(root, 0, line)
		}
	}
	return true
}

// judge tries to prove who wins, and reports whether that is known. It sorts the root moves as
// the verdict did, and bounds the values of those that it has proven or refuted. If it is not
// known who wins, values come first.
func (r *rootProof) judge(p *engine.Position) (known bool) {
	ordered, known := r.verdict.Decide(r.worker.solver, p, movesOf(r.roots), r.expectedSquares(0))
	places := make(map[engine.Move]int, len(ordered))
	for i, m := range ordered {
		places[m] = i
	}
	slices.SortFunc(r.roots, func(a, b rootMove) int { return places[a.move] - places[b.move] })
	refutations := r.verdict.Refutations()
	for _, refuted := range refutations {
		root := &r.roots[places[refuted.Move]]
		root.most = min(root.most, refuted.Most)
		if root.value > -infinity {
			root.value = r.worker.objective.within(root.value, root.least, root.most)
		}
	}
	least, _ := r.verdict.Range()
	switch {
	case known && r.verdict.Proves(ordered[0]):
		r.bring(ordered[0], least)
	case !known && len(refutations) > 0:
		sortRoots(r.roots)
	}
	return known
}

// solvedBy records the margin that a move is proven to win, with the line to the end of the
// game.
func (r *rootProof) solvedBy(root *rootMove, margin int, line []engine.Move) {
	root.solved, root.line = true, line
	root.least, root.most, root.value = margin, margin, r.worker.objective.valueOfFinal(margin)
}

// told returns the function that reports the progress of a proof of the margin; nil unless a
// proof was asked for and rank is 0.
func (r *rootProof) told(rank int) func(best engine.Move, least, most int) {
	if !r.limits.Solve || rank > 0 {
		return nil
	}
	return func(best engine.Move, least, most int) {
		proven := finalScore(least, LowerBound)
		if least == -engine.SideSquares {
			proven = finalScore(most, UpperBound)
		}
		if r.least.Bound == LowerBound && (proven.Bound == UpperBound || proven.Centi <= r.least.Centi) ||
			r.least.Bound == UpperBound && proven.Bound == UpperBound && proven.Centi >= r.least.Centi {
			return // an earlier attempt has proven as much
		}
		r.least = proven
		if proven.Bound == LowerBound {
			r.leastMove = best
		}
		if least < most { // else the line to the end follows
			r.progress()
		}
	}
}

// progress reports the effort of a proof while it runs.
func (r *rootProof) progress() {
	if r.depth > 0 {
		r.bringLeast()
		r.report(0, Score{})
	}
}

// decidedLines returns the number of the best moves that are decided.
func (r *rootProof) decidedLines(ranks int) (count int) {
	for i := range r.roots[:ranks] {
		if r.roots[i].decided() {
			count++
		}
	}
	return count
}

// reportDecided sorts the lines by their proven results, and reports the winner for those that
// are decided.
func (r *rootProof) reportDecided(ranks int) {
	r.depth = max(1, r.depth)
	for i := range r.roots {
		if root := &r.roots[i]; root.value > -infinity || root.least > -noMargin {
			root.value = r.worker.objective.within(root.value, root.least, root.most)
		}
	}
	sortRoots(r.roots)
	for rank := range ranks {
		var proven Score
		switch root := &r.roots[rank]; {
		case root.solved:
		case root.least >= 1:
			proven = finalScore(root.least, LowerBound)
		case root.most <= -1:
			proven = finalScore(root.most, UpperBound)
		}
		r.report(rank, proven)
	}
}

// decidedScore returns the proven bound on the margin once it is known who wins.
func (r *rootProof) decidedScore() Score {
	return finalScore(r.verdict.Margin())
}

// takeProven brings the first move that is proven to win, or to draw if nothing wins, to the
// front, unless the front move is proven to be as good.
func (r *rootProof) takeProven() {
	if least, _ := r.verdict.Range(); r.solved || r.roots[0].least >= least {
		return
	}
	if i := slices.IndexFunc(r.roots, func(root rootMove) bool { return r.verdict.Proves(root.move) }); i > 0 {
		toFront(r.roots, i)
	}
}

// hasChoice reports whether more than one root move may be the best.
func (r *rootProof) hasChoice() bool {
	least, _ := r.verdict.Range()
	return slices.ContainsFunc(r.roots[1:], func(root rootMove) bool { return root.most >= least })
}

// correct returns score, the one of the root move at rank, from 0, within the proven bounds.
func (r *rootProof) correct(score Score, rank int) Score {
	root := &r.roots[rank]
	if rank == 0 {
		score.Centi = r.verdict.Clip(score.Centi)
	}
	score.Centi = max(100*root.least, min(score.Centi, 100*root.most))
	switch {
	case root.solved:
		score = finalScore(root.least, Exact)
	case r.least.Final && rank == 0:
		score = r.least
	case r.decided && r.limits.Verdict:
		score = r.decidedScore()
	}
	return score
}

// bringLeast brings the move that is proven to win the least margin known to the front, if
// there is one.
func (r *rootProof) bringLeast() {
	if r.least.Final && r.least.Bound == LowerBound && !r.solved {
		r.bring(r.leastMove, r.least.Squares())
	}
}
