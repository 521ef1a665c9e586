package puzzles

import (
	"context"
	"fmt"

	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/ordering"
	"cathedral/search/proof"
	"cathedral/search/transposition"
)

// Recipe says how puzzles are found in games.
type Recipe struct {
	FirstPly int    // the first ply at which a puzzle may begin
	Moves    int    // the least number of legal moves, so that there is something to find
	Nodes    uint64 // for a proof, in nodes of the usual cost
	HashMiB  int    // of a proof's table
	Seed     uint64 // of the order in which the positions of a game are tried
	PerGame  int    // puzzles of a game at most
	PerGrade int    // puzzles of a grade and rule set at most; 0: no limit
}

// heading returns the first line of a file of puzzles. A file is continued only with the
// recipe that it was begun with.
func (r *Recipe) heading() string {
	return fmt.Sprintf("# Puzzles made by cathedral puzzles --seed %d --first-ply %d --moves %d --nodes %d --per-game %d --per-grade %d",
		r.Seed, r.FirstPly, r.Moves, r.Nodes, r.PerGame, r.PerGrade)
}

// finder finds out whether positions are puzzles. One goroutine uses it at a time.
type finder struct {
	recipe   Recipe
	table    *proof.Table
	searcher *search.Searcher
	rater    *rater
}

// newFinder returns a finder with tables of its own, or an error if they are too large.
func newFinder(recipe Recipe) (*finder, error) {
	if err := transposition.CheckSize(recipe.HashMiB); err != nil {
		return nil, err
	}
	searcher, err := search.New(1)
	if err != nil {
		return nil, err
	}
	rater, err := newRater(recipe.Seed)
	if err != nil {
		return nil, err
	}
	return &finder{recipe: recipe, table: proof.NewTable(recipe.HashMiB), searcher: searcher, rater: rater}, nil
}

// onlyWin returns the only move of a position that wins, as proof.Solver.OnlyWin does. It
// begins with empty tables, so that the answer does not depend on earlier positions.
func (f *finder) onlyWin(ctx context.Context, p *engine.Position) (only engine.Move, known bool) {
	f.table.Clear()
	solver := proof.NewSolver(ordering.NewHistory(), func(int, int) bool { return ctx.Err() == nil })
	solver.Table = f.table
	solver.Allow(f.recipe.Nodes)
	return solver.OnlyWin(p)
}

// find returns the puzzle of a position after some moves, and whether there is one. A position whose proof
// takes too much effort is none.
func (f *finder) find(ctx context.Context, p *engine.Position, before []engine.Move) (Puzzle, bool) {
	if p.Ply() < f.recipe.FirstPly || p.PlacesCathedral() || p.Over() || p.CountMoves() < f.recipe.Moves {
		return Puzzle{}, false
	}
	if !f.mayBeOne(ctx, p) {
		return Puzzle{}, false
	}
	only, known := f.onlyWin(ctx, p)
	if !known || only == engine.NoMove {
		return Puzzle{}, false
	}
	puzzle := Puzzle{Position: *p, Before: before, Solution: only, Themes: themesOf(p, only)}
	puzzle.Rating = f.rater.rate(ctx, &puzzle)
	return puzzle, true
}

// glances are the short searches that a position has to pass for a proof to be tried. Most
// positions are lost, or several moves win, and a proof of that takes long. Among 250 positions,
// 9 had one winning move. These searches let 7 of them pass, and about 1 in 10 of the others.
var glances = [...]glance{{1_000, -200, 250, -1000}, {10_000, 50, 150, 50}}

// glance is a short search, and the limits of its scores, in hundredths of a square.
type glance struct {
	nodes      uint64
	leastBest  int // that the best move wins
	mostSecond int // that the move after it wins
	leastGap   int // between the two
}

// mayBeOne reports whether short searches take it to be possible that just one move wins.
func (f *finder) mayBeOne(ctx context.Context, p *engine.Position) bool {
	options := search.DefaultOptions()
	options.MultiPV = 2
	for _, g := range glances {
		scores := [2]int{g.leastBest, g.leastBest - g.leastGap}
		f.searcher.Clear()
		f.searcher.Search(ctx, p, search.Limits{Nodes: g.nodes}, options, func(info search.Info) {
			scores[info.MultiPV-1] = info.Score.Centi
		})
		if scores[0] < g.leastBest || scores[1] > g.mostSecond || scores[0]-scores[1] < g.leastGap {
			return false
		}
	}
	return true
}
