package search

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/ordering"
	"cathedral/search/proof"
)

// iteration is the first thread's search: one iteration after the other, each a ply
// deeper, until a limit is reached.
type iteration struct {
	worker     *worker
	limits     Limits
	options    Options
	times      timeControl
	report     func(Info)
	roots      []rootMove
	estimate   int32 // of the root position
	solved     bool  // all ranks are proven
	verdict    proof.Verdict
	proven     Score       // what a proof of the margin has found so far, if it is final
	provenMove engine.Move // that wins it, if it is a lower bound
	decided    bool        // the verdict is known and has been reported
	solving    uint64      // the share of proofs in the worker's effort
	depth      int         // of the last iteration that was finished, or began to tell
	last       Info
}

func (d *iteration) run() {
	w := d.worker
	if d.limits.Solve {
		w.progress, w.progressAt = d.progress, firstProgress
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
		if d.solve(ranks) {
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
		slices.SortStableFunc(d.roots[:ranks], func(a, b rootMove) int { return int(b.value) - int(a.value) })
		d.reportAll(ranks)
		d.times.iterated(d.roots[0].move != before)
		if d.enough() {
			return
		}
	}
}

// solve tries to prove the exact margins of the best moves, or who wins if that is all
// that is asked, and reports whether that was done. What it learned stays in the table.
func (d *iteration) solve(ranks int) bool {
	w := d.worker
	budget := d.proofBudget()
	if budget == 0 {
		return false
	}
	before := w.effort
	defer func() { d.solving += w.effort - before }()
	w.solver.Allow(budget)
	p := w.frames[0].node.Position()
	switch {
	case d.limits.Verdict:
		return d.decide(p)
	case d.limits.Solve || d.options.Objective == Margin:
	case ranks == 1 && !d.decide(p), ranks > 1 && !d.decideLines(p, ranks):
		return false
	}
	for rank := range ranks {
		roots := d.roots[rank:]
		line, margin, proven := w.solver.Solve(p, movesOf(roots), d.expected(rank)/100, d.told(rank))
		if !proven {
			return false
		}
		toFront(roots, slices.IndexFunc(roots, func(root rootMove) bool { return root.move == line[0] }))
		d.solvedBy(&roots[0], margin, line)
		for i := range roots[1:] {
			roots[1+i].most = min(roots[1+i].most, margin)
		}
		d.depth = len(line)
	}
	d.solved = true
	return true
}

// solvedBy records the margin that a move is proven to win, and the line to the end of the
// game that shows it.
func (d *iteration) solvedBy(root *rootMove, margin int, line []engine.Move) {
	root.solved, root.line = true, line
	root.least, root.most, root.value = margin, margin, d.worker.objective.valueOfFinal(margin)
}

// follow puts the root moves in the order in which the verdict has left them, and lowers the
// values of those that it has refuted. If it is not known who wins, values come first.
func (d *iteration) follow(ordered []engine.Move, known bool) {
	places := make(map[engine.Move]int, len(ordered))
	for i, m := range ordered {
		places[m] = i
	}
	slices.SortFunc(d.roots, func(a, b rootMove) int { return places[a.move] - places[b.move] })
	refuted := d.verdict.Refutations()
	for _, r := range refuted {
		root := &d.roots[places[r.Move]]
		root.most = min(root.most, r.Most)
		if root.value > -infinity {
			root.value = d.worker.objective.within(root.value, root.least, root.most)
		}
	}
	if len(refuted) > 0 && !known {
		slices.SortStableFunc(d.roots, func(a, b rootMove) int { return int(b.value) - int(a.value) })
	}
}

// proofBudget returns the effort that a proof may take now, 0 if it does not pay to try. It
// may cost as much as the iterations so far, so that half of the time at most is lost where
// it fails, and more when it is near.
func (d *iteration) proofBudget() uint64 {
	w := d.worker
	if !d.limits.Solve && (!w.attention.Proves() || d.limits.Depth > 0) {
		return 0
	}
	if d.limits.Solve && d.limits.Depth == 0 && d.depth >= solveAfterDepth {
		return unlimited
	}
	budget, rest := w.effort-d.solving, d.rest()
	cost := d.proofCost()
	switch {
	case d.limits.Solve:
		return max(budget, lateEffort)
	case cost > float64(w.techniques.ProofReach)*float64(max(budget, lateEffort)):
		return 0
	case d.depth == 0:
		budget = 0
		if cost <= lateEffort {
			budget = min(lateEffort, rest/lateShare)
		}
	case rest == unlimited:
	case d.verdict.Owes() || d.depth >= w.techniques.ProofDepth && cost <= float64(rest):
		budget = max(budget, rest/100*uint64(w.techniques.ProofShare))
	}
	return budget
}

// proofCost returns what it may take to prove who wins, as is known by now.
func (d *iteration) proofCost() float64 {
	return proof.Cost(d.worker.frames[0].node.Position(), d.expected(0))
}

// expected returns the margin that the root move of a rank is expected to lead to, in
// hundredths of a square.
func (d *iteration) expected(rank int) int {
	if value := d.roots[rank].value; value > -infinity {
		return scoreOf(value, Exact).Centi
	}
	return int(d.estimate)
}

// rest returns the effort that is left before the search is stopped, by the speed so far.
func (d *iteration) rest() uint64 {
	w := d.worker
	rest := uint64(unlimited)
	if d.limits.Nodes > 0 {
		rest = d.limits.Nodes - min(d.limits.Nodes, w.control.nodes.Load())
	}
	if thought, counts := w.control.thought(); counts && d.times.hard > 0 {
		left := float64(max(0, d.times.hard-thought)) / float64(max(1, w.control.elapsed()))
		rest = min(rest, uint64(left*float64(w.effort)))
	}
	return rest
}

// told returns what tells of a proof of the margin as it goes on, nil if nobody asked for
// one or it is not the first.
func (d *iteration) told(rank int) func(best engine.Move, least, most int) {
	if !d.limits.Solve || rank > 0 {
		return nil
	}
	return func(best engine.Move, least, most int) {
		proven := Score{Centi: 100 * least, Bound: LowerBound, Final: true}
		if least == -engine.SideSquares {
			proven = Score{Centi: 100 * most, Bound: UpperBound, Final: true}
		}
		if d.proven.Bound == LowerBound && (proven.Bound == UpperBound || proven.Centi <= d.proven.Centi) ||
			d.proven.Bound == UpperBound && proven.Bound == UpperBound && proven.Centi >= d.proven.Centi {
			return // an earlier attempt has proven as much
		}
		d.proven = proven
		if proven.Bound == LowerBound {
			d.provenMove = best
		}
		if least < most { // else the line to the end follows
			d.progress()
		}
	}
}

// progress reports in the course of a proof what effort it has taken.
func (d *iteration) progress() {
	if d.depth > 0 {
		d.last = d.info(0)
		d.report(d.last)
	}
}

// decide tries to prove who wins, and reports whether that is known. It reports a new
// verdict, which a search that goes on does not repeat: what it expects says more about
// the margin.
func (d *iteration) decide(p *engine.Position) bool {
	ordered, decided := d.verdict.Decide(d.worker.solver, p, movesOf(d.roots), d.roots[0].value < 0)
	d.follow(ordered, decided)
	if !decided || d.decided {
		return decided
	}
	d.depth = max(1, d.depth)
	if least, _ := d.verdict.Range(); d.verdict.Proves(ordered[0]) {
		d.bring(ordered[0], least)
	}
	score := d.decidedScore()
	if score.Bound != Exact {
		d.worker.control.decided.Store(true)
		d.worker.pursueMargin(d.roots)
	}
	switch {
	case !d.limits.Verdict && score.Bound != Exact:
		d.last = d.info(0)
		d.last.Score = score
		d.report(d.last)
	case d.limits.Verdict && score.Bound == Exact: // a draw, which a whole line shows
		line, whole := d.worker.solver.Line(p, d.roots[0].move, score.Squares())
		if !whole {
			return false
		}
		d.roots[0].line = line
	}
	d.decided = true
	return true
}

// decideLines tries to prove who wins from the position, and then by each of the best moves,
// and reports whether all of that is known. Once the first is known, it reports the lines
// whenever more of them are decided.
func (d *iteration) decideLines(p *engine.Position, ranks int) bool {
	ordered, known := d.verdict.Decide(d.worker.solver, p, movesOf(d.roots), d.roots[0].value < 0)
	d.follow(ordered, known)
	if !known {
		return false
	}
	before := d.decidedLines(ranks)
	if !d.decided {
		d.decided, before = true, 0
	}
	defer func() {
		if d.decidedLines(ranks) > before {
			d.reportDecided(ranks)
		}
	}()
	least, most := d.verdict.Range()
	for i := range d.roots {
		d.roots[i].most = min(d.roots[i].most, most)
	}
	if d.verdict.Proves(ordered[0]) {
		d.bring(ordered[0], least)
	}
	for rank := range ranks {
		root, verdict := &d.roots[rank], proof.NewVerdict()
		if !root.decided() {
			if _, known = verdict.Decide(d.worker.solver, p, []engine.Move{root.move}, root.value < 0); !known {
				return false
			}
			least, most := verdict.Range()
			root.least, root.most = max(root.least, least), min(root.most, most)
		}
		if root.least == 0 && root.most == 0 && !root.solved {
			line, whole := d.worker.solver.Line(p, root.move, 0)
			if !whole {
				return false
			}
			d.solvedBy(root, 0, line)
		}
	}
	return true
}

// bring brings a move to the front that is proven to win a margin at least.
func (d *iteration) bring(m engine.Move, margin int) {
	toFront(d.roots, slices.IndexFunc(d.roots, func(root rootMove) bool { return root.move == m }))
	root := &d.roots[0]
	root.least = max(root.least, margin)
}

// decidedLines returns the number of the best moves that are decided.
func (d *iteration) decidedLines(ranks int) (count int) {
	for i := range d.roots[:ranks] {
		if d.roots[i].decided() {
			count++
		}
	}
	return count
}

// reportDecided orders the lines by what is proven of them, and reports who wins by those
// that are decided.
func (d *iteration) reportDecided(ranks int) {
	d.depth = max(1, d.depth)
	for i := range d.roots {
		if root := &d.roots[i]; root.value > -infinity || root.least > -noMargin {
			root.value = d.worker.objective.within(root.value, root.least, root.most)
		}
	}
	slices.SortStableFunc(d.roots, func(a, b rootMove) int { return int(b.value) - int(a.value) })
	for rank := range ranks {
		d.last = d.info(rank)
		switch root := &d.roots[rank]; {
		case root.solved:
		case root.least >= 1:
			d.last.Score = Score{Centi: 100 * root.least, Bound: LowerBound, Final: true}
		case root.most <= -1:
			d.last.Score = Score{Centi: 100 * root.most, Bound: UpperBound, Final: true}
		}
		d.report(d.last)
	}
}

// decidedScore returns what is proven of the margin when it is known who wins.
func (d *iteration) decidedScore() Score {
	margin, bound := d.verdict.Margin()
	return Score{Centi: 100 * margin, Bound: bound, Final: true}
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
// nothing wins, if there is one and the first is not known to do as well.
func (d *iteration) takeProven() {
	if least, _ := d.verdict.Range(); d.solved || d.roots[0].least >= least {
		return
	}
	if i := slices.IndexFunc(d.roots, func(root rootMove) bool { return d.verdict.Proves(root.move) }); i > 0 {
		toFront(d.roots, i)
	}
}

// When proofs are tried. E... are experiments of EXPERIMENTS.md.
const (
	// firstProgress is the effort, in nodes of the usual cost, after which a proof that was
	// asked for reports how far it is for the first time, about a second. The next reports
	// come each after twice as much.
	firstProgress = 200_000
	// unlimited is an effort that is never spent.
	unlimited = 1 << 62
	// lateEffort, in nodes of the usual cost, is spent on a proof before anything else if it
	// is expected to suffice. More effort solves more positions and delays the search of
	// the others. Not measured.
	lateEffort = 4_000
	// lateShare is one over the most of a limit on nodes that lateEffort may take, so
	// that there is a search if the proof fails. Not measured by itself; without it the
	// move of a short search that proved nothing was that of one ply (see Proofs).
	lateShare = 4
	// solveAfterDepth is the iteration after which a search with Limits.Solve does
	// nothing but proofs: it orders the root moves well enough. Not measured.
	solveAfterDepth = 5
)

// enough reports whether another iteration would be a waste of time.
func (d *iteration) enough() bool {
	if d.limits.Infinite || d.limits.Solve || d.limits.Clock == nil {
		return false // a time for the move is there to be used
	}
	thought, counts := d.worker.control.thought()
	return counts && (!d.hasChoice() || d.times.spent(thought))
}

// hasChoice reports whether more than one root move may be the best.
func (d *iteration) hasChoice() bool {
	least, _ := d.verdict.Range()
	return slices.ContainsFunc(d.roots[1:], func(root rootMove) bool { return root.most >= least })
}

// info returns what is known of the root move of a rank, from 0. If a margin is proven so
// far, the first rank is that of the move that is proven to win it.
func (d *iteration) info(rank int) Info {
	if rank == 0 && d.proven.Final && d.proven.Bound == LowerBound && !d.solved {
		d.bring(d.provenMove, d.proven.Squares())
	}
	root := &d.roots[rank]
	w := d.worker
	w.checkLimits()
	value, bound := root.value-root.whim, root.bound
	if root.value == -infinity { // stopped before anything was known
		value, bound = d.estimate, LowerBound
	}
	score := scoreOf(value, bound)
	if rank == 0 {
		score.Centi = d.verdict.Clip(score.Centi)
	}
	score.Centi = max(100*root.least, min(score.Centi, 100*root.most))
	switch {
	case root.solved:
		score = Score{Centi: 100 * root.least, Final: true}
	case d.proven.Final && rank == 0:
		score = d.proven
	case d.decided && d.limits.Verdict:
		score = d.decidedScore()
	}
	return Info{
		Depth:          d.depth,
		SelectiveDepth: max(d.depth, root.selective),
		MultiPV:        rank + 1,
		Score:          score,
		Nodes:          w.control.nodes.Load(),
		Time:           w.control.elapsed(),
		HashFull:       d.hashFull(),
		PV:             slices.Clone(root.line),
	}
}

// hashFull returns how full the table is, in thousandths: in a search for a proof, that of
// proofs.
func (d *iteration) hashFull() int {
	if d.limits.Solve {
		return d.worker.solver.Table.Full()
	}
	return d.worker.table.Full()
}

// reportAll reports what is known of the best moves, the best one first.
func (d *iteration) reportAll(ranks int) {
	for rank := range ranks {
		d.last = d.info(rank)
		d.report(d.last)
	}
}

// result returns the first root move and what is known of it. It reports that unless
// the last report said the same, but for the time.
func (d *iteration) result() Result {
	d.takeProven()
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
