package study

import (
	"context"
	"math/rand/v2"

	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/search"
)

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
