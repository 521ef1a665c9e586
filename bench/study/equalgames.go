package study

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
	"cathedral/search/strength"
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
	// Fair restricts Dark's first building and says who wins. With squares in advance both
	// sides play for squares, in other games for a win first.
	Fair engine.FairGame `json:",omitzero"`
	// Level is the Elo of the level at which both sides play, whose own mistakes make the games
	// differ; 0 is full strength.
	Level int `json:",omitempty"`
	// Swap has one player choose the side when the other has placed Dark's first building.
	Swap bool `json:",omitempty"`
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
// returns its record, or ctx's error.
func (g *EqualGames) Play(ctx context.Context, searcher *search.Searcher, number int) (*record.Game, error) {
	game, err := g.series().Begin(number)
	if err != nil {
		return nil, err
	}
	random, picked := g.series().Random(number), 0
	for !game.Position.Over() {
		limits, options, most := search.Limits{}, g.options(random), g.Nodes
		switch {
		case game.Position.PlacesCathedral():
			limits = placementLimits(&game.Position, number)
		case g.Swap && game.Position.Ply() == 1:
			if err := g.swap(ctx, searcher, game, random); err != nil {
				return nil, err
			}
			continue
		case g.Fair.Restricts(&game.Position):
			limits.Moves = g.allowed(&game.Position)
		}
		if g.Level == 0 && picked < pickedMoves && !game.Position.PlacesCathedral() {
			options.MultiPV, most = pickedLines, mostRepeated*g.Nodes
		}
		limits.Before = movesOf(game)
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

// options returns the options of a search.
func (g *EqualGames) options(random *rand.Rand) search.Options {
	options := search.DefaultOptions()
	if g.Level != 0 {
		options.Strength, options.Seed = strength.AtElo(g.Level), random.Uint64()
	}
	if g.Fair.HalfSquares != 0 {
		options.Objective = search.Margin
	}
	return options
}

// allowed returns the moves with which Dark may begin.
func (g *EqualGames) allowed(p *engine.Position) []engine.Move {
	return slices.DeleteFunc(p.Moves(nil), func(move engine.Move) bool { return !g.Fair.Allows(p, move) })
}

// series returns the series of the games.
func (g *EqualGames) series() selfplay.Series {
	return selfplay.Series{Event: "Opening study", Rules: g.Rules, Seed: g.Seed, Nodes: g.Nodes, Fair: g.Fair, Level: g.Level, Swap: g.Swap}
}

const (
	// swapOffers is the number of Dark's buildings that are tried before a swap.
	swapOffers = 24
	// offerShare is the part of a move's nodes that each of them gets.
	offerShare = 8
)

// The players of a game with a swap.
const (
	chooser  = "Chooser"
	proposer = "Proposer"
)

// swap plays Dark's first building so that the position is as even as the proposer can make
// it, and has the chooser take the side that its search prefers.
func (g *EqualGames) swap(ctx context.Context, searcher *search.Searcher, game *selfplay.Game, random *rand.Rand) error {
	value := func(p *engine.Position, nodes uint64, before []engine.Move) (int, error) {
		options := g.options(random)
		found := searcher.Search(ctx, p, search.Limits{Nodes: max(1, nodes), Before: before}, options, nil)
		return found.Info.Score.Centi, ctx.Err()
	}
	before := movesOf(game)
	moves := game.Position.Moves(nil)
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	offer, nearest := moves[0], 0
	for i, move := range moves[:min(swapOffers, len(moves))] {
		after := game.Position.Play(move)
		centi, err := value(&after, g.Nodes/offerShare, append(before, move))
		if err != nil {
			return err
		}
		if away := max(centi, -centi); i == 0 || away < nearest {
			offer, nearest = move, away
		}
	}
	game.Play(offer)
	centi, err := value(&game.Position, g.Nodes, append(before, offer))
	light, dark := chooser, proposer
	if centi < 0 {
		light, dark = dark, light
	}
	game.Record.SetTag("White", light)
	game.Record.SetTag("Black", dark)
	return err
}

// movesOf returns the moves of a game so far.
func movesOf(game *selfplay.Game) []engine.Move {
	moves := make([]engine.Move, len(game.Record.Moves))
	for i := range moves {
		moves[i] = game.Record.Moves[i].Move
	}
	return moves[:len(moves):len(moves)]
}
