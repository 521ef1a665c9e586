package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Machines holds the results of a match by the machines that played its games.
type Machines struct {
	Machines []Machine `json:"machines"` // those with the most faults first, and then those that differ most
}

// Machine is a row in the table of machines.
type Machine struct {
	Name       string   `json:"name"`           // of its key, or, if there are no keys, its own
	Host       string   `json:"host,omitempty"` // the first name that it gave itself, if it has a key
	Games      int      `json:"games"`
	Score      Estimate `json:"score"` // of the first player
	TimeLosses int      `json:"time_losses"`
	Faults     int      `json:"other_faults"`
	// Deviation is by how many standard deviations the score differs from that of all others.
	Deviation Number `json:"deviation"`
	sample    Sample // of the first player
}

// machineKey identifies a machine that has played games of a pairing.
type machineKey struct {
	pairing
	name string
}

// machine returns the row of the machine that played g, a game of a pairing. A pair of two
// machines is a pair of neither.
func (l *Ledger) machine(key pairing, g *Game) *Machine {
	machine := machineKey{key, g.Machine}
	if l.machines[machine] == nil {
		l.machines[machine] = &Machine{Name: g.Machine, Host: g.Host}
	}
	return l.machines[machine]
}

// addFault counts a game that was lost by misbehaviour.
func (m *Machine) addFault(by record.Termination) {
	if by == record.TimeForfeit {
		m.TimeLosses++
	} else {
		m.Faults++
	}
}

// newMachines returns the results of a pairing by machines, or nil if there is only one.
func (l *Ledger) newMachines(key pairing) *Machines {
	report := &Machines{}
	for machine, m := range l.machines {
		if machine.pairing == key {
			m.Games, m.Score = m.sample.Games(), m.sample.Score()
			report.Machines = append(report.Machines, *m)
		}
	}
	if len(report.Machines) < 2 {
		return nil
	}
	var all Sample
	for i := range report.Machines {
		all = all.Plus(&report.Machines[i].sample)
	}
	for i := range report.Machines {
		report.Machines[i].Deviation = report.Machines[i].deviation(&all)
	}
	slices.SortFunc(report.Machines, func(a, b Machine) int {
		return cmp.Or(b.TimeLosses+b.Faults-a.TimeLosses-a.Faults, cmp.Compare(math.Abs(float64(b.Deviation)), math.Abs(float64(a.Deviation))), cmp.Compare(a.Name, b.Name))
	})
	return report
}

// deviation compares the score with that of the other machines, in the games of all.
func (m *Machine) deviation(all *Sample) Number {
	games, allGames, score := float64(m.sample.Games()), float64(all.Games()), all.Points()/float64(all.Games())
	own, others := m.sample.scatter(score)/square(games), (all.scatter(score)-m.sample.scatter(score))/square(allGames-games)
	if games == 0 || games == allGames || own+others <= 0 {
		return 0
	}
	return Number((m.sample.Points()/games - (all.Points()-m.sample.Points())/(allGames-games)) / math.Sqrt(own+others))
}

// label returns the name of the machine for people.
func (m *Machine) label() string {
	if m.Host == "" {
		return label(m.Name)
	}
	return fmt.Sprintf("%s (%s)", label(m.Name), label(m.Host))
}

// mostListed is the number of machines in the table for people.
const mostListed = 20

// String returns the table as text.
func (r *Machines) String() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "Machine\tGames\tScore\tDiffers by\tLost on time\tOther faults\n")
	for _, m := range r.Machines[:min(mostListed, len(r.Machines))] {
		fmt.Fprintf(table, "%s\t%d\t%s\t%+.1f σ\t%d\t%d\n", m.label(), m.Games, m.Score.percent(2), float64(m.Deviation), m.TimeLosses, m.Faults)
	}
	table.Flush()
	if others := len(r.Machines) - mostListed; others > 0 {
		fmt.Fprintf(&text, "and %s more.\n", wording.Count(others, "machine"))
	}
	return text.String()
}
