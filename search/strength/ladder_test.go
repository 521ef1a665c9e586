package strength_test

import (
	"testing"

	"cathedral/search/strength"
)

func TestTheLevelsAreTwelveEvenStepsOrMore(t *testing.T) {
	levels := strength.Levels()
	if len(levels) < 12 {
		t.Errorf("%d levels, want 12 or more", len(levels))
	}
	names := map[string]bool{}
	for i, level := range levels {
		if level.Name == "" || names[level.Name] || level.IsFull() {
			t.Errorf("level %d is %+v, want a name of its own and limits", i+1, level)
		}
		names[level.Name] = true
		if level.Elo <= strength.FirstGame {
			continue // below is only that for a child
		}
		if step := level.Elo - levels[i-1].Elo; step < 100 || step > 200 {
			t.Errorf("%s is %d Elo above %s, want 100 to 200", level.Name, step, levels[i-1].Name)
		}
	}
}

func TestOnlyTheStrongestLevelsProve(t *testing.T) {
	levels := strength.Levels()
	for _, level := range levels[:len(levels)-3] {
		if level.Proofs != 0 {
			t.Errorf("%s proves in %v of its searches", level.Name, level.Proofs)
		}
	}
}

func TestBelowAFirstGameIsALevelForAChild(t *testing.T) {
	if levels := strength.Levels(); levels[0].Name != "Child" || levels[0].Elo > 100 || levels[1].Elo != strength.FirstGame {
		t.Errorf("the weakest levels are %+v and %+v", levels[0], levels[1])
	}
}

func TestAtEloMeetsTheLevelsAndLiesBetweenThem(t *testing.T) {
	for _, level := range strength.Levels() {
		if got := strength.AtElo(level.Elo); got != level {
			t.Errorf("at %d: %+v, want %+v", level.Elo, got, level)
		}
	}
	least, most := strength.EloRange()
	if strength.AtElo(least-100) != strength.AtElo(least) || strength.AtElo(most+100) != strength.AtElo(most) {
		t.Error("a rating beyond the range does not get the nearest player")
	}
	for elo := least; elo < most; elo++ {
		low, high := strength.AtElo(elo), strength.AtElo(elo+1)
		fewerNodes := high.Nodes < low.Nodes && elo >= strength.FirstGame // a child looks at all moves
		if low.IsFull() || low.Elo != elo || high.Depth < low.Depth || high.Proofs < low.Proofs || fewerNodes {
			t.Fatalf("at %d: %+v, one point above: %+v", elo, low, high)
		}
	}
}

func TestTheWeakerTheMoreTheOpeningsVary(t *testing.T) {
	full := strength.Level{}
	least := full.BookVariety()
	if least != 0 {
		t.Errorf("full strength has the variety %d, want 0", least)
	}
	for i, levels := len(strength.Levels())-1, strength.Levels(); i >= 0; i-- {
		if variety := levels[i].BookVariety(); variety <= least {
			t.Errorf("%s has the variety %d, want more than %d", levels[i].Name, variety, least)
		} else {
			least = variety
		}
	}
}
