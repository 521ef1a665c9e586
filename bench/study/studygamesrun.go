package study

import (
	"cmp"
	"context"

	"cathedral/bench/jobs"
	"cathedral/bench/journal"
	"cathedral/bench/selfplay"
	"cathedral/engine/record"
	"cathedral/search"
)

// gamePayload is the payload of a job: one of the games of a recipe.
type gamePayload struct {
	Recipe EqualGames
	Number int
}

// GameKind is the name of the kind of jobs that play the games of a study.
const GameKind = "study-games"

// gameTask is the task of playing a game of a recipe.
func gameTask() jobs.Task[gamePayload, string] {
	return selfplay.NewTask(GameKind, searchHashMiB, func(ctx context.Context, searcher *search.Searcher, job gamePayload) (*record.Game, error) {
		return job.Recipe.Play(ctx, searcher, job.Number)
	})
}

// PlayGames has the games of a recipe with the numbers from 0 to games-1 played, and
// appends their records to the file at path as they end, in any order. Games that are in
// the file already are not played again; a file with games of another recipe is an error.
// PlayGames calls report with the number of games in the file at the beginning and after
// each game.
func PlayGames(ctx context.Context, path string, recipe EqualGames, games int, workers jobs.Workers, report func(done int)) (err error) {
	series, played := recipe.series(), map[int]bool{}
	file, err := journal.Open(path, func(game *record.Game) error {
		number, err := series.NumberOf(game)
		if err == nil {
			played[number] = true
		}
		return cmp.Or(err, ctx.Err())
	})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, file.Close()) }()
	if err := file.Repair(); err != nil {
		return err
	}
	done := len(played)
	report(done)
	return gameTask().Run(ctx, workers, jobs.Series[gamePayload, string]{
		ID: jobs.RunID("games", path, recipe, workers.Build), To: games, Done: played,
		Payload: func(number int) (gamePayload, bool) { return gamePayload{recipe, number}, true },
		Accept: func(number int, text string) error {
			game, err := series.Read(number, text)
			if err != nil {
				return err
			}
			if err := file.Add(game); err != nil {
				return err
			}
			done++
			report(done)
			return nil
		},
	})
}

// Kinds returns the kinds of jobs of a study, for a worker of a build.
func Kinds(build string) []jobs.Kind {
	return []jobs.Kind{gameTask().Kind(build), analysisTask().Kind(build)}
}
