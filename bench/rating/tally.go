package rating

import (
	"cathedral/engine"
)

// Tally holds the counts of a player's games against an opponent.
type Tally struct {
	Sample          // of the player
	AsLight, AsDark Count
	Light           Sample // of the side Light, in the same games
	Unfinished      int    // games without a result, not counted elsewhere
	Copies          int    // copies of other games, not counted elsewhere
}

// waitingGame is a game whose partner has not been found yet.
type waitingGame struct {
	halfPoints, margin int // for the pairing's first player
	hasMargin          bool
	machine            string
}

// addGame counts a game as one without a partner. side is the player's.
func (t *Tally) addGame(g waitingGame, side engine.Side) {
	t.Sample.addGame(g)
	t.Light.addGame(g.forLight(side))
	if side == engine.Light {
		t.AsLight.Add(g.halfPoints, 1)
	} else {
		t.AsDark.Add(g.halfPoints, 1)
	}
}

func (s *Sample) addGame(g waitingGame) {
	s.Singles.Add(g.halfPoints, 1)
	if g.hasMargin {
		s.Margins.Singles.add(g.margin, 1)
	}
}

// join turns two games that were counted as games without a partner into a pair. side
// is the player's in the first of them.
func (t *Tally) join(a, b waitingGame, side engine.Side) {
	t.Sample.join(a, b)
	t.Light.join(a.forLight(side), b.forLight(side.Opponent()))
}

func (s *Sample) join(a, b waitingGame) {
	s.Singles.Add(a.halfPoints, -1)
	s.Singles.Add(b.halfPoints, -1)
	s.Pairs[a.halfPoints+b.halfPoints]++
	if a.hasMargin && b.hasMargin {
		s.Margins.Singles.add(a.margin, -1)
		s.Margins.Singles.add(b.margin, -1)
		s.Margins.Pairs.add(a.margin+b.margin, 1)
	}
}

// forLight returns a game from Light's point of view, given that g is seen from side.
func (g waitingGame) forLight(side engine.Side) waitingGame {
	if side == engine.Dark {
		g.halfPoints, g.margin = 2-g.halfPoints, -g.margin
	}
	return g
}

// Results returns the player's results in all games.
func (t *Tally) Results() Count { return t.AsLight.Plus(t.AsDark) }

// Reverse returns the tally of the opponent against the player.
func (t *Tally) Reverse() Tally {
	return Tally{
		Sample:     t.Sample.Reverse(),
		AsLight:    t.AsDark.Reverse(),
		AsDark:     t.AsLight.Reverse(),
		Light:      t.Light,
		Unfinished: t.Unfinished,
		Copies:     t.Copies,
	}
}
