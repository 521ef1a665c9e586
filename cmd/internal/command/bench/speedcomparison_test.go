package bench

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine/enginetest"
)

// costsOf returns a measurement that replays rows of costs, one for each round, and
// notes the programs that were measured.
func costsOf(asked *[]int, rows [2][]programCosts) func(context.Context, int) (programCosts, error) {
	return func(_ context.Context, program int) (programCosts, error) {
		*asked = append(*asked, program)
		costs := rows[program][0]
		rows[program] = rows[program][1:]
		return costs, nil
	}
}

func TestCompareGivesTheRatioWithItsInterval(t *testing.T) {
	var asked []int
	reported := 0
	ratios, err := compareCosts(context.Background(), 3, costsOf(&asked, [2][]programCosts{
		{{"a": 2, "b": 10}, {"a": 8, "b": 11}, {"a": 4, "b": 9}},
		{{"a": 1, "b": 10}, {"a": 2, "b": 11}, {"a": 1, "b": 9, "c": 1}},
	}), func(done int) { reported = done })
	enginetest.Must(t, err)
	if !slices.Equal(asked, []int{0, 1, 1, 0, 0, 1}) || reported != 3 {
		t.Errorf("asked the programs %v and reported %d rounds", asked, reported)
	}
	if len(ratios) != 2 || ratios[0].Name != "a" || ratios[1].Name != "b" {
		t.Fatalf("ratios %+v, want those of a and b", ratios)
	}
	// The logarithms to base 2 are 1, 2 and 2: mean 5/3, deviation sqrt(1/3), and the
	// quantile of Student's t for two degrees of freedom is 4.3027.
	a := ratios[0]
	half := 4.302653 / 3
	for _, test := range []struct {
		name      string
		got, want float64
	}{
		{"ratio", a.Ratio, math.Exp2(5.0 / 3)},
		{"low", a.Low, math.Exp2(5.0/3 - half)},
		{"high", a.High, math.Exp2(5.0/3 + half)},
		{"first", a.First, 2},
		{"second", a.Second, 1},
	} {
		if math.Abs(test.got-test.want) > 1e-4*test.want {
			t.Errorf("%s %v, want %v", test.name, test.got, test.want)
		}
	}
	if !a.isClear() || ratios[1].isClear() || ratios[1].Ratio != 1 {
		t.Errorf("a: %+v, want a clear ratio; b: %+v, want 1", a, ratios[1])
	}
}

func TestCompareRefusesWhatItCannotCompare(t *testing.T) {
	broken := errors.New("broken")
	nothing := func(int) {}
	for _, test := range []struct {
		name    string
		rounds  int
		measure func(context.Context, int) (programCosts, error)
	}{
		{"one round", 1, func(context.Context, int) (programCosts, error) { return programCosts{"a": 1}, nil }},
		{"an error", 2, func(context.Context, int) (programCosts, error) { return nil, broken }},
		{"nothing in common", 2, func(_ context.Context, program int) (programCosts, error) {
			return programCosts{[]string{"a", "b"}[program]: 1}, nil
		}},
	} {
		if ratios, err := compareCosts(context.Background(), test.rounds, test.measure, nothing); err == nil {
			t.Errorf("%s: ratios %+v and no error", test.name, ratios)
		}
	}
}

func TestAnIntervalThatHidesAChangeisTooWide(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      bool
	}{
		{0.97, 1.03, false}, // at most 3 % apart
		{0.192, 7.140, true},
		{0.94, 1.05, true},
		{1.1, 3, false}, // the first is slower, if unknown by how much
		{0.3, 0.9, false},
	} {
		if ratio := (costRatio{Ratio: 1, Low: test.low, High: test.high}); ratio.isTooWide() != test.want {
			t.Errorf("%g to %g: too wide %t", test.low, test.high, !test.want)
		}
	}
}

// At least 94 of 100 simulated comparisons have the true ratio in their interval, whatever disturbs the rounds.
func TestIntervalsCoverTheTrueRatio(t *testing.T) {
	const truth, comparisons = 1.05, 4000
	for name, disturb := range map[string]func(random *rand.Rand, at float64) float64{
		"noise": func(random *rand.Rand, at float64) float64 { return 0.01 * random.NormFloat64() },
		"drift": func(random *rand.Rand, at float64) float64 { return 0.01*random.NormFloat64() + 0.02*at },
		"now and then a burst": func(random *rand.Rand, at float64) float64 {
			return 0.002*random.NormFloat64() + math.Pow(random.Float64(), 20)
		},
		"delays only": func(random *rand.Rand, at float64) float64 { return 0.02 * random.ExpFloat64() },
	} {
		for _, rounds := range []int{2, 5, 10} {
			random := rand.New(rand.NewPCG(1, uint64(rounds)))
			hits := 0
			for range comparisons {
				at := 0.0
				ratios, err := compareCosts(context.Background(), rounds, func(_ context.Context, program int) (programCosts, error) {
					at++
					return programCosts{"a": math.Exp(disturb(random, at)) * []float64{truth, 1}[program]}, nil
				}, func(int) {})
				enginetest.Must(t, err)
				if ratios[0].Low <= truth && truth <= ratios[0].High {
					hits++
				}
			}
			if share := float64(hits) / comparisons; share < 0.94 {
				t.Errorf("%s, %d rounds: %.3f of the intervals contain the truth", name, rounds, share)
			}
		}
	}
}
