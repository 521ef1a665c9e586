package tune

import (
	"fmt"
	"math"
	"strings"
)

// MarginErrors tell how far estimates are off the final margins, by phase.
type MarginErrors struct {
	phases []phaseErrors // of phasePlies plies each
}

// phasePlies is how many plies are a phase; the last phase has all later ones.
const (
	phasePlies = 4
	phases     = 5
)

// phaseErrors are sums of squared errors, in squares of the city squared.
type phaseErrors struct {
	positions            int
	before, after, blind float64
}

// MeasureErrors measures the errors of the engine's own estimates (before), of
// those of an evaluation (after), and of always foretelling a draw (blind), on the
// examples whose final margin says something of them.
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

// Total returns the number of positions, and the errors over all phases: roots of
// the mean square, in squares.
func (e *MarginErrors) Total() (positions int, before, after float64) {
	total := e.total()
	return total.positions, total.root(total.before), total.root(total.after)
}

// Missed returns how far the estimates of an evaluation are off the targets of
// examples: the root of the mean square, in squares.
func Missed(examples []Example, evaluation *Evaluation) float64 {
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

// root returns the root of the mean of a sum of squares, 0 of none.
func (p *phaseErrors) root(sum float64) float64 {
	return math.Sqrt(sum / float64(max(1, p.positions)))
}

// String returns the errors as a table, in Markdown.
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
