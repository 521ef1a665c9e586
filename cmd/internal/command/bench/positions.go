package bench

import (
	"context"
	"fmt"
	"io"

	"cathedral/bench"
	"cathedral/cmd/internal/command"
	"cathedral/search"
)

// report is the result of `cathedral bench`. Times are in milliseconds.
type report struct {
	Positions []position `json:"positions"`
	Threads   int        `json:"threads"`
	HashMiB   int        `json:"hash_mib"`
	Time      int64      `json:"time_ms"`
	totals
}

// totals are the fields that --against reads from the report of another build.
type totals struct {
	Nodes          uint64 `json:"nodes"`
	NodesPerSecond uint64 `json:"nodes_per_second"`
	Signature      string `json:"signature"`
}

// position is the result of the search of a position.
type position struct {
	Name  string `json:"name"`
	Move  string `json:"move"`
	Score score  `json:"score"`
	Depth int    `json:"depth"`
	Nodes uint64 `json:"nodes"`
	Time  int64  `json:"time_ms"`
}

// score is a score in hundredths of a square, for the side to move.
type score struct {
	Centi  int    `json:"centi"`
	Bound  string `json:"bound"` // exact, lower or upper
	Proven bool   `json:"proven"`
}

func newScore(s search.Score) score {
	bounds := map[search.Bound]string{search.Exact: "exact", search.LowerBound: "lower", search.UpperBound: "upper"}
	return score{Centi: s.Centi, Bound: bounds[s.Bound], Proven: s.Final}
}

// String returns the score in squares. A proven score has an equals sign.
func (s score) String() string {
	if s.Proven {
		return fmt.Sprintf("=%+d", s.Centi/100)
	}
	return fmt.Sprintf("%+.2f", float64(s.Centi)/100)
}

// runPositions searches the positions. As text, it prints each when it is done.
func (o *options) runPositions(ctx context.Context) error {
	lines := o.Out
	if o.json {
		lines = io.Discard
	}
	fmt.Fprintf(lines, "%-24s %-9s %8s %6s %10s %8s\n", "position", "move", "score", "depth", "nodes", "ms")
	r := report{Threads: o.config.Threads, HashMiB: o.config.HashMiB}
	summary, err := bench.Run(ctx, o.config, func(searched bench.Result) {
		info := &searched.Info
		p := position{
			Name: searched.Name, Move: searched.Best.String(), Score: newScore(info.Score),
			Depth: info.Depth, Nodes: info.Nodes, Time: info.Time.Milliseconds(),
		}
		r.Positions = append(r.Positions, p)
		fmt.Fprintf(lines, "%-24s %-9s %8s %6d %10d %8d\n", p.Name, p.Move, p.Score, p.Depth, p.Nodes, p.Time)
	})
	if err != nil {
		return err
	}
	r.Time, r.Nodes, r.NodesPerSecond = summary.Time.Milliseconds(), summary.Nodes, summary.NodesPerSecond()
	r.Signature = fmt.Sprintf("%016x", summary.Signature)
	return command.Print(o.Out, o.json, &r)
}

// String returns the lines that scripts look for, at the end of the text.
func (r *report) String() string {
	return fmt.Sprintf("\nTotal time (ms): %d\nNodes searched: %d\nNodes/second: %d\nSignature: %s\n", r.Time, r.Nodes, r.NodesPerSecond, r.Signature)
}
