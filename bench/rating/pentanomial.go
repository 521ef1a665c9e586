package rating

import "cathedral/engine"

// Results counts the wins, draws and losses of one party, a player or a side.
type Results struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns the number of games.
func (r Results) Games() int { return r.Wins + r.Draws + r.Losses }

// Points returns the score: one point for each win and half a point for each draw.
func (r Results) Points() float64 { return float64(r.Wins) + float64(r.Draws)/2 }

// Reverse returns the results of the other party.
func (r Results) Reverse() Results { return Results{r.Losses, r.Draws, r.Wins} }

// Plus returns the sum of r and o.
func (r Results) Plus(o Results) Results {
	return Results{r.Wins + o.Wins, r.Draws + o.Draws, r.Losses + o.Losses}
}

// add adds a number of games, which may be negative, that scored 0, 1 or 2 half points
// each.
func (r *Results) add(halfPoints, games int) {
	*[]*int{&r.Losses, &r.Draws, &r.Wins}[halfPoints] += games
}

// counts returns the numbers of games that scored 0, 1 and 2 half points.
func (r Results) counts() []int { return []int{r.Losses, r.Draws, r.Wins} }

// halfPoints returns a side's score for an outcome, in half points.
func halfPoints(outcome engine.Outcome, side engine.Side) int {
	switch {
	case outcome == engine.Draw:
		return 1
	case (outcome == engine.LightWins) == (side == engine.Light):
		return 2
	}
	return 0
}

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
