package evaluation_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/evaluation"
)

// mirrored returns p with the board mirrored from left to right, the sides swapped,
// and one ply more, so that the other side is to move.
func mirrored(t testing.TB, p *engine.Position) engine.Position {
	t.Helper()
	fields := strings.Fields(p.String())
	rows := strings.Split(fields[0], "/")
	for i, row := range rows {
		letters := []byte(strings.ReplaceAll(row, "10", "X")) // the only number with two digits
		slices.Reverse(letters)
		for j, letter := range letters {
			switch {
			case letter == 'd': // territory
				letters[j] = 'L'
			case letter == 'L':
				letters[j] = 'd'
			case letter >= 'a' && letter <= 'z':
				letters[j] = letter - 'a' + 'A'
			case letter >= 'A' && letter <= 'Z' && letter != 'X':
				letters[j] = letter - 'A' + 'a'
			}
		}
		rows[i] = strings.ReplaceAll(string(letters), "X", "10")
	}
	side := map[string]string{"l": "d", "d": "l"}[fields[1]]
	text := fmt.Sprintf("%s %s %s %d", strings.Join(rows, "/"), side, fields[2], p.Ply()+1)
	other, err := engine.ParsePosition(text, p.Rules())
	if err != nil {
		t.Fatalf("%s mirrored: %v", p.String(), err)
	}
	return other
}

func TestTheEvaluationIsTheSameIfTheBoardIsMirroredAndTheSidesAreSwapped(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 1))
	for _, set := range engine.RuleSets() {
		for plies := 3; plies < 30; plies++ { // when both sides have built, so that either could be the one to move
			p := enginetest.RandomPosition(random, engine.Rules{Set: set}, plies)
			other := mirrored(t, &p)
			terms, before := evaluation.Explain(&p)
			otherTerms, after := evaluation.Explain(&other)
			if before != after {
				t.Errorf("%v %s: %d, mirrored %d", set, p.String(), before, after)
			}
			for i, term := range terms {
				if swapped := otherTerms[i]; term.Light != swapped.Dark || term.Dark != swapped.Light {
					t.Errorf("%v %s: %+v, mirrored %+v", set, p.String(), term, swapped)
				}
			}
		}
	}
}

func TestTheTotalOfTheTermsIsTheEvaluation(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 1))
	for plies := range 25 {
		p := enginetest.RandomPosition(random, engine.Rules{}, plies)
		terms, total := evaluation.Explain(&p)
		sum := 0
		for _, term := range terms {
			if p.Side() == engine.Light {
				sum += term.Light - term.Dark
			} else {
				sum += term.Dark - term.Light
			}
		}
		if diff := sum - total; diff > 2*len(terms) || diff < -2*len(terms) {
			t.Errorf("%s: the terms add up to %d, the total is %d", p.String(), sum, total)
		}
	}
}
