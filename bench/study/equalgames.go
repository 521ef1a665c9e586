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
// suffice to value several moves. After the placement, each side's first moves are drawn
// among the best, so that the games differ. The recipe, the number of a game and the engine
// determine the game. When the engine has proven the final score, the line that it has proven
// ends the game.
type EqualGames struct {
	Rules engine.Rules
	Seed  uint64 // determines every draw
	Nodes uint64 // searched for each move, at least 1
}

const (
	// drawnMoves is the number of moves, by both sides together, that are drawn.
	drawnMoves = 4
	// drawnLines is the number of best moves among which one is drawn.
	drawnLines = 6
	// drawnSpread is the loss, in hundredths of a square, by which a move becomes e
	// times less likely than the best.
	drawnSpread = 40
)

// Play plays the game of a number, from 0, with a searcher that has learned nothing, and
// returns its record. The error is ctx's.
func (g *EqualGames) Play(ctx context.Context, searcher *search.Searcher, number int) (*record.Game, error) {
	game, err := g.series().Begin(number)
	if err != nil {
		return nil, err
	}
	random, drawn := g.series().Random(number), 0
	for !game.Position.Over() {
		limits, options, most := search.Limits{}, search.DefaultOptions(), g.Nodes
		switch {
		case game.Position.PlacesCathedral():
			limits = placementLimits(&game.Position, number)
		case drawn < drawnMoves:
			options.MultiPV, most = drawnLines, mostRepeated*g.Nodes
		}
		limits.Nodes = g.Nodes
		found, lines, err := searchDeep(ctx, searcher, &game.Position, limits, options, most)
		if err != nil {
			return nil, err
		}
		_, proven := found.Info.ProvenEnd(game.Position)
		if !proven && options.MultiPV > 1 && len(lines[0].PV) > 0 {
			found.Info = draw(lines, random)
			drawn++
		}
		playBest(game, &found.Info)
	}
	return game.End(), nil
}

// draw draws one of the lines, the better ones more often.
func draw(lines []search.Info, random *rand.Rand) search.Info {
	weights := make([]float64, 0, len(lines))
	sum := 0.0
	for _, line := range lines {
		if len(line.PV) == 0 {
			break
		}
		loss := lines[0].Score.Centi - line.Score.Centi
		weights = append(weights, math.Exp(-float64(loss)/drawnSpread))
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
