package suite

import (
	"context"
	"slices"

	"cathedral/engine"
	"cathedral/search"
)

const (
	// provenPly is the first ply whose answers are proven to the end of the game.
	// Earlier ones are looked at with many nodes.
	provenPly = 13
	// proofNodes is how many nodes a proof may take. Where they do not suffice the
	// position is left out.
	proofNodes = 2_000_000
	// evenGap is how near to the best, in hundredths of a square, another move is as
	// good. In proofs it comes down to the same margin.
	evenGap = 50
	// mostBest is how many best moves a question may have.
	mostBest = 8
	// verifierHashMiB holds all that is found out about a position.
	verifierHashMiB = 64
)

// effort is how thoroughly a position is looked at.
type effort struct {
	limits search.Limits
	gap    int // hundredths of a square by which all other moves have to be worse
}

// looks are how a position is looked at to see whether it is worth more: short and
// lenient first, then longer and stricter.
func looks() []effort {
	return []effort{
		{search.Limits{Nodes: 20_000}, ClearGap * 3 / 4},
		{search.Limits{Nodes: 100_000}, ClearGap * 9 / 10},
	}
}

// proof is how answers are proven.
func proof() effort { return effort{search.Limits{Nodes: proofNodes, Solve: true}, ClearGap} }

// deep is how answers are found where there is no proof.
func deep(nodes uint64) effort { return effort{search.Limits{Nodes: nodes}, ClearGap} }

// verifier finds out what is best in a position, and by how much.
type verifier struct{ searcher *search.Searcher }

func newVerifier() (*verifier, error) {
	searcher, err := search.New(verifierHashMiB)
	return &verifier{searcher}, err
}

// judgement is what a search says of the best of some moves.
type judgement struct {
	line   []engine.Move
	centi  int // hundredths of a square, for the side to move
	depth  int
	nodes  uint64
	proven bool
}

// judge searches some of a position's moves, all where there are none given. It
// reports false where there is no judgement: what was to be proven is not, or ctx
// was cancelled.
func (v *verifier) judge(ctx context.Context, p *engine.Position, moves []engine.Move, limits search.Limits) (judgement, bool) {
	limits.Moves = moves
	options := search.DefaultOptions()
	options.Objective = search.Margin
	var exact search.Info // what a broken off iteration says is not to be relied on
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

// verdict is what is known of a position whose best moves are clearly best.
type verdict struct {
	theme  Theme
	best   []engine.Move
	first  judgement // of the best move
	second int       // what the best of the other moves comes to, in hundredths of a square
}

// verify looks for a theme in a position. It reports false where there is none
// that is wanted, or where other moves are about as good.
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
		if len(result.best) == mostBest || !theme.Holds(p, next.line[0]) {
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
