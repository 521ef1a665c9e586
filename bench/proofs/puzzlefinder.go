package proofs

import (
	"context"
	"fmt"
	"slices"

	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/ordering"
	"cathedral/search/proof"
	"cathedral/search/transposition"
)

// PuzzleRecipe says how puzzles are found in games.
type PuzzleRecipe struct {
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
func (r *PuzzleRecipe) heading() string {
	return fmt.Sprintf("# Puzzles made by cathedral puzzles --seed %d --first-ply %d --moves %d --nodes %d --per-game %d --per-grade %d",
		r.Seed, r.FirstPly, r.Moves, r.Nodes, r.PerGame, r.PerGrade)
}

// finder finds out whether positions are puzzles. One goroutine uses it at a time.
type finder struct {
	recipe   PuzzleRecipe
	table    *proof.Table
	searcher *search.Searcher
}

// newFinder returns a finder with tables of its own, or an error if they are too large.
func newFinder(recipe PuzzleRecipe) (*finder, error) {
	if err := transposition.CheckSize(recipe.HashMiB); err != nil {
		return nil, err
	}
	searcher, err := search.New(1)
	if err != nil {
		return nil, err
	}
	return &finder{recipe: recipe, table: proof.NewTable(recipe.HashMiB), searcher: searcher}, nil
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

// find returns the puzzle of a position, and whether there is one. A position whose proof
// takes too much effort is none.
func (f *finder) find(ctx context.Context, p *engine.Position) (Puzzle, bool) {
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
	return Puzzle{Position: *p, Solution: only, Grade: f.grade(ctx, p, only)}, true
}

// The limits of a short search's scores for a proof to be tried. Most positions are lost, or
// several moves win, and a proof of that takes long.
const (
	glanceNodes = 1_000
	leastBest   = -200 // hundredths of a square that the best move wins
	mostSecond  = 200  // that the move after it wins
)

// mayBeOne reports whether a short search takes it to be possible that just one move wins.
func (f *finder) mayBeOne(ctx context.Context, p *engine.Position) bool {
	options := search.DefaultOptions()
	options.MultiPV = 2
	scores := [2]int{leastBest, mostSecond}
	f.searcher.Clear()
	f.searcher.Search(ctx, p, search.Limits{Nodes: glanceNodes}, options, func(info search.Info) {
		scores[info.MultiPV-1] = info.Score.Centi
	})
	return scores[0] >= leastBest && scores[1] <= mostSecond
}

// missedNodes returns the nodes of a search that misses the solution, for each grade from
// 2 on. Six in ten puzzles from games of short searches are of grade 1, and more than
// one in ten is of grade 4.
func missedNodes() [Grades - 1]uint64 { return [...]uint64{1, 30, 300} }

// grade returns the difficulty of finding the only move that wins: 1 if no other takes as many
// squares at once, and else one more than the number of short searches that miss it.
func (f *finder) grade(ctx context.Context, p *engine.Position, only engine.Move) int {
	if isGreediest(p, only) {
		return 1
	}
	options := search.DefaultOptions()
	options.Objective = search.Margin // which does not begin with proofs of who wins
	for missed, nodes := range missedNodes() {
		f.searcher.Clear()
		if f.searcher.Search(ctx, p, search.Limits{Nodes: nodes}, options, nil).Best == only {
			return missed + 1
		}
	}
	return Grades
}

// worth returns the squares that a placement covers, claims and takes from the enemy.
func worth(p *engine.Position, m engine.Move) int {
	squares := m.Squares().Count()
	settled := p.Settlement(m)
	squares += settled.Claimed.Count()
	if !m.Spares() {
		for _, piece := range settled.Captured {
			squares += piece.Squares().Count()
		}
	}
	return squares
}

// isGreediest reports whether no other move of a position is worth as much.
func isGreediest(p *engine.Position, m engine.Move) bool {
	most := worth(p, m)
	return !slices.ContainsFunc(p.Moves(nil), func(other engine.Move) bool { return other != m && worth(p, other) >= most })
}
