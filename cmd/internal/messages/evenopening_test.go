package messages

import (
	"slices"
	"testing"

	"cathedral/engine"
)

// An even opening is played by the rules that were asked for, and is not always the same.
func TestEvenOpeningsAreLegalAndVaried(t *testing.T) {
	page := newAsker(t)
	for _, set := range engine.RuleSets() {
		seen := map[string]bool{}
		for range 20 {
			moves := get[[]string](page, "opening", `,"rules":%q`, set)
			v := page.view(`"rules":%q,"moves":%s`, set, asJSON(moves))
			if v.Ply != len(moves) || v.Over || !slices.ContainsFunc(v.Pieces, func(p shownPiece) bool { return p.Building == "CA" }) {
				t.Errorf("%s: the opening %v leads to %s", set, moves, v.Position)
			}
			seen[v.Position] = true
		}
		if len(seen) < 5 {
			t.Errorf("%s: twenty openings lead to %d positions", set, len(seen))
		}
	}
}
