package bench_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cathedral/bench"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

// small is a bench that takes almost no time.
func small() bench.Config {
	config := bench.DefaultConfig()
	config.Limits = search.Limits{Nodes: 200}
	config.HashMiB = 1
	return config
}

func TestFixedSetHasUsablePositionsOfEveryPhase(t *testing.T) {
	positions, err := bench.Positions()
	enginetest.Must(t, err)
	phases := map[string]int{}
	ids := map[string]bool{}
	for _, entry := range positions {
		id, found := entry.Operation("id")
		if !found || ids[id.Operands[0]] {
			t.Errorf("line %d: no unique id", entry.Line)
		} else {
			ids[id.Operands[0]] = true
		}
		if entry.Position.Over() {
			t.Errorf("line %d: the game is over", entry.Line)
		}
		switch ply := entry.Position.Ply(); {
		case ply < 5:
			phases["opening"]++
		case ply < 14:
			phases["middle"]++
		default:
			phases["end"]++
		}
	}
	for _, phase := range []string{"opening", "middle", "end"} {
		if phases[phase] < 5 {
			t.Errorf("%d positions of the phase %s, want at least 5", phases[phase], phase)
		}
	}
}

// Two runs have the same signature, and other positions another.
func TestTheSignatureIsThatOfThePositions(t *testing.T) {
	var reports []bench.Result
	run := func(config bench.Config) bench.Summary {
		t.Helper()
		reports = nil
		summary, err := bench.Run(t.Context(), config, func(r bench.Result) { reports = append(reports, r) })
		enginetest.Must(t, err)
		return summary
	}
	config := small()
	var err error
	if config.Positions, err = bench.Positions(); err != nil {
		t.Fatal(err)
	}
	config.Positions = config.Positions[1:]
	other, first, second := run(config), run(small()), run(small())
	if other.Signature == first.Signature {
		t.Errorf("other positions have the same signature %x", first.Signature)
	}
	if first.Signature != second.Signature || first.Nodes != second.Nodes {
		t.Errorf("signature %x with %d nodes, then %x with %d", first.Signature, first.Nodes, second.Signature, second.Nodes)
	}
	if first.Positions != len(reports) {
		t.Errorf("%d positions, but %d reports", first.Positions, len(reports))
	}
	for _, report := range reports {
		if !report.Best.IsPlacement() && report.Best != engine.Pass {
			t.Errorf("%s: no move", report.Name)
		}
	}
}

func TestABenchEndsWhenItIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := bench.Run(ctx, bench.DefaultConfig(), func(bench.Result) {})
	_, err2 := bench.Scaling(ctx, small(), []int{1}, func(int) {})
	if !errors.Is(err, context.Canceled) || !errors.Is(err2, context.Canceled) {
		t.Errorf("errors %v and %v", err, err2)
	}
}

func TestFaultyPositionsAreNamed(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "no position"},
		{"# nothing\n\n", "no position"},
		{"10/10/10/10/10/10/10/10/10/10 l C 0\n10/10 l C 0\n", "line 2"},
	} {
		_, err := bench.ReadPositions(strings.NewReader(test.text), engine.Rules{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want one with %q", test.text, err, test.want)
		}
	}
}
