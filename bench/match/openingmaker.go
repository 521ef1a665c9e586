package match

import (
	"context"
	"errors"
	"math/rand/v2"

	"cathedral/engine"
	"cathedral/search"
)

// OpeningRecipe says how openings are made: the Cathedral and the first buildings
// at random, of which those stay that the engine finds balanced.
type OpeningRecipe struct {
	Count      int    // of openings
	Seed       uint64 // decides on all that is random
	Candidates int    // tried for each opening; the most balanced of them stays
	Nodes      uint64 // searched for each candidate
	// Buildings is how many are placed after the Cathedral, by Dark and Light in
	// turn. After two of them Dark, who is to move, is nearly always ahead.
	Buildings int
	// Squares is the least size of the first buildings: people begin with big
	// ones, and games from small ones are hardly ever balanced.
	Squares int
}

// MadeOpening is an opening with the score that the engine gave it.
type MadeOpening struct {
	Opening
	Centi int // hundredths of a square, for the side to move
}

// MakeOpenings makes openings for classic rules, one after the other, and hands
// them over. The Cathedral's places, which are 56 but for turning the board, take
// turns, so that no place is rare; no two openings are the same turned.
func MakeOpenings(ctx context.Context, recipe OpeningRecipe, made func(MadeOpening)) error {
	searcher, err := search.New(16)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(recipe.Seed, openingStream))
	places := cathedralPlaces()
	order := random.Perm(len(places))
	seen := map[uint64]bool{}
	for i := range recipe.Count {
		place := places[order[i%len(order)]].Rotate(random.IntN(4))
		best, found := MadeOpening{}, false
		for range recipe.Candidates {
			opening, ok := recipe.randomOpening(place, random)
			if !ok || seen[turnedKey(&opening)] {
				continue
			}
			position := opening.position()
			searcher.Clear()
			limits := search.Limits{Nodes: recipe.Nodes}
			result := searcher.Search(ctx, &position, limits, search.DefaultOptions(), func(search.Info) {})
			if ctx.Err() != nil {
				return ctx.Err()
			}
			centi := result.Info.Score.Centi
			if !found || max(centi, -centi) < max(best.Centi, -best.Centi) {
				best, found = MadeOpening{opening, centi}, true
			}
		}
		if !found {
			return errors.New("no further opening was found: try more candidates or smaller buildings")
		}
		seen[turnedKey(&best.Opening)] = true
		made(best)
	}
	return nil
}

// cathedralPlaces returns the placements of the Cathedral that are different when
// the board may be turned.
func cathedralPlaces() []engine.Move {
	start := engine.Start(engine.Rules{})
	seen := map[engine.Move]bool{}
	var places []engine.Move
	for _, move := range start.Moves(nil) {
		if seen[move] {
			continue
		}
		places = append(places, move)
		for quarters := range 4 {
			seen[move.Rotate(quarters)] = true
		}
	}
	return places
}

// randomOpening places the Cathedral and random buildings. Every building is as
// likely as any other, so that those with many orientations are not favoured.
func (r *OpeningRecipe) randomOpening(cathedral engine.Move, random *rand.Rand) (Opening, bool) {
	opening := Opening{Start: engine.Start(engine.Rules{}), Moves: []engine.Move{cathedral}}
	position := opening.Start.Play(cathedral)
	for range r.Buildings {
		byBuilding := map[engine.Building][]engine.Move{}
		var buildings []engine.Building
		for _, move := range position.Moves(nil) {
			building := move.Building()
			if building.Size() < r.Squares {
				continue
			}
			if byBuilding[building] == nil {
				buildings = append(buildings, building)
			}
			byBuilding[building] = append(byBuilding[building], move)
		}
		if len(buildings) == 0 {
			return Opening{}, false
		}
		moves := byBuilding[buildings[random.IntN(len(buildings))]]
		move := moves[random.IntN(len(moves))]
		opening.Moves = append(opening.Moves, move)
		position = position.Play(move)
	}
	return opening, true
}

// turnedKey returns a key that is the same for an opening and for it turned.
func turnedKey(o *Opening) uint64 {
	position := o.position()
	least := ^uint64(0)
	for quarters := range 4 {
		turned := position.Rotate(quarters)
		least = min(least, turned.Key())
	}
	return least
}
