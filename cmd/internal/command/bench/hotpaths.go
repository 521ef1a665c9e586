package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"cathedral/bench"
	"cathedral/cmd/internal/build"
	"cathedral/cmd/internal/command"
)

// hotPathRecord is the file of the recorded ratios, relative to the top of the
// source.
const hotPathRecord = "bench/hotpaths.txt"

// runPaths measures the hot paths of the source tree that holds the
// current folder, and prints them beside their record. It returns an error if a
// path has become slower or allocates. With --record it writes the record
// instead.
func (o *options) runPaths(ctx context.Context) error {
	top, err := build.Output(ctx, "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return fmt.Errorf("--paths needs the source: %w", err)
	}
	file := filepath.Join(top, hotPathRecord)
	var measured string
	var paths []bench.HotPath
	measure := func() error { // once more
		more, err := RunHotPaths(ctx, top)
		if err == nil {
			measured += more
			paths, err = bench.ReadHotPaths(measured)
		}
		return err
	}
	if o.record {
		for range 3 { // as often as a path that seems too slow is measured
			if err := measure(); err != nil {
				return err
			}
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
	fault := errors.New("not measured")
	for try := 0; try < 3 && fault != nil; try++ {
		if err := measure(); err != nil {
			return err
		}
		fault = record.Check(paths)
	}
	result := make(hotPaths, len(paths))
	for i, path := range paths {
		result[i] = hotPath{
			Name: path.Name, Nanoseconds: path.Nanoseconds, Twin: path.Twin, Ratio: path.Ratio(), Recorded: record[path.Name], Allocations: path.Allocations,
		}
	}
	return errors.Join(command.Print(o.Out, o.json, result), fault)
}

// hotPaths are the result of `cathedral bench --paths`.
type hotPaths []hotPath

// hotPath is a hot path beside its slow twin and its record.
type hotPath struct {
	Name        string  `json:"name"`
	Nanoseconds float64 `json:"ns"`
	Twin        float64 `json:"twin_ns"`
	Ratio       float64 `json:"ratio"`
	Recorded    float64 `json:"recorded_ratio"`
	Allocations int     `json:"allocations"`
}

// String returns a table of the paths.
func (h hotPaths) String() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "hot path\tns\tslow twin, ns\tratio\trecorded\tallocations\t")
	for _, p := range h {
		fmt.Fprintf(table, "%s\t%.1f\t%.0f\t%.3g\t%.3g\t%d\t\n", p.Name, p.Nanoseconds, p.Twin, p.Ratio, p.Recorded, p.Allocations)
	}
	table.Flush()
	return text.String()
}

// RunHotPaths runs the benchmarks of the hot paths in a source tree and returns their
// output. The runs are short, so that on a busy machine some of them are undisturbed.
func RunHotPaths(ctx context.Context, source string) (string, error) {
	text, err := build.Output(ctx, source, "go", "test", "./bench", "./search/...", "-run", "^$",
		"-bench", "^"+bench.HotPathBenchmark+"$", "-benchtime", "1ms")
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("the benchmarks of %s: %w", source, err)
	}
	return text + "\n", nil
}
