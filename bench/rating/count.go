package rating

import (
	"cmp"
	"fmt"
)

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
