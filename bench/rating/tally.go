package rating

import (
	"cmp"
	"fmt"

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
	halfPoints := [...]int{engine.LightWins: 2, engine.DarkWins: 0, engine.Draw: 1}[g.Outcome] // Light's
	return gamePoints{halfPoints, g.Margin, g.HasMargin}.forLight(side)
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

// Sample holds the results of one party, a player or a side: its pairs, its games
// without a partner, and the margins of the games that have one.
type Sample struct {
	Pairs   Pentanomial
	Singles Count
	Margins Margins
}

// Games returns the number of games.
func (s *Sample) Games() int { return 2*s.Pairs.Pairs() + s.Singles.Games() }

// Points returns the score: one point for each win and half a point for each draw.
func (s *Sample) Points() float64 { return s.Pairs.Points() + s.Singles.Points() }

// Reverse returns the sample of the other party.
func (s *Sample) Reverse() Sample {
	return Sample{Pairs: s.Pairs.Reverse(), Singles: s.Singles.Reverse(), Margins: s.Margins.reverse()}
}

// Plus returns the sum of s and o.
func (s *Sample) Plus(o *Sample) Sample {
	sum := *s
	for i, count := range o.Pairs {
		sum.Pairs[i] += count
	}
	sum.Singles = sum.Singles.Plus(o.Singles)
	sum.Margins = sum.Margins.plus(o.Margins)
	return sum
}

// observations returns the number of independent observations: pairs, and games
// without a partner.
func (s *Sample) observations() int { return s.Pairs.Pairs() + s.Singles.Games() }

// gamesEach returns the number of games of one more observation: that of a pair if there are any.
func (s *Sample) gamesEach() float64 {
	if s.Pairs.Pairs() > 0 {
		return 2
	}
	return 1
}

// scatter returns the sum, over the observations, of the squared differences between
// the points and the points expected at the given score per game.
func (s *Sample) scatter(score float64) float64 {
	sum := 0.0
	for i, count := range s.Pairs {
		sum += float64(count) * square(float64(i)/2-2*score)
	}
	for i, count := range s.Singles.HalfPoints() {
		sum += float64(count) * square(float64(i)/2-score)
	}
	return sum
}

// Margins holds sums of final margins, in squares, for one party.
type Margins struct {
	Pairs   Sums // of the margins of both games of a pair together
	Singles Sums // of games whose partner is missing or has no margin
}

// Sums holds the count, the sum and the sum of squares of whole numbers.
type Sums struct{ Count, Sum, Squares int }

// add adds a value times times. If times is negative, it removes the value.
func (s *Sums) add(value, times int) {
	s.Count += times
	s.Sum += times * value
	s.Squares += times * value * value
}

func (s Sums) plus(o Sums) Sums {
	return Sums{s.Count + o.Count, s.Sum + o.Sum, s.Squares + o.Squares}
}

// scatter returns the sum of the squared differences from value.
func (s Sums) scatter(value float64) float64 {
	return float64(s.Squares) - 2*value*float64(s.Sum) + float64(s.Count)*value*value
}

// Games returns the number of games that have a margin.
func (m Margins) Games() int { return 2*m.Pairs.Count + m.Singles.Count }

func (m Margins) plus(o Margins) Margins {
	return Margins{m.Pairs.plus(o.Pairs), m.Singles.plus(o.Singles)}
}

func (m Margins) reverse() Margins {
	m.Pairs.Sum, m.Singles.Sum = -m.Pairs.Sum, -m.Singles.Sum
	return m
}

func square(x float64) float64 { return x * x }

// Pentanomial counts pairs of games by one party's score in both games together: 0
// points (LL), 1/2 (LD), 1 (WL or DD), 3/2 (WD), 2 (WW).
type Pentanomial [5]int

// Pairs returns the number of pairs.
func (p Pentanomial) Pairs() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Points returns the score of all games, in points.
func (p Pentanomial) Points() float64 {
	return float64(p[1]+2*p[2]+3*p[3]+4*p[4]) / 2
}

// Reverse returns the counts of the other party.
func (p Pentanomial) Reverse() Pentanomial { return Pentanomial{p[4], p[3], p[2], p[1], p[0]} }

// Count counts the games that one party, a player or a side, has won, drawn and lost.
type Count struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Add adds a number of games, which may be negative, that scored 0, 1 or 2 half points
// each.
func (c *Count) Add(halfPoints, games int) {
	*[]*int{&c.Losses, &c.Draws, &c.Wins}[halfPoints] += games
}

// AddMargin adds a game that ended with a margin, in squares, for the party.
func (c *Count) AddMargin(margin float64) { c.Add(1+cmp.Compare(margin, 0), 1) }

// Games returns the number of games.
func (c Count) Games() int { return c.Wins + c.Draws + c.Losses }

// Points returns one point for each win and half a point for each draw.
func (c Count) Points() float64 { return float64(c.Wins) + float64(c.Draws)/2 }

// Score returns the points per game, or 0 without games.
func (c Count) Score() float64 { return c.Points() / float64(max(1, c.Games())) }

// HalfPoints returns the numbers of games that scored 0, 1 and 2 half points.
func (c Count) HalfPoints() []int { return []int{c.Losses, c.Draws, c.Wins} }

// Reverse returns the count of the other party.
func (c Count) Reverse() Count { return Count{c.Losses, c.Draws, c.Wins} }

// Plus returns the sum of c and o.
func (c Count) Plus(o Count) Count {
	return Count{c.Wins + o.Wins, c.Draws + o.Draws, c.Losses + o.Losses}
}

// String returns the count as "3 won, 1 drawn, 2 lost".
func (c Count) String() string {
	return fmt.Sprintf("%d won, %d drawn, %d lost", c.Wins, c.Draws, c.Losses)
}

// CountWithMargin is a count with the sum of the final margins, in squares, for the party.
type CountWithMargin struct {
	Count
	Margin int
}

// Add adds a game that ended with a margin.
func (w *CountWithMargin) Add(margin int) {
	w.AddMargin(float64(margin))
	w.Margin += margin
}
