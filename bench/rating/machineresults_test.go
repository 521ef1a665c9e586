package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
)

func TestFaultsAndLateMovesAreCountedByMachine(t *testing.T) {
	l := NewLedger("A", "B")
	for i, by := range []Game{
		{Machine: "cedar", Termination: "time forfeit"}, {Machine: "cedar", Termination: "time forfeit"},
		{Machine: "cedar", Termination: "crash"}, {Machine: "birch", Termination: "normal"},
	} {
		by.Light, by.Dark, by.Outcome, by.Pair = "A", "B", engine.DarkWins, fmt.Sprint(i)
		l.Add(by)
	}
	// The games of this pair have two machines.
	l.Add(Game{Light: "A", Dark: "B", Outcome: engine.LightWins, Pair: "x", Machine: "cedar"})
	l.Add(Game{Light: "B", Dark: "A", Outcome: engine.LightWins, Pair: "x", Machine: "birch"})
	r := l.Report(nil).Machines
	if len(r.Machines) != 2 {
		t.Fatalf("%+v", r)
	}
	if a := r.Machines[0]; a.Name != "cedar" || a.Games != 4 || a.TimeLosses != 2 || a.Faults != 1 || a.Score.Value != 0.25 {
		t.Errorf("%+v", a)
	}
	if b := r.Machines[1]; b.Name != "birch" || b.Games != 2 || b.TimeLosses != 0 || b.Faults != 0 || b.Score.Value != 0 {
		t.Errorf("%+v", b)
	}
}

// What a machine says about itself is a remark beside its key.
func TestMachinesGoByTheirKeys(t *testing.T) {
	l := NewLedger("A", "B")
	for i, by := range []Game{
		{Machine: "UK1", Host: "amber"}, {Machine: "UK1", Host: "birch"}, {Machine: "UK2", Host: "amber\x1b"}, {Machine: "cedar"},
	} {
		by.Light, by.Dark, by.Outcome, by.Pair = "A", "B", engine.DarkWins, fmt.Sprint(i)
		l.Add(by)
	}
	r := l.Report(nil).Machines
	var rows []string
	for _, m := range r.Machines {
		rows = append(rows, fmt.Sprint(m.label(), " ", m.Games))
	}
	if want := []string{"UK1 (amber) 2", "UK2 (amber\\x1b) 1", "cedar 1"}; !slices.Equal(rows, want) {
		t.Errorf("%q, want %q", rows, want)
	}
	if text := r.String(); !strings.Contains(text, "UK1 (amber)") {
		t.Errorf("%s", text)
	}
}

// A machine on which one player does worse than on the others differs by many deviations, and the
// others by few.
func TestAMachineThatDiffersIsSeen(t *testing.T) {
	random, l := rand.New(rand.NewPCG(8, 1)), NewLedger("A", "B")
	names := []string{"amber", "birch", "cedar"}
	for i := range 3_000 {
		for _, game := range []Game{{Light: "A", Dark: "B"}, {Light: "B", Dark: "A"}} {
			game.Pair, game.Machine, game.Outcome = fmt.Sprint(i), names[i%3], engine.LightWins
			if random.IntN(2) == 0 {
				game.Outcome = engine.DarkWins
			}
			if game.Machine == "cedar" && random.IntN(10) == 0 { // A loses one game of ten
				game.Outcome = map[string]engine.Outcome{"A": engine.DarkWins, "B": engine.LightWins}[game.Light]
			}
			l.Add(game)
		}
	}
	machines := l.Report(nil).Machines.Machines
	if m := machines[0]; m.Name != "cedar" || m.Deviation > -3 {
		t.Errorf("%+v", m)
	}
	for _, m := range machines[1:] {
		if math.Abs(float64(m.Deviation)) > 3 {
			t.Errorf("%+v", m)
		}
	}
}
