package study

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search/book"
)

// randomGame returns a finished game of random moves under rules, with a placement of the
// Cathedral.
func randomGame(rules engine.Rules, placement engine.Move, random *rand.Rand) *record.Game {
	p := engine.Start(rules)
	game := record.New(p)
	for !p.Over() {
		moves := p.Moves(nil)
		move := moves[random.IntN(len(moves))]
		if p.PlacesCathedral() {
			move = placement
		}
		game.Moves = append(game.Moves, record.Move{Move: move})
		p = p.Play(move)
	}
	game.Moves[1].Comment = "+1.50/3 0.000s"
	game.Result = record.Result(p.Outcome())
	return game
}

// randomGames returns random games under classic rules, from the placements of the Cathedral in turn.
func randomGames(count int) []*record.Game {
	random := rand.New(rand.NewPCG(1, 2))
	placements := engine.CathedralPlacements()
	games := make([]*record.Game, count)
	for i := range games {
		games[i] = randomGame(engine.Rules{}, placements[i%len(placements)], random)
	}
	return games
}

// gamesOf returns how many of the games count for a tree.
func gamesOf(games []*record.Game) int {
	tree := newTree(quick(engine.Rules{}))
	tree.AddGames(games)
	start := engine.Start(engine.Rules{})
	canonical, _ := book.Canonical(&start)
	return tree.games[canonical.Key()].Games()
}

// Fair games, those of a level and those with a swap do not count.
func TestATreeCountsOrdinaryGamesAlone(t *testing.T) {
	games := randomGames(8)
	for i, tag := range []record.Tag{{Name: record.FairTag, Value: "4.5"}, {Name: "Level", Value: "1405"}, {Name: record.SwapTag, Value: "true"}} {
		games[i].SetTag(tag.Name, tag.Value)
	}
	games[3].SetTag(record.FairTag, "any")
	if got := gamesOf(games); got != 5 {
		t.Errorf("%d games count, want 5", got)
	}
}

// A game that is the same as another up to newGamePly, turned or not, is a copy.
func TestATreeDoesNotCountCopies(t *testing.T) {
	games := randomGames(9)
	turned := record.New(engine.Start(engine.Rules{}))
	p := turned.Start
	for ply := 0; !p.Over(); ply++ {
		move := p.Moves(nil)[0] // another end
		if ply <= newGamePly {
			move = games[0].Moves[ply].Move.Rotate(1)
		}
		turned.Moves = append(turned.Moves, record.Move{Move: move})
		p = p.Play(move)
	}
	if got := gamesOf(append(slices.Repeat(games, 2), turned)); got != len(games) {
		t.Errorf("%d games count, want %d", got, len(games))
	}
}
