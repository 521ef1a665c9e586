package tune

import (
	"fmt"
	"math"
	"strings"
)

// EstimateErrors holds the errors of estimates beside their targets, by ply.
type EstimateErrors struct {
	plies [lastErrorPly/errorPlies + 1]plyErrors // of errorPlies plies each, the last one of all later plies
	all   plyErrors
}

const (
	errorPlies   = 2
	lastErrorPly = 26
)

// plyErrors holds sums of squared errors, in squares of the board.
type plyErrors struct {
	positions            int
	before, after, blind float64
}

// measureErrors measures the errors of the engine's own evaluation (before) and of another
// one on examples: with all inputs (after), and without the gains of the side that waits (blind).
func measureErrors(examples []Example, evaluation *Evaluation) EstimateErrors {
	var errors EstimateErrors
	for i := range examples {
		example := &examples[i]
		blind := example.halfBlind()
		before := square(float64(example.Estimate - example.Target))
		after := square(evaluation.Estimate(example) - float64(example.Target))
		without := square(evaluation.Estimate(&blind) - float64(example.Target))
		for _, sum := range []*plyErrors{&errors.plies[min(example.Ply, lastErrorPly)/errorPlies], &errors.all} {
			sum.positions++
			sum.before += before
			sum.after += after
			sum.blind += without
		}
	}
	return errors
}

func square(x float64) float64 { return x * x }

// Total returns the number of positions, and the root-mean-square errors over all plies,
// in squares.
func (e *EstimateErrors) Total() (positions int, before, after float64) {
	return e.all.positions, e.all.root(e.all.before), e.all.root(e.all.after)
}

// root returns the square root of sum divided by the number of positions, or 0 if there
// are none.
func (p *plyErrors) root(sum float64) float64 {
	return math.Sqrt(sum / float64(max(1, p.positions)))
}

// String returns the errors as a Markdown table.
func (e *EstimateErrors) String() string {
	var table strings.Builder
	table.WriteString("| plies | positions | before | after | without gains of the side that waits |\n|---|---|---|---|---|\n")
	line := func(name string, plies *plyErrors) {
		fmt.Fprintf(&table, "| %s | %d | %.3f | %.3f | %.3f |\n", name, plies.positions, plies.root(plies.before), plies.root(plies.after), plies.root(plies.blind))
	}
	for i := range e.plies {
		name := fmt.Sprintf("%d-%d", i*errorPlies, (i+1)*errorPlies-1)
		if i == len(e.plies)-1 {
			name = fmt.Sprintf("%d and later", i*errorPlies)
		}
		if e.plies[i].positions > 0 {
			line(name, &e.plies[i])
		}
	}
	line("all", &e.all)
	return table.String()
}
