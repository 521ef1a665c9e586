package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// fmt prints each type as a person writes it, a position by value and by pointer.
func TestValuesPrintAsAPersonWritesThem(t *testing.T) {
	position := engine.Start(engine.Rules{})
	const start = "10/10/10/10/10/10/10/10/10/10 l C 0"
	castle, err := engine.ParseMove("CSeB2", engine.Dark)
	enginetest.Must(t, err)
	for _, test := range []struct {
		value any
		want  string
	}{
		{position, start},
		{&position, start},
		{engine.Bitboard{}, "none"},
		{engine.BoardOf(engine.NewSquare(9, 9), engine.NewSquare(0, 0), engine.NewSquare(0, 1)), "A1 B1 J10"},
		{engine.Hand(0), "none"},
		{position.Hand(engine.Dark), "AC CS IF TO AB MA SQ BR IN IN ST ST TA TA"},
		{engine.NewSquare(7, 4), "E8"},
		{engine.Tower, "tower"},
		{castle, "CSeB2"},
		{castle.Sparing(), "CSeB2-"},
		{engine.Pass, "pass"},
		{engine.NoMove, "none"},
		{castle.Shape(), "CSe"},
		{engine.Shape(0), "none"},
		{engine.Shape(engine.NumShapes + 1), "shape(40)"},
		{engine.Light, "Light"},
		{engine.Dark, "Dark"},
		{engine.Rules{}, "classic"},
		{engine.Rules{Set: engine.Woods, OptionalCapture: true}, "woods with optional capture"},
		{engine.Undecided, "undecided"},
		{engine.LightWins, "Light wins"},
		{engine.DarkWins, "Dark wins"},
		{engine.Draw, "draw"},
	} {
		if got := fmt.Sprint(test.value); got != test.want {
			t.Errorf("a %T is printed %q, want %q", test.value, got, test.want)
		}
	}
}

func TestLargestFirstYieldsEachKindInTheHandOnce(t *testing.T) {
	position := engine.Start(engine.Rules{})
	full := position.Hand(engine.Light)
	for _, test := range []struct {
		hand engine.Hand
		want []engine.Building
	}{
		{0, nil},
		{full, []engine.Building{engine.Academy, engine.Castle, engine.Infirmary, engine.Tower, engine.Abbey, engine.Manor,
			engine.SquareBuilding, engine.Bridge, engine.Inn, engine.Stable, engine.Tavern}},
		{engine.Hand(0).With(engine.Tavern).With(engine.Inn).With(engine.Inn), []engine.Building{engine.Inn, engine.Tavern}},
	} {
		if got := slices.Collect(test.hand.LargestFirst()); !slices.Equal(got, test.want) {
			t.Errorf("of %s: %v, want %v", test.hand, got, test.want)
		}
	}
}
