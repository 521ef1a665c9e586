package rating

import "testing"

func TestGamesAreCountedByMarginsAndByPoints(t *testing.T) {
	var byMargin CountWithMargin
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
