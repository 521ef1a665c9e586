package study

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"cathedral/bench/jobs"
	"cathedral/bench/journal"
	"cathedral/engine/record"
	"cathedral/search"
)

// gamePayload is the payload of a job: one of the games of a recipe.
type gamePayload struct {
	Recipe EqualGames
	Number int
}

// gameResult is the result of a job.
type gameResult struct {
	Record string // the text of the game's record
}

// GameKind is the name of the kind of jobs that play the games of a study.
const GameKind = "study-games"

// PlayJob returns the work on jobs of the kind GameKind, in this process.
func PlayJob() jobs.Work {
	return playing(func(ctx context.Context, job gamePayload, searcher *search.Searcher) (*record.Game, error) {
		return job.Recipe.Play(ctx, searcher, job.Number)
	})
}

// playing returns the work on jobs that play games.
func playing[payload any](play func(context.Context, payload, *search.Searcher) (*record.Game, error)) jobs.Work {
	var idle searchers
	return func(ctx context.Context, text json.RawMessage, deliver func(any) error) error {
		var job payload
		if err := json.Unmarshal(text, &job); err != nil {
			return err
		}
		searcher, err := idle.take()
		if err != nil {
			return err
		}
		defer idle.give(searcher)
		game, err := play(ctx, job, searcher)
		if err != nil {
			return err
		}
		var written strings.Builder
		if err := game.Write(&written); err != nil {
			return err
		}
		return deliver(gameResult{written.String()})
	}
}

// PlayGames has the games of a recipe with the numbers from 0 to games-1 played, and
// appends their records to the file at path as they end, in any order. Games that are in
// the file already are not played again; a file with games of another recipe is an error.
// PlayGames calls report with the number of games in the file at the beginning and after
// each game.
func PlayGames(ctx context.Context, path string, recipe EqualGames, games int, workers Workers, report func(done int)) error {
	run := gamesRun{
		series:  recipe.series(),
		kind:    GameKind,
		id:      jobs.RunID("games", path, recipe),
		payload: func(number int) any { return gamePayload{recipe, number} },
		known:   func(*record.Game) {},
	}
	return run.play(ctx, path, games, workers, report)
}

// gamesRun is a run that plays the games of a series into a file.
type gamesRun struct {
	series
	kind    string
	id      string
	payload func(number int) any // of the job that plays a game
	known   func(*record.Game)   // is called with each game, when it is in the file
}

func (r *gamesRun) play(ctx context.Context, path string, games int, workers Workers, report func(done int)) (err error) {
	played := map[int]bool{}
	file, err := journal.Open(path, func(game *record.Game) error {
		number, err := r.numberOf(game)
		if err == nil {
			played[number] = true
			r.known(game)
		}
		return err
	})
	if err != nil {
		return err
	}
	defer func() {
		if closing := file.Close(); err == nil {
			err = closing
		}
	}()
	if err := file.Repair(); err != nil {
		return err
	}
	report(len(played))
	missing := make([]int, 0, games)
	for number := range games {
		if !played[number] {
			missing = append(missing, number)
		}
	}
	return workers.Carrier.Carry(ctx, jobs.Run{
		Kind:  r.kind,
		ID:    r.id,
		Needs: jobs.BuildNeeds{Build: workers.Build},
		Jobs: func(yield func(jobs.Job) bool) {
			for _, number := range missing {
				if !yield(jobs.Job{ID: strconv.Itoa(number), Payload: r.payload(number)}) {
					return
				}
			}
		},
		Accept: func(result jobs.Result) (bool, error) {
			game, number, err := r.read(result)
			if err != nil || played[number] {
				return err == nil, err
			}
			if err := file.Add(game); err != nil {
				return false, err
			}
			played[number] = true
			r.known(game)
			report(len(played))
			return true, nil
		},
	})
}

// read returns the game of a result and its number.
func (r *gamesRun) read(result jobs.Result) (*record.Game, int, error) {
	var payload gameResult
	if err := json.Unmarshal(result.Payload, &payload); err != nil {
		return nil, 0, jobs.Refuse("%w", err)
	}
	game, err := record.NewReader(strings.NewReader(payload.Record)).Next()
	if err != nil {
		return nil, 0, jobs.Refuse("%w", err)
	}
	number, err := r.numberOf(game)
	if err == nil && strconv.Itoa(number) != result.Job {
		err = fmt.Errorf("game %s is not the one of the job", game.Tag("Round"))
	}
	if err != nil {
		return nil, 0, &jobs.RefusedError{Reason: err}
	}
	return game, number, nil
}
