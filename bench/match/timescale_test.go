//go:build unix

package match

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/match/player"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

func TestTimesAreScaledAndNothingElse(t *testing.T) {
	for text, want := range map[string]string{
		"10+0.1":           "15+0.15",
		"40/60":            "40/90",
		"movetime=100":     "movetime=150",
		"nodes=5000":       "nodes=5000",
		"depth=4":          "depth=4",
		"1+0.2,nodes=7":    "1.5+0.3,nodes=7",
		"5,movetime=0.01s": "7.5,movetime=15",
	} {
		control, err := player.ParseTimeControl(text)
		enginetest.Must(t, err)
		if got := scaledControl(control, 1.5).String(); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
	if got := scaledControl(player.TimeControl{MoveTime: time.Millisecond}, 1e-9); !isTimed(got) {
		t.Error("a short time becomes none")
	}
	for _, unknown := range [][2]uint64{{0, 5}, {5, 0}} {
		job := gameJob{Players: [2]contestant{{Specification: player.Specification{Control: player.TimeControl{MoveTime: time.Second}}}}}
		if got := job.scale(unknown[0], unknown[1]); got != 0 {
			t.Errorf("%d to %d: scale %g", unknown[0], unknown[1], got)
		}
	}
}

// otherMachine is a carrier whose one worker has another speed than this machine.
type otherMachine struct {
	t     *testing.T
	speed uint64
}

func (m otherMachine) Carry(ctx context.Context, run farm.Run) error {
	worker, err := NewWorker(WorkerConfig{Slots: 1, Speed: m.speed, Name: "other"})
	if err != nil {
		m.t.Fatal(err)
	}
	defer worker.Close()
	return farm.Local{Work: worker.Work, Threads: 1}.Carry(ctx, run)
}

// The players of a slow machine have more time, as the record says; the time control in
// the plan and the record stays.
func TestAWorkerScalesTheTimesOfAMatch(t *testing.T) {
	control := player.TimeControl{Base: 10 * time.Second, Increment: time.Second, Nodes: 3}
	engines := []player.Specification{
		{Name: "A", Command: "builtin:engine", Control: control, Options: []player.Option{{Name: "Hash", Value: "1"}}},
		{Name: "B", Command: "builtin:engine", Control: player.TimeControl{Nodes: 2}, Options: []player.Option{{Name: "Hash", Value: "1"}}},
	}
	for _, test := range []struct {
		players      []player.Specification
		given, speed uint64 // the reference and this machine
		scale        float64
		tag          string
	}{
		{engines, 0, 3_000_000, 1.5, "1.5"},
		{engines, 1_000_000, 3_000_000, 0.5, "0.5"},
		{engines[1:], 0, 3_000_000, 0, ""},
	} {
		plan := testPlan(2, append(slices.Clone(test.players), player.Specification{Name: "C", Command: "greedy"})[:2]...)
		plan.Record = t.TempDir() + "/games.txt"
		plan.Carrier, plan.Speed, plan.ReferenceSpeed = otherMachine{t, 2_000_000}, test.speed, test.given
		var scales []float64
		if _, err := Run(t.Context(), plan, func(event Event) {
			if finished, is := event.(Finished); is {
				scales = append(scales, finished.TimeScale)
			}
		}); err != nil {
			t.Fatal(err)
		}
		if want := []float64{test.scale, test.scale}; !slices.Equal(scales, want) {
			t.Errorf("the scales are %v, want %v", scales, want)
		}
		for round, game := range benchtest.Rounds(t, plan.Record) {
			if got := game.Tag(scaleTag); got != test.tag {
				t.Errorf("round %s has the scale %q, want %q", round, got, test.tag)
			}
			if test.scale == 0 {
				continue
			}
			side := map[bool]string{true: "White", false: "Black"}[game.Tag("White") == "A"]
			if got := game.Tag(side + "TimeControl"); got != control.String() {
				t.Errorf("round %s has the time control %q, want %q", round, got, control)
			}
			timed := slices.IndexFunc(game.Moves, func(m record.Move) bool { return strings.HasSuffix(m.Comment, " left") })
			if timed < 0 {
				t.Fatalf("round %s has no clock", round)
			}
			words := strings.Fields(game.Moves[timed].Comment)
			left, err := time.ParseDuration(words[len(words)-2])
			full := scaledControl(control, test.scale)
			if most := full.Base + full.Increment; err != nil || left > most || left < most/2 {
				t.Errorf("round %s: after the first move there are %s left (%v), want nearly %s", round, left, err, most)
			}
		}
	}
}

// The reference is that of the recorded games, so that a match continues as it began.
func TestTheReferenceIsThatOfTheRecord(t *testing.T) {
	plan := testPlan(2, player.Specification{Name: "A", Command: "greedy", Control: player.TimeControl{MoveTime: time.Minute}}, player.Specification{Name: "B", Command: "random"})
	plan.Record = t.TempDir() + "/games.txt"
	plan.Carrier, plan.Speed = otherMachine{t, 50}, 100
	collect(t, plan)
	plan.Games, plan.Speed = 4, 300
	collect(t, plan)
	for round, game := range benchtest.Rounds(t, plan.Record) {
		if reference, scale := game.Tag(referenceTag), game.Tag(scaleTag); reference != "100" || scale != "2" {
			t.Errorf("round %s has the reference %q and the scale %q", round, reference, scale)
		}
	}
}

// A match in one process and a match without time limits have no scale.
func TestAScaleThatCannotBeIsRefused(t *testing.T) {
	plan, fixtures, results := playedPair(t)
	_, game, err := readGameResult(results[0])
	enginetest.Must(t, err)
	for _, scale := range []float64{-1, 2, math.NaN(), math.Inf(-1)} {
		game.SetTag(scaleTag, fmt.Sprint(scale))
		if _, err := plan.accept(fixtures[0], game, ""); err == nil || !strings.Contains(err.Error(), "cannot have the scale") {
			t.Errorf("scale %g: error %v", scale, err)
		}
	}
}
