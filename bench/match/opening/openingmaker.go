package opening

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"cathedral/bench/farm"
	"cathedral/bench/rating"
	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/book"
)

// Recipe configures Make. The Cathedral and the first buildings are placed
// at random, or as in a book, and the engine chooses balanced candidates. A score this early
// in a game is often wrong by several squares, so test games decide.
type Recipe struct {
	Count      int    // of openings
	Seed       uint64 // determines every random choice
	Candidates int    // tried for each opening
	Nodes      uint64 // searched for the score of each candidate
	// Games is the number of games played from a candidate. The candidates are tried
	// in the order of their scores, the most even first, until one is even. Then neither
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
	Played rating.CountWithMargin
}

// moreEven reports whether the games of a candidate are more even than those of another. The
// longer series is, because the shorter one was stopped as too uneven; then points count
// before squares.
func moreEven(g, o rating.CountWithMargin) bool {
	return cmp.Or(
		cmp.Compare(o.Games(), g.Games()),
		cmp.Compare(magnitude(g.Wins-g.Losses), magnitude(o.Wins-o.Losses)),
		cmp.Compare(magnitude(g.Margin), magnitude(o.Margin)),
	) < 0
}

func magnitude(n int) int { return max(n, -n) }

// Make has workers make openings for classic rules, and calls made with each of them
// in order until it returns an error. The Cathedral takes its 56 places, rotations of the
// board aside, in turn, so that none is rare. No opening is a rotation of another. The same
// recipe makes the same openings on all workers, and the rest of them after those that an
// earlier run has made.
func Make(ctx context.Context, recipe Recipe, earlier []Opening, workers farm.Workers, made func(Made) error) error {
	source, numbers := recipe.source()
	seen := map[uint64]bool{}
	from := 0
	for i := range earlier {
		from = numberAfter(&earlier[i], source, from, numbers)
		if from < 0 {
			return fmt.Errorf("%s is not an opening that this recipe makes: name a new file", &earlier[i])
		}
		seen[turnedKey(&earlier[i])] = true
	}
	if len(seen) >= recipe.Count {
		return nil
	}
	inOrder := farm.InOrder[Made]{Next: from, Take: func(opening Made) error {
		key := turnedKey(&opening.Opening)
		if len(opening.Moves) == 0 || seen[key] {
			return nil
		}
		seen[key] = true
		if err := made(opening); err != nil {
			return err
		}
		if len(seen) == recipe.Count {
			return farm.ErrEnough
		}
		return nil
	}}
	err := openingTask().Run(ctx, workers, farm.Series[openingJob, madeOpening]{
		ID: farm.FreshRunID(OpeningJobKind), From: from, To: numbers,
		Payload: func(number int) (openingJob, bool) { return recipe.job(source(number)), true },
		Accept: func(number int, found madeOpening) error {
			opening := Made{Centi: found.Centi, Played: found.Played}
			switch candidates := source(number); {
			case len(candidates) == 0 && recipe.Book == nil:
				return errors.New("found no more openings: try more candidates or smaller buildings")
			case len(candidates) == 0:
			case found.Candidate < 0 || found.Candidate >= len(candidates):
				return farm.Refuse("opening %d has no candidate %d", number+1, found.Candidate)
			default:
				opening.Opening = candidates[found.Candidate]
			}
			return inOrder.Add(number, opening)
		},
	})
	if err == nil && len(seen) < recipe.Count {
		return fmt.Errorf("the book has only %d even openings", len(seen))
	}
	return err
}

// numberAfter returns the number after that of an opening, which is at least from, or -1 if
// it is not made from the candidates of the next numbers. Few of these make no opening.
func numberAfter(made *Opening, source func(number int) []Opening, from, numbers int) int {
	const most = 500
	position := made.Position()
	for number := from; number < min(numbers, from+most); number++ {
		if slices.ContainsFunc(source(number), func(o Opening) bool { p := o.Position(); return p.Key() == position.Key() }) {
			return number + 1
		}
	}
	return -1
}

