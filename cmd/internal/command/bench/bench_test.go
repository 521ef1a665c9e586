package bench

import (
	"strings"
	"testing"
	"time"

	"cathedral/bench"
	"cathedral/cmd/internal/command/commandtest"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

// benchOptionsOf returns the options of `cathedral bench` with arguments.
func benchOptionsOf(t *testing.T, arguments ...string) *options {
	t.Helper()
	got, err := commandtest.Options(newCommand, arguments...)
	enginetest.Must(t, err)
	return got
}

func TestBenchFlagsBecomeOptions(t *testing.T) {
	for _, test := range []struct {
		arguments string
		want      search.Limits
		threads   int
	}{
		{"", search.Limits{Nodes: bench.DefaultNodes}, 1},
		{"--depth 3", search.Limits{Depth: 3}, 1},
		{"--depth 3 --nodes 5 --movetime 7 --threads 4", search.Limits{Depth: 3, Nodes: 5, MoveTime: 7 * time.Millisecond}, 4},
		{"--suite", search.Limits{Nodes: suiteNodes}, 1},
		{"--suite --movetime 100", search.Limits{MoveTime: 100 * time.Millisecond}, 1},
		{"--scaling --threads 3", search.Limits{Depth: bench.DefaultScalingDepth}, 3},
		{"--scaling --depth 2 --threads 3", search.Limits{Depth: 2}, 3},
		{"--against HEAD --rounds 3", search.Limits{Nodes: bench.DefaultNodes}, 1},
	} {
		got := benchOptionsOf(t, strings.Fields(test.arguments)...)
		if got.config.Limits.Depth != test.want.Depth || got.config.Limits.Nodes != test.want.Nodes ||
			got.config.Limits.MoveTime != test.want.MoveTime || got.config.Threads != test.threads {
			t.Errorf("%q: limits %+v and %d threads, want %+v and %d", test.arguments, got.config.Limits, got.config.Threads, test.want, test.threads)
		}
	}
}

func TestTechniquesOfTheBenchAreSetByName(t *testing.T) {
	got := benchOptionsOf(t, "--technique", "Halving=7", "--technique", "rootmoves=3").config.Techniques
	want := search.DefaultOptions().Techniques
	want.Halving, want.RootMoves = 7, 3
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestAComparisonSaysWhichIntervalsAreTooWide(t *testing.T) {
	c := comparison{Working: "working-01234567", Commit: "0123456789", Rounds: 2, Ratios: processorTimeFirst([]costRatio{
		{Name: "Maps", First: 1, Second: 1, Ratio: 1, Low: 0.99, High: 1.01},
		{Name: "search, ns a node", First: 1, Second: 1, Ratio: 1.17, Low: 0.192, High: 7.14},
		{Name: processorTime, First: 1, Second: 1, Ratio: 0.983, Low: 0.97, High: 1.01},
	})}
	if c.Ratios[0].Name != processorTime || c.Ratios[1].Name != "Maps" || len(c.Ratios) != 3 {
		t.Errorf("the order is %+v", c.Ratios)
	}
	text := c.String()
	if !strings.Contains(text, " 0.970 to 1.010\n") || !strings.Contains(text, " 0.192 to 7.140  too wide to conclude\n") || !strings.Contains(text, "more --rounds") {
		t.Errorf("got\n%s", text)
	}
	if c.Ratios = c.Ratios[:1]; strings.Contains(c.String(), "too wide") || strings.Contains(c.String(), "by chance") {
		t.Errorf("a narrow interval is too wide, or clear:\n%s", &c)
	}
	if c.Ratios[0].High = 0.99; !strings.Contains(c.String(), "One in twenty costs") {
		t.Errorf("a mark is surer than the data:\n%s", &c)
	}
}

// Only hot paths fail, and only if they are clearly slower by more than measurements scatter.
func TestAComparisonFailsIfAHotPathHasBecomeAFifthSlower(t *testing.T) {
	c := comparison{Commit: "0123456789", Ratios: []costRatio{
		{Name: processorTime, First: 2, Second: 1, Low: 1.9, High: 2.1},
		{Name: "Key", First: 1.1, Second: 1, Low: 1.05, High: 1.15},
		{Name: "Maps", First: 1.3, Second: 1, Low: 0.9, High: 1.6},
		{Name: "Play", First: 1.2, Second: 1, Low: 1.1, High: 1.3},
	}}
	if err := c.slowdowns(); err == nil || err.Error() != "Play: 1.20 times the cost of 0123456789; the maximum is 1.15" {
		t.Errorf("got %v, want an error about Play alone", err)
	}
}

func TestBenchThatDoesNotEndAsItShouldIsNoMeasurement(t *testing.T) {
	result, err := readTotals([]byte(`{"nodes": 1000, "nodes_per_second": 50000, "signature": "00ff"}`))
	if err != nil || result.Signature != "00ff" || result.Nodes != 1000 || result.NodesPerSecond != 50_000 {
		t.Errorf("result %+v, error %v", result, err)
	}
	for _, text := range []string{"", `{"nodes": 1000}`, `{"nodes": 0, "nodes_per_second": 5}`, `{"nodes": "many"}`} {
		if result, err := readTotals([]byte(text)); err == nil {
			t.Errorf("%q: result %+v and no error", text, result)
		}
	}
}
