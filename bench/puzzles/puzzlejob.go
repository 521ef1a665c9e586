package puzzles

import (
	"context"
	"fmt"
	"math/rand/v2"

	"cathedral/bench/jobs"
	"cathedral/engine"
	"cathedral/engine/record"
)

// JobKind is the kind of the jobs that find the puzzles of a game.
const JobKind = "puzzles"

// gameJob describes a game to a worker.
type gameJob struct {
	Limits  Limits
	PerGame int    // puzzles at most
	Seed    uint64 // of the order in which the positions are tried
	Number  int    // of the game, from 0
	Rules   engine.Rules
	Start   string // a position text
	Moves   string // as record.ParseMoves reads them
}

// newGameJob returns the job of the game of a number.
func newGameJob(config *Config, game *record.Game, number int) gameJob {
	job := gameJob{Limits: config.Limits, PerGame: config.PerGame, Seed: config.Seed, Number: number, Rules: game.Rules, Start: game.Start.String()}
	for _, move := range game.Moves {
		job.Moves += move.Move.String() + " "
	}
	return job
}

// positions returns the positions of the job's game.
func (j *gameJob) positions() ([]engine.Position, error) {
	start, err := engine.ParsePosition(j.Start, j.Rules)
	if err != nil {
		return nil, err
	}
	moves, err := record.ParseMoves(j.Moves, start)
	game := record.New(start)
	for _, move := range moves {
		game.Moves = append(game.Moves, record.Move{Move: move})
	}
	return game.Positions(), err
}

// foundPuzzle is a puzzle that a worker has found in the game of its job.
type foundPuzzle struct {
	After    int    // the number of moves before it
	Solution string // its move
	Grade    int
}

// task is the task of finding the puzzles of a game.
func task() jobs.Task[gameJob, []foundPuzzle] {
	return jobs.Task[gameJob, []foundPuzzle]{Name: JobKind, Begin: func() (func(context.Context, gameJob) ([]foundPuzzle, error), error) {
		var f *finder
		return func(ctx context.Context, job gameJob) ([]foundPuzzle, error) {
			if f == nil || f.limits != job.Limits {
				var err error
				if f, err = newFinder(job.Limits); err != nil {
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
	positions, err := job.positions()
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(job.Seed, uint64(job.Number+1)))
	for _, i := range random.Perm(len(positions)) {
		if len(list) == job.PerGame {
			break
		}
		p, found := f.find(ctx, &positions[i])
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if found {
			list = append(list, foundPuzzle{i, p.Solution.String(), p.Grade})
		}
	}
	return list, nil
}

// readPuzzles returns the puzzles that were found in the game of a number, proven again by
// prover unless it is nil. It refuses those that are none.
func readPuzzles(ctx context.Context, found []foundPuzzle, game *record.Game, number int, prover *finder) ([]Puzzle, error) {
	var list []Puzzle
	positions := game.Positions()
	for _, f := range found {
		if f.After < 0 || f.After >= len(positions) {
			return nil, jobs.Refuse("game %d has no position after %d moves", number+1, f.After)
		}
		p := Puzzle{ID: fmt.Sprintf(idFormat, number+1, f.After), Position: positions[f.After], Grade: f.Grade}
		var err error
		if p.Solution, err = engine.ParseMove(f.Solution, p.Position.Side()); err != nil {
			return nil, jobs.Refuse("%s: %w", p.ID, err)
		}
		if prover != nil {
			again, proven := prover.find(ctx, &p.Position)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if again.ID = p.ID; !proven || again != p {
				return nil, jobs.Refuse("%s is not a puzzle of grade %d with the solution %s", p.ID, p.Grade, p.Solution)
			}
		}
		list = append(list, p)
	}
	return list, nil
}

// Kind returns the kind of the jobs for a worker of a build.
func Kind(build string) jobs.Kind { return task().Kind(build) }
