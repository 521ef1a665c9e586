package tune

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cathedral/bench/rating"
)

// Calibration compares a model's predictions with the results, in tenths of the guesses
// sorted by the predicted points.
type Calibration struct{ tenths []tenth }

// tenth holds means over a tenth of the guesses: points (half a point for a draw) and
// draws, predicted and actual.
type tenth struct {
	guesses               int
	expected, scored      float64
	expectedDraws, drawn  float64
	leastScore, mostScore float64 // of the guesses, in squares
}

// Calibrate compares a model with guesses that were held out from its fit.
func Calibrate(chances *Chances, guesses []Guess) Calibration {
	type prediction struct {
		Guess
		points, draw float64
	}
	sorted := make([]prediction, len(guesses))
	for i, guess := range guesses {
		win, draw, _ := chances.Of(guess.Ply, guess.Score)
		sorted[i] = prediction{guess, win + draw/2, draw}
	}
	slices.SortStableFunc(sorted, func(a, b prediction) int { return cmp.Compare(a.points, b.points) })
	var c Calibration
	for i := range 10 {
		part := sorted[len(sorted)*i/10 : len(sorted)*(i+1)/10]
		if len(part) == 0 {
			continue
		}
		t := tenth{guesses: len(part), leastScore: part[0].Score, mostScore: part[0].Score}
		var games rating.Count
		for _, p := range part {
			t.expected += p.points / float64(len(part))
			t.expectedDraws += p.draw / float64(len(part))
			games.AddMargin(float64(p.Margin))
			t.leastScore, t.mostScore = min(t.leastScore, p.Score), max(t.mostScore, p.Score)
		}
		t.scored, t.drawn = games.Score(), float64(games.Draws)/float64(len(part))
		c.tenths = append(c.tenths, t)
	}
	return c
}

// Error returns the mean absolute error, from 0 to 1, of the points predicted for a
// tenth.
func (c *Calibration) Error() float64 {
	sum, guesses := 0.0, 0
	for _, t := range c.tenths {
		sum += max(t.expected-t.scored, t.scored-t.expected) * float64(t.guesses)
		guesses += t.guesses
	}
	return sum / float64(max(1, guesses))
}

// String returns the comparison as a table, in Markdown.
func (c *Calibration) String() string {
	var table strings.Builder
	table.WriteString("| tenth | positions | scores | predicted points | scored | predicted draws | drawn |\n|---|---|---|---|---|---|---|\n")
	for i, t := range c.tenths {
		fmt.Fprintf(&table, "| %d | %d | %+.2f to %+.2f | %.1f %% | %.1f %% | %.1f %% | %.1f %% |\n",
			i+1, t.guesses, t.leastScore, t.mostScore, 100*t.expected, 100*t.scored, 100*t.expectedDraws, 100*t.drawn)
	}
	return table.String()
}
