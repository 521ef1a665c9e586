package tune

import (
	"context"
	"encoding/json"

	"cathedral/bench/jobs"
	"cathedral/engine/record"
	"cathedral/search"
)

// Players says who plays games of the engine against itself.
type Players struct {
	Threads int // games at a time in this process
	// Carrier, if not nil, takes the games to workers, which have to be of the same Build as
	// this program. Threads then does not matter.
	Carrier jobs.Carrier
	Build   string
}

// Generate has games of a recipe played until the file at path has that many games. It
// calls report with the number of games in the file at the beginning and after each game.
// Games are appended in the order of their numbers. A file that already has games is
// continued; they must be of the same recipe and engine, which Generate checks by playing
// the last one again. The file is locked meanwhile. When ctx is cancelled the games in
// progress are lost, and the error is ctx's.
func Generate(ctx context.Context, path string, recipe Recipe, games int, players Players, report func(done int)) (err error) {
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
	if file.games >= games {
		return nil
	}
	carrier := players.Carrier
	if carrier == nil {
		carrier = jobs.Local{Work: newSelfplayWorker(players.Threads).work, Workers: players.Threads}
	}
	g := &generation{recipe: &recipe, file: file, early: map[int]*record.Game{}, report: report}
	return carrier.Carry(ctx, jobs.Run{
		Kind: JobKind, ID: jobs.RunID(JobKind, path, recipe, players.Build), Needs: jobs.BuildNeeds{Build: players.Build},
		Jobs: recipe.jobs(file.games, games), Accept: g.accept,
	})
}

// generation is the generation of a file in progress.
type generation struct {
	recipe *Recipe
	file   *gamesFile
	early  map[int]*record.Game // games that wait for an earlier one, by number
	report func(done int)
}

// accept appends a game and those that have waited for it. A game that comes again counts
// once.
func (g *generation) accept(result jobs.Result) (done bool, err error) {
	var played selfplayResult
	if err := json.Unmarshal(result.Payload, &played); err != nil {
		return false, jobs.Refuse("it is not a game's result: %w", err)
	}
	if jobID(played.Number) != result.Job {
		return false, jobs.Refuse("it is of game %d and not of job %.30q", played.Number+1, result.Job)
	}
	if played.Number < g.file.games || g.early[played.Number] != nil {
		return true, nil
	}
	made, err := g.recipe.record(&played)
	if err != nil {
		return false, jobs.Refuse("game %d: %w", played.Number+1, err)
	}
	g.early[played.Number] = made
	for next := g.early[g.file.games]; next != nil; next = g.early[g.file.games] {
		delete(g.early, g.file.games)
		if err := g.file.add(next); err != nil {
			return false, err
		}
		g.report(g.file.games)
	}
	return true, nil
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
	made, err := r.record(replayed)
	if err != nil {
		return err
	}
	return file.check(made)
}
