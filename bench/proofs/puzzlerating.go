package proofs

import (
	"context"
	"math"
	"sync"

	"cathedral/search"
	"cathedral/search/strength"
)

// Rater finds out how hard puzzles are, from how often the levels of package strength, whose
// ratings are known, find the answer. A puzzle's rating is the one with which, by the
// logistic curve of Elo, as many tries succeed as did: a player of that rating finds it in
// one of two tries. One goroutine uses a Rater at a time.
type Rater struct {
	searcher *search.Searcher
	seed     uint64
}

// raterHash is the size in MiB of a level's table. 4 is that of bench/rating/LEVELS.md; less
// suffices for searches so short.
const raterHash = 1

// NewRater returns a Rater whose tries differ with the seed.
func NewRater(seed uint64) (*Rater, error) {
	searcher, err := search.New(raterHash)
	return &Rater{searcher, seed}, err
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

// Rate returns the rating of a puzzle.
func (r *Rater) Rate(ctx context.Context, p *Puzzle) int {
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
func (r *Rater) finds(ctx context.Context, p *Puzzle, level strength.Level, seed uint64) bool {
	options := search.DefaultOptions()
	options.Strength, options.Seed = level, seed
	r.searcher.Clear()
	return r.searcher.Search(ctx, &p.Position, search.Limits{Before: p.Before}, options, nil).Best == p.Solution
}

// RatePuzzles finds the ratings and themes of puzzles again, several at a time. It returns ctx's
// error or one of memory, and calls progress with the number of puzzles that are done.
func RatePuzzles(ctx context.Context, list []Puzzle, seed uint64, concurrency int, progress func(done int)) error {
	raters := make([]*Rater, max(1, concurrency))
	for i := range raters {
		var err error
		if raters[i], err = NewRater(seed); err != nil {
			return err
		}
	}
	work, done := make(chan *Puzzle), make(chan struct{})
	var working sync.WaitGroup
	for _, r := range raters {
		working.Go(func() {
			for p := range work {
				p.Rating, p.Themes = r.Rate(ctx, p), ThemesOf(&p.Position, p.Solution)
				done <- struct{}{}
			}
		})
	}
	go func() {
		for i := range list {
			work <- &list[i]
		}
		close(work)
	}()
	for i := range list {
		<-done
		progress(i + 1)
	}
	working.Wait()
	return ctx.Err()
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
