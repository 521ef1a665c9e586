package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"cathedral/bench"
	"cathedral/bench/match/player"
)

func runBenchAgainst(ctx context.Context, options *benchOptions) error {
	rivals, cleanUp, err := buildRivals(ctx, options)
	if err != nil {
		return err
	}
	defer cleanUp()
	shown := options.newProgress("rounds", int64(options.rounds))
	shown.set(0)
	ratios, err := bench.Compare(ctx, options.rounds, func(ctx context.Context, program int) (bench.Costs, error) {
		return rivals[program].measure(ctx, options)
	}, func(done int) { shown.set(int64(done)) })
	shown.end()
	if err != nil {
		return err
	}
	first, second := &rivals[0], &rivals[1]
	same := first.signature == second.signature
	if options.json {
		return writeJSON(options.out, newAgainstObject(options, rivals, ratios, same))
	}
	fmt.Fprintf(options.out, "%s against %s, %d rounds\n\n", first.name, second.name, options.rounds)
	fmt.Fprintf(options.out, "%-40s %12s %12s %7s  %s\n", "", first.name[:min(12, len(first.name))], second.name, "ratio", "95 % interval")
	for _, r := range ratios {
		note := ""
		if r.IsClear() {
			note = "  clear"
		}
		fmt.Fprintf(options.out, "%-40s %12.1f %12.1f %7.3f  %.3f to %.3f%s\n", r.Name, r.First, r.Second, r.Ratio, r.Low, r.High, note)
	}
	_, err = fmt.Fprintf(options.out, "\nA ratio below 1 means that the working tree is faster. The same search: %v\n", same)
	return err
}

// rival is one of the two builds that are compared.
type rival struct {
	name      string
	program   string
	source    string // the folder of its source
	signature string // of the last run
}

// buildRivals builds the working tree and the commit.
func buildRivals(ctx context.Context, options *benchOptions) (rivals []rival, cleanUp func(), err error) {
	builds, cleanUp, err := buildBoth(ctx, options.against, player.Specification{})
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			cleanUp()
		}
	}()
	top, err := output(ctx, "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, nil, err
	}
	folder := filepath.Dir(builds[1].Command)
	for i, source := range []string{top, filepath.Join(folder, "source")} {
		rivals = append(rivals, rival{name: builds[i].Name, program: builds[i].Command, source: source})
	}
	return rivals, cleanUp, nil
}

// measure runs the bench and, with --paths, the benchmarks of the hot paths.
// Each runs in its own process.
func (r *rival) measure(ctx context.Context, options *benchOptions) (bench.Costs, error) {
	config := &options.config
	arguments := []string{"bench", "--threads", fmt.Sprint(config.Threads), "--hash", fmt.Sprint(config.HashMiB)}
	for _, limit := range []struct {
		flag  string
		value int64
	}{{"--nodes", int64(config.Limits.Nodes)}, {"--depth", int64(config.Limits.Depth)}, {"--movetime", config.Limits.MoveTime.Milliseconds()}} {
		if limit.value > 0 {
			arguments = append(arguments, limit.flag, fmt.Sprint(limit.value))
		}
	}
	command := exec.CommandContext(ctx, r.program, arguments...)
	text, err := command.Output()
	if err != nil {
		return nil, r.failed(err)
	}
	costs, signature, err := readBench(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.name, err)
	}
	r.signature = signature
	// Processor time is reported besides wall time because other work on the
	// machine disturbs it less.
	costs["search, processor ns a node"] = float64(command.ProcessState.UserTime().Nanoseconds()) / costs[nodesName]
	delete(costs, nodesName)
	if options.paths {
		text, err := runHotPaths(ctx, r.source, 4)
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

// failed adds a process's standard error to its error.
func (r *rival) failed(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%s: %w: %s", r.name, err, bytes.TrimSpace(exit.Stderr))
	}
	return fmt.Errorf("%s: %w", r.name, err)
}

// nodesName is the key of the number of nodes in the costs that readBench
// returns.
const nodesName = "nodes"

// readBench parses the last lines of `cathedral bench`.
func readBench(text string) (costs bench.Costs, signature string, err error) {
	values := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), ": "); found {
			values[name] = value
		}
	}
	nodes, nodesErr := strconv.ParseFloat(values["Nodes searched"], 64)
	speed, speedErr := strconv.ParseFloat(values["Nodes/second"], 64)
	if err := errors.Join(nodesErr, speedErr); err != nil || nodes < 1 || speed < 1 {
		return nil, "", errors.New("the output of the bench has no nodes or no speed")
	}
	return bench.Costs{nodesName: nodes, "search, ns a node": 1e9 / speed}, values["Signature"], nil
}

// againstObject is the output of `cathedral bench --against --json`.
type againstObject struct {
	Working    string        `json:"working"`
	Commit     string        `json:"commit"`
	Rounds     int           `json:"rounds"`
	SameSearch bool          `json:"same_search"`
	Ratios     []ratioObject `json:"ratios"`
}

// ratioObject is a ratio of costs in nanoseconds, working tree to commit.
type ratioObject struct {
	Name    string  `json:"name"`
	Working float64 `json:"working_ns"`
	Commit  float64 `json:"commit_ns"`
	Ratio   float64 `json:"ratio"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

func newAgainstObject(options *benchOptions, rivals []rival, ratios []bench.Ratio, same bool) againstObject {
	object := againstObject{Working: rivals[0].name, Commit: rivals[1].name, Rounds: options.rounds, SameSearch: same}
	for _, r := range ratios {
		object.Ratios = append(object.Ratios, ratioObject{r.Name, r.First, r.Second, r.Ratio, r.Low, r.High})
	}
	return object
}
