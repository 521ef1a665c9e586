package engine_test

import (
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// owners returns all owners of the naive game. The engine reads the Cathedral's
// moves, which are nobody's, for either side.
func owners() []naive.Owner { return []naive.Owner{naive.Nobody, naive.Light, naive.Dark} }

func TestEveryPlacementHasItsSquaresAndItsText(t *testing.T) {
	count := map[naive.Owner]int{}
	for _, owner := range owners() {
		side := enginetest.EngineSide(owner)
		for _, ofBuilding := range naive.EmptyBoard().Placements[owner] {
			for _, placement := range ofBuilding {
				count[owner]++
				move, err := engine.ParseMove(placement.Text, side)
				if err != nil {
					t.Fatalf("%s of %s is refused: %v", placement.Text, side, err)
				}
				squares := enginetest.Squares(placement.Squares...)
				about := naive.EmptyBoard().Buildings[placement.Building]
				if move.String() != placement.Text || move.Squares() != squares ||
					move.Building().Code() != about.Code || move.Building().Size() != len(placement.Squares) ||
					move.Building().Copies() != about.Copies || move == engine.Pass || move.Spares() {
					t.Errorf("%s of %s is read as %s on %v", placement.Text, side, move, squareNames(move.Squares()))
				}
				sparing, err := engine.ParseMove(placement.Text+"-", side)
				if err != nil || sparing.String() != placement.Text+"-" || !sparing.Spares() ||
					sparing != move.Sparing() || sparing.Plain() != move || sparing.Squares() != squares {
					t.Errorf("%s- is read as %s, %v", placement.Text, sparing, err)
				}
			}
		}
	}
	// The rules give these numbers for an empty board.
	if count[naive.Light] != 2141 || count[naive.Dark] != 2141 || count[naive.Nobody] != 224 {
		t.Errorf("%d, %d and %d placements of Light, Dark and the Cathedral", count[naive.Light], count[naive.Dark], count[naive.Nobody])
	}
}

func TestMovesAreReadInEitherCaseAndAnyOrientationThatFits(t *testing.T) {
	for _, owner := range owners() {
		side := enginetest.EngineSide(owner)
		for text, placement := range naive.EmptyBoard().ByText[owner] {
			for _, form := range []string{text, strings.ToLower(text), strings.ToUpper(text)} {
				if move, err := engine.ParseMove(form, side); err != nil || move.String() != placement.Text {
					t.Errorf("%s of %s is read as %s, %v; want %s", form, side, move, err, placement.Text)
				}
			}
		}
	}
	for _, form := range []string{"pass", "PASS", "Pass"} {
		if move, err := engine.ParseMove(form, engine.Dark); err != nil || move != engine.Pass || move.String() != "pass" {
			t.Errorf("%s is read as %s, %v", form, move, err)
		}
	}
}

func TestWrongMovesAreRefusedWithTheWordAtFault(t *testing.T) {
	for _, c := range []struct{ text, place string }{
		{"", "move"}, {"-", "move"}, {"\x00", "move"}, {"none", "none"}, {"pass-", "pass-"}, {"passe", "passe"},
		{"CS", "CS"}, {"CSn", "CSn"}, {"CSnE", "CSnE"}, {"CSnE8x", "E8x"}, {"CSnE8--", "CSnE8--"}, {" CSnE8", " CSnE8"}, {"CSnE8 ", "CSnE8"},
		{"XXnE8", "XX"}, {"+nE8", "+nE8"}, {"C\x00nE8", "C"}, {"CSxE8", "x"}, {"CS8E8", "CS8E8"},
		{"CSnK8", "K8"}, {"CSnE0", "E0"}, {"CSnE11", "E11"}, {"CSnE08", "E08"}, {"CSn88", "88"}, {"CSnE-8", "E-8"}, {"CSnE+8", "E+8"},
		{"CSnJ8", "beyond the board"}, {"CSnE10", "beyond the board"}, {"BRnA9", "beyond the board"}, {"CAsA1", "beyond the board"},
		{"IFnA1", "beyond the board"}, {"STwJ1", "beyond the board"},
		{"CSn\xff8", "CSn"}, {"CSnE٨", "CSnE"}, {strings.Repeat("CSnE8", 1<<20), "CSnE8"},
	} {
		for _, side := range []engine.Side{engine.Light, engine.Dark} {
			move, err := engine.ParseMove(c.text, side)
			switch {
			case err == nil:
				t.Errorf("%.50q is read as %s", c.text, move)
			case !strings.Contains(err.Error(), c.place):
				t.Errorf("%.50q: the error %q does not show %q", c.text, err, c.place)
			default:
				checkErrorLine(t, err)
			}
		}
	}
}

// The engine reads exactly the moves that the naive game knows, and what it
// writes it reads again as the same move.
func FuzzMove(f *testing.F) {
	for _, text := range []string{"CSnE8", "csNe8-", "pass", "STwB1", "ABsC3", "ACwJ9", "CAeD4", "TAnA1", "XXnE8", "CSnE10", "-", ""} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, light bool) {
		side, owner := engine.Dark, naive.Dark
		if light {
			side, owner = engine.Light, naive.Light
		}
		move, err := engine.ParseMove(text, side)
		want := naiveMoveText(text, owner)
		if (err == nil) != (want != "") || err == nil && move.String() != want {
			t.Fatalf("%q is read as %s, %v; want %q", text, move, err, want)
		}
		if err != nil {
			checkErrorLine(t, err)
			return
		}
		if again, err := engine.ParseMove(move.String(), side); err != nil || again != move {
			t.Fatalf("%q is written as %s and read again as %s, %v", text, move, again, err)
		}
	})
}

// naiveMoveText returns how a move is to be written that was read for an owner,
// or nothing where the text is not a move.
func naiveMoveText(text string, owner naive.Owner) string {
	if strings.EqualFold(text, "pass") {
		return "pass"
	}
	plain, spares := strings.CutSuffix(text, "-")
	const shortest = len("TAnA1")
	if len(plain) < shortest || strings.ContainsFunc(plain, func(r rune) bool { return r > '~' }) {
		return ""
	}
	form := strings.ToUpper(plain[:2]) + strings.ToLower(plain[2:3]) + strings.ToUpper(plain[3:])
	for _, of := range []naive.Owner{owner, naive.Nobody} {
		if placement := naive.EmptyBoard().ByText[of][form]; placement != nil {
			return naive.Move{Placement: placement, Spares: spares}.String()
		}
	}
	return ""
}
