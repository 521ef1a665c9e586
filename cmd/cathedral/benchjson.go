package main

import (
	"encoding/json"
	"fmt"
	"io"

	"cathedral/bench"
	"cathedral/search"
)

// benchJSON prints the results for programs, as one object at the end.
type benchJSON struct {
	out       io.Writer
	config    *bench.Config
	positions []positionObject
}

// The objects of `cathedral bench --json`. Times are in milliseconds.
type (
	benchObject struct {
		Positions      []positionObject `json:"positions"`
		Threads        int              `json:"threads"`
		HashMiB        int              `json:"hash_mib"`
		Time           int64            `json:"time_ms"`
		Nodes          uint64           `json:"nodes"`
		NodesPerSecond uint64           `json:"nodes_per_second"`
		Signature      string           `json:"signature"`
	}
	positionObject struct {
		Name  string      `json:"name"`
		Move  string      `json:"move"`
		Score scoreObject `json:"score"`
		Depth int         `json:"depth"`
		Nodes uint64      `json:"nodes"`
		Time  int64       `json:"time_ms"`
	}
	// scoreObject is a score in hundredths of a square, for the side to move.
	scoreObject struct {
		Centi  int    `json:"centi"`
		Bound  string `json:"bound"` // exact, lower or upper
		Proven bool   `json:"proven"`
	}
)

func newScoreObject(score search.Score) scoreObject {
	bounds := map[search.Bound]string{search.Exact: "exact", search.LowerBound: "lower", search.UpperBound: "upper"}
	return scoreObject{score.Centi, bounds[score.Bound], score.Final}
}

func (j *benchJSON) begin() {}

func (j *benchJSON) result(r bench.Result) {
	j.positions = append(j.positions, positionObject{
		r.Name, r.Best.String(), newScoreObject(r.Info.Score), r.Info.Depth, r.Info.Nodes, r.Info.Time.Milliseconds(),
	})
}

func (j *benchJSON) end(summary *bench.Summary) error {
	return writeJSON(j.out, benchObject{
		j.positions, j.config.Threads, j.config.HashMiB, summary.Time.Milliseconds(), summary.Nodes,
		summary.NodesPerSecond(), fmt.Sprintf("%016x", summary.Signature),
	})
}

// writeJSON writes an object with indentation.
func writeJSON(out io.Writer, object any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(object)
}