// source returns a function that returns the candidates for the opening of a number, always
// the same, and how many numbers there are.
func (r *Recipe) source() (candidates func(number int) []Opening, numbers int) {
	places := engine.CathedralPlacements()
	order := rand.New(rand.NewPCG(r.Seed, openingStream)).Perm(len(places))
	random := func(number int) *rand.Rand { return rand.New(rand.NewPCG(r.Seed, uint64(number+1)<<8|openingStream)) }
	if r.Book == nil {
		return func(number int) []Opening {
			return r.randomCandidates(places[order[number%len(order)]], random(number))
		}, math.MaxInt
	}
	even := r.evenOpenings(places)
	return func(number int) []Opening {
		return r.bookCandidates(even[order[number%len(order)]], number/len(places), random(number))
	}, r.rounds(even) * len(places)
}

// OpeningJobKind is the kind of the jobs of making an opening.
const OpeningJobKind = "openings"

// openingJob describes the candidates for an opening to a worker, and how to choose one.
type openingJob struct {
	Candidates [][]string // the moves of each
	Nodes      uint64     // see Recipe
	Games      int
	GameNodes  uint64
}

// madeOpening is the result of a job: the number of the candidate that was chosen, and what
// a Made says of it.
type madeOpening struct {
	Candidate int
	Centi     int
	Played    rating.CountWithMargin
}

// job returns the job of making an opening of candidates.
func (r *Recipe) job(candidates []Opening) openingJob {
	job := openingJob{Nodes: r.Nodes, Games: r.Games, GameNodes: r.GameNodes}
	for _, candidate := range candidates {
		job.Candidates = append(job.Candidates, Words(candidate.Moves))
	}
	return job
}

// openingTask is the task of making an opening.
func openingTask() farm.Task[openingJob, madeOpening] {
	return farm.Searching(OpeningJobKind, 16, makeOpening)
}

// Kind returns the kind of the jobs of Make for a worker of a build.
func Kind(build string) farm.Kind { return openingTask().Kind(build) }

// makeOpening makes an opening from one of the candidates. Without candidates the result is
// empty.
func makeOpening(ctx context.Context, searcher *search.Searcher, j openingJob) (best madeOpening, err error) {
	var candidates []madeOpening
	starts := make([]engine.Position, len(j.Candidates))
	for i, words := range j.Candidates {
		opening := Opening{Start: engine.Start(engine.Rules{})}
		if opening.Moves, err = PlayWords(opening.Start, words); err != nil {
			return best, err
		}
		searcher.Clear()
		starts[i] = opening.Position()
		result, err := think(ctx, searcher, &starts[i], max(1, j.Nodes))
		if err != nil {
			return best, err
		}
		candidates = append(candidates, madeOpening{Candidate: i, Centi: result.Info.Score.Centi})
	}
	slices.SortStableFunc(candidates, func(a, b madeOpening) int {
		return cmp.Compare(magnitude(a.Centi), magnitude(b.Centi))
	})
	if len(candidates) > 0 {
		best = candidates[0]
	}
	for _, candidate := range candidates {
		played := best.Played
		if played.Games() == j.Games && !j.tooUneven(played) && magnitude(played.Margin) <= evenMargin*j.Games {
			break
		}
		if err := j.play(ctx, searcher, starts[candidate.Candidate], &candidate.Played); err != nil {
			return best, err
		}
		if moreEven(candidate.Played, best.Played) {
			best = candidate
		}
	}
	return best, nil
}

// evenMargin is the largest average margin, in squares, of an even opening.
const evenMargin = 2

// tooUneven reports whether one side will have more than two thirds of the points
// even if the other wins all remaining games.
func (j *openingJob) tooUneven(played rating.CountWithMargin) bool {
	return 3*(2*max(played.Wins, played.Losses)+played.Draws) > 4*j.Games
}

// play plays the job's games from the position of a candidate, as long as it may still be
// even. Each game has another node limit, from half of GameNodes upwards, so that the games
// differ.
func (j *openingJob) play(ctx context.Context, searcher *search.Searcher, start engine.Position, played *rating.CountWithMargin) error {
	for game := 0; game < j.Games && !j.tooUneven(*played); game++ {
		nodes := max(1, j.GameNodes/2+j.GameNodes*uint64(game)/uint64(2*max(1, j.Games-1)))
		margin, err := playOut(ctx, searcher, start, nodes)
		if err != nil {
			return err
		}
		played.Add(margin)
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
	result := searcher.Search(ctx, p, search.Limits{Nodes: nodes}, search.DefaultOptions(), nil)
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

// randomOpening places the Cathedral and random buildings. It picks the building
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
	canonical, _ := book.Canonical(&position)
	return canonical.Key()
}
