package rating

import "cathedral/engine"

// Results counts games by how they ended for one party.
type Results struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns the number of games.
func (r Results) Games() int { return r.Wins + r.Draws + r.Losses }

// Points returns a point for each win and half a one for each draw.
func (r Results) Points() float64 { return float64(r.Wins) + float64(r.Draws)/2 }

// Reverse returns the results from the other party's view.
func (r Results) Reverse() Results { return Results{r.Losses, r.Draws, r.Wins} }

// Plus returns the results of both.
func (r Results) Plus(o Results) Results {
	return Results{r.Wins + o.Wins, r.Draws + o.Draws, r.Losses + o.Losses}
}

// add counts a number of games, or takes them back, that gave 0, 1 or 2 half
// points each.
func (r *Results) add(halfPoints, games int) {
	*[]*int{&r.Losses, &r.Draws, &r.Wins}[halfPoints] += games
}

// counts returns the results in the order of the points.
func (r Results) counts() []int { return []int{r.Losses, r.Draws, r.Wins} }

// halfPoints returns what an outcome is worth to a side, in half points.
func halfPoints(outcome engine.Outcome, side engine.Side) int {
	switch {
	case outcome == engine.Draw:
		return 1
	case (outcome == engine.LightWins) == (side == engine.Light):
		return 2
	}
	return 0
}

// Pentanomial counts pairs of games by what one party scored in both games
// together: 0 points (LL), 1/2 (LD), 1 (WL or DD), 3/2 (WD), 2 (WW).
type Pentanomial [5]int

// Pairs returns the number of pairs.
func (p Pentanomial) Pairs() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Points returns the points of all games.
func (p Pentanomial) Points() float64 {
	return float64(p[1]+2*p[2]+3*p[3]+4*p[4]) / 2
}

// Reverse returns the pairs from the other party's view.
func (p Pentanomial) Reverse() Pentanomial { return Pentanomial{p[4], p[3], p[2], p[1], p[0]} }
