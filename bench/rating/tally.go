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
	LeftOut         int    // copies and their partners, not counted elsewhere
}

// gamePoints is what a game gives one of its players.
type gamePoints struct {
	halfPoints, margin int
	hasMargin          bool
}

// pointsOf returns what the game gives the player of side.
func (g *Game) pointsOf(side engine.Side) gamePoints {
	return gamePoints{halfPoints(g.Outcome), g.Margin, g.HasMargin}.forLight(side)
}

// addGame counts a game times times as one without a partner. side is the player's.
func (t *Tally) addGame(g gamePoints, side engine.Side, times int) {
	t.Sample.addGame(g, times)
	t.Light.addGame(g.forLight(side), times)
	if side == engine.Light {
		t.AsLight.Add(g.halfPoints, times)
	} else {
		t.AsDark.Add(g.halfPoints, times)
	}
}

// addGame counts a game times times as one without a partner.
func (s *Sample) addGame(g gamePoints, times int) {
	s.Singles.Add(g.halfPoints, times)
	if g.hasMargin {
		s.Margins.Singles.add(g.margin, times)
	}
}

// join turns two games that were counted as games without a partner into a pair. side
// is the player's in the first of them.
func (t *Tally) join(a, b gamePoints, side engine.Side) {
	t.Sample.join(a, b)
	t.Light.join(a.forLight(side), b.forLight(side.Opponent()))
}

func (s *Sample) join(a, b gamePoints) {
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
func (g gamePoints) forLight(side engine.Side) gamePoints {
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
		LeftOut:    t.LeftOut,
	}
}
