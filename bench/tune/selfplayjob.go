package tune

import (
	"context"

	"cathedral/bench/jobs"
	"cathedral/bench/selfplay"
	"cathedral/engine/record"
	"cathedral/search"
)

// JobKind is the kind of the jobs of games of the engine against itself.
const JobKind = "selfplay"

// selfplayJob describes one game to a worker.
type selfplayJob struct {
	Recipe Recipe
	Number int // of the game, from 0
}

// selfplayTask is the task of playing a game of a recipe.
func selfplayTask() jobs.Task[selfplayJob, string] {
	return selfplay.NewTask(JobKind, hashMiB, func(ctx context.Context, searcher *search.Searcher, job selfplayJob) (*record.Game, error) {
		return job.Recipe.play(ctx, searcher, job.Number)
	})
}

// Kind returns the kind of the jobs for a worker of a build.
func Kind(build string) jobs.Kind { return selfplayTask().Kind(build) }
