package proofs

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"cathedral/bench/farm"
	"cathedral/bench/journal"
	"cathedral/engine"
	"cathedral/engine/record"
)

// Puzzles are the puzzles that are known.
type Puzzles struct {
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

// NewPuzzles returns Puzzles that write each new puzzle to out.
func NewPuzzles(out io.Writer) *Puzzles {
	return &Puzzles{counts: map[puzzleKind]int{}, out: out}
}

// OpenPuzzles opens or creates the file of puzzles at path, which has to be of the same
// recipe. Those of later games are appended. The file belongs to one process at a time, and
// the caller closes it.
func OpenPuzzles(path string, recipe *PuzzleRecipe) (*Puzzles, io.Closer, error) {
	r := NewPuzzles(nil)
	file, err := journal.OpenPositions(path, recipe.heading(), engine.Rules{}, func(entry *record.Entry) error {
		p, err := ParsePuzzle(entry)
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

func (r *Puzzles) take(p Puzzle) {
	r.List = append(r.List, p)
	r.seen.add(&p)
	r.counts[puzzleKind{p.Position.Rules(), p.Grade()}]++
}

// takes takes a puzzle unless there are perGrade of its grade and rule set, 0 for no limit, or
// it is like another one. It reports whether it did.
func (r *Puzzles) takes(p *Puzzle, perGrade int) bool {
	if perGrade > 0 && r.counts[puzzleKind{p.Position.Rules(), p.Grade()}] >= perGrade || r.seen.find(p) >= 0 {
		return false
	}
	r.take(*p)
	return true
}

// SelectPuzzles returns the puzzles of a list without those that are like an earlier one, and at
// most perGrade of each grade and rule set, 0 for no limit.
func SelectPuzzles(list []Puzzle, perGrade int) []Puzzle {
	selected := NewPuzzles(nil)
	for i := range list {
		selected.takes(&list[i], perGrade)
	}
	return selected.List
}

// add takes and writes the puzzles of a game that are new and whose grades are wanted.
func (r *Puzzles) add(list []Puzzle, perGrade int) error {
	var lines bytes.Buffer
	for _, p := range list {
		if !r.takes(&p, perGrade) {
			continue
		}
		entry := record.Entry{Position: p.Position, Operations: p.Operations()}
		if err := entry.Write(&lines); err != nil {
			return err
		}
	}
	if lines.Len() == 0 {
		return nil
	}
	_, err := r.out.Write(lines.Bytes())
	return err
}

// FindPuzzles has puzzles found in games and adds them to results, in the order of the games, so
// that the same games and settings give the same puzzles. Games up to the last one of which
// results have a puzzle already are left out. FindPuzzles calls progress with the number of games that are done. It returns
// ctx's error, or one of writing or of memory.
func FindPuzzles(ctx context.Context, games []*record.Game, results *Puzzles, recipe PuzzleRecipe, workers farm.Workers, progress func(done int)) error {
	all := make([]puzzleJob, len(games))
	for number, game := range games {
		all[number] = puzzleJob{recipe, number, newGameText(game)}
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
	return puzzleTask().Run(ctx, workers, farm.Series[puzzleJob, []foundPuzzle]{
		ID: farm.RunID(PuzzleJobKind, "", all, workers.Build), From: done, To: len(games),
		Payload: func(number int) (puzzleJob, bool) { return all[number], true },
		Accept: func(number int, found []foundPuzzle) error {
			if len(found) > recipe.PerGame {
				return farm.Refuse("game %d has %d puzzles: %d were asked for", number+1, len(found), recipe.PerGame)
			}
			list, err := readPuzzles(found, games[number], number)
			if err != nil {
				return err
			}
			return inOrder.Add(number, list)
		},
	})
}

// CheckPuzzles proves puzzles again, and calls report with each that has not just its solution as
// the only move that wins, whose proof takes too much effort, or that is like an earlier one.
func CheckPuzzles(ctx context.Context, list []Puzzle, recipe PuzzleRecipe, report func(number int, fault error)) error {
	f, err := newFinder(recipe)
	if err != nil {
		return err
	}
	var seen likenesses
	for i := range list {
		p := &list[i]
		only, known := f.onlyWin(ctx, &p.Position)
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case !known:
			report(i+1, fmt.Errorf("%s: not proven", p.Position))
		case only == engine.NoMove:
			report(i+1, fmt.Errorf("%s: none or several moves win", p.Position))
		case only != p.Solution:
			report(i+1, fmt.Errorf("%s: %s wins, and not %s", p.Position, only, p.Solution))
		}
		if like := seen.find(p); like >= 0 {
			report(i+1, fmt.Errorf("%s: it is like puzzle %d", p.Position, like+1))
		}
		seen.add(p)
	}
	return nil
}
