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

// played returns the report of a match of A against B of that many pairs on each of four
// machines. A wins a game with the machine's probability, and draws one in ten of the
// others.
func played(random *rand.Rand, pairs int, wins [4]float64) *Report {
	l := NewLedger("A", "B")
	for i, machine := range []string{"amber", "birch", "cedar", "delta"} {
		for pair := range pairs {
			for number, players := range [][2]string{{"A", "B"}, {"B", "A"}} {
				outcome := engine.LightWins
				switch won := random.Float64() < wins[i]; {
				case !won && random.IntN(10) == 0:
					outcome = engine.Draw
				case won != (number == 0):
					outcome = engine.DarkWins
				}
				l.Add(Game{Light: players[0], Dark: players[1], Pair: fmt.Sprint(machine, pair), Machine: machine, Outcome: outcome, Termination: "normal"})
			}
		}
	}
	return l.Report(nil)
}

// TestMachinesAreNamedAsOftenAsSaid makes up many matches on equal machines: a
// machine is named in about one of a hundred.
func TestMachinesAreNamedAsOftenAsSaid(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const matches = 4000
	named, unlikely := 0, 0
	for range matches {
		r := &Machines{}
		for range 4 {
			counts := make([]float64, 3)
			for range 150 {
				counts[min(2, random.IntN(8)/2)]++
			}
			r.Machines = append(r.Machines, Machine{counts: counts})
		}
		r.test()
		if slices.ContainsFunc(r.Machines, func(m Machine) bool { return m.Differs }) {
			named++
		}
		if r.P < significance {
			unlikely++
		}
	}
	for what, count := range map[string]int{"a machine is named": named, "p is below 0.01": unlikely} {
		if count < matches/200 || count > matches/50 {
			t.Errorf("%s in %d of %d matches, want about %d", what, count, matches, matches/100)
		}
	}
}

func TestMachinesThatAreAlikeDoNotDiffer(t *testing.T) {
	machines := played(rand.New(rand.NewPCG(1, 1)), 400, [4]float64{0.5, 0.5, 0.5, 0.5}).Machines
	if machines.Counted != "pairs" || machines.Freedom != 6 || !(machines.P > significance) {
		t.Errorf("%+v", machines)
	}
	for _, m := range machines.Machines {
		if m.Games != 800 || m.Differs {
			t.Errorf("%+v", m)
		}
	}
	if text := machines.String(); !strings.Contains(text, "(lost, drawn, won)") || !strings.Contains(text, ": no machine differs from the others.\n") {
		t.Errorf("%s", text)
	}
}

func TestTheMachineThatDiffersIsNamed(t *testing.T) {
	for _, probability := range []float64{0.38, 0.62} {
		machines := played(rand.New(rand.NewPCG(1, 1)), 400, [4]float64{0.5, 0.5, probability, 0.5}).Machines
		if first := machines.Machines[0]; first.Name != "cedar" || !first.Differs || !(machines.P < 0.001) {
			t.Errorf("%g: %+v", probability, machines)
		}
		if text := machines.String(); !strings.Contains(text, "cedar differs from the others.\n") {
			t.Errorf("%s", text)
		}
	}
}

// The cells of 30, 50, 20 against 20, 40, 40 deviate by 5, 5 and 10 from the means, and the
// survival of two degrees of freedom is exp(-x/2).
func TestChiSquareOfATable(t *testing.T) {
	r := &Machines{Machines: []Machine{{counts: []float64{30, 50, 20}}, {counts: []float64{20, 40, 40}}}}
	r.test()
	want := 2*25.0/25 + 2*25.0/45 + 2*100.0/30
	if math.Abs(float64(r.ChiSquare)-want) > 1e-12 || r.Freedom != 2 || math.Abs(float64(r.P)-math.Exp(-want/2)) > 1e-12 {
		t.Errorf("%+v, want %g", r, want)
	}
	for _, m := range r.Machines { // of two machines each is compared with the other
		if math.Abs(float64(m.P-r.P)) > 1e-12 {
			t.Errorf("p is %g, want %g", m.P, r.P)
		}
	}
}

func TestCountsThatAreTooLowAreJoinedOrTakeNoPart(t *testing.T) {
	r := &Machines{Machines: []Machine{{counts: []float64{40, 1, 60}}, {counts: []float64{50, 2, 48}}, {counts: []float64{2, 0, 1}}}}
	r.test()
	if r.Freedom != 1 || !r.Machines[0].P.Known() || !r.Machines[1].P.Known() {
		t.Errorf("%+v", r)
	}
	r = played(rand.New(rand.NewPCG(1, 1)), 3, [4]float64{0.5, 0.5, 0.5, 0.5}).Machines
	if r.P.Known() || r.Machines[0].P.Known() || !strings.HasSuffix(r.String(), "There are too few pairs to compare the machines.\n") {
		t.Errorf("%+v", r)
	}
}

func TestFaultsAndLateMovesAreCountedByMachine(t *testing.T) {
	l := NewLedger("A", "B")
	for i, by := range []Game{
		{Machine: "amber", Termination: "time forfeit"}, {Machine: "amber", Termination: "time forfeit"},
		{Machine: "amber", Termination: "crash"}, {Machine: "birch", Termination: "normal"},
	} {
		by.Light, by.Dark, by.Outcome, by.Pair = "A", "B", engine.DarkWins, fmt.Sprint(i)
		l.Add(by)
	}
	// The games of this pair have two machines.
	l.Add(Game{Light: "A", Dark: "B", Outcome: engine.LightWins, Pair: "x", Machine: "amber"})
	l.Add(Game{Light: "B", Dark: "A", Outcome: engine.LightWins, Pair: "x", Machine: "birch"})
	r := l.Report(nil).Machines
	if r.Counted != "games" || len(r.Machines) != 2 {
		t.Fatalf("%+v", r)
	}
	if a := r.Machines[0]; a.Name != "amber" || a.Games != 4 || a.TimeLosses != 2 || a.Faults != 1 || a.Score.Value != 0.25 {
		t.Errorf("%+v", a)
	}
	if b := r.Machines[1]; b.Name != "birch" || b.Games != 2 || b.TimeLosses != 0 || b.Faults != 0 || b.Score.Value != 0 {
		t.Errorf("%+v", b)
	}
}

func TestOneMachineHasNoTable(t *testing.T) {
	l := NewLedger("A", "B")
	for i := range 20 {
		l.Add(Game{Light: "A", Dark: "B", Outcome: engine.DarkWins, Pair: fmt.Sprint(i), Machine: "amber"})
	}
	if report := l.Report(nil); report.Machines != nil || strings.Contains(report.String(), "Machine") {
		t.Errorf("%s", report)
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
	if want := []string{"UK1 (amber) 2", "UK2 (amber?) 1", "cedar 1"}; !slices.Equal(rows, want) {
		t.Errorf("%q, want %q", rows, want)
	}
	if text := r.String(); !strings.Contains(text, "UK1 (amber)") {
		t.Errorf("%s", text)
	}
}
