package match

import (
	"fmt"
	"strings"
	"testing"

	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/search"
)

func TestAdjudicationRulesAreRead(t *testing.T) {
	resign, err := ParseResignRule("moves=3,score=10.5,twosided")
	if err != nil || *resign != (ResignRule{3, 1050, true}) {
		t.Errorf("resign rule %+v, %v", resign, err)
	}
	draw, err := ParseDrawRule("ply=14, moves=2,score=0.25")
	if err != nil || *draw != (DrawRule{14, 2, 25}) {
		t.Errorf("draw rule %+v, %v", draw, err)
	}
	for _, text := range []string{"", "moves=3", "score=3", "moves=x,score=1", "moves=1,score=-1", "moves=1,score=nan", "moves=1,score=1,x=2", "moves=1,score=1e9"} {
		if rule, err := ParseResignRule(text); err == nil {
			t.Errorf("%q is taken for the resign rule %+v", text, rule)
		}
	}
	if _, err := ParseResignRule("moves=3,score=600"); !strings.Contains(fmt.Sprint(err), "want squares, from 0 to 47") {
		t.Errorf("error %v of a score in centipawns", err)
	}
	for _, text := range []string{"", "score=1", "moves=0", "ply=-1,moves=1"} {
		if rule, err := ParseDrawRule(text); err == nil {
			t.Errorf("%q is taken for the draw rule %+v", text, rule)
		}
	}
}

// scores feeds an adjudicator with the scores of the sides in turn, Light first,
// in hundredths of a square, and returns after how many of them the game ended.
func scores(a *adjudicator, list ...int) (ended int, outcome engine.Outcome) {
	for i, centi := range list {
		side := engine.Side(i % 2)
		a.note(side, &player.Answer{Scored: centi != unscored, Score: search.Score{Centi: centi}})
		if v := a.endAt(10 + i); v.outcome != engine.Undecided {
			return i + 1, v.outcome
		}
	}
	return 0, engine.Undecided
}

const unscored = 1 << 40

func TestAdjudicatorEndsGamesWhenTheRulesSaySo(t *testing.T) {
	resign := Adjudication{Resign: &ResignRule{Moves: 2, Centi: 500}}
	twoSided := Adjudication{Resign: &ResignRule{Moves: 2, Centi: 500, TwoSided: true}}
	draw := Adjudication{Draw: &DrawRule{Plies: 13, Moves: 2, Centi: 25}}
	for _, test := range []struct {
		name    string
		rules   Adjudication
		scores  []int
		ended   int
		outcome engine.Outcome
	}{
		{"no rule", Adjudication{}, []int{-900, 900, -900, 900}, 0, engine.Undecided},
		{"resign", resign, []int{-500, 0, -501, 0}, 3, engine.DarkWins},
		{"resign by Dark", resign, []int{0, -900, 0, -900}, 4, engine.LightWins},
		{"not in a row", resign, []int{-500, 0, 0, 0, -500, 0}, 0, engine.Undecided},
		{"no score between", resign, []int{-500, 0, unscored, 0, -500, 0}, 0, engine.Undecided},
		{"one-sided", twoSided, []int{-500, 0, -500, 0, -500}, 0, engine.Undecided},
		{"two-sided", twoSided, []int{-500, 500, -500, 500}, 4, engine.DarkWins},
		{"draw", draw, []int{20, -25, 0, 0}, 4, engine.Draw},
		{"draw not before its ply", Adjudication{Draw: &DrawRule{Plies: 15, Moves: 1, Centi: 25}}, []int{0, 0, 0, 0, 0, 0}, 6, engine.Draw},
		{"one score is not near zero", draw, []int{0, 30, 0, 30, 0, 30}, 0, engine.Undecided},
	} {
		ended, outcome := scores(&adjudicator{rules: test.rules}, test.scores...)
		if ended != test.ended || outcome != test.outcome {
			t.Errorf("%s: ended after %d by %s, want %d and %s", test.name, ended, outcome, test.ended, test.outcome)
		}
	}
}

func TestAProvenWinCountsByWhateverMargin(t *testing.T) {
	win := search.Score{Centi: 100, Final: true, Bound: search.LowerBound}
	loss := search.Score{Centi: -100, Final: true, Bound: search.UpperBound}
	for _, test := range []struct {
		name        string
		rules       Adjudication
		light, dark search.Score
		outcome     engine.Outcome
	}{
		{"resign", Adjudication{Resign: &ResignRule{Moves: 2, Centi: 1000}}, loss, search.Score{}, engine.DarkWins},
		{"two-sided", Adjudication{Resign: &ResignRule{Moves: 2, Centi: 1000, TwoSided: true}}, win, loss, engine.LightWins},
		{"no draw", Adjudication{Draw: &DrawRule{Moves: 2, Centi: 100}}, win, loss, engine.Undecided},
		{"the exact margin is no more than it says", Adjudication{Resign: &ResignRule{Moves: 2, Centi: 1000}},
			search.Score{Centi: -100, Final: true}, search.Score{Centi: 100, Final: true}, engine.Undecided},
		{"the other bound says nothing", Adjudication{Resign: &ResignRule{Moves: 2, Centi: 1000}},
			search.Score{Centi: -100, Final: true, Bound: search.LowerBound}, search.Score{Centi: 100, Final: true, Bound: search.UpperBound}, engine.Undecided},
	} {
		a := &adjudicator{rules: test.rules}
		for range 3 {
			a.note(engine.Light, &player.Answer{Scored: true, Score: test.light})
			a.note(engine.Dark, &player.Answer{Scored: true, Score: test.dark})
		}
		if got := a.endAt(20).outcome; got != test.outcome {
			t.Errorf("%s: %s, want %s", test.name, got, test.outcome)
		}
	}
}

func FuzzAdjudicationRules(f *testing.F) {
	f.Add("moves=3,score=10.5,twosided")
	f.Add("ply=14,moves=2,score=0.25")
	f.Fuzz(func(t *testing.T, text string) {
		if rule, err := ParseResignRule(text); err == nil && (rule.Moves < 1 || rule.Centi < 1) {
			t.Errorf("%q is taken for the resign rule %+v", text, rule)
		}
		if rule, err := ParseDrawRule(text); err == nil && (rule.Moves < 1 || rule.Centi < 0) {
			t.Errorf("%q is taken for the draw rule %+v", text, rule)
		}
	})
}
