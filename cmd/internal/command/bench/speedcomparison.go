package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// programCosts maps the name of a measurement to its cost, greater than 0, in any unit.
type programCosts map[string]float64

// costRatio is the cost of one program divided by the cost of another. A ratio below 1
// means that the first program is faster.
type costRatio struct {
	Name string `json:"name"`
	// First and Second are the programs' lowest costs in any round: noise only ever
	// raises a cost.
	First  float64 `json:"working_ns"`
	Second float64 `json:"commit_ns"`
	// Ratio is the geometric mean over the rounds. Low and High bound its 95 %
	// confidence interval (Student's t, on the logarithms of the rounds' ratios).
	Ratio float64 `json:"ratio"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// isClear reports whether the whole interval lies on one side of 1.
func (r *costRatio) isClear() bool { return r.Low > 1 || r.High < 1 }

// conclusive is the widest interval that supports a conclusion: with a wider one, High
// divided by Low, a change of 5 % either way would hardly show.
const conclusive = 1.1

// isTooWide reports whether the interval is not clear and too wide to conclude that the
// programs are equally fast.
func (r *costRatio) isTooWide() bool { return !r.isClear() && r.High > conclusive*r.Low }

// compareCosts measures two programs alternately for the given number of rounds, at
// least 2, and returns the ratios of the costs that both have in every round, sorted
// by name. Every other round begins with the second program, so that drift in the
// machine's speed favours neither. compareCosts calls measure with program 0 or 1, and
// report with the number of finished rounds.
func compareCosts(ctx context.Context, rounds int, measure func(ctx context.Context, program int) (programCosts, error), report func(done int)) ([]costRatio, error) {
	if rounds < 2 {
		return nil, fmt.Errorf("%d rounds: an interval needs at least 2", rounds)
	}
	measured := [2][]programCosts{make([]programCosts, rounds), make([]programCosts, rounds)}
	for round := range rounds {
		for turn := range 2 {
			program := (round + turn) % 2
			costs, err := measure(ctx, program)
			if err != nil {
				return nil, err
			}
			measured[program][round] = costs
		}
		report(round + 1)
	}
	var ratios []costRatio
	for name := range measured[0][0] {
		first, second := column(measured[0], name), column(measured[1], name)
		if len(first) == rounds && len(second) == rounds {
			ratios = append(ratios, newRatio(name, first, second))
		}
	}
	if len(ratios) == 0 {
		return nil, errors.New("the programs have no measurement in common")
	}
	slices.SortFunc(ratios, func(a, b costRatio) int { return strings.Compare(a.Name, b.Name) })
	return ratios, nil
}

// column returns the cost called name of each round that has it.
func column(rounds []programCosts, name string) []float64 {
	var values []float64
	for _, costs := range rounds {
		if value, found := costs[name]; found && value > 0 {
			values = append(values, value)
		}
	}
	return values
}

func newRatio(name string, first, second []float64) costRatio {
	logs := make([]float64, len(first))
	for i := range logs {
		logs[i] = math.Log(first[i] / second[i])
	}
	mean, deviation := stat.MeanStdDev(logs, nil)
	count := float64(len(logs))
	quantile := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: count - 1}.Quantile(0.975)
	half := quantile * deviation / math.Sqrt(count)
	return costRatio{
		Name: name, Ratio: math.Exp(mean), Low: math.Exp(mean - half), High: math.Exp(mean + half),
		First: slices.Min(first), Second: slices.Min(second),
	}
}
