package wording

import "testing"

func TestCountsAgreeWithTheirNouns(t *testing.T) {
	for _, test := range []struct {
		count int
		noun  string
		want  string
	}{{0, "game", "0 games"}, {1, "game", "1 game"}, {2, "game", "2 games"}, {1, "ply", "1 ply"}, {4, "ply", "4 plies"}} {
		if got := Count(test.count, test.noun); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
