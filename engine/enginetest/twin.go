package enginetest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest/naive"
)

// The way between the engine and its naive twin.

// EngineRules returns the engine's form of naive rules.
func EngineRules(rules naive.Rules) engine.Rules {
	set, err := engine.ParseRuleSet(rules.Set)
	if err != nil {
		panic(fmt.Sprintf("naive rules: %v", err))
	}
	return engine.Rules{Set: set, OptionalCapture: rules.Optional}
}

// NaiveRules returns the naive form of the engine's rules.
func NaiveRules(rules engine.Rules) naive.Rules {
	return naive.Rules{Set: rules.Set.String(), Optional: rules.OptionalCapture}
}

// EngineSide returns the side that an owner is. Nobody is Light, for whom the
// engine reads the Cathedral's moves.
func EngineSide(owner naive.Owner) engine.Side {
	if owner == naive.Dark {
		return engine.Dark
	}
	return engine.Light
}

// NaiveOwner returns the owner that a side is.
func NaiveOwner(side engine.Side) naive.Owner {
	if side == engine.Dark {
		return naive.Dark
	}
	return naive.Light
}

// Squares returns the set of naive squares.
func Squares(squares ...naive.Square) engine.Bitboard {
	var set engine.Bitboard
	for _, square := range squares {
		set = set.With(engine.NewSquare(square.Row, square.Column))
	}
	return set
}

// NaiveGame returns the naive form of p. Equal letters that can be cut
// into buildings in several ways may be cut in another way than the engine's.
func NaiveGame(t testing.TB, p *engine.Position) *naive.Game {
	t.Helper()
	game, err := naive.Parse(p.String(), NaiveRules(p.Rules()), rand.New(rand.NewPCG(0, 0)))
	if err != nil {
		t.Fatalf("%s: the naive game refuses it: %v", p, err)
	}
	return game
}

// TwinKey tells positions apart: by their text, and by the engine's hash key, which also says in which
// way equal letters are cut into buildings.
type TwinKey struct {
	Text string
	Key  uint64
}

// NaiveMove returns the naive form of m, a legal move in p.
func NaiveMove(p *engine.Position, m engine.Move) naive.Move {
	if m == engine.Pass {
		return naive.Move{}
	}
	owner := NaiveOwner(p.Side())
	if m.Building() == engine.Cathedral {
		owner = naive.Nobody
	}
	return naive.Move{Placement: naive.EmptyBoard().ByText[owner][m.Plain().String()], Spares: m.Spares()}
}
