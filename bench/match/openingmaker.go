package match

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"cathedral/engine"
	"cathedral/search"
)

// OpeningRecipe says how openings are made: the Cathedral and the first buildings
// at random, of which those stay that the engine finds balanced. A score of so
// early a position is often off by several squares, so games have the last word.
type OpeningRecipe struct {
	Count      int    // of openings
	Seed       uint64 // decides on all that is random
	Candidates int    // tried for each opening
	Nodes      uint64 // searched for the score of each candidate
	// Games is how many are played from a candidate, of those with the most even
	// scores first, until one is found from which neither side has more than two
	// thirds of the points, nor is more than evenMargin squares ahead on average. 0:
	// the score decides.
	Games     int
	GameNodes uint64 // searched for each move of the longest of these games
	// Buildings is how many are placed after the Cathedral, by Dark and Light in
	// turn. Who is to move then is ahead, by about four squares after none, so even
	// openings are those in which the last building stands badly or is small.
	Buildings int
	// Squares is the least size of these buildings.
	Squares int
}

// MadeOpening is an opening with what the engine makes of it, for the side to move.
type MadeOpening struct {
	Opening
	Centi  int // its score, in hundredths of a square
	Played OpeningGames
}

// OpeningGames is what came of the games that were played from an opening, for the
// side that is to move after it.
type OpeningGames struct {
	Wins, Draws, Losses int
	Margin              int // the sum of the margins, in squares
}

// Games returns the number of games.
func (g OpeningGames) Games() int { return g.Wins + g.Draws + g.Losses }

// add adds a game that ended with a margin.
func (g *OpeningGames) add(margin int) {
	g.Margin += margin
	switch {
	case margin > 0:
		g.Wins++
	case margin < 0:
		g.Losses++
	default:
		g.Draws++
	}
}

// moreEven reports whether games are more even than others: the longer series is,
// as the shorter one was broken off; then points count before squares.
func (g OpeningGames) moreEven(o OpeningGames) bool {
	return cmp.Or(
		cmp.Compare(o.Games(), g.Games()),
		cmp.Compare(magnitude(g.Wins-g.Losses), magnitude(o.Wins-o.Losses)),
		cmp.Compare(magnitude(g.Margin), magnitude(o.Margin)),
	) < 0
}

func magnitude(n int) int { return max(n, -n) }

// MakeOpenings makes openings for classic rules on several goroutines, and hands
// them over in order. The Cathedral's places, which are 56 but for turning the
// board, take turns, so that no place is rare; no two openings are the same turned.
// The same recipe makes the same openings, however many goroutines there are.
func MakeOpenings(ctx context.Context, recipe OpeningRecipe, threads int, made func(MadeOpening)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	places := cathedralPlaces()
	order := rand.New(rand.NewPCG(recipe.Seed, openingStream)).Perm(len(places))
	finished := make(chan numberedOpening)
	var next atomic.Int64
	for range max(1, threads) {
		searcher, err := search.New(16)
		if err != nil {
			return err
		}
		go func() {
			for {
				opening := numberedOpening{number: int(next.Add(1) - 1)}
				opening.made, opening.err = recipe.make(ctx, searcher, opening.number, places[order[opening.number%len(order)]])
				select {
				case finished <- opening:
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	seen, early := map[uint64]bool{}, map[int]MadeOpening{}
	for number := 0; len(seen) < recipe.Count; {
		opening := <-finished
		if opening.err != nil {
			return opening.err
		}
		early[opening.number] = opening.made
		for first, ok := early[number]; ok && len(seen) < recipe.Count; first, ok = early[number] {
			delete(early, number)
			number++
			if key := turnedKey(&first.Opening); !seen[key] {
				seen[key] = true
				made(first)
			}
		}
	}
	return nil
}

// numberedOpening is an opening with its number among those of a recipe.
type numberedOpening struct {
	number int
	made   MadeOpening
	err    error
}

// make makes the opening of a number, from where the Cathedral is to stand but for
// turning the board.
func (r *OpeningRecipe) make(ctx context.Context, searcher *search.Searcher, number int, place engine.Move) (MadeOpening, error) {
	random := rand.New(rand.NewPCG(r.Seed, uint64(number+1)<<8|openingStream))
	place = place.Rotate(random.IntN(4))
	var candidates []MadeOpening
	for range r.Candidates {
		opening, ok := r.randomOpening(place, random)
		if !ok {
			continue
		}
		searcher.Clear()
		position := opening.position()
		result, err := think(ctx, searcher, &position, r.Nodes)
		if err != nil {
			return MadeOpening{}, err
		}
		candidates = append(candidates, MadeOpening{Opening: opening, Centi: result.Info.Score.Centi})
	}
	if len(candidates) == 0 {
		return MadeOpening{}, errors.New("no further opening was found: try more candidates or smaller buildings")
	}
	slices.SortStableFunc(candidates, func(a, b MadeOpening) int {
		return cmp.Compare(magnitude(a.Centi), magnitude(b.Centi))
	})
	best := candidates[0]
	for _, candidate := range candidates {
		played := best.Played
		if played.Games() == r.Games && !r.tooUneven(played) && magnitude(played.Margin) <= evenMargin*r.Games {
			break
		}
		if err := r.play(ctx, searcher, &candidate); err != nil {
			return MadeOpening{}, err
		}
		if candidate.Played.moreEven(best.Played) {
			best = candidate
		}
	}
	return best, nil
}

// evenMargin is how many squares a side may win by on average from an even opening.
const evenMargin = 2

// tooUneven reports whether a side has more than two thirds of the points even if
// the other one wins all games that are left.
func (r *OpeningRecipe) tooUneven(played OpeningGames) bool {
	return 3*(2*max(played.Wins, played.Losses)+played.Draws) > 4*r.Games
}

// play plays a recipe's games from a candidate, as long as it may still be even.
// Each has its own number of nodes, from half of GameNodes on, so that they differ.
func (r *OpeningRecipe) play(ctx context.Context, searcher *search.Searcher, candidate *MadeOpening) error {
	start := candidate.position()
	for game := 0; game < r.Games && !r.tooUneven(candidate.Played); game++ {
		nodes := max(1, r.GameNodes/2+r.GameNodes*uint64(game)/uint64(2*max(1, r.Games-1)))
		margin, err := playOut(ctx, searcher, start, nodes)
		if err != nil {
			return err
		}
		candidate.Played.add(margin)
	}
	return nil
}

// playOut lets the engine play a game to its end or to the proof of it, and returns
// the margin in squares for the side to move at the start.
func playOut(ctx context.Context, searcher *search.Searcher, position engine.Position, nodes uint64) (int, error) {
	side := position.Side()
	searcher.Clear()
	for !position.Over() {
		result, err := think(ctx, searcher, &position, nodes)
		if err != nil {
			return 0, err
		}
		if score := result.Info.Score; score.Final {
			if position.Side() != side {
				return -score.Squares(), nil
			}
			return score.Squares(), nil
		}
		position = position.Play(result.Best)
	}
	return position.Margin(side), nil
}

// think searches a position, or returns the error of the context.
func think(ctx context.Context, searcher *search.Searcher, p *engine.Position, nodes uint64) (search.Result, error) {
	result := searcher.Search(ctx, p, search.Limits{Nodes: nodes}, search.DefaultOptions(), func(search.Info) {})
	return result, ctx.Err()
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
