package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"cathedral/bench"
)

// hotPathRecord is the file of the recorded ratios, relative to the top of the
// source.
const hotPathRecord = "bench/hotpaths.txt"

// runBenchPaths measures the hot paths of the source tree that holds the
// current folder, and prints them beside their record. It returns an error if a
// path has become slower or allocates. With --record it writes the record
// instead.
func runBenchPaths(ctx context.Context, options *benchOptions) error {
	top, err := output(ctx, "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return fmt.Errorf("--paths needs the source: %w", err)
	}
	file := filepath.Join(top, hotPathRecord)
	if options.record {
		// A path and its twin run one after the other, so a machine that is disturbed for
		// a second spoils one of them: several rounds meet several such seconds.
		var measured string
		for range 8 {
			more, err := runHotPaths(ctx, top, 12)
			if err != nil {
				return err
			}
			measured += more
		}
		paths, err := bench.ReadHotPaths(measured)
		if err != nil {
			return err
		}
		return os.WriteFile(file, []byte(bench.Record(paths).String()), 0o644)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	record, err := bench.ParseHotPathRecord(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", hotPathRecord, err)
	}
	// Noise only adds time, so paths that seem too slow are measured again.
	var measured string
	var paths []bench.HotPath
	fault := errors.New("not measured")
	for try := 0; try < 5 && fault != nil; try++ {
		more, err := runHotPaths(ctx, top, 12)
		if err != nil {
			return err
		}
		measured += more
		if paths, err = bench.ReadHotPaths(measured); err != nil {
			return err
		}
		fault = record.Check(paths)
	}
	if options.json {
		return errors.Join(writeJSON(options.out, newPathObjects(paths, record)), fault)
	}
	table := tabwriter.NewWriter(options.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "hot path\tns\tslow twin, ns\tratio\trecorded\tallocations\t")
	for _, path := range paths {
		fmt.Fprintf(table, "%s\t%.1f\t%.0f\t%.3g\t%.3g\t%d\t\n", path.Name, path.Nanoseconds, path.Twin, path.Ratio(), record[path.Name], path.Allocations)
	}
	return errors.Join(table.Flush(), fault)
}

// runHotPaths runs the benchmarks of the hot paths in a source tree, each runs
// times, and returns their output. The runs are short, so that on a busy
// machine some of them are undisturbed.
func runHotPaths(ctx context.Context, source string, runs int) (string, error) {
	text, err := output(ctx, source, "go", "test", "./bench", "./search/...", "-run", "^$",
		"-bench", "^"+bench.HotPathBenchmark+"$", "-benchtime", "3ms", "-count", fmt.Sprint(runs))
	if err != nil {
		return "", fmt.Errorf("the benchmarks of %s: %w", source, err)
	}
	return text + "\n", nil
}

// pathObject is a hot path in the output of `cathedral bench --paths --json`.
type pathObject struct {
	Name        string  `json:"name"`
	Nanoseconds float64 `json:"ns"`
	Twin        float64 `json:"twin_ns"`
	Ratio       float64 `json:"ratio"`
	Recorded    float64 `json:"recorded_ratio"`
	Allocations int     `json:"allocations"`
}

func newPathObjects(paths []bench.HotPath, record bench.HotPathRecord) []pathObject {
	objects := make([]pathObject, len(paths))
	for i, path := range paths {
		objects[i] = pathObject{path.Name, path.Nanoseconds, path.Twin, path.Ratio(), record[path.Name], path.Allocations}
	}
	return objects
}
