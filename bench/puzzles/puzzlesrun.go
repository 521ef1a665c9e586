package puzzles

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"cathedral/bench/jobs"
	"cathedral/bench/journal"
	"cathedral/engine"
	"cathedral/engine/record"
)

// Config holds the settings of a run.
type Config struct {
	Limits   Limits
	Seed     uint64 // of the order in which the positions of a game are tried
	PerGame  int    // puzzles of a game at most
	PerGrade int    // puzzles of a grade and rule set at most; 0: no limit
}

// Heading returns the first line of a file of puzzles. A file is continued only with the
// settings that it was begun with.
func (c *Config) Heading() string {
	return fmt.Sprintf("# Puzzles made by cathedral puzzles --seed %d --first-ply %d --moves %d --nodes %d --per-game %d --per-grade %d",
		c.Seed, c.Limits.FirstPly, c.Limits.Moves, c.Limits.Effort, c.PerGame, c.PerGrade)
}

// Results are the puzzles that are known.
type Results struct {
	Puzzles []Puzzle
	counts  map[kind]int
	known   map[uint64]bool // by the keys of their positions
	after   int             // the last game of which there is a puzzle
	out     io.Writer
}

// kind is a grade in a rule set.
type kind struct {
	rules engine.Rules
	grade int
}

// NewResults returns empty Results that write each new puzzle to out.
func NewResults(out io.Writer) *Results {
	return &Results{counts: map[kind]int{}, known: map[uint64]bool{}, out: out}
}

// OpenResults opens or creates the file of puzzles at path, which has to be of the same
// config. Those of later games are appended. The file belongs to one process at a time, and
// the caller closes it.
func OpenResults(path string, config *Config) (*Results, io.Closer, error) {
	r := NewResults(nil)
	file, err := journal.OpenPositions(path, config.Heading(), engine.Rules{}, func(entry *record.Entry) error {
		p, err := ParsePuzzle(entry)
		if err != nil {
			return err
		}
		if _, err := fmt.Sscanf(p.ID, idFormat, &r.after, new(int)); err != nil {
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

// idFormat is the name of a puzzle: the number of its game, from 1, and of the moves
// before it.
const idFormat = "game %d after %d"

func (r *Results) take(p Puzzle) {
	r.Puzzles = append(r.Puzzles, p)
	r.known[p.Position.Key()] = true
	r.counts[kind{p.Position.Rules(), p.Grade}]++
}

// add takes and writes the puzzles of a game that are new and whose grades are wanted.
func (r *Results) add(list []Puzzle, perGrade int) error {
	var lines bytes.Buffer
	for _, p := range list {
		if r.known[p.Position.Key()] || perGrade > 0 && r.counts[kind{p.Position.Rules(), p.Grade}] >= perGrade {
			continue
		}
		entry := record.Entry{Position: p.Position, Operations: p.Operations()}
		if err := entry.Write(&lines); err != nil {
			return err
		}
		r.take(p)
	}
	if lines.Len() == 0 {
		return nil
	}
	_, err := r.out.Write(lines.Bytes())
	return err
}

// Run has puzzles found in games and adds them to results, in the order of the games, so that
// the same games and settings give the same puzzles. Games up to the last one of which
// results have a puzzle already are left out. What workers on other machines find is proven
// again here. Run calls progress with the number of games that are done. An error is that of
// ctx or of writing.
func Run(ctx context.Context, games []*record.Game, results *Results, config Config, workers jobs.Workers, progress func(done int)) error {
	var prover *finder
	if workers.Carrier != nil {
		var err error
		if prover, err = newFinder(config.Limits); err != nil {
			return err
		}
	}
	all := make([]gameJob, len(games))
	for number, game := range games {
		all[number] = newGameJob(&config, game, number)
	}
	done := results.after
	progress(done)
	inOrder := jobs.InOrder[[]Puzzle]{Next: done, Take: func(list []Puzzle) error {
		if err := results.add(list, config.PerGrade); err != nil {
			return err
		}
		done++
		progress(done)
		return nil
	}}
	return task().Run(ctx, workers, jobs.Series[gameJob, []foundPuzzle]{
		ID: jobs.RunID(JobKind, "", all, workers.Build), From: done, To: len(games),
		Payload: func(number int) (gameJob, bool) { return all[number], true },
		Accept: func(number int, found []foundPuzzle) error {
			if len(found) > config.PerGame {
				return jobs.Refuse("game %d has %d puzzles: %d were asked for", number+1, len(found), config.PerGame)
			}
			list, err := readPuzzles(ctx, found, games[number], number, prover)
			if err != nil {
				return err
			}
			return inOrder.Add(number, list)
		},
	})
}

// Check proves puzzles again, and calls report with each that has not just its solution as
// the only move that wins, or whose proof takes too much effort.
func Check(ctx context.Context, list []Puzzle, config Config, report func(number int, fault error)) error {
	f, err := newFinder(config.Limits)
	if err != nil {
		return err
	}
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
	}
	return nil
}
