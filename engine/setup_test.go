package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// setupOf describes a position by what stands on its board.
func setupOf(p *engine.Position) *engine.Setup {
	setup := &engine.Setup{Rules: p.Rules(), Side: p.Side(), Cathedral: p.CathedralPiece(), Spared: p.Spared()}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		for piece := range p.Pieces(side) {
			setup.Buildings[side] = append(setup.Buildings[side], piece)
		}
	}
	return setup
}

// A position that is set up from the pieces of one in a game has the same board and a text
// that can be read. It has the same territory if nothing is left to settle.
func TestPositionsOfGamesCanBeSetUp(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	equal := 0
	enginetest.Walk(random, 60, func(_, p *engine.Position, _ engine.Move) {
		position, err := setupOf(p).Position()
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		read, err := engine.ParsePosition(position.String(), p.Rules())
		if err != nil || read.String() != position.String() || read.Key() != position.Key() {
			t.Fatalf("%s, set up as %s: %v", p, position, err)
		}
		for _, side := range []engine.Side{engine.Light, engine.Dark} {
			if position.Side() != p.Side() || position.Buildings(side) != p.Buildings(side) || position.Hand(side) != p.Hand(side) ||
				position.Lone(side) != p.Lone(side) || position.CathedralPiece() != p.CathedralPiece() || position.Ply() > p.Ply() {
				t.Fatalf("%s is set up as %s", p, position)
			}
			if p.Unsettled(side) || p.Ply() < 5 {
				continue
			}
			equal++
			if position.Territory(side) != p.Territory(side) {
				t.Fatalf("%s's territory of %s is set up as\n%s", side, p, position.Drawing())
			}
		}
	})
	if equal < 1000 {
		t.Errorf("territory was compared %d times only", equal)
	}
}

func TestPiecesThatCannotStandAreNamed(t *testing.T) {
	move := func(text string, side engine.Side) engine.Move {
		t.Helper()
		m, err := engine.ParseMove(text, side)
		enginetest.Must(t, err)
		return m
	}
	castle := move("CSnA1", engine.Light)
	for _, test := range []struct {
		setup engine.Setup
		want  string
	}{
		{engine.Setup{Buildings: [2][]engine.Move{{castle, move("TAnA2", engine.Light)}}}, "A2 is built on"},
		{engine.Setup{Buildings: [2][]engine.Move{{castle, move("CSnE5", engine.Light)}}}, "Light has no castle left"},
		{engine.Setup{Buildings: [2][]engine.Move{{castle}, {move("TAnC1", engine.Dark)}}}, "C1 is built on"},
		{engine.Setup{Buildings: [2][]engine.Move{{castle}}, Cathedral: move("CAnB1", engine.Light)}, "is built on"},
		{engine.Setup{Cathedral: castle}, "not a placement of the Cathedral"},
		{engine.Setup{Buildings: [2][]engine.Move{{move("CAnF5", engine.Light)}}}, "the Cathedral cannot be placed now"},
		{engine.Setup{Buildings: [2][]engine.Move{{engine.Pass}}}, "may not pass"},
		{engine.Setup{Spared: castle.Squares()}, "nothing that could be spared stands on A1"},
	} {
		for _, set := range engine.RuleSets() {
			test.setup.Rules.Set = set
			if _, err := test.setup.Position(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: error %v, want %q", set, err, test.want)
			}
		}
	}
}

// The side to move and the Cathedral decide the ply; the empty board is the usual start.
func TestSetupsFindTheirPly(t *testing.T) {
	cathedral, err := engine.ParseMove("CAnF5", engine.Light)
	enginetest.Must(t, err)
	for _, set := range engine.RuleSets() {
		rules := engine.Rules{Set: set}
		start := engine.Start(rules)
		for _, setup := range []engine.Setup{{Rules: rules, Side: start.Side()}, {Rules: rules, Side: start.Side().Opponent(), Cathedral: cathedral}} {
			position, err := setup.Position()
			enginetest.Must(t, err)
			if standing := setup.Cathedral != engine.NoMove; position.Side() != setup.Side || standing == position.CathedralPending() ||
				!standing && position.String() != start.String() {
				t.Errorf("%s: %+v becomes %s", set, setup, position)
			}
		}
	}
}
