package rating

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Machines holds the results of a match by the machines that played its games.
type Machines struct {
	Machines []Machine `json:"machines"` // those with the most faults first
}

// Machine is a row in the table of machines.
type Machine struct {
	Name       string   `json:"name"`           // of its key, or, if there are no keys, its own
	Host       string   `json:"host,omitempty"` // the first name that it gave itself, if it has a key
	Games      int      `json:"games"`
	Score      Estimate `json:"score"` // of the first player
	TimeLosses int      `json:"time_losses"`
	Faults     int      `json:"other_faults"`
	sample     Sample   // of the first player
}

// machineKey identifies a machine that has played games of a pairing.
type machineKey struct {
	pairing
	name string
}

// addToMachine counts a game of a pairing on its machine. partner is the other game of its
// pair, or nil if it has not come yet. A pair of two machines is a pair of neither.
func (l *Ledger) addToMachine(key pairing, g *Game, game waitingGame, partner *waitingGame) {
	machine := machineKey{key, g.Machine}
	m := l.machines[machine]
	if m == nil {
		m = &Machine{Name: g.Machine, Host: g.Host}
		l.machines[machine] = m
	}
	m.Games++
	m.sample.Singles.Add(game.halfPoints, 1)
	if partner != nil && partner.machine == game.machine {
		m.sample.join(game, *partner)
	}
	switch {
	case !g.IsForfeit():
	case g.Termination == record.TimeForfeit:
		m.TimeLosses++
	default:
		m.Faults++
	}
}

// newMachines returns the results of a pairing by machines, or nil if there is only one.
func (l *Ledger) newMachines(key pairing) *Machines {
	report := &Machines{}
	for machine, m := range l.machines {
		if machine.pairing == key {
			m.Score = m.sample.Score()
			report.Machines = append(report.Machines, *m)
		}
	}
	if len(report.Machines) < 2 {
		return nil
	}
	slices.SortFunc(report.Machines, func(a, b Machine) int {
		return cmp.Or(b.TimeLosses+b.Faults-a.TimeLosses-a.Faults, cmp.Compare(a.Name, b.Name))
	})
	return report
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
	fmt.Fprint(table, "Machine\tGames\tScore\tLost on time\tOther faults\n")
	for _, m := range r.Machines[:min(mostListed, len(r.Machines))] {
		party := Party{Score: m.Score}
		fmt.Fprintf(table, "%s\t%d\t%s\t%d\t%d\n", m.label(), m.Games, party.score(), m.TimeLosses, m.Faults)
	}
	table.Flush()
	if others := len(r.Machines) - mostListed; others > 0 {
		fmt.Fprintf(&text, "and %s more.\n", wording.Count(others, "machine"))
	}
	return text.String()
}
