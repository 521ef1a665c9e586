package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"cathedral/bench/outcomes"
	"cathedral/bench/termination"
	"cathedral/engine/plural"
)

// Machines holds the results of a match by the machines that played its games, and a
// chi-square test of whether the results of one differ from those of the rest.
//
// The test is that of Fishtest (github.com/official-stockfish/fishtest, get_chi2): it
// counts the pairs that the first player lost, drew and won, or, if there are no pairs,
// the games. Counts that are too low for the test are joined with their neighbours, and a
// machine of which fewer than five pairs are expected in some column takes no part. A
// machine's own test compares it with all others together.
type Machines struct {
	Counted   string    `json:"counted"`    // "pairs" or "games"
	ChiSquare Number    `json:"chi_square"` // none if fewer than two machines take part
	Freedom   int       `json:"degrees_of_freedom"`
	P         Number    `json:"p"`        // the probability of such differences by chance
	Machines  []Machine `json:"machines"` // those that differ most first
}

// Machine is a row in the table of machines.
type Machine struct {
	Name       string   `json:"name"`           // of its key, or, if there are no keys, its own
	Host       string   `json:"host,omitempty"` // the first name that it gave itself, if it has a key
	Games      int      `json:"games"`
	Score      Estimate `json:"score"` // of the first player
	TimeLosses int      `json:"time_losses"`
	Faults     int      `json:"other_faults"`
	P          Number   `json:"p"` // of its own test; none: it takes no part
	Differs    bool     `json:"differs"`

	counts []float64 // lost, drawn and won
}

// significance is the probability of naming any machine when none differs.
const significance = 0.01

// machineGames are the games of two players on one machine.
type machineGames struct {
	host       string         // of the first game
	sample     Sample         // of the first player
	results    outcomes.Count // of all games
	timeLosses int
	faults     int
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
		m = &machineGames{host: g.Host}
		l.machines[machine] = m
	}
	m.results.Add(game.halfPoints, 1)
	m.sample.Singles.Add(game.halfPoints, 1)
	if partner != nil && partner.machine == game.machine {
		m.sample.join(game, *partner)
	}
	switch {
	case !g.IsForfeit():
	case g.Termination == termination.TimeForfeit:
		m.timeLosses++
	default:
		m.faults++
	}
}

// newMachines returns the results of a pairing by machines, or nil if there is only one.
func (l *Ledger) newMachines(key pairing) *Machines {
	report := &Machines{Counted: "games", ChiSquare: None(), P: None()}
	of := map[string]*machineGames{}
	for machine, games := range l.machines {
		if machine.pairing == key {
			of[machine.name] = games
			if games.sample.Pairs.Pairs() > 0 {
				report.Counted = "pairs"
			}
		}
	}
	if len(of) < 2 {
		return nil
	}
	for name, m := range of {
		counts := []float64{float64(m.results.Losses), float64(m.results.Draws), float64(m.results.Wins)}
		if report.Counted == "pairs" {
			p := m.sample.Pairs
			counts = []float64{float64(p[0] + p[1]), float64(p[2]), float64(p[3] + p[4])}
		}
		report.Machines = append(report.Machines, Machine{
			Name: name, Host: m.host, Games: m.results.Games(), Score: m.sample.Score(), TimeLosses: m.timeLosses, Faults: m.faults, P: None(), counts: counts,
		})
	}
	slices.SortFunc(report.Machines, func(a, b Machine) int { return cmp.Compare(a.Name, b.Name) })
	report.test()
	// cmp.Compare puts NaN first, and so -NaN last from the end.
	slices.SortStableFunc(report.Machines, func(a, b Machine) int { return cmp.Compare(-b.P, -a.P) })
	return report
}

// leastExpected is the count that a cell must be expected to have for the distribution of
// chi-square to hold (Cochran).
const leastExpected = 5

