package puzzles

import (
	"context"
	"math"

	"cathedral/bench/farm"
	"cathedral/search"
	"cathedral/search/strength"
)

// rater finds out how hard puzzles are, from how often the levels of package strength, whose
// ratings are known, find the answer. A puzzle's rating is the one with which, by the
// logistic curve of Elo, as many tries succeed as did: a player of that rating finds it in
// one of two tries. One goroutine uses a rater at a time.
type rater struct {
	searcher *search.Searcher
	seed     uint64
}

// raterHash is the size in MiB of a level's table. 4 is that of bench/rating/LEVELS.md; less
// suffices for searches so short.
const raterHash = 1

// newRater returns a rater whose tries differ with the seed.
func newRater(seed uint64) (*rater, error) {
	searcher, err := search.New(raterHash)
	return &rater{searcher, seed}, err
}

const (
	// triesPerLevel is the number of searches with different seeds that a level tries.
	triesPerLevel = 8
	// doubtfulRating is the rating of the player of whom one try is assumed to have succeeded
	// and one not, besides those that were made. So a rating has a value if all or none succeed.
	doubtfulRating = 1500
	// The ratings between which that of a puzzle is sought, and what it is a multiple of.
	leastRating, mostRating, ratingStep = 0, 3000, 10
)

// rate returns the rating of a puzzle.
func (r *rater) rate(ctx context.Context, p *Puzzle) int {
	found := 1.0
	for _, level := range strength.Levels() {
		for try := range uint64(triesPerLevel) {
			if r.finds(ctx, p, level, r.seed*triesPerLevel+try) {
				found++
			}
		}
	}
	low, high := leastRating/ratingStep, mostRating/ratingStep
	for low < high {
		middle := (low + high) / 2
		if expectedFinds(float64(middle*ratingStep)) > found {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low * ratingStep
}

// finds reports whether a try of a level succeeds.
func (r *rater) finds(ctx context.Context, p *Puzzle, level strength.Level, seed uint64) bool {
	options := search.DefaultOptions()
	options.Strength, options.Seed = level, seed
	r.searcher.Clear()
	return r.searcher.Search(ctx, &p.Position, search.Limits{Before: p.Before}, options, nil).Best == p.Solution
}

// Rate finds the ratings and themes of puzzles again, several at a time. It returns ctx's
// error or one of memory, and calls progress with the number of puzzles that are done.
func Rate(ctx context.Context, list []Puzzle, seed uint64, concurrency int, progress func(done int)) error {
	return farm.Each(ctx, concurrency, len(list), func() (func(context.Context, int) error, error) {
		r, err := newRater(seed)
		return func(ctx context.Context, number int) error {
			p := &list[number]
			p.Rating, p.Themes = r.rate(ctx, p), themesOf(&p.Position, p.Solution)
			return ctx.Err()
		}, err
	}, progress)
}

// expectedFinds returns how many tries of all succeed in the mean at a puzzle of a rating.
func expectedFinds(rating float64) float64 {
	chance := func(elo int) float64 { return 1 / (1 + math.Pow(10, (rating-float64(elo))/400)) }
	sum := 2 * chance(doubtfulRating)
	for _, level := range strength.Levels() {
		sum += triesPerLevel * chance(level.Elo)
	}
	return sum
}
