package tune

import (
	"cmp"
	"context"
	"fmt"

	"cathedral/bench/jobs"
	"cathedral/bench/journal"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// Generate has workers play games of a recipe until the file at path has that many games.
// It calls report with the number of games in the file at the beginning and after each game.
// Games are appended in the order of their numbers. A file that already has games is
// continued; they must be of the same recipe and engine, which Generate checks by playing
// the last one again, so that these determine every byte of the file. Until it returns, the
// file is locked. When ctx is cancelled the games in progress are lost, and the error is
// ctx's.
func Generate(ctx context.Context, path string, recipe Recipe, games int, workers jobs.Workers, report func(done int)) (err error) {
	done := 0
	var last *record.Game
	file, err := journal.Open(path, func(game *record.Game) error {
		done, last = done+1, game
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, file.Close()) }()
	if last != nil {
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
	inOrder := jobs.InOrder[*record.Game]{Next: done, Take: func(game *record.Game) error {
		if err := file.Add(game); err != nil {
			return err
		}
		done++
		report(done)
		return nil
	}}
	return selfplayTask().Run(ctx, workers, jobs.Series[selfplayJob, string]{
		ID: jobs.RunID(JobKind, path, recipe, workers.Build), From: done, To: games,
		Payload: func(number int) (selfplayJob, bool) { return selfplayJob{recipe, number}, true },
		Accept: func(number int, text string) error {
			game, err := recipe.series().Read(number, text)
			if err != nil {
				return err
			}
			if err := recipe.check(game, number); err != nil {
				return jobs.Refuse("game %d: %w", number+1, err)
			}
			if workers.Carrier != nil {
				if err := recipe.checkProof(ctx, game, number); err != nil {
					return err
				}
			}
			return inOrder.Add(number, game)
		},
	})
}

// proofFactor is how many times the nodes of a move a proof may take that is made again.
const proofFactor = 10

// checkProof refuses a worker's game that ends by a proof which does not hold: neither from
// its last position alone, nor when the whole game is played again. Other errors are ctx's and
// that of a table without memory.
func (r *Recipe) checkProof(ctx context.Context, game *record.Game, number int) error {
	if game.Tag(scoreTag) == "" {
		return nil
	}
	searcher, err := search.New(hashMiB)
	if err != nil {
		return err
	}
	positions := game.Positions()
	last := &positions[len(positions)-1]
	found := searcher.Search(ctx, last, search.Limits{Solve: true, Nodes: proofFactor * r.Nodes}, search.DefaultOptions(), nil)
	if err := ctx.Err(); err != nil {
		return err
	}
	if end, proven := found.Info.ProvenEnd(*last); proven && fmt.Sprintf("%d-%d", end.Unplaced(engine.Light), end.Unplaced(engine.Dark)) == game.Tag(scoreTag) {
		return nil
	}
	switch same, err := r.repeats(ctx, game, number); {
	case err != nil:
		return err
	case !same:
		return jobs.Refuse("game %d: its score of %.20q is not proven", number+1, game.Tag(scoreTag))
	}
	return nil
}

// repeats plays game number again and reports whether it is the one that a file has.
func (r *Recipe) repeats(ctx context.Context, game *record.Game, number int) (bool, error) {
	searcher, err := search.New(hashMiB)
	if err != nil {
		return false, err
	}
	replayed, err := r.play(ctx, searcher, number)
	if err != nil {
		return false, err
	}
	return haveOneText(game, replayed)
}
