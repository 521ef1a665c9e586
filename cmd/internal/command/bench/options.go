package bench

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench"
	"cathedral/cmd/internal/build"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// options are the options of `cathedral bench`.
type options struct {
	*command.Factory
	config          bench.Config
	nodes           uint64
	depth, movetime int
	file            string // of positions or questions
	rules           engine.Rules
	suite, scaling  bool
	questions       []bench.Question // of the suite
	against         string           // a commit
	rounds          int
	paths           bool // with against: compare the hot paths too
	record          bool // record the ratios of the hot paths
	techniques      []string
	count           int // of lines for benchstat; 0: the usual report
	json            bool
}

const (
	// suiteNodes is the default limit for a question of the suite.
	suiteNodes = 100_000
	// defaultRounds is the default number of times that two commits are
	// measured.
	defaultRounds = 5
)

func (o *options) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Uint64Var(&o.nodes, "nodes", 0, fmt.Sprintf("search `N` nodes of each position (default %d; %d with --suite)", bench.DefaultNodes, suiteNodes))
	flags.IntVar(&o.depth, "depth", 0, fmt.Sprintf("search `N` plies of each position (default no limit; %d with --scaling)", bench.DefaultScalingDepth))
	flags.IntVar(&o.movetime, "movetime", 0, "search each position for `N` milliseconds (default no limit)")
	flags.IntVar(&o.config.Threads, "threads", o.config.Threads, fmt.Sprintf("number of threads, which take up to %d MiB each; with --scaling the largest number, by default all processors", search.ThreadMiB))
	flags.IntVar(&o.config.HashMiB, "hash", o.config.HashMiB, "size of the table in `MiB`")
	flags.StringVar(&o.file, "positions", "", "position `file` (default the fixed set)")
	flags.BoolVar(&o.suite, "suite", false, "ask questions with known answers")
	flags.BoolVar(&o.scaling, "scaling", false, "compare 1, 2, 4 and more threads")
	flags.StringVar(&o.against, "against", "", "compare with the engine of a `commit`; needs git and Go")
	flags.IntVar(&o.rounds, "rounds", defaultRounds, "number of times that --against measures both engines")
	flags.BoolVar(&o.paths, "paths", false, "measure the hot paths beside their slow twins; with --against, compare them too")
	flags.BoolVar(&o.record, "record", false, "write the ratios that --paths measures to "+hotPathRecord)
	flags.StringArrayVar(&o.techniques, "technique", nil, "set a `technique` of the search, NAME=VALUE, as an experiment (can be repeated)")
	flags.IntVar(&o.count, "count", 0, "search all positions `N` times and print a line for benchstat each time")
	flags.BoolVar(&o.json, "json", false, "write one JSON object, or an array with --scaling")
	command.AddRules(cmd, &o.rules)
	command.Declare(cmd,
		command.Exclusive("suite", "scaling", "against"), command.Exclusive("suite", "scaling", "paths"), command.Exclusive("against", "record"),
		command.Exclusive("count", "suite", "scaling", "against"), command.Exclusive("count", "paths", "json"),
		command.AtLeast(1, "nodes", "depth", "movetime", "count"), command.Hash(),
		command.Between(1, command.MostThreads, "threads"),
		command.AtLeast(2, "rounds").Because("an interval needs two"),
		command.NotWith("scaling", "nodes", "movetime").Because("it measures the time to a depth"),
		command.NotWith("suite", "rules", "optional-capture").Because("the suite is classic"),
		command.With("positions", "rules", "optional-capture").Because("the fixed set is classic"),
		command.With("against", "rounds"),
		command.With("paths", "record"),
		command.NotWith("against", "technique", "positions").Because("each commit has its own"),
		command.Valid("against", build.CheckCommit))
}

// prepare reads the files that the flags name, and sets the limits of each search.
func (o *options) prepare(cmd *cobra.Command) (err error) {
	changed := func(flags ...string) bool { return slices.ContainsFunc(flags, cmd.Flags().Changed) }
	if changed("against") && o.against == "" {
		return command.UsageErrorf("--against is empty: want a commit")
	}
	if o.paths && o.against == "" && changed("nodes", "depth", "movetime", "threads", "hash", "positions", "technique") {
		return command.UsageErrorf("--paths measures no search: it cannot be used with limits, threads, a table, positions or techniques")
	}
	for _, technique := range o.techniques {
		name, value, _ := strings.Cut(technique, "=")
		if err := o.config.Techniques.Set(name, value); err != nil {
			return command.UsageErrorf("--technique %s: %w", technique, err)
		}
	}
	limits := &o.config.Limits
	switch {
	case o.suite:
		limits.Nodes = suiteNodes
		o.questions, err = readQuestions(cmd.Context(), o.file)
	case o.scaling:
		*limits = search.Limits{Depth: bench.DefaultScalingDepth}
		if !changed("threads") {
			o.config.Threads = runtime.NumCPU()
		}
	}
	if changed("nodes", "depth", "movetime") {
		*limits = search.Limits{Nodes: o.nodes, Depth: o.depth, MoveTime: time.Duration(o.movetime) * time.Millisecond}
	}
	if !o.suite {
		o.config.Positions, err = command.ReadFile(cmd.Context(), o.file, "positions", func(in io.Reader) ([]record.Entry, error) {
			return bench.ReadPositions(in, o.rules)
		})
	}
	return err
}

// readQuestions reads the questions of a file, or returns the suite's own if
// name is "".
func readQuestions(ctx context.Context, name string) (questions []bench.Question, err error) {
	if name == "" {
		return bench.Questions()
	}
	return command.ReadFile(ctx, name, "positions", bench.ReadQuestions)
}

// Answer runs bench as a command of the protocol, with flags as arguments, and writes the
// result to out.
func Answer(ctx context.Context, arguments []string, out io.Writer) error {
	cmd := Command(&command.Factory{Out: out, Err: out})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(append([]string{}, arguments...)) // nil would mean the program's own arguments
	cmd.SetOut(out)
	cmd.SetErr(out)
	return cmd.ExecuteContext(ctx)
}
