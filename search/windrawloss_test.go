package search_test

import (
	"testing"

	"cathedral/search"
)

func TestChancesAddUpAndGrowWithTheScore(t *testing.T) {
	for _, ply := range []int{-1, 0, 1, 5, 12, 20, 31, 999} {
		lastWin, lastLoss := 0, 1000
		for centi := -9400; centi <= 9400; centi += 10 {
			win, draw, loss := search.Score{Centi: centi}.WDL(ply)
			if win+draw+loss != 1000 || min(win, draw, loss) < 0 {
				t.Fatalf("ply %d, score %d: %d + %d + %d", ply, centi, win, draw, loss)
			}
			if win < lastWin || loss > lastLoss {
				t.Fatalf("ply %d: worse at the score %d than before", ply, centi)
			}
			lastWin, lastLoss = win, loss
			if otherWin, otherDraw, otherLoss := (search.Score{Centi: -centi}).WDL(ply); otherWin != loss || otherDraw != draw || otherLoss != win {
				t.Fatalf("ply %d: the score %d is not the mirror image of %d", ply, -centi, centi)
			}
		}
		if lastWin != 1000 || lastLoss != 0 {
			t.Errorf("ply %d: a win by 94 squares has the chances %d and %d", ply, lastWin, lastLoss)
		}
	}
}

func TestProvenScoresAreCertain(t *testing.T) {
	for centi, want := range map[int][3]int{100: {1000, 0, 0}, 0: {0, 1000, 0}, -100: {0, 0, 1000}} {
		win, draw, loss := search.Score{Centi: centi, Final: true}.WDL(10)
		if got := [3]int{win, draw, loss}; got != want {
			t.Errorf("%d: %v, want %v", centi, got, want)
		}
	}
}
