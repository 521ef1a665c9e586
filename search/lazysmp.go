package search

import (
	"sync"

	"cathedral/engine"
	"cathedral/search/ordering"
	"cathedral/search/proof"
)

// startHelpers starts the threads of the workers but the first. In a search for a proof all
// share its questions.
func startHelpers(workers []*worker, p *engine.Position, moves []engine.Move, limits *Limits) (helpers *sync.WaitGroup) {
	helpers = new(sync.WaitGroup)
	if limits.Solve && len(workers) > 1 {
		team := new(proof.Team)
		for _, w := range workers {
			w.solver.Team = team
		}
	}
	for i, helper := range workers[1:] {
		helpers.Go(func() { helper.help(helper.start(p, moves), i, limits) })
	}
	return helpers
}

// help searches roots on another thread, deeper and deeper, until the search is
// stopped. This fills the table with entries that the first thread will need. Every
// other helper is a ply ahead (Lazy SMP); helpers at the same depth share its moves,
// see ordering.InProgress. At the limit of depth, if there is one, they repeat the last
// iteration. In a search for a proof they help with nothing else.
func (w *worker) help(roots []rootMove, index int, limits *Limits) {
	if limits.Solve {
		w.solver.Team.Help(w.solver, w.control.stopped.Load)
		return
	}
	for depth := 1 + index&1; depth <= ordering.MaxPly && !w.control.stopped.Load(); depth++ {
		if limits.Depth > 0 && depth > limits.Depth {
			depth = limits.Depth
		}
		if w.control.decided.Load() {
			w.pursueMargin(roots)
		}
		w.iterate(roots, 0, depth)
	}
}

// sharedDepth is the least depth at which threads share moves. A smaller depth adds atomic
// writes that cost as much as they save; with a larger one, more is searched twice. E83.
const sharedDepth = 2

// sharedTask returns the number of the search of m to depth in the position with key, 0 if
// threads do not share it.
func (w *worker) sharedTask(key uint64, m engine.Move, depth int) uint64 {
	return w.inProgress.Task(key, m, depth, depth >= sharedDepth)
}
