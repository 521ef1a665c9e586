package tune

import (
	"context"
	"sync"
	"sync/atomic"

	"cathedral/engine/record"
	"cathedral/search"
)

// Generate plays games of a recipe on the given number of threads until the file at path
// has that many games. It calls report with the number of games in the file at the
// beginning and after each game. Games are appended in the order of their numbers. A file
// that already has games is continued; they must be of the same recipe and engine, which
// Generate checks by playing the last one again. The file is locked meanwhile. When ctx
// is cancelled the games in progress are lost, and the error is ctx's.
func Generate(ctx context.Context, path string, recipe Recipe, games, threads int, report func(done int)) (err error) {
	file, err := openGamesFile(path)
	if err != nil {
		return err
	}
	defer func() {
		if closing := file.Close(); err == nil {
			err = closing
		}
	}()
	if file.last != nil {
		if err := recipe.checkLast(ctx, file); err != nil {
			return err
		}
	}
	if err := file.Repair(); err != nil {
		return err
	}
	report(file.games)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	finished := recipe.playAll(ctx, file.games, games, threads)
	early := map[int]*record.Game{} // games that wait for an earlier one
	for game := range finished {
		if err == nil {
			err = game.err
		}
		early[game.number] = game.record
		for next := early[file.games]; err == nil && next != nil; next = early[file.games] {
			delete(early, file.games)
			if err = file.add(next); err == nil {
				report(file.games)
			}
		}
		if err != nil {
			cancel()
		}
	}
	return err
}

// checkLast plays the last game of a file again and returns an error if it differs.
func (r *Recipe) checkLast(ctx context.Context, file *gamesFile) error {
	searcher, err := search.New(hashMiB)
	if err != nil {
		return err
	}
	replayed, err := r.play(ctx, searcher, file.games-1)
	if err != nil {
		return err
	}
	return file.check(replayed)
}

// finishedGame is a finished game, or the error that interrupted it.
type finishedGame struct {
	number int
	record *record.Game
	err    error
}

// playAll plays the games numbered from up to, but not including, to on several
// goroutines. The caller must read the channel until it is closed, after the last game or
// soon after an error.
func (r *Recipe) playAll(ctx context.Context, from, to, threads int) <-chan finishedGame {
	finished := make(chan finishedGame)
	var next atomic.Int64
	next.Store(int64(from))
	var players sync.WaitGroup
	for range threads {
		players.Go(func() {
			searcher, err := search.New(hashMiB)
			for {
				game := finishedGame{number: int(next.Add(1)) - 1, err: err}
				if game.number >= to {
					return
				}
				if err == nil {
					game.record, game.err = r.play(ctx, searcher, game.number)
				}
				finished <- game
				if game.err != nil {
					return
				}
			}
		})
	}
	go func() {
		players.Wait()
		close(finished)
	}()
	return finished
}
