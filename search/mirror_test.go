package search_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/search"
)

// mirrored returns a position as it looks from left to right to the other side:
// the board in a mirror, what was Light's Dark's, and a ply later, so that the
// other side is to move.
func mirrored(t testing.TB, p *engine.Position) engine.Position {
	t.Helper()
	fields := strings.Fields(p.String())
	rows := strings.Split(fields[0], "/")
	for i, row := range rows {
		letters := []byte(strings.ReplaceAll(row, "10", "X")) // the one number of two digits
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
		t.Fatalf("%s in a mirror: %v", p.String(), err)
	}
	return other
}

func TestTheEvaluationIsTheSameInAMirrorWithSidesSwapped(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 1))
	for _, set := range engine.RuleSets() {
		for plies := 2; plies < 30; plies++ { // the Cathedral is there
			p := randomPosition(random, engine.Rules{Set: set}, plies)
			other := mirrored(t, &p)
			terms, before := search.Explain(&p)
			otherTerms, after := search.Explain(&other)
			if before != after {
				t.Errorf("%v %s: %d, in a mirror %d", set, p.String(), before, after)
			}
			for i, term := range terms {
				if swapped := otherTerms[i]; term.Light != swapped.Dark || term.Dark != swapped.Light {
					t.Errorf("%v %s: %+v, in a mirror %+v", set, p.String(), term, swapped)
				}
			}
		}
	}
}
