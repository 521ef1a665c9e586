package selfplay

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"cathedral/bench/farm"
	"cathedral/bench/journal"
	"cathedral/engine/record"
	"cathedral/search"
)

// Append has workers play the games of a recipe with the numbers below games that the file at
// path does not have yet, and appends their records to it. It calls report with the number of
// games in the file at the beginning and after each game. A file with games of another recipe is
// an error, and if the recipe keeps games in order, so is one of another engine, which shows
// when its last game is played again. Until Append returns, the file is locked. When ctx is
// cancelled, the games in progress are lost, and Append returns ctx's error.
func Append(ctx context.Context, path string, recipe Recipe, games int, workers farm.Workers, report func(done int)) (err error) {
	played := map[int]bool{}
	var last *record.Game
	file, err := journal.Open(path, func(game *record.Game) error {
		number, err := recipe.numberOf(game)
		if err == nil && recipe.InOrder && number != len(played) {
			err = fmt.Errorf("game %d is not there: name a new file", len(played)+1)
		}
		played[number], last = true, game
		return cmp.Or(err, ctx.Err())
	})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, file.Close()) }()
	done := len(played)
	if recipe.InOrder && last != nil {
		switch same, err := recipe.repeats(ctx, last, done-1); {
		case err != nil:
			return err
		case !same:
			return fmt.Errorf("%s contains games that differ from those of these settings and this engine (game %d): name a new file", path, done)
		}
	}
	if err := file.Repair(); err != nil {
		return err
	}
	report(done)
	add := func(game *record.Game) error {
		if err := file.Add(game); err != nil {
			return err
		}
		done++
		report(done)
		return nil
	}
	inOrder := farm.InOrder[*record.Game]{Next: done, Take: add}
	return task().Run(ctx, workers, farm.Series[job, string]{
		ID: farm.RunID(JobKind, path, recipe, workers.Build), To: games, Done: played,
		Payload: func(number int) (job, bool) { return job{recipe, number}, true },
		Accept: func(number int, text string) error {
			game, err := recipe.accept(number, text)
			switch {
			case err != nil:
				return err
			case recipe.InOrder:
				return inOrder.Add(number, game)
			}
			return add(game)
		},
	})
}

// JobKind is the kind of the jobs of games of the engine against itself.
const JobKind = "selfplay"

// job describes a game to a worker. The result is the text of its record.
type job struct {
	Recipe Recipe
	Number int
}

// task is the task of playing a game of a recipe.
func task() farm.Task[job, string] {
	return farm.Task[job, string]{Name: JobKind, Begin: func() (func(context.Context, job) (string, error), error) {
		var searcher *search.Searcher
		hashMiB := 0 // its size
		return func(ctx context.Context, j job) (_ string, err error) {
			if hashMiB != j.Recipe.HashMiB {
				if searcher, err = j.Recipe.searcher(); err != nil {
					return "", err
				}
				hashMiB = j.Recipe.HashMiB
			}
			searcher.Clear()
			game, err := j.Recipe.play(ctx, searcher, j.Number)
			if err != nil {
				return "", err
			}
			return game.Text()
		}, nil
	}}
}

// Kind returns the kind of the jobs for a worker of a build.
func Kind(build string) farm.Kind { return task().Kind(build) }

// accept returns game number from the text of its record, the result of a job, or a
// *farm.RefusedError.
func (r *Recipe) accept(number int, text string) (*record.Game, error) {
	game, err := record.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		return nil, farm.Refuse("game %d: %w", number+1, err)
	}
	switch its, err := r.numberOf(game); {
	case err != nil:
		return nil, &farm.RefusedError{Reason: err}
	case its != number:
		return nil, farm.Refuse("it is game %d and not game %d", its+1, number+1)
	}
	if err := r.check(game, number); err != nil {
		return nil, farm.Refuse("game %d: %w", number+1, err)
	}
	return game, nil
}
