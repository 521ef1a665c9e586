package study

import (
	"context"

	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/search"
)

// searchHashMiB is the size of a search's tables. What it finds depends on it.
const searchHashMiB = 32

// playBest plays the best move of a search or, once the final score is proven, all moves
// that prove it.
func playBest(game *selfplay.Game, info *search.Info) {
	_, proven := info.ProvenEnd(game.Position)
	game.PlayScored(info.PV[0], info.Score.Centi, info.Depth)
	for _, move := range info.PV[1:] {
		if proven {
			game.Play(move)
		}
	}
}

// placementOf returns the placement of the Cathedral in the game of a number, from 0: each of
// the 56 has its turn. In woods, Dark's first building decides which of its rotations is
// played.
func placementOf(number int) engine.Move {
	placements := engine.CathedralPlacements()
	return placements[number%len(placements)]
}

// placementLimits returns the limits of the search that places the Cathedral in the game of
// a number.
func placementLimits(p *engine.Position, number int) search.Limits {
	placement := placementOf(number)
	if p.Ply() == 0 { // an empty board: all rotations are equivalent
		return search.Limits{Moves: []engine.Move{placement}, Depth: 1}
	}
	var limits search.Limits
	for quarters := range 4 {
		limits.Moves = append(limits.Moves, placement.Rotate(quarters))
	}
	return limits
}

// searchDeep searches a position, and returns the last value of each line too. A search that
// is not deep enough to decide which move is better is repeated with twice the nodes, until it
// has at least most.
func searchDeep(ctx context.Context, searcher *search.Searcher, p *engine.Position, limits search.Limits, options search.Options, most uint64) (found search.Result, lines []search.Info, err error) {
	for ; ; limits.Nodes *= 2 {
		lines = make([]search.Info, options.MultiPV)
		found = searcher.Search(ctx, p, limits, options, func(info search.Info) {
			if info.Score.Bound == search.Exact {
				lines[info.MultiPV-1] = info
			}
		})
		if found.Info.Score.Final || lines[0].Depth >= leastDepth || limits.Nodes >= most || ctx.Err() != nil {
			return found, lines, ctx.Err()
		}
	}
}
