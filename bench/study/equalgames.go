package study

import (
	"context"
	"math"
	"math/rand/v2"

	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// EqualGames describes games of the engine against itself from each placement of the
// Cathedral in turn. Both sides search the same number of nodes, or more if that does not
// suffice to value several moves. After the placement, each side's first moves are picked
// among the best, so that the games differ. The recipe, the number of a game and the engine
// determine the game. When the engine has proven the final score, the line that it has proven
// ends the game.
type EqualGames struct {
	Rules engine.Rules
	Seed  uint64 // determines every random choice
	Nodes uint64 // searched for each move, at least 1
}

const (
	// pickedMoves is the number of moves, by both sides together, that are picked at random.
	pickedMoves = 4
	// pickedLines is the number of best moves of which one is picked.
	pickedLines = 6
	// pickedSpread is the loss, in hundredths of a square, by which a move becomes e
	// times less likely than the best.
	pickedSpread = 40
)

// Play plays the game of a number, from 0, with a searcher that has learned nothing, and
// returns its record. The error is ctx's.
func (g *EqualGames) Play(ctx context.Context, searcher *search.Searcher, number int) (*record.Game, error) {
	game, err := g.series().Begin(number)
	if err != nil {
		return nil, err
	}
	random, picked := g.series().Random(number), 0
	for !game.Position.Over() {
		limits, options, most := search.Limits{}, search.DefaultOptions(), g.Nodes
		switch {
		case game.Position.PlacesCathedral():
			limits = placementLimits(&game.Position, number)
		case picked < pickedMoves:
			options.MultiPV, most = pickedLines, mostRepeated*g.Nodes
		}
		limits.Nodes = g.Nodes
		found, lines, err := searchDeep(ctx, searcher, &game.Position, limits, options, most)
		if err != nil {
			return nil, err
		}
		_, proven := found.Info.ProvenEnd(game.Position)
		if !proven && options.MultiPV > 1 && len(lines[0].PV) > 0 {
			found.Info = pick(lines, random)
			picked++
		}
		playBest(game, &found.Info)
	}
	return game.End(), nil
}

// pick picks one of the lines at random, the better ones more often.
func pick(lines []search.Info, random *rand.Rand) search.Info {
	weights := make([]float64, 0, len(lines))
	sum := 0.0
	for _, line := range lines {
		if len(line.PV) == 0 {
			break
		}
		loss := lines[0].Score.Centi - line.Score.Centi
		weights = append(weights, math.Exp(-float64(loss)/pickedSpread))
		sum += weights[len(weights)-1]
	}
	at := random.Float64() * sum
	for i, weight := range weights {
		if at -= weight; at < 0 {
			return lines[i]
		}
	}
	return lines[0]
}

// series returns the series of the games.
func (g *EqualGames) series() selfplay.Series {
	return selfplay.Series{Event: "Opening study", Rules: g.Rules, Seed: g.Seed, Nodes: g.Nodes}
}
