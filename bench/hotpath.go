package bench

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// HotPath is the measured cost of one of the engine's most frequent operations and
// of its slow twin, which does the same work in the plainest way. The ratio of the
// two says more than either figure, because it hardly depends on the machine.
type HotPath struct {
	Name        string  // such as "Maps/middle"
	Nanoseconds float64 // per operation, in the fastest run
	Twin        float64 // nanoseconds per operation of the slow twin
	Allocations int     // per operation, in the run with the fewest
}

// Ratio returns how many times faster the operation is than its slow twin.
func (p *HotPath) Ratio() float64 { return p.Twin / p.Nanoseconds }

// HotPathBenchmark is the name of the benchmarks that measure hot paths. Each path
// has two, NAME/engine and NAME/twin, which may run several times: see
// enginetest.BenchmarkPaths.
const HotPathBenchmark = "BenchmarkHotPaths"

// ReadHotPaths returns the hot paths in the output of Go benchmarks, sorted by name.
// It keeps the least time and the fewest allocations of several runs, because noise only
// ever adds to them. It is an error if the output has no hot path or if a path lacks its twin.
func ReadHotPaths(output string) ([]HotPath, error) {
	// A result line captures the path, "engine" or "twin", the nanoseconds and the allocations.
	// A package variable would link regexp into cathedral-engine.
	benchmarkLine := regexp.MustCompile(`^` + HotPathBenchmark + `/(\S+)/(engine|twin)(?:#\d+)?(?:-\d+)?\s+\d+\s+([\d.e+]+) ns/op(?:.*\s(\d+) allocs/op)?`)
	found := map[string]*HotPath{}
	for line := range strings.Lines(output) {
		match := benchmarkLine.FindStringSubmatch(line)
		if match == nil {
			continue
		}
		nanoseconds, err := strconv.ParseFloat(match[3], 64)
		if err != nil || !(nanoseconds > 0) || math.IsInf(nanoseconds, 1) {
			return nil, fmt.Errorf("hot path %s: %q is not a time", match[1], match[3])
		}
		path := found[match[1]]
		if path == nil {
			path = &HotPath{Name: match[1], Nanoseconds: math.Inf(1), Twin: math.Inf(1)}
			found[match[1]] = path
		}
		if match[2] == "twin" {
			path.Twin = min(path.Twin, nanoseconds)
			continue
		}
		if allocations, _ := strconv.Atoi(match[4]); math.IsInf(path.Nanoseconds, 1) || allocations < path.Allocations {
			path.Allocations = allocations
		}
		path.Nanoseconds = min(path.Nanoseconds, nanoseconds)
	}
	if len(found) == 0 {
		return nil, errors.New("no hot paths in the output of the benchmarks")
	}
	paths := make([]HotPath, 0, len(found))
	for _, path := range found {
		if math.IsInf(path.Nanoseconds, 1) || math.IsInf(path.Twin, 1) {
			return nil, fmt.Errorf("hot path %s: want both the operation and its twin", path.Name)
		}
		paths = append(paths, *path)
	}
	slices.SortFunc(paths, func(a, b HotPath) int { return cmp.Compare(a.Name, b.Name) })
	return paths, nil
}

// HotPathRecord holds recorded ratios by the name of the hot path.
type HotPathRecord map[string]float64

// leastShare is the share of its recorded ratio that a hot path must reach. A path that
// became 1.5 times slower reaches 0.67 of its record. The ratios of an unchanged path
// differ by a tenth between runs and by up to a fifth between machines of a kind, so it
// reaches 0.8.
const leastShare = 0.7

// ParseHotPathRecord reads a record: a name and a ratio on each line. Lines that
// begin with # are comments.
func ParseHotPathRecord(text string) (HotPathRecord, error) {
	record := HotPathRecord{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if len(words) != 2 {
			return nil, fmt.Errorf("line %d: want a name and a ratio", number)
		}
		ratio, err := strconv.ParseFloat(words[1], 64)
		if err != nil || !(ratio > 0) || math.IsInf(ratio, 1) {
			return nil, fmt.Errorf("line %d: %q is not a ratio", number, words[1])
		}
		if _, twice := record[words[0]]; twice {
			return nil, fmt.Errorf("line %d: %s is recorded twice", number, words[0])
		}
		record[words[0]] = ratio
	}
	return record, nil
}

// Record returns the ratios of paths as a record.
func Record(paths []HotPath) HotPathRecord {
	record := HotPathRecord{}
	for _, path := range paths {
		record[path.Name] = path.Ratio()
	}
	return record
}

// String returns the record in the form that ParseHotPathRecord reads, sorted by
// name.
func (r HotPathRecord) String() string {
	var text strings.Builder
	text.WriteString("# How many times faster each hot path is than its slow twin: cathedral bench --paths --record\n")
	for _, name := range slices.Sorted(maps.Keys(r)) {
		fmt.Fprintf(&text, "%-40s %.3g\n", name, r[name])
	}
	return text.String()
}

// Check returns an error for each path that allocates, has no record, or has a ratio
// below seven tenths of its record, and for each record without a path.
func (r HotPathRecord) Check(paths []HotPath) error {
	var faults []error
	measured := map[string]bool{}
	for _, path := range paths {
		measured[path.Name] = true
		ratio, recorded := r[path.Name]
		switch {
		case path.Allocations > 0:
			faults = append(faults, fmt.Errorf("%s: %d allocations, want none", path.Name, path.Allocations))
		case !recorded:
			faults = append(faults, fmt.Errorf("%s: no ratio is recorded", path.Name))
		case path.Ratio() < leastShare*ratio:
			faults = append(faults, fmt.Errorf("%s: %.3g times as fast as its twin, %.3g on record", path.Name, path.Ratio(), ratio))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r)) {
		if !measured[name] {
			faults = append(faults, fmt.Errorf("%s: recorded but not measured", name))
		}
	}
	return errors.Join(faults...)
}
