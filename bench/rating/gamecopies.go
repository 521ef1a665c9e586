package rating

import (
	"fmt"
	"strings"

	"cathedral/engine"
)

// Copy is a game that repeats an earlier one move by move, with the same players, sides
// and result. It is no further evidence, so the statistics count only the first of such
// games.
type Copy struct {
	Game string `json:"game"`
	Of   string `json:"of"`
}

// gameKey identifies a game and its copies.
type gameKey struct {
	light, dark int // indexes of the players
	line        string
	outcome     engine.Outcome
}

// addCopy reports whether the game is a copy, and remembers it.
func (l *Ledger) addCopy(g *Game, light, dark int) bool {
	if g.Line == "" {
		return false
	}
	key := gameKey{light, dark, g.Line, g.Outcome}
	if first, known := l.names[key]; known {
		l.copies = append(l.copies, Copy{g.Name, first})
		return true
	}
	l.names[key] = g.Name
	return false
}

// listedCopies is the number of copies that a text names.
const listedCopies = 4

// copiesText returns the copies as text: their number and the first of them.
func copiesText(copies []Copy) string {
	var named []string
	for _, c := range copies[:min(len(copies), listedCopies)] {
		named = append(named, fmt.Sprintf("%s of %s", label(c.Game), label(c.Of)))
	}
	if len(copies) > listedCopies {
		named = append(named, "…")
	}
	return fmt.Sprintf("%d, not counted: %s", len(copies), strings.Join(named, ", "))
}
