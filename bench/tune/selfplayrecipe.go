package tune

import (
	"context"
	"fmt"
	"math/rand/v2"

	"cathedral/bench/termination"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// Recipe describes games of the engine against itself. The recipe, the number of a game
// and the engine determine the game, so games can be played in any order and at any time.
type Recipe struct {
	Rules engine.Rules
	Seed  uint64 // determines every random choice
	Nodes uint64 // searched for each move, at least 1
	// After the opening one move in Noise is random, so that the games reach positions
	// that good play avoids. 0: none.
	Noise int
}

// The opening of a game is random. Its length is in plies.
const (
	shortestOpening = 1
	longestOpening  = 5
)

// openingDraws is the number of moves drawn for each ply of the opening. The first one
// with the largest building is played, because strong players begin with large buildings.
const openingDraws = 5

// hashMiB is the size of the transposition table. It is the same for all games, because
// the moves depend on it.
const hashMiB = 16

// play plays game number, from 0, and returns its record. Random moves have no comment,
// which distinguishes them from the engine's. The game ends when the engine has proven
// its final score. The error is ctx's.
func (r *Recipe) play(ctx context.Context, searcher *search.Searcher, number int) (*record.Game, error) {
	random := rand.New(rand.NewPCG(r.Seed, uint64(number)))
	opening := shortestOpening + random.IntN(longestOpening-shortestOpening+1)
	searcher.Clear()
	position := engine.Start(r.Rules)
	game := r.newRecord(position, number)
	for moves := position.Moves(nil); len(moves) > 0; moves = position.Moves(moves[:0]) {
		var move record.Move
		switch {
		case position.Ply() < opening:
			move.Move = drawOpening(moves, random)
		case len(moves) > 1 && r.Noise > 0 && random.IntN(r.Noise) == 0:
			move.Move = moves[random.IntN(len(moves))]
		default:
			limits := search.Limits{Nodes: r.Nodes}
			found := searcher.Search(ctx, &position, limits, search.DefaultOptions(), func(search.Info) {})
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if end, proven := provenEnd(position, &found.Info); proven {
				adjudicate(game, &end)
				return game, nil
			}
			move = record.Move{Move: found.Best, Comment: comment(&found.Info)}
		}
		game.Moves = append(game.Moves, move)
		position = position.Play(move.Move)
	}
	game.Result = record.Result(position.Outcome())
	return game, nil
}

// drawOpening draws a move of the opening.
func drawOpening(moves []engine.Move, random *rand.Rand) engine.Move {
	best := moves[random.IntN(len(moves))]
	for range openingDraws - 1 {
		if move := moves[random.IntN(len(moves))]; move.Squares().Count() > best.Squares().Count() {
			best = move
		}
	}
	return best
}

// comment returns the record's comment on an engine's move. It leaves the time at 0, so
// that all records of the same game are equal.
func comment(info *search.Info) string {
	return record.MoveComment{Centi: info.Score.Centi, Depth: info.Depth}.String()
}

// provenEnd returns the position at the end of best play, and whether the engine has
// proven its margin.
func provenEnd(position engine.Position, info *search.Info) (end engine.Position, proven bool) {
	if !info.Score.Final {
		return position, false
	}
	side := position.Side()
	for _, move := range info.PV {
		position = position.Play(move)
	}
	return position, position.Over() && position.Margin(side) == info.Score.Squares()
}

// The tags of a record with the recipe of the game.
const (
	seedTag  = "Seed"
	nodesTag = "Nodes"
	noiseTag = "Noise"
)

// newRecord returns the record of a game that has not begun.
func (r *Recipe) newRecord(start engine.Position, number int) *record.Game {
	game := record.New(start)
	for _, tag := range []record.Tag{
		{Name: "Event", Value: "Self-play for tuning"},
		{Name: "Round", Value: fmt.Sprint(number + 1)},
		{Name: "White", Value: "Cathedral"},
		{Name: "Black", Value: "Cathedral"},
		{Name: seedTag, Value: fmt.Sprint(r.Seed)},
		{Name: nodesTag, Value: fmt.Sprint(r.Nodes)},
		{Name: noiseTag, Value: fmt.Sprint(r.Noise)},
	} {
		game.SetTag(tag.Name, tag.Value)
	}
	return game
}

// adjudicate ends a game whose last position is proven to lead to end.
func adjudicate(game *record.Game, end *engine.Position) {
	game.Result = record.Result(end.Outcome())
	game.SetTag("Score", fmt.Sprintf("%d-%d", end.Unplaced(engine.Light), end.Unplaced(engine.Dark)))
	game.SetTag(termination.Tag, string(termination.Adjudication))
	game.SetTag(termination.RuleTag, string(termination.Proof))
	game.SetTag(termination.CauseTag, "the final score is proven")
}
