package rating

import (
	"fmt"
	"strings"

	"cathedral/engine"
	"cathedral/engine/wording"
)

// Observations decides which finished games are evidence, and how they pair up. A game that
// repeats an earlier one move by move, with the same players, sides and result, is a copy,
// whether or not the earlier one counts. A pair counts only if neither of its games is a copy:
// pairs that share a game are not independent, and one game alone of a pair would favour a side.
// A game without a partner counts unless it is a copy. The zero value has no games.
type Observations struct {
	names   map[gameKey]string // of the first games, by what their copies share
	waiting map[pairKey][]waitingGame
	Copies  []Copy
}

// Copy is a game that repeats an earlier one.
type Copy struct {
	Game string `json:"game"`
	Of   string `json:"of"`
}

// gameKey is what a game and its copies share.
type gameKey struct {
	light, dark, line string
	outcome           engine.Outcome
}

// pairKey identifies games that can be the partner of the same game.
type pairKey struct{ light, dark, pair string }

// waitingGame is a game whose partner has not come yet.
type waitingGame struct {
	Game
	counts bool
}

// Add adds a finished game and reports whether it counts. partner is the other game of its pair
// if that has counted alone until now: it joins g if g counts, and otherwise counts no longer.
func (o *Observations) Add(g Game) (counts bool, partner *Game) {
	counts = !o.isCopy(&g)
	if g.Pair == "" || g.Light == g.Dark {
		return counts, nil
	}
	key, partnerKey := pairKey{g.Light, g.Dark, g.Pair}, pairKey{g.Dark, g.Light, g.Pair}
	if waiting := o.waiting[partnerKey]; len(waiting) > 0 {
		o.waiting[partnerKey] = waiting[1:]
		if !waiting[0].counts {
			return false, nil
		}
		return counts, &waiting[0].Game
	}
	if o.waiting == nil {
		o.waiting = map[pairKey][]waitingGame{}
	}
	o.waiting[key] = append(o.waiting[key], waitingGame{g, counts})
	return counts, nil
}

// isCopy reports whether the game is a copy, and remembers it.
func (o *Observations) isCopy(g *Game) bool {
	if g.Line == "" {
		return false
	}
	key := gameKey{g.Light, g.Dark, g.Line, g.Outcome}
	first, known := o.names[key]
	switch {
	case known:
		o.Copies = append(o.Copies, Copy{g.Name, first})
	case o.names == nil:
		o.names = map[gameKey]string{key: g.Name}
	default:
		o.names[key] = g.Name
	}
	return known
}

// listedCopies is the number of copies that a text names.
const listedCopies = 4

// leftOutText says how many games do not count, and names the first of the copies.
func leftOutText(games int, copies []Copy) string {
	var named []string
	for _, c := range copies[:min(len(copies), listedCopies)] {
		named = append(named, fmt.Sprintf("%s of %s", label(c.Game), label(c.Of)))
	}
	if len(copies) > listedCopies {
		named = append(named, "…")
	}
	text := wording.Count(len(copies), "copied game")
	if partners := games - len(copies); partners > 0 {
		text += " and " + wording.Count(partners, "partner")
	}
	return text + ": " + strings.Join(named, ", ")
}
