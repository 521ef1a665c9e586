package certificate

import (
	"errors"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

func TestClaimText(t *testing.T) {
	for _, rules := range enginetest.AllRules() {
		start := engine.Start(rules)
		for _, claim := range []Claim{{start, true, -7}, {start, false, 47}} {
			line := string(newWriter().claim(claim).text[len(head+"\n"+claimWord):])
			got, err := parseClaim(line[:len(line)-1])
			if err != nil || got.AtLeast != claim.AtLeast || got.Margin != claim.Margin || got.Position.String() != start.String() || got.Position.Rules() != rules {
				t.Errorf("%q is read as %v, %v", line, got, err)
			}
		}
	}
	for claim, want := range map[Claim]string{
		{AtLeast: true, Margin: 3}:   "at least 3 for the side to move",
		{AtLeast: false, Margin: -1}: "at most -1 for the side to move",
	} {
		if got := claim.String(); got != want {
			t.Errorf("the claim is %q, want %q", got, want)
		}
	}
}

func TestStepErrorText(t *testing.T) {
	p := enginetest.Position(t, openPosition, engine.Rules{})
	move := enginetest.Move(t, &p, "TAnA8")
	err := error(&StepError{Claim: 3, Offset: 712, Line: []Turn{Turn(move), Wait, Turn(engine.Pass)}, Reason: "it does not follow"})
	if got, want := err.Error(), "claim 3, byte 712, after TAnA8 wait pass: it does not follow"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	if malformed := error(malformed("broken")); malformed.Error() != "broken" || errors.Is(malformed, ErrLimit) {
		t.Errorf("the text is %q", malformed)
	}
}

// The bits of moves in certificates are those that CERTIFICATES.md describes.
func TestMoveBits(t *testing.T) {
	kinds := []struct {
		building engine.Building
		first    engine.Shape
		sides    string // whose its shapes are
	}{
		{engine.Tavern, 1, "b"}, {engine.Stable, 2, "bb"}, {engine.Inn, 4, "bbbb"}, {engine.Bridge, 8, "bb"},
		{engine.SquareBuilding, 10, "b"}, {engine.Manor, 11, "bbbb"}, {engine.Abbey, 15, "ddll"}, {engine.Tower, 19, "bbbb"},
		{engine.Infirmary, 23, "b"}, {engine.Castle, 24, "bbbb"}, {engine.Academy, 28, "ddddllll"}, {engine.Cathedral, 36, "bbbb"},
	}
	for _, kind := range kinds {
		for i, side := range kind.sides {
			shape := kind.first + engine.Shape(i)
			m := engine.Move(int(shape)<<7 | 12*3 + 4) // the fourth row and the fifth column
			if !m.IsPlacement() || m.Building() != kind.building {
				t.Fatalf("the bits of a %s are those of %s", kind.building, m)
			}
			squares := m.Squares()
			corner := engine.BoardOf(engine.NewSquare(3, 4), engine.NewSquare(3, 5), engine.NewSquare(4, 4), engine.NewSquare(4, 5), engine.NewSquare(5, 4))
			if place(m) != engine.NewSquare(3, 4) || !squares.Intersects(corner) || squares.First().Row() != 3 {
				t.Errorf("%s does not stand in the fourth row and the fifth column", m)
			}
			if kind.building == engine.Cathedral {
				continue
			}
			if owns(engine.Dark, shape) != (side != 'l') || owns(engine.Light, shape) != (side != 'd') {
				t.Errorf("shape %d, %s, is not the right side's", shape, shape)
			}
			if orientation := engine.NewMove(shape, 0).Sparing(); orientation != engine.Move(1<<13|int(shape)<<7) {
				t.Errorf("the sparing form of shape %d has the bits %x", shape, uint16(orientation))
			}
		}
	}
	for shape, text := range map[engine.Shape]string{
		1: "TAn", 2: "STn", 3: "STe", 4: "INn", 7: "INw", 8: "BRn", 9: "BRe", 10: "SQn", 15: "ABn", 16: "ABe", 17: "ABn",
		23: "IFn", 27: "CSw", 31: "ACw", 32: "ACn", 36: "CAn", 37: "CAe", 38: "CAs", 39: "CAw",
	} {
		if shape.String() != text {
			t.Errorf("shape %d is %s, want %s", shape, shape, text)
		}
	}
}
