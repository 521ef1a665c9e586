package tune

import (
	"context"
	"sync"
	"sync/atomic"

	"cathedral/engine/record"
	"cathedral/search"
)

// Generate plays games of a recipe until a file has so many of them, on several
// goroutines, and reports how many there are: once at the beginning and after each
// game. Games are appended in the order of their numbers, each as soon as all
// before it are there. What is in the file already is kept: it has to be of the
// same recipe and engine, which is tried on its last game. When ctx is cancelled
// the games in progress are lost, and the error is that of ctx.
func Generate(ctx context.Context, path string, recipe Recipe, games, threads int, report func(done int)) (err error) {
	file, err := openGamesFile(path)
	if err != nil {
		return err
	}
	defer func() {
		if closing := file.close(); err == nil {
			err = closing
		}
	}()
	if file.last != nil {
		if err := recipe.checkLast(ctx, file); err != nil {
			return err
		}
	}
	if err := file.repair(); err != nil {
		return err
	}
	report(file.games)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	finished := recipe.playAll(ctx, file.games, games, threads)
	early := map[int]*record.Game{} // games that wait for one before them
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

// checkLast plays the last game of a file again.
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

// finishedGame is a game that has ended, or the error that ended it before.
type finishedGame struct {
	number int
	record *record.Game
	err    error
}

// playAll plays the games from one number to before another, on several
// goroutines. The channel has to be read until it is closed, which is soon after
// the last game or an error.
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
