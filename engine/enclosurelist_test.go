package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// slowEnclosures asks for the gain of every placement.
func slowEnclosures(p *engine.Position, side engine.Side) []engine.Enclosure {
	if p.CathedralPending() || p.Side() != side && p.Ply() < engine.OpeningPlies {
		return nil
	}
	if p.Side() != side {
		passed := p.Play(engine.Pass)
		p = &passed
	}
	var list []engine.Enclosure
	gains := p.Gains()
	for _, m := range p.Moves(nil) {
		if m == engine.Pass || m.Spares() {
			continue
		}
		if gain := gains.Of(m); gain > 0 {
			list = append(list, engine.Enclosure{Move: m, Gain: gain})
		}
	}
	return list
}

func TestEnclosuresAreThePlacementsThatWinSquares(t *testing.T) {
	games := 12 // of six rule sets; 1,000 have 120,000 lists
	switch {
	case enginetest.IsNight():
		games = 9_000
	case enginetest.IsLong():
		games = 300
	}
	positions, found, waited := 0, 0, 0
	random := rand.New(rand.NewPCG(17, 0))
	same := func(side engine.Side, p *engine.Position, list []engine.Enclosure, how string) {
		want := slowEnclosures(p, side)
		if !slices.EqualFunc(list, want, func(a, b engine.Enclosure) bool { return a.Move == b.Move && a.Gain == b.Gain }) {
			t.Fatalf("%s, %v, ply %d, %s, %s:\n%v, want\n%v", p.Rules(), p, p.Ply(), side, how, printed(list), printed(want))
		}
		positions++
		found += len(want)
	}
	both := func(p *engine.Position) (lists [2][]engine.Enclosure) {
		var maps engine.Maps
		for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
			engine.PlacementMaps(p.Open(side), side, &maps)
			lists[side] = p.Enclosures(side, &maps, nil)
		}
		return lists
	}
	enginetest.Walk(random, games, func(p, next *engine.Position, m engine.Move) {
		lists := both(p)
		same(engine.Light, p, lists[engine.Light], "anew")
		same(engine.Dark, p, lists[engine.Dark], "anew")
		moves := p.Moves(nil)
		for _, m := range []engine.Move{m, moves[random.IntN(len(moves))], settling(p, moves, lists[p.Side()], random)} {
			after := p.Play(m)
			side := p.Side().Opponent()
			var maps engine.Maps
			engine.PlacementMaps(after.Open(side), side, &maps)
			same(side, &after, after.EnclosuresAfter(p, lists[side], &maps, nil), "after "+m.String())
			waited++
		}
	})
	t.Logf("%d lists, %d of them after a move, with %d enclosures", positions, waited, found)
	if found < positions {
		t.Errorf("%d lists have only %d enclosures: the test says little", positions, found)
	}
}

// printed returns the moves of a list with their gains.
func printed(list []engine.Enclosure) (text string) {
	for _, e := range list {
		text += fmt.Sprintf(" %s=%d", e.Move, e.Gain)
	}
	return text
}

// settling returns one of the enclosures in list, sparing now and then what it captures,
// or any of moves if there is none.
func settling(p *engine.Position, moves []engine.Move, list []engine.Enclosure, random *rand.Rand) engine.Move {
	if len(list) == 0 {
		return moves[random.IntN(len(moves))]
	}
	m := list[random.IntN(len(list))].Move
	if random.IntN(2) == 0 && p.IsLegal(m.Sparing()) {
		return m.Sparing()
	}
	return m
}
