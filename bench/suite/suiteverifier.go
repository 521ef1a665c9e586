package suite

import (
	"context"
	"slices"

	"cathedral/engine"
	"cathedral/search"
)

const (
	// provenPly is the first ply whose answers are proven to the end of the game.
	// Answers at earlier plies come from a deep search.
	provenPly = 13
	// proofNodes limits a proof. A position that needs more nodes is left out.
	proofNodes = 2_000_000
	// evenGap is the difference, in hundredths of a square, below which two moves are
	// equally good. In a proof such moves have the same margin.
	evenGap = 50
	// maxBest is the largest number of best moves of a question.
	maxBest = 8
	// verifierHashMiB is large enough for all searches of a position.
	verifierHashMiB = 64
)

// effort is the thoroughness of a search.
type effort struct {
	limits search.Limits
	gap    int // the least lead of the best moves, in hundredths of a square
}

// looks returns the efforts that sort out unsuitable positions early: short and lenient
// first, then longer and stricter.
func looks() []effort {
	return []effort{
		{search.Limits{Nodes: 20_000}, ClearGap * 3 / 4},
		{search.Limits{Nodes: 100_000}, ClearGap * 9 / 10},
	}
}

// proof returns the effort of a proof.
func proof() effort { return effort{search.Limits{Nodes: proofNodes, Solve: true}, ClearGap} }

// deep returns the effort for an answer without a proof.
func deep(nodes uint64) effort { return effort{search.Limits{Nodes: nodes}, ClearGap} }

// verifier finds the best moves of a position and their lead over the others.
type verifier struct{ searcher *search.Searcher }

func newVerifier() (*verifier, error) {
	searcher, err := search.New(verifierHashMiB)
	return &verifier{searcher}, err
}

// judgement is a search's result for the best of some moves.
type judgement struct {
	line   []engine.Move
	centi  int // hundredths of a square, for the side to move
	depth  int
	nodes  uint64
	proven bool
}

// judge searches the given moves of a position, or all of them if moves is empty. It
// reports false if a proof did not succeed or ctx was cancelled.
func (v *verifier) judge(ctx context.Context, p *engine.Position, moves []engine.Move, limits search.Limits) (judgement, bool) {
	limits.Moves = moves
	options := search.DefaultOptions()
	options.Objective = search.Margin
	var exact search.Info // of the last finished iteration: an unfinished one is unreliable
	found := v.searcher.Search(ctx, p, limits, options, func(info search.Info) {
		if info.Score.Bound == search.Exact {
			exact = info
		}
	})
	proven := found.Info.Score.Final
	if proven {
		exact = found.Info
	}
	j := judgement{slices.Clone(exact.PV), exact.Score.Centi, exact.Depth, found.Info.Nodes, proven}
	return j, ctx.Err() == nil && len(j.line) > 0 && (proven || !limits.Solve)
}

// verdict holds the clearly best moves of a position.
type verdict struct {
	theme  Theme
	best   []engine.Move
	first  judgement // of the best move
	second int       // the score of the best other move, in hundredths of a square
}

// verify returns the verdict on a position. It reports false if the best moves have no
// wanted theme in common or are not clearly best.
func (v *verifier) verify(ctx context.Context, p *engine.Position, effort effort, wanted func(Theme) bool) (verdict, bool) {
	v.searcher.Clear()
	first, found := v.judge(ctx, p, nil, effort.limits)
	if !found {
		return verdict{}, false
	}
	theme, found := themeOf(p, first.line[0], wanted)
	if !found {
		return verdict{}, false
	}
	result := verdict{theme: theme, first: first}
	others := p.Moves(nil)
	next := first
	for next.centi > first.centi-evenGap {
		if len(result.best) == maxBest || !theme.Holds(p, next.line[0]) {
			return verdict{}, false
		}
		result.best = append(result.best, next.line[0])
		others = slices.DeleteFunc(others, func(m engine.Move) bool { return m == next.line[0] })
		if len(others) == 0 {
			return verdict{}, false
		}
		if next, found = v.judge(ctx, p, others, effort.limits); !found {
			return verdict{}, false
		}
	}
	result.second = next.centi
	return result, first.centi-next.centi >= effort.gap
}
