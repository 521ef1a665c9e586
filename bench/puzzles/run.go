package puzzles

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"cathedral/bench/farm"
	"cathedral/bench/journal"
	"cathedral/engine"
	"cathedral/engine/record"
)

// Results are the puzzles that are known.
type Results struct {
	List   []Puzzle
	counts map[puzzleKind]int
	seen   likenesses // of those in the list
	after  int        // the last game of which there is a puzzle
	out    io.Writer
}

// puzzleKind is a grade in a rule set.
type puzzleKind struct {
	rules engine.Rules
	grade int
}

// NewResults returns Puzzles that write each new puzzle to out.
func NewResults(out io.Writer) *Results {
	return &Results{counts: map[puzzleKind]int{}, out: out}
}

// OpenResults opens or creates the file of puzzles at path, which has to be of the same
// recipe. Those of later games are appended. The file belongs to one process at a time, and
// the caller closes it.
func OpenResults(path string, recipe *Recipe) (*Results, io.Closer, error) {
	r := NewResults(nil)
	file, err := journal.OpenPositions(path, recipe.heading(), engine.Rules{}, func(entry *record.Entry) error {
		p, err := parse(entry)
		if err != nil {
			return err
		}
		if _, err := fmt.Sscanf(p.ID, puzzleID, &r.after, new(int)); err != nil {
			return &record.LineError{Line: entry.Line, Err: fmt.Errorf("operation id: %.30q does not name a game and its moves", p.ID)}
		}
		r.take(p)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	r.out = file
	return r, file, nil
}

// puzzleID is the name of a puzzle: the number of its game, from 1, and of the moves
// before it.
const puzzleID = "game %d after %d"

func (r *Results) take(p Puzzle) {
	r.List = append(r.List, p)
	r.seen.add(&p)
	r.counts[puzzleKind{p.Position.Rules(), p.Grade()}]++
}

// takes takes a puzzle unless there are perGrade of its grade and rule set, 0 for no limit, or
// it is like another one. It reports whether it did.
func (r *Results) takes(p *Puzzle, perGrade int) bool {
	if perGrade > 0 && r.counts[puzzleKind{p.Position.Rules(), p.Grade()}] >= perGrade || r.seen.find(p) >= 0 {
		return false
	}
	r.take(*p)
	return true
}

// Select returns the puzzles of a list without those that are like an earlier one, and at
// most perGrade of each grade and rule set, 0 for no limit.
func Select(list []Puzzle, perGrade int) []Puzzle {
	selected := NewResults(nil)
	for i := range list {
		selected.takes(&list[i], perGrade)
	}
	return selected.List
}

// add takes and writes the puzzles of a game that are new and whose grades are wanted.
func (r *Results) add(list []Puzzle, perGrade int) error {
	list = slices.DeleteFunc(list, func(p Puzzle) bool { return !r.takes(&p, perGrade) })
	var lines bytes.Buffer
	if err := Write(&lines, list, false); err != nil || len(list) == 0 {
		return err
	}
	_, err := r.out.Write(lines.Bytes())
	return err
}

// Find has puzzles found in games and adds them to results, in the order of the games, so
// that the same games and settings give the same puzzles. Games up to the last one of which
// results have a puzzle already are left out. Find calls progress with the number of games that are done. It returns
// ctx's error, or one of writing or of memory.
func Find(ctx context.Context, games []*record.Game, results *Results, recipe Recipe, workers farm.Workers, progress func(done int)) error {
	all := make([]gameJob, len(games))
	for number, game := range games {
		text, err := game.Bare().Text()
		if err != nil {
			return err
		}
		all[number] = gameJob{recipe, number, text}
	}
	done := results.after
	progress(done)
	inOrder := farm.InOrder[[]Puzzle]{Next: done, Take: func(list []Puzzle) error {
		if err := results.add(list, recipe.PerGrade); err != nil {
			return err
		}
		done++
		progress(done)
		return nil
	}}
	return task().Run(ctx, workers, farm.Series[gameJob, []foundPuzzle]{
		ID: farm.RunID(JobKind, "", all, workers.Build), From: done, To: len(games),
		Payload: func(number int) (gameJob, bool) { return all[number], true },
		Accept: func(number int, found []foundPuzzle) error {
			if len(found) > recipe.PerGame {
				return farm.Refuse("game %d has %d puzzles: %d were asked for", number+1, len(found), recipe.PerGame)
			}
			list, err := readFound(found, games[number], number)
			if err != nil {
				return err
			}
			return inOrder.Add(number, list)
		},
	})
}

// Check proves puzzles again, and calls report with each whose solution is not the only move that
// wins, whose proof takes too much effort, or that is like an earlier one. With the theme of shutting
// the enemy out, the solution has to be the only move that does.
func Check(ctx context.Context, list []Puzzle, recipe Recipe, report func(number int, fault error)) error {
	f, err := newFinder(recipe)
	if err != nil {
		return err
	}
	var seen likenesses
	for i := range list {
		p := &list[i]
		var only engine.Move
		known, aim := true, "win"
		if p.Themes&shutOutTheme != 0 {
			only, aim = onlyShutOut(&p.Position), "shut out"
		} else {
			only, known = f.onlyWin(ctx, &p.Position)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		like := seen.find(p)
		switch {
		case !known:
			report(i+1, fmt.Errorf("%s: not proven", p.Position))
		case only == engine.NoMove:
			report(i+1, fmt.Errorf("%s: none or several moves %s", p.Position, aim))
		case only != p.Solution:
			report(i+1, fmt.Errorf("%s: the only move to %s is %s, not %s", p.Position, aim, only, p.Solution))
		case like >= 0:
			report(i+1, fmt.Errorf("%s: it is like puzzle %d", p.Position, like+1))
		}
		seen.add(p)
	}
	return nil
}
