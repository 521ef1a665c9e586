package study

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"cathedral/bench/jobs"
	"cathedral/bench/journal"
	"cathedral/engine/record"
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

// PlayJob returns the work on jobs of games, in this process.
func PlayJob() jobs.Work {
	var idle searchers
	return func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
		var job gamePayload
		if err := json.Unmarshal(payload, &job); err != nil {
			return err
		}
		searcher, err := idle.take()
		if err != nil {
			return err
		}
		defer idle.give(searcher)
		game, err := job.Recipe.Play(ctx, searcher, job.Number)
		if err != nil {
			return err
		}
		var text strings.Builder
		if err := game.Write(&text); err != nil {
			return err
		}
		return deliver(gameResult{text.String()})
	}
}

// GameKind is the name of the kind of jobs that play the games of a study.
const GameKind = "study-games"

// PlayGames has the games of a recipe with the numbers from 0 to games-1 played, and
// appends their records to the file at path as they end, in any order. Games that are in
// the file already are not played again; a file with games of another recipe is an error.
// PlayGames calls report with the number of games in the file at the beginning and after
// each game.
func PlayGames(ctx context.Context, path string, recipe EqualGames, games int, workers Workers, report func(done int)) (err error) {
	played := map[int]bool{}
	file, err := journal.Open(path, func(game *record.Game) error {
		number, err := recipe.numberOf(game)
		played[number] = true
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
	missing := recipe.jobs(games, played)
	return workers.Carrier.Carry(ctx, jobs.Run{
		Kind:  GameKind,
		ID:    jobs.RunID("games", path, recipe),
		Needs: jobs.BuildNeeds{Build: workers.Build},
		Jobs:  missing,
		Accept: func(result jobs.Result) (bool, error) {
			game, number, err := recipe.read(result)
			if err != nil || played[number] {
				return err == nil, err
			}
			if err := file.Add(game); err != nil {
				return false, err
			}
			played[number] = true
			report(len(played))
			return true, nil
		},
	})
}

// jobs returns the games that are not played yet.
func (g *EqualGames) jobs(games int, played map[int]bool) iter.Seq[jobs.Job] {
	missing := make([]int, 0, games)
	for number := range games {
		if !played[number] {
			missing = append(missing, number)
		}
	}
	return func(yield func(jobs.Job) bool) {
		for _, number := range missing {
			if !yield(jobs.Job{ID: strconv.Itoa(number), Payload: gamePayload{*g, number}}) {
				return
			}
		}
	}
}

// read returns the game of a result and its number.
func (g *EqualGames) read(result jobs.Result) (*record.Game, int, error) {
	var payload gameResult
	if err := json.Unmarshal(result.Payload, &payload); err != nil {
		return nil, 0, jobs.Refuse("%w", err)
	}
	game, err := record.NewReader(strings.NewReader(payload.Record)).Next()
	if err != nil {
		return nil, 0, jobs.Refuse("%w", err)
	}
	number, err := g.numberOf(game)
	if err == nil && strconv.Itoa(number) != result.Job {
		err = fmt.Errorf("game %s is not the one of the job", game.Tag("Round"))
	}
	if err != nil {
		return nil, 0, &jobs.RefusedError{Reason: err}
	}
	return game, number, nil
}

// numberOf returns the number of a game of the recipe.
func (g *EqualGames) numberOf(game *record.Game) (int, error) {
	round, err := strconv.Atoi(game.Tag("Round"))
	if err != nil || round < 1 {
		return 0, fmt.Errorf("round %q is not a number of a game", game.Tag("Round"))
	}
	expected := g.newRecord(game.Start, round-1)
	for _, name := range []string{"Event", "Seed", "Nodes"} {
		if game.Tag(name) != expected.Tag(name) {
			return 0, fmt.Errorf("game %d has %s %q, want %q: name a new file", round, name, game.Tag(name), expected.Tag(name))
		}
	}
	if rules := game.Start.Rules(); rules != g.Rules {
		return 0, fmt.Errorf("game %d has the rules %v, want %v: name a new file", round, rules, g.Rules)
	}
	return round - 1, nil
}