// test sets the figures of the test.
func (r *Machines) test() {
	rows := make([]*Machine, len(r.Machines))
	for i := range rows {
		rows[i] = &r.Machines[i]
	}
	joinScarce(rows)
	sums := columnSums(rows)
	for before := 0; before != len(rows); sums = columnSums(rows) {
		before = len(rows)
		rows = slices.DeleteFunc(rows, func(m *Machine) bool {
			return floats.Sum(m.counts)*floats.Min(sums) < leastExpected*floats.Sum(sums) || floats.Sum(m.counts) == 0
		})
		if len(rows) < 2 {
			return
		}
	}
	total := floats.Sum(sums)
	chiSquare, columns := 0.0, float64(len(sums)-1)
	for _, row := range rows {
		share := floats.Sum(row.counts) / total
		deviation := stat.ChiSquare(row.counts, floats.ScaleTo(make([]float64, len(sums)), share, sums))
		chiSquare += deviation
		// The statistic of the table of this row and the sum of all others.
		row.P = survival(deviation/(1-share), columns)
		row.Differs = float64(row.P) < significance/float64(len(rows))
	}
	r.ChiSquare, r.Freedom = Number(chiSquare), (len(rows)-1)*(len(sums)-1)
	r.P = survival(chiSquare, float64(r.Freedom))
}

// joinScarce joins columns with a neighbour until all of them have enough for each row, or
// two are left.
func joinScarce(rows []*Machine) {
	for len(rows[0].counts) > 2 {
		sums := columnSums(rows)
		least := floats.MinIdx(sums)
		if sums[least] >= leastExpected*float64(len(rows)) {
			return
		}
		outer := least // which joins the middle
		if least == 1 && sums[0] < sums[2] {
			outer = 0
		} else if least == 1 {
			outer = 2
		}
		for _, row := range rows {
			row.counts[1] += row.counts[outer]
			row.counts = slices.Delete(row.counts, outer, outer+1)
		}
	}
}

// columnSums returns the sums of the columns.
func columnSums(rows []*Machine) []float64 {
	sums := make([]float64, len(rows[0].counts))
	for _, row := range rows {
		floats.Add(sums, row.counts)
	}
	return sums
}

// survival returns the probability that chi-square exceeds a value.
func survival(value, freedom float64) Number {
	return Number(distuv.ChiSquared{K: freedom}.Survival(math.Max(0, value)))
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

// String returns the table and the test as text.
func (r *Machines) String() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "Machine\tGames\tScore\tLost on time\tOther faults\tp\n")
	for _, m := range r.Machines[:min(mostListed, len(r.Machines))] {
		party := Party{Score: m.Score}
		fmt.Fprintf(table, "%s\t%d\t%s\t%d\t%d\t%s\n", m.label(), m.Games, party.score(), m.TimeLosses, m.Faults, m.P.Text(4))
	}
	table.Flush()
	if others := len(r.Machines) - mostListed; others > 0 {
		fmt.Fprintf(&text, "and %s with a smaller difference.\n", plural.Of(others, "machine"))
	}
	if !r.P.Known() {
		fmt.Fprintf(&text, "There are too few %s to compare the machines.\n", r.Counted)
		return text.String()
	}
	var differing []string
	for _, m := range r.Machines {
		if m.Differs {
			differing = append(differing, m.label())
		}
	}
	verdict := "no machine differs from the others"
	switch {
	case len(differing) == 1:
		verdict = differing[0] + " differs from the others"
	case len(differing) > 1:
		verdict = strings.Join(differing, ", ") + " differ from the others"
	case float64(r.P) < significance:
		verdict = "the machines differ"
	}
	fmt.Fprintf(&text, "Chi-square of the machines' %s (lost, drawn, won): %s with %d degrees of freedom, p = %s: %s.\n",
		r.Counted, r.ChiSquare.Text(2), r.Freedom, r.P.Text(4), verdict)
	return text.String()
}
