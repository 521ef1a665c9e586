package rating

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// comparableGroups holds the players by what results say of them. Two players are in the
// same group if each has scored against the other, directly or through others. Between two
// groups all points went one way, or there were no games, so that only a bound of the
// difference is known, or nothing (Ford, "Solution of a Ranking Problem from Binary
// Comparisons", 1957).
type comparableGroups struct {
	of      []int   // the group of each player
	members [][]int // of each group. A group comes before those that won against it
	// reference is the group that Elo is relative to: that of the anchor, or the largest.
	reference int
}

// groups returns the comparable groups of all players.
func (l *Ledger) groups() comparableGroups {
	graph := simple.NewDirectedGraph()
	for i := range l.players {
		graph.AddNode(simple.Node(i))
	}
	met := make([]int, len(l.players)) // 1 for a player with games against others
	l.eachPairing(func(i, j int, tally *Tally) {
		met[i], met[j] = 1, 1
		if tally.Points() > 0 {
			graph.SetEdge(simple.Edge{F: simple.Node(i), T: simple.Node(j)})
		}
		if tally.Points() < float64(tally.Games()) {
			graph.SetEdge(simple.Edge{F: simple.Node(j), T: simple.Node(i)})
		}
	})
	g := comparableGroups{of: make([]int, len(l.players))}
	for k, nodes := range topo.TarjanSCC(graph) { // a group comes before those that scored against it
		var members []int
		for _, node := range nodes {
			g.of[node.ID()] = k
			members = append(members, int(node.ID()))
		}
		slices.Sort(members)
		g.members = append(g.members, members)
		// If several groups are largest, that of the player with games who came first.
		largest := g.members[g.reference]
		if cmp.Or(cmp.Compare(len(largest), len(members)), cmp.Compare(met[largest[0]], met[members[0]]), cmp.Compare(members[0], largest[0])) < 0 {
			g.reference = k
		}
	}
	if l.anchor != nil {
		g.reference = g.of[l.anchor.index]
	}
	return g
}

// bounds returns, for each group, how much must be added to strengths, at least and at
// most, for Elo relative to the reference group. They are 0 and 0 for that group itself. A bound
// is infinite if there is none. The bound of a group is the difference at which all its games
// against groups that have a bound themselves were won, or lost, with probability 1/40.
func (l *Ledger) bounds(g comparableGroups, strengths []float64) (least, most []float64) {
	least = slices.Repeat([]float64{math.Inf(-1)}, len(g.members))
	most = slices.Repeat([]float64{math.Inf(1)}, len(g.members))
	least[g.reference], most[g.reference] = 0, 0
	for k := g.reference + 1; k < len(g.members); k++ {
		least[k] = l.shutoutShift(g, k, strengths, least, 1)
	}
	for k := g.reference - 1; k >= 0; k-- {
		most[k] = l.shutoutShift(g, k, strengths, most, -1)
	}
	return least, most
}

// shutoutShift returns the shift of the strengths of group k that explains the games that it
// won (sign 1) or lost (sign -1) against the groups with a finite shift. There all of them
// end so with probability 1/40. A pair counts as one game, because its games may depend on each other.
// The shift is -sign times infinity if there are no such games.
func (l *Ledger) shutoutShift(g comparableGroups, k int, strengths, shifts []float64, sign float64) float64 {
	type won struct {
		ahead        float64 // of the opponent, without the shift of group k
		observations float64
	}
	var all []won
	l.eachPairing(func(i, j int, tally *Tally) {
		if g.of[j] == k {
			i, j = j, i
		}
		if g.of[i] == k && g.of[j] != k && !math.IsInf(shifts[g.of[j]], 0) {
			all = append(all, won{sign * (strengths[i] - strengths[j] - shifts[g.of[j]]), float64(tally.observations())})
		}
	})
	if len(all) == 0 {
		return math.Inf(-int(sign))
	}
	low, high := -100.0, 100.0
	for range 60 {
		middle, logarithm := (low+high)/2, 0.0
		for _, games := range all {
			logarithm += games.observations * math.Log(expected(games.ahead+middle))
		}
		if logarithm < math.Log(0.025) {
			low = middle
		} else {
			high = middle
		}
	}
	return sign * low
}

// byElo orders standings from the strongest to the weakest as far as is known: those with a
// lower bound only, those with a value, those with an upper bound only, the others.
func byElo(a, b Standing) int {
	kind := func(e Estimate) (int, Number) {
		switch {
		case e.Value.Known():
			return 1, e.Value
		case e.Low.Known():
			return 0, e.Low
		case e.High.Known():
			return 2, e.High
		}
		return 3, 0
	}
	kindA, eloA := kind(a.Elo)
	kindB, eloB := kind(b.Elo)
	return cmp.Or(cmp.Compare(kindA, kindB), cmp.Compare(eloB, eloA))
}
