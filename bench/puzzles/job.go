package puzzles

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/record"
)

// JobKind is the kind of the jobs that find the puzzles of a game.
const JobKind = "puzzles"

// gameJob describes a game to a worker.
type gameJob struct {
	Recipe Recipe
	Number int    // of the game, from 0
	Game   string // the record of its moves
}

// foundPuzzle is a puzzle that a worker has found in the game of its job.
type foundPuzzle struct {
	After    int    // the number of moves before it
	Solution string // its move
	Rating   int
}

// Kind returns the kind of the jobs that find puzzles, for a worker of a build.
func Kind(build string) farm.Kind { return task().Kind(build) }

// task is the task of finding the puzzles of a game.
func task() farm.Task[gameJob, []foundPuzzle] {
	return farm.Task[gameJob, []foundPuzzle]{Name: JobKind, Begin: func() (func(context.Context, gameJob) ([]foundPuzzle, error), error) {
		var f *finder
		return func(ctx context.Context, job gameJob) ([]foundPuzzle, error) {
			if f == nil || f.recipe != job.Recipe {
				var err error
				if f, err = newFinder(job.Recipe); err != nil {
					return nil, err
				}
			}
			return f.do(ctx, &job)
		}, nil
	}}
}

// do returns the puzzles of a job's game. It tries the positions in an order that the seed
// and the game's number determine.
func (f *finder) do(ctx context.Context, job *gameJob) (list []foundPuzzle, err error) {
	game, err := record.NewReader(strings.NewReader(job.Game)).Next()
	if err != nil {
		return nil, err
	}
	positions, moves := game.Positions(), movesFromStart(game)
	random := rand.New(rand.NewPCG(job.Recipe.Seed, uint64(job.Number+1)))
	for _, i := range random.Perm(len(positions)) {
		if len(list) == job.Recipe.PerGame {
			break
		}
		p, found := f.find(ctx, &positions[i], before(moves, i))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if found {
			list = append(list, foundPuzzle{i, p.Solution.String(), p.Rating})
		}
	}
	return list, nil
}

// movesFromStart returns the moves of a game, or nil if it begins in another position than the
// start.
func movesFromStart(game *record.Game) []engine.Move {
	if start := engine.Start(game.Start.Rules()); game.Start.Key() != start.Key() {
		return nil
	}
	moves := make([]engine.Move, len(game.Moves))
	for i, m := range game.Moves {
		moves[i] = m.Move
	}
	return moves
}

// before returns the first moves of a game, or nil if its moves are not known.
func before(moves []engine.Move, count int) []engine.Move {
	if moves == nil {
		return nil
	}
	return moves[:count:count]
}

// readFound returns the puzzles that were found in the game of a number. It refuses those that
// the game does not have.
func readFound(found []foundPuzzle, game *record.Game, number int) ([]Puzzle, error) {
	var list []Puzzle
	positions, moves := game.Positions(), movesFromStart(game)
	for _, f := range found {
		if f.After < 0 || f.After >= len(positions) {
			return nil, farm.Refuse("game %d has no position after %d moves", number+1, f.After)
		}
		p := Puzzle{ID: fmt.Sprintf(puzzleID, number+1, f.After), Position: positions[f.After], Before: before(moves, f.After), Rating: f.Rating}
		var err error
		if p.Solution, err = engine.ParseLegalMove(f.Solution, &p.Position); err != nil {
			return nil, farm.Refuse("%s: %w", p.ID, err)
		}
		p.Themes = themesOf(&p.Position, p.Solution)
		list = append(list, p)
	}
	return list, nil
}
