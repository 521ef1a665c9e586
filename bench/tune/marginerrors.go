package tune

import (
	"fmt"
	"math"
	"strings"
)

// MarginErrors holds the errors of estimates of the final margin, by phase.
type MarginErrors struct {
	phases []phaseErrors // of phasePlies plies each
}

// phasePlies is the number of plies in a phase. The last phase has all later plies.
const (
	phasePlies = 4
	phases     = 5
)

// phaseErrors holds sums of squared errors. The errors are in squares of the board.
type phaseErrors struct {
	positions            int
	before, after, blind float64
}

// MeasureErrors measures three errors on the examples that have a final margin: those of
// the engine's current evaluation (before), of the given evaluation (after), and of the
// constant estimate 0 (blind).
func MeasureErrors(examples []Example, evaluation *Evaluation) MarginErrors {
	errors := MarginErrors{make([]phaseErrors, phases)}
	for i := range examples {
		example := &examples[i]
		if !example.HasMargin {
			continue
		}
		phase := &errors.phases[min(example.Ply/phasePlies, phases-1)]
		margin := float64(example.Margin)
		phase.positions++
		phase.before += square(float64(example.Counts.Estimate)/100 - margin)
		phase.after += square(evaluation.Estimate(&example.Counts) - margin)
		phase.blind += square(margin)
	}
	return errors
}

func square(x float64) float64 { return x * x }

// Total returns the number of positions, and the root-mean-square errors over all phases,
// in squares.
func (e *MarginErrors) Total() (positions int, before, after float64) {
	total := e.total()
	return total.positions, total.root(total.before), total.root(total.after)
}

// TargetError returns the root-mean-square error, in squares, of an evaluation's
// estimates of the examples' targets.
func TargetError(examples []Example, evaluation *Evaluation) float64 {
	sum := 0.0
	for i := range examples {
		sum += square(evaluation.Estimate(&examples[i].Counts) - float64(examples[i].Target))
	}
	return math.Sqrt(sum / float64(max(1, len(examples))))
}

func (e *MarginErrors) total() phaseErrors {
	var total phaseErrors
	for _, phase := range e.phases {
		total.positions += phase.positions
		total.before += phase.before
		total.after += phase.after
		total.blind += phase.blind
	}
	return total
}

// root returns the square root of sum divided by the number of positions, or 0 if there
// are none.
func (p *phaseErrors) root(sum float64) float64 {
	return math.Sqrt(sum / float64(max(1, p.positions)))
}

// String returns the errors as a Markdown table.
func (e *MarginErrors) String() string {
	var table strings.Builder
	table.WriteString("| plies | positions | always 0 | before | after |\n|---|---|---|---|---|\n")
	line := func(name string, phase *phaseErrors) {
		fmt.Fprintf(&table, "| %s | %d | %.3f | %.3f | %.3f |\n", name, phase.positions,
			phase.root(phase.blind), phase.root(phase.before), phase.root(phase.after))
	}
	for i := range e.phases {
		name := fmt.Sprintf("%d-%d", i*phasePlies, (i+1)*phasePlies-1)
		if i == phases-1 {
			name = fmt.Sprintf("%d and later", i*phasePlies)
		}
		if e.phases[i].positions > 0 {
			line(name, &e.phases[i])
		}
	}
	total := e.total()
	line("all", &total)
	return table.String()
}
