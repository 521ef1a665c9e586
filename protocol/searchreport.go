package protocol

// The output of a search: info lines and the best move.

import (
	"bytes"
	"fmt"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// reporter writes the lines of one search.
type reporter struct {
	out       *output
	speaksUCI bool // the client knows no final score
	showWDL   bool
	ply       int    // of the searched position
	proves    bool   // the search was asked for a proof
	hinted    bool   // the hint that a larger table would help has been sent
	last      []byte // the line written last
	line      []byte // scratch
}

// fullTable is the part of the table, in thousandths, from which on a proof forgets so much
// that a larger one would help.
const fullTable = 900

// info writes an info line.
func (r *reporter) info(info search.Info) {
	if r.proves && !r.hinted && info.HashFull >= fullTable {
		r.hinted = true
		r.out.lines([]byte("info string the table is full: a larger Hash would help this proof\n"))
	}
	r.line = r.append(r.line[:0], &info)
	r.last, r.line = r.line, r.last
	r.out.lines(r.last)
}

// result writes the best move. The last info line must be about that move, so
// result repeats it if a line about another move (MultiPV) came last or if the
// figures have changed since.
func (r *reporter) result(result *search.Result, ponder bool) {
	r.line = r.append(r.line[:0], &result.Info)
	if bytes.Equal(r.line, r.last) {
		r.line = r.line[:0]
	}
	r.line = fmt.Appendf(r.line, "bestmove %s", result.Best)
	if ponder && result.Ponder != engine.NoMove {
		r.line = fmt.Appendf(r.line, " ponder %s", result.Ponder)
	}
	r.line = append(r.line, '\n')
	r.out.lines(r.line)
}

// append appends an info line to line.
func (r *reporter) append(line []byte, info *search.Info) []byte {
	line = fmt.Appendf(line, "info depth %d seldepth %d multipv %d score %s",
		info.Depth, info.SelectiveDepth, max(info.MultiPV, 1), scoreText(info.Score, r.speaksUCI))
	if r.showWDL {
		win, draw, loss := info.Score.WDL(r.ply)
		line = fmt.Appendf(line, " wdl %d %d %d", win, draw, loss)
	}
	line = fmt.Appendf(line, " nodes %d nps %d hashfull %d time %d pv",
		info.Nodes, perSecond(info.Nodes, info.Time), info.HashFull, info.Time.Milliseconds())
	return append(appendMoves(line, info.PV), '\n')
}

// scoreText returns the words after `score`. A client that speaks UCI gets a
// proven margin in hundredths of a square, like any other score.
func scoreText(score search.Score, speaksUCI bool) string {
	kind, number := "cp", score.Centi
	if score.Final && !speaksUCI {
		kind, number = "final", score.Squares()
	}
	return fmt.Sprintf("%s %d%s", kind, number, [...]string{
		search.Exact:      "",
		search.LowerBound: " lowerbound",
		search.UpperBound: " upperbound",
	}[score.Bound])
}

// perSecond returns nodes per second. A time too short to measure counts as a
// microsecond.
func perSecond(nodes uint64, elapsed time.Duration) uint64 {
	return uint64(float64(nodes) / max(elapsed, time.Microsecond).Seconds())
}
