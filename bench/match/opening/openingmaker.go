package opening

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/book"
)

// Recipe configures Make. The Cathedral and the first buildings are placed at random, or as
// in a book, and the engine chooses balanced candidates. A score this early in a game is
// often wrong by several squares, so test games decide.
type Recipe struct {
	Count      int    // of openings
	Seed       uint64 // determines every random choice
	Candidates int    // tried for each opening
	Nodes      uint64 // searched for the score of each candidate
	// Games is the number of games played from a candidate. The candidates are tried
	// in the order of their scores, the most even first, until one is even: neither
	// side has more than two thirds of the points, or is ahead by more than evenMargin
	// squares on average. 0: the score decides.
	Games     int
	GameNodes uint64 // searched for each move in the longest of these games
	// Buildings is the number of buildings placed after the Cathedral, by Dark and
	// Light in turn. The side to move is then ahead, by about four squares if it is 0,
	// so in even openings the last building is small or badly placed.
	Buildings int
	// Squares is the least size of these buildings.
	Squares int
	// Book, if not nil, has the candidates: all positions after a move whose value is
	// within its error of even, with up to Buildings buildings of any size.
	Book *book.Book
}

// Made is an opening with the engine's score and the results of its games, for
// the side to move.
type Made struct {
	Opening
	Centi  int // its score, in hundredths of a square
	Played Results
}

// Results counts the results of the games played from an opening, for the side
// to move after it.
type Results struct {
	Wins, Draws, Losses int
	Margin              int // the sum of the margins, in squares
}

// Games returns the number of games.
func (g Results) Games() int { return g.Wins + g.Draws + g.Losses }

// add counts a game that ended with the given margin.
func (g *Results) add(margin int) {
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

// moreEven reports whether g is more even than o. The longer series is, because the
// shorter one was stopped as too uneven; then points count before squares.
func (g Results) moreEven(o Results) bool {
	return cmp.Or(
		cmp.Compare(o.Games(), g.Games()),
		cmp.Compare(magnitude(g.Wins-g.Losses), magnitude(o.Wins-o.Losses)),
		cmp.Compare(magnitude(g.Margin), magnitude(o.Margin)),
	) < 0
}

func magnitude(n int) int { return max(n, -n) }

// Make makes openings for classic rules on the given number of threads and
// calls made with each of them in order. The Cathedral takes its 56 places, rotations
// of the board aside, in turn, so that none is rare. No opening is a rotation of
// another. The same recipe makes the same openings for any number of threads.
func Make(ctx context.Context, recipe Recipe, threads int, made func(Made)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	places := engine.CathedralPlacements()
	order := rand.New(rand.NewPCG(recipe.Seed, openingStream)).Perm(len(places))
	fromBook := recipe.evenOpenings(places)
	numbers := math.MaxInt
	if recipe.Book != nil {
		numbers = recipe.rounds(fromBook) * len(places)
	}
	finished := make(chan numberedOpening)
	var next atomic.Int64
	for range max(1, threads) {
		searcher, err := search.New(16)
		if err != nil {
			return err
		}
		go func() {
			for number := int(next.Add(1) - 1); number < numbers; number = int(next.Add(1) - 1) {
				place := order[number%len(order)]
				random := rand.New(rand.NewPCG(recipe.Seed, uint64(number+1)<<8|openingStream))
				var candidates []Opening
				if recipe.Book != nil {
					candidates = recipe.bookCandidates(fromBook[place], number/len(places), random)
				} else {
					candidates = recipe.randomCandidates(places[place], random)
				}
				opening := numberedOpening{number: number}
				opening.made, opening.err = recipe.make(ctx, searcher, candidates)
				select {
				case finished <- opening:
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	seen, early := map[uint64]bool{}, map[int]Made{}
	for number := 0; len(seen) < recipe.Count; {
		if number == numbers {
			return fmt.Errorf("the book has only %d even openings", len(seen))
		}
		opening := <-finished
		if opening.err != nil {
			return opening.err
		}
		early[opening.number] = opening.made
		for first, ok := early[number]; ok && len(seen) < recipe.Count; first, ok = early[number] {
			delete(early, number)
			number++
			if key := turnedKey(&first.Opening); len(first.Moves) > 0 && !seen[key] {
				seen[key] = true
				made(first)
			}
		}
	}
	return nil
}

// numberedOpening is an opening with its number in the recipe's sequence.
type numberedOpening struct {
	number int
	made   Made
	err    error
}

// make makes an opening of one of the openings, none if there is none.
func (r *Recipe) make(ctx context.Context, searcher *search.Searcher, openings []Opening) (Made, error) {
	var candidates []Made
	for _, opening := range openings {
		searcher.Clear()
		position := opening.Position()
		result, err := think(ctx, searcher, &position, r.Nodes)
		if err != nil {
			return Made{}, err
		}
		candidates = append(candidates, Made{Opening: opening, Centi: result.Info.Score.Centi})
	}
	if len(candidates) == 0 && r.Book != nil {
		return Made{}, nil
	}
	if len(candidates) == 0 {
		return Made{}, errors.New("found no more openings: try more candidates or smaller buildings")
	}
	slices.SortStableFunc(candidates, func(a, b Made) int {
		return cmp.Compare(magnitude(a.Centi), magnitude(b.Centi))
	})
	best := candidates[0]
	for _, candidate := range candidates {
		played := best.Played
		if played.Games() == r.Games && !r.tooUneven(played) && magnitude(played.Margin) <= evenMargin*r.Games {
			break
		}
		if err := r.play(ctx, searcher, &candidate); err != nil {
			return Made{}, err
		}
		if candidate.Played.moreEven(best.Played) {
			best = candidate
		}
	}
	return best, nil
}

// evenMargin is the largest average margin, in squares, of an even opening.
const evenMargin = 2

// tooUneven reports whether one side will have more than two thirds of the points
// even if the other wins all remaining games.
func (r *Recipe) tooUneven(played Results) bool {
	return 3*(2*max(played.Wins, played.Losses)+played.Draws) > 4*r.Games
}

// play plays the recipe's games from a candidate, as long as it may still be even.
// Each game has another node limit, from half of GameNodes upwards, so that the games
// differ.
func (r *Recipe) play(ctx context.Context, searcher *search.Searcher, candidate *Made) error {
	start := candidate.Position()
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

// playOut lets the engine play a game until it is over or its margin is proven, and
// returns the margin, in squares, for the side to move at the start.
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

// randomCandidates returns random openings with the Cathedral on place or a rotation of
// it.
func (r *Recipe) randomCandidates(place engine.Move, random *rand.Rand) []Opening {
	place = place.Rotate(random.IntN(4))
	var openings []Opening
	for range r.Candidates {
		if opening, ok := r.randomOpening(place, random); ok {
			openings = append(openings, opening)
		}
	}
	return openings
}

// randomOpening places the Cathedral and random buildings. It draws the building
// before the placement, so that buildings with many orientations are not favoured.
func (r *Recipe) randomOpening(cathedral engine.Move, random *rand.Rand) (Opening, bool) {
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

// turnedKey returns a key that is the same for all rotations of an opening.
func turnedKey(o *Opening) uint64 {
	position := o.Position()
	least := ^uint64(0)
	for quarters := range 4 {
		turned := position.Rotate(quarters)
		least = min(least, turned.Key())
	}
	return least
}
