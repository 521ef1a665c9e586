package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"cathedral/bench"
	"cathedral/cmd/internal/build"
	"cathedral/cmd/internal/command"
)

func (o *options) runAgainst(ctx context.Context) error {
	builds, cleanUp, err := build.Both(ctx, o.against)
	if err != nil {
		return err
	}
	defer cleanUp()
	rivals := []rival{{Build: builds[0]}, {Build: builds[1]}}
	shown := o.NewProgress("rounds", o.rounds)
	shown.Set(0)
	ratios, err := compareCosts(ctx, o.rounds, func(ctx context.Context, program int) (programCosts, error) {
		return rivals[program].measure(ctx, o)
	}, shown.Set)
	shown.End()
	if err != nil {
		return err
	}
	result := &comparison{
		Working: rivals[0].Name, Commit: rivals[1].Name, Rounds: o.rounds, SameSearch: rivals[0].signature == rivals[1].signature, Ratios: processorTimeFirst(ratios),
	}
	return errors.Join(command.Print(o.Out, o.json, result), result.slowdowns())
}

// slowdown is the ratio of costs from which a hot path has become slower. It lies below the 1.2 that
// should be found, by more than the ratios of an unchanged path scatter.
const slowdown = 1.15

// slowdowns returns an error for each hot path that has become slower.
func (c *comparison) slowdowns() error {
	var faults []error
	for _, r := range c.Ratios {
		if cost := r.First / r.Second; !strings.HasPrefix(r.Name, searching) && r.Low > 1 && cost > slowdown {
			faults = append(faults, fmt.Errorf("%s: %.2f times the cost of %s; the maximum is %.2f", r.Name, cost, c.Commit, slowdown))
		}
	}
	return errors.Join(faults...)
}

// processorTimeFirst returns ratios in their order, but that of processor time first: other
// work on the machine disturbs it less than wall time.
func processorTimeFirst(ratios []costRatio) []costRatio {
	first := slices.IndexFunc(ratios, func(r costRatio) bool { return r.Name == processorTime })
	if first < 0 {
		return ratios
	}
	return slices.Concat(ratios[first:first+1], ratios[:first], ratios[first+1:])
}

// comparison is the result of `cathedral bench --against`.
type comparison struct {
	Working    string      `json:"working"`
	Commit     string      `json:"commit"`
	Rounds     int         `json:"rounds"`
	SameSearch bool        `json:"same_search"`
	Ratios     []costRatio `json:"ratios"` // of costs in nanoseconds, working tree to commit
}

// String returns a table of the costs.
func (c *comparison) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s against %s, %d rounds\n\n", c.Working, c.Commit, c.Rounds)
	fmt.Fprintf(&text, "%-40s %12s %12s %7s  %s\n", "", c.Working[:min(12, len(c.Working))], c.Commit, "ratio", "95 % interval")
	clear, tooWide := false, false
	for _, r := range c.Ratios {
		note := ""
		switch {
		case r.isClear():
			note, clear = "  clear", true
		case r.isTooWide():
			note, tooWide = "  too wide to conclude", true
		}
		fmt.Fprintf(&text, "%-40s %12.1f %12.1f %7.3f  %.3f to %.3f%s\n", r.Name, r.First, r.Second, r.Ratio, r.Low, r.High, note)
	}
	text.WriteString("\nA ratio below 1 means that the working tree is faster. ")
	if c.SameSearch {
		text.WriteString("Both signatures are the same.\n")
	} else {
		text.WriteString("The signatures differ: the search has changed.\n")
	}
	if clear {
		text.WriteString("One in twenty costs that have not changed is marked clear by chance.\n")
	}
	if tooWide {
		text.WriteString("An interval that is too wide to conclude would hide a change of 5 %: take more --rounds, or measure when the machine is quiet.\n")
	}
	return text.String()
}

// The names of the costs of the search, of which processorTime is shown first.
const (
	searching     = "search, "
	processorTime = searching + "processor ns a node"
)

// rival is one of the two builds that are compared.
type rival struct {
	build.Build
	signature string // of the last run
}

// measure runs the bench and, with --paths, the benchmarks of the hot paths.
// Each runs in its own process.
func (r *rival) measure(ctx context.Context, o *options) (programCosts, error) {
	config := &o.config
	arguments := []string{"bench", "--threads", fmt.Sprint(config.Threads), "--hash", fmt.Sprint(config.HashMiB)}
	for _, limit := range []struct {
		flag  string
		value int64
	}{{"--nodes", int64(config.Limits.Nodes)}, {"--depth", int64(config.Limits.Depth)}, {"--movetime", config.Limits.MoveTime.Milliseconds()}} {
		if limit.value > 0 {
			arguments = append(arguments, limit.flag, fmt.Sprint(limit.value))
		}
	}
	command := exec.CommandContext(ctx, r.Program, append(arguments, "--json")...)
	text, err := command.Output()
	if err != nil {
		return nil, build.WithStderr(r.Name, err)
	}
	result, err := readTotals(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	r.signature = result.Signature
	costs := programCosts{
		searching + "ns a node": 1e9 / float64(result.NodesPerSecond),
		processorTime:           float64(command.ProcessState.UserTime().Nanoseconds()) / float64(result.Nodes),
	}
	if o.paths {
		text, err := RunHotPaths(ctx, r.Source)
		if err != nil {
			return nil, err
		}
		paths, err := bench.ReadHotPaths(text)
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			costs[path.Name] = path.Nanoseconds
		}
	}
	return costs, nil
}

// readTotals parses the output of `cathedral bench --json`, which must have nodes and a speed.
func readTotals(text []byte) (result totals, err error) {
	if err := json.Unmarshal(text, &result); err != nil {
		return result, fmt.Errorf("the output of the bench: %w", err)
	}
	if result.Nodes == 0 || result.NodesPerSecond == 0 {
		return result, errors.New("the output of the bench has no nodes or no speed")
	}
	return result, nil
}

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
