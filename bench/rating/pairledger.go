package rating

import (
	"cathedral/engine"
	"cathedral/engine/record"
)

// Ledger counts games as they are added, and pairs them up. NewLedger makes an empty one. It
// is not safe for concurrent use.
type Ledger struct {
	players  []string
	index    map[string]int
	pairings []pairing // in the order of their first games
	tallies  map[pairing]*Tally
	waiting  map[waitingKey][]waitingGame
	forfeits map[string]map[record.Termination]int
	anchor   *anchor            // nil: the mean of all players has Elo 0
	names    map[gameKey]string // of the games that count
	copies   []Copy
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

// waitingKey identifies games that can be the partner of the same game: their pairing,
// their pair, and the index of the player with Light.
type waitingKey struct {
	pairing
	pair  string
	light int
}

// NewLedger returns a ledger that lists the given players first. Other players follow
// in the order of their first games.
func NewLedger(players ...string) *Ledger {
	l := &Ledger{
		index: map[string]int{}, tallies: map[pairing]*Tally{}, waiting: map[waitingKey][]waitingGame{},
		forfeits: map[string]map[record.Termination]int{}, names: map[gameKey]string{}, machines: map[machineKey]*Machine{},
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

// Add counts the game g, unless it is a copy of another. Its partner may come later or
// never. A game of a player against itself counts for the sides only.
func (l *Ledger) Add(g Game) {
	light, dark := l.player(g.Light), l.player(g.Dark)
	key := waitingKey{pairing{min(light, dark), max(light, dark)}, g.Pair, light}
	tally := l.tallies[key.pairing]
	if tally == nil {
		tally = &Tally{}
		l.tallies[key.pairing] = tally
		l.pairings = append(l.pairings, key.pairing)
	}
	if g.Outcome == engine.Undecided {
		tally.Unfinished++
		return
	}
	l.time.add(&g)
	if l.addCopy(&g, light, dark) {
		tally.Copies++
		return
	}
	if g.IsForfeit() {
		loser := g.loser()
		if l.forfeits[loser] == nil {
			l.forfeits[loser] = map[record.Termination]int{}
		}
		l.forfeits[loser][g.Termination]++
	}
	side := engine.Light
	if light != key.first {
		side = engine.Dark
	}
	// Seen from the pairing's first player; forLight turns the view both ways.
	game := waitingGame{halfPoints(g.Outcome), g.Margin, g.HasMargin, g.Machine}.forLight(side)
	if light == dark {
		tally.Light.addGame(game)
		return
	}
	tally.addGame(game, side)

	partnerKey := key
	partnerKey.light = light ^ key.first ^ key.second // the other player
	var partner *waitingGame
	if partners := l.waiting[partnerKey]; g.Pair != "" && len(partners) > 0 {
		partner, l.waiting[partnerKey] = &partners[0], partners[1:]
		tally.join(game, *partner, side)
	} else if g.Pair != "" {
		l.waiting[key] = append(l.waiting[key], game)
	}
	l.addToMachine(key.pairing, &g, game, partner)
	l.addToPath(key.pairing)
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
