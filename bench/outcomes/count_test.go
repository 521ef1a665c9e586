package outcomes

import (
	"testing"

	"cathedral/engine"
)

func TestTheMarginDecidesTheOutcome(t *testing.T) {
	for margin, want := range map[int]engine.Outcome{5: engine.LightWins, 0: engine.Draw, -3: engine.DarkWins} {
		if got := OfMargin(margin); got != want {
			t.Errorf("a margin of %d is %s, want %s", margin, got, want)
		}
	}
}

func TestGamesAreCountedByMarginsAndByPoints(t *testing.T) {
	var byMargin WithMargin
	for _, margin := range []int{3, -1, 0, 5} {
		byMargin.Add(margin)
	}
	var byPoints Count
	byPoints.Add(2, 3)
	byPoints.Add(1, 1)
	byPoints.Add(0, 1)
	byPoints.Add(2, -1)
	if want := (Count{2, 1, 1}); byMargin.Count != want || byPoints != want || byMargin.Margin != 7 {
		t.Errorf("by margins %+v, by points %+v, want %+v", byMargin, byPoints, want)
	}
	if c := byPoints; c.Games() != 4 || c.Points() != 2.5 || c.Score() != 0.625 || c.Plus(c.Reverse()) != (Count{3, 2, 3}) || (Count{}).Score() != 0 {
		t.Errorf("%s: %d games, %v points, score %v", c, c.Games(), c.Points(), c.Score())
	}
}
