package search

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
	"cathedral/search/proof"
	"cathedral/search/strength"
	"cathedral/search/transposition"
)

// worker is one thread of a search. The threads share control, table and inProgress, and the
// table and the team of their solvers; everything else belongs to one worker alone.
type worker struct {
	control    *control
	table      *transposition.Table
	inProgress *ordering.InProgress // nil if the search has one thread
	objective  Objective
	techniques Techniques
	salt       uint64 // keeps values of different objectives and techniques apart in the table

	nodes     uint64
	counted   uint64 // nodes already added to the common count
	effort    uint64 // spent, in nodes of the usual cost
	checkAt   uint64 // effort at which to check the limits next
	selective int    // the deepest ply reached below the current root move
	frames    [ordering.MaxPly + 2]frame

	memory  *evaluation.Memory
	history *ordering.History
	ranker  *ordering.Ranker
	solver  *proof.Solver

	attention *strength.Attention // nil at full strength

	progress   func() // reports in the course of a proof, nil: nothing does
	progressAt uint64 // effort at which it does next
}

// frame is the state of a worker at one ply. The search allocates nothing once the lists of
// its frames have grown.
type frame struct {
	node   evaluation.Node
	picker ordering.Picker
	except engine.Move                      // the move that a search of the others leaves out, or NoMove
	line   [ordering.MaxPly + 2]engine.Move // the principal variation from this ply on
	length int
}

func newWorker() *worker {
	w := &worker{history: ordering.NewHistory(), memory: new(evaluation.Memory)}
	w.ranker = ordering.NewRanker(w.history, w.spend)
	w.solver = proof.NewSolver(w.history, w.spendOnProof)
	return w
}

// play plays m from the frame of ply into the next frame, and counts the node.
func (w *worker) play(ply int, m engine.Move) {
	w.nodes++
	w.spend(1)
	w.frames[ply+1].node.Play(&w.frames[ply].node, m)
}

// spend adds effort to the worker's own, and checks the limits when enough has
// accumulated.
func (w *worker) spend(effort int) {
	w.effort += uint64(effort)
	if w.effort >= w.checkAt {
		w.checkLimits()
	}
}

// spendOnProof counts the nodes and the effort of the solver, and reports whether it may
// continue.
func (w *worker) spendOnProof(nodes, effort int) bool {
	w.nodes += uint64(nodes)
	w.spend(effort)
	if w.progress != nil && w.effort >= w.progressAt {
		w.progressAt = 2 * w.effort
		w.progress()
	}
	return !w.control.stopped.Load()
}

// searched returns the number of nodes of all threads, up to the last check of each other.
func (w *worker) searched() uint64 { return w.control.nodes.Load() + w.nodes - w.counted }

// checkLimits adds the worker's new nodes to the common count, and stops the search
// if a limit is reached.
func (w *worker) checkLimits() {
	if w.control.yield != nil {
		w.control.yield()
	}
	all := w.control.nodes.Add(w.nodes - w.counted)
	w.counted = w.nodes
	w.checkAt = w.effort + checkEvery
	if limit := w.control.nodeLimit; limit > all {
		w.checkAt = w.effort + min(checkEvery, limit-all)
	}
	if w.control.nodeLimit != 0 && all >= w.control.nodeLimit || w.control.overdue() {
		w.control.stop()
	}
}

// setLine sets the line at ply to m and the line at the next ply.
func (w *worker) setLine(ply int, m engine.Move) {
	frame, next := &w.frames[ply], &w.frames[ply+1]
	frame.line[0] = m
	frame.length = 1 + copy(frame.line[1:], next.line[:next.length])
}
