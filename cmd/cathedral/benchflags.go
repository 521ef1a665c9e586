package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench"
	"cathedral/bench/suite"
	"cathedral/search"
)

// benchFlags are the flags of `cathedral bench` before they are parsed.
type benchFlags struct {
	config          bench.Config
	nodes           uint64
	depth, movetime int
	file            string
	rules           rulesFlags
	suite, scaling  bool
	against         string
	rounds          int
	paths, record   bool
	techniques      []string
	json            bool
}

const (
	// suiteNodes is the default limit for a question of the suite.
	suiteNodes = 100_000
	// defaultRounds is the default number of times that two commits are
	// measured.
	defaultRounds = 5
)

func (f *benchFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Uint64Var(&f.nodes, "nodes", 0, fmt.Sprintf("search `N` nodes of each position (default %d; %d with --suite)", bench.DefaultNodes, suiteNodes))
	flags.IntVar(&f.depth, "depth", 0, fmt.Sprintf("search `N` plies of each position (default no limit; %d with --scaling)", bench.DefaultScalingDepth))
	flags.IntVar(&f.movetime, "movetime", 0, "search each position for `N` milliseconds (default no limit)")
	flags.IntVar(&f.config.Threads, "threads", f.config.Threads, "number of threads; --scaling tries up to this number, by default all processors")
	flags.IntVar(&f.config.HashMiB, "hash", f.config.HashMiB, "size of the table in `MiB`")
	flags.StringVar(&f.file, "positions", "", "position `file` (default the fixed set)")
	flags.BoolVar(&f.suite, "suite", false, "ask questions with known answers")
	flags.BoolVar(&f.scaling, "scaling", false, "compare 1, 2, 4 and more threads")
	flags.StringVar(&f.against, "against", "", "compare with the engine of a `commit`; needs git and Go")
	flags.IntVar(&f.rounds, "rounds", defaultRounds, "number of times that --against measures both engines")
	flags.BoolVar(&f.paths, "paths", false, "measure the hot paths beside their slow twins; with --against, compare them too")
	flags.BoolVar(&f.record, "record", false, "write the ratios that --paths measures to "+hotPathRecord)
	flags.StringArrayVar(&f.techniques, "technique", nil, "set a technique of the search, `NAME=VALUE`, as an experiment; may be repeated")
	flags.BoolVar(&f.json, "json", false, "write one JSON object")
	f.rules.addTo(cmd)
}

// options returns the options that the flags select.
func (f *benchFlags) options(cmd *cobra.Command) (*benchOptions, error) {
	if err := f.check(cmd); err != nil {
		return nil, err
	}
	changed := cmd.Flags().Changed
	options := &benchOptions{
		run: runBench, config: f.config, against: f.against, rounds: f.rounds, paths: f.paths, record: f.record, json: f.json,
	}
	for _, technique := range f.techniques {
		name, value, _ := strings.Cut(technique, "=")
		if err := options.config.Techniques.Set(name, value); err != nil {
			return nil, usageErrorf("--technique %s: %w", technique, err)
		}
	}
	var err error
	limits := &options.config.Limits
	switch {
	case f.suite:
		options.run = runBenchSuite
		limits.Nodes = suiteNodes
	case f.scaling:
		options.run = runBenchScaling
		*limits = search.Limits{Depth: bench.DefaultScalingDepth}
		if !changed("threads") {
			options.config.Threads = runtime.NumCPU()
		}
	case f.against != "":
		options.run = runBenchAgainst
	case f.paths:
		options.run = runBenchPaths
	}
	if f.suite {
		options.questions, err = readQuestions(f.file)
	} else {
		err = f.readPositions(&options.config)
	}
	if changed("nodes") || changed("depth") || changed("movetime") {
		*limits = search.Limits{Nodes: f.nodes, Depth: f.depth, MoveTime: time.Duration(f.movetime) * time.Millisecond}
	}
	return options, err
}

// check rejects invalid values and combinations of flags.
func (f *benchFlags) check(cmd *cobra.Command) error {
	changed := cmd.Flags().Changed
	for _, pair := range [][2]string{
		{"suite", "scaling"}, {"suite", "against"}, {"suite", "paths"}, {"scaling", "against"}, {"scaling", "paths"}, {"against", "record"},
	} {
		if changed(pair[0]) && changed(pair[1]) {
			return usageErrorf("--%s and --%s are mutually exclusive", pair[0], pair[1])
		}
	}
	anyOf := func(names ...string) bool { return slices.ContainsFunc(names, changed) }
	switch {
	case changed("nodes") && f.nodes < 1:
		return usageErrorf("--nodes %d: want 1 or more", f.nodes)
	case changed("depth") && f.depth < 1:
		return usageErrorf("--depth %d: want 1 or more", f.depth)
	case changed("movetime") && f.movetime < 1:
		return usageErrorf("--movetime %d: want 1 or more", f.movetime)
	case f.config.Threads < 1 || f.config.Threads > mostThreads:
		return usageErrorf("--threads %d: want a number from 1 to %d", f.config.Threads, mostThreads)
	case f.config.HashMiB < 1:
		return usageErrorf("--hash %d: want 1 or more", f.config.HashMiB)
	case f.rounds < 2:
		return usageErrorf("--rounds %d: want 2 or more, for an interval", f.rounds)
	case f.scaling && anyOf("nodes", "movetime"):
		return usageErrorf("--scaling measures the time to a depth: it goes with --depth alone")
	case f.suite && anyOf("rules", "optional-capture"):
		return usageErrorf("--rules and --optional-capture: the suite is classic")
	case f.file == "" && anyOf("rules", "optional-capture"):
		return usageErrorf("--rules and --optional-capture are for --positions: the fixed set is classic")
	case changed("against") && (f.against == "" || strings.HasPrefix(f.against, "-")):
		return usageErrorf("--against %q: want a commit", f.against)
	case f.against == "" && anyOf("rounds"):
		return usageErrorf("--rounds is for --against")
	case f.record && !f.paths:
		return usageErrorf("--record is for --paths")
	case f.paths && f.against == "" && anyOf("nodes", "depth", "movetime", "threads", "hash", "positions", "technique"):
		return usageErrorf("--paths searches nothing: it takes no limits, threads, table, positions or techniques")
	case f.against != "" && anyOf("technique"):
		return usageErrorf("--technique: --against measures each commit with its own techniques")
	case f.against != "" && anyOf("positions"):
		return usageErrorf("--positions: --against measures the fixed set of each commit")
	}
	return nil
}

// readPositions reads the position file, if there is one.
func (f *benchFlags) readPositions(config *bench.Config) error {
	return readFile(f.file, func(in io.Reader) (err error) {
		config.Positions, err = bench.ReadPositions(in, f.rules.rules)
		return err
	})
}

// readQuestions reads the questions of a file, or returns the suite's own if
// name is "".
func readQuestions(name string) (questions []suite.Question, err error) {
	if name == "" {
		return suite.Questions()
	}
	err = readFile(name, func(in io.Reader) (err error) {
		questions, err = suite.Read(in)
		return err
	})
	return questions, err
}

// readFile opens a file for read, unless name is "". Errors include the name.
func readFile(name string, read func(in io.Reader) error) error {
	if name == "" {
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := read(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// serverBench runs bench as a command of the protocol, with the same flags.
func serverBench(ctx context.Context, arguments []string, out io.Writer) error {
	cmd := newBenchCommand(&factory{out: out, err: out}, nil)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(append([]string{}, arguments...)) // nil would mean the program's own arguments
	cmd.SetOut(out)
	cmd.SetErr(out)
	return cmd.ExecuteContext(ctx)
}
