package rating

import (
	"cathedral/engine"
	"cathedral/engine/record"
)

// Ledger counts games as they are added, by the rule of Observations. NewLedger makes an empty
// one. It is not safe for concurrent use.
type Ledger struct {
	players  []string
	index    map[string]int
	pairings []pairing // in the order of their first games
	tallies  map[pairing]*Tally
	counted  Observations
	forfeits map[string]map[record.Termination]int
	anchor   *anchor // nil: the mean of all players has Elo 0
	machines map[machineKey]*Machine
	path     *Path // nil: none is kept
	time     Timekeeping
}

// anchor is a player whose Elo is known.
type anchor struct {
	index int
	elo   float64
}

// pairing holds the indexes of two players, the smaller one first. The tally is seen
// from the first player.
type pairing struct{ first, second int }

// NewLedger returns a ledger that lists the given players first. Other players follow
// in the order of their first games.
func NewLedger(players ...string) *Ledger {
	l := &Ledger{
		index: map[string]int{}, tallies: map[pairing]*Tally{},
		forfeits: map[string]map[record.Termination]int{}, machines: map[machineKey]*Machine{},
	}
	for _, player := range players {
		l.player(player)
	}
	return l
}

// Anchor gives a player a known Elo, to which the Elo of all players in the table is
// then relative. It reports whether the ledger has the player.
func (l *Ledger) Anchor(player string, elo float64) bool {
	index, known := l.index[player]
	if known {
		l.anchor = &anchor{index, elo}
	}
	return known
}

// Players returns the names of the players in the ledger's order. The ledger owns the
// slice.
func (l *Ledger) Players() []string { return l.players }

// player returns the index of a player, and adds the player if it is new.
func (l *Ledger) player(name string) int {
	i, known := l.index[name]
	if !known {
		i = len(l.players)
		l.index[name] = i
		l.players = append(l.players, name)
	}
	return i
}

// Add counts the game g by the rule of Observations. Its partner may come later or never. A
// game of a player against itself counts for the sides only. What an engine lost by misbehaviour
// is counted in every game.
func (l *Ledger) Add(g Game) {
	light, dark := l.player(g.Light), l.player(g.Dark)
	key := pairing{min(light, dark), max(light, dark)}
	tally := l.tallies[key]
	if tally == nil {
		tally = &Tally{}
		l.tallies[key] = tally
		l.pairings = append(l.pairings, key)
	}
	if g.Outcome == engine.Undecided {
		tally.Unfinished++
		return
	}
	l.time.add(&g)
	if g.IsForfeit() {
		loser := g.loser()
		if l.forfeits[loser] == nil {
			l.forfeits[loser] = map[record.Termination]int{}
		}
		l.forfeits[loser][g.Termination]++
	}
	counts, partner := l.counted.Add(g)
	side := engine.Light // of the pairing's first player
	if light != key.first {
		side = engine.Dark
	}
	game := g.pointsOf(side)
	if light == dark {
		if counts {
			tally.Light.addGame(game, 1)
		} else {
			tally.LeftOut++
		}
		return
	}
	machine := l.machine(key, &g)
	if g.IsForfeit() {
		machine.addFault(g.Termination)
	}
	var partners gamePoints // of the same player, who has the other side in it
	if partner != nil {
		partners = partner.pointsOf(side.Opponent())
	}
	switch {
	case counts:
		tally.addGame(game, side, 1)
		machine.sample.addGame(game, 1)
		if partner == nil {
			break
		}
		tally.join(game, partners, side)
		if partner.Machine == g.Machine {
			machine.sample.join(game, partners)
		}
	case partner != nil:
		tally.LeftOut += 2
		tally.addGame(partners, side.Opponent(), -1)
		l.machine(key, partner).sample.addGame(partners, -1)
	default:
		tally.LeftOut++
		return
	}
	l.addToPath(key)
}

// Forfeits returns the number of a player's losses by each kind of misbehaviour. The
// ledger owns the map.
func (l *Ledger) Forfeits(player string) map[record.Termination]int { return l.forfeits[player] }

// Tally returns the counts of a player's games against an opponent.
func (l *Ledger) Tally(player, opponent string) Tally {
	first, known := l.index[player]
	second, known2 := l.index[opponent]
	tally := l.tallies[pairing{min(first, second), max(first, second)}]
	if !known || !known2 || tally == nil {
		return Tally{}
	}
	if first > second {
		return tally.Reverse()
	}
	return *tally
}
