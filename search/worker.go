package search

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
	"cathedral/search/transposition"
)

// maxPly is the deepest ply below the root that a search reaches. Games are over
// after 31 plies or so; each capture may add some.
const maxPly = 96

// worker is one thread of a search. Everything in it is its own; what the
// threads share is in control and table.
type worker struct {
	control   *control
	table     *transposition.Table
	claims    *claims // nil where there is one thread
	objective Objective
	sound     bool
	salt      uint64 // keeps the values of different objectives apart in the table

	nodes     uint64
	told      uint64     // nodes that were added to the common count
	effort    uint64     // what was done, in nodes of the usual cost
	tellAt    uint64     // effort at which to tell next
	selective int        // the deepest ply reached below the root move being searched
	history   [2][]int32 // by side and plain move: how often it was best, see adjust
	frames    [maxPly + 2]frame

	ranker     ranker
	closing    closing
	packer     *packer
	solveLimit uint64 // effort at which the solver gives up
	gaveUp     bool   // whether it did, so that its values mean nothing
}

// frame is what a worker keeps for each ply, so that the search allocates
// nothing once its lists have grown.
type frame struct {
	node    evaluation.Node
	list    []engine.Move
	moves   []scoredMove
	waiting []waitingMove
	last    engine.Move // that led here, NoMove at the root
	killers [2]engine.Move
	line    [maxPly + 2]engine.Move // the principal variation from this ply on
	length  int
}

// historySize is more than the largest plain move.
const historySize = 1 << 13

func newWorker() *worker {
	w := &worker{packer: newPacker()}
	for side := range w.history {
		w.history[side] = make([]int32, historySize)
	}
	return w
}

// play plays a move into the next frame and counts the node.
func (w *worker) play(ply int, m engine.Move) {
	w.nodes++
	w.spend(1)
	w.frames[ply+1].node.Play(&w.frames[ply].node, m)
	w.frames[ply+1].last = m
}

// spend adds to the effort, and looks at the limits when enough came together.
func (w *worker) spend(effort int) {
	w.effort += uint64(effort)
	if w.effort >= w.tellAt {
		w.tell()
	}
}

// tell adds the worker's nodes to the common count and stops the search where a
// limit is reached.
func (w *worker) tell() {
	all := w.control.nodes.Add(w.nodes - w.told)
	w.told = w.nodes
	w.tellAt = w.effort + tellEvery
	if limit := w.control.nodeLimit; limit > all {
		w.tellAt = w.effort + min(tellEvery, limit-all)
	}
	if w.control.nodeLimit != 0 && all >= w.control.nodeLimit || w.control.overdue() {
		w.control.stop()
	}
}

// setLine makes a move and the line of the next ply the line of this one.
func (w *worker) setLine(ply int, m engine.Move) {
	frame, next := &w.frames[ply], &w.frames[ply+1]
	frame.line[0] = m
	frame.length = 1 + copy(frame.line[1:], next.line[:next.length])
}
