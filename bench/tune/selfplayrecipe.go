package tune

import (
	"context"
	"errors"
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

// play plays game number, from 0. The game ends when the engine has proven its final
// score. The error is ctx's.
func (r *Recipe) play(ctx context.Context, searcher *search.Searcher, number int) (*selfplayResult, error) {
	draws := r.draws(number)
	searcher.Clear()
	position := engine.Start(r.Rules)
	played := &selfplayResult{Number: number}
	for moves := position.Moves(nil); len(moves) > 0; moves = position.Moves(moves[:0]) {
		move, random := draws.draw(&position, moves)
		text := ""
		if !random {
			limits := search.Limits{Nodes: r.Nodes}
			found := searcher.Search(ctx, &position, limits, search.DefaultOptions(), func(search.Info) {})
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if end, proven := found.Info.ProvenEnd(position); proven {
				played.Proven, played.Light, played.Dark = true, end.Unplaced(engine.Light), end.Unplaced(engine.Dark)
				return played, nil
			}
			move, text = found.Best, comment(&found.Info)
		}
		played.Moves, played.Comments = append(played.Moves, move.String()), append(played.Comments, text)
		position = position.Play(move)
	}
	return played, nil
}

// draws are the random choices of a game.
type draws struct {
	random  *rand.Rand
	opening int // plies
	noise   int // see Recipe
}

func (r *Recipe) draws(number int) *draws {
	random := rand.New(rand.NewPCG(r.Seed, uint64(number)))
	return &draws{random, shortestOpening + random.IntN(longestOpening-shortestOpening+1), r.Noise}
}

// draw returns the random move of a position with the given moves, or false if the engine
// chooses its move. It has to be called once for each position of the game, in their order.
func (d *draws) draw(position *engine.Position, moves []engine.Move) (move engine.Move, random bool) {
	switch {
	case position.Ply() < d.opening:
		return drawOpening(moves, d.random), true
	case len(moves) > 1 && d.noise > 0 && d.random.IntN(d.noise) == 0:
		return moves[d.random.IntN(len(moves))], true
	}
	return engine.NoMove, false
}

// record returns the record of a game. It is an error if the game is not one of the recipe:
// if a move is illegal, or if a random move is not the one that was drawn. It does not
// check that the engine would have chosen the other moves.
func (r *Recipe) record(played *selfplayResult) (*record.Game, error) {
	if len(played.Comments) != len(played.Moves) {
		return nil, fmt.Errorf("%d comments on %d moves", len(played.Comments), len(played.Moves))
	}
	draws, position := r.draws(played.Number), engine.Start(r.Rules)
	game := r.newRecord(position, played.Number)
	moves := position.Moves(nil)
	for i, word := range played.Moves {
		move, err := engine.ParseMove(word, position.Side())
		if err == nil {
			err = position.Check(move)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d, %.30q: %w", i+1, word, err)
		}
		text := played.Comments[i]
		drawn, random := draws.draw(&position, moves)
		switch parsed, commented := record.ParseMoveComment(text); {
		case random && (move != drawn || text != ""):
			return nil, fmt.Errorf("move %d is %s %.30q, but %s was drawn", i+1, move, text, drawn)
		case !random && (!commented || parsed.String() != text):
			return nil, fmt.Errorf("move %d has the comment %.30q", i+1, text)
		}
		game.Moves = append(game.Moves, record.Move{Move: move, Comment: text})
		position = position.Play(move)
		moves = position.Moves(moves[:0])
	}
	switch {
	case position.Over() && !played.Proven:
		game.Result = record.Result(position.Outcome())
		return game, nil
	case position.Over() || !played.Proven:
		return nil, errors.New("its end is neither on the board nor proven")
	case !r.canEnd(engine.Light, played.Light) || !r.canEnd(engine.Dark, played.Dark):
		return nil, fmt.Errorf("it cannot end with %d-%d", played.Light, played.Dark)
	}
	if _, random := draws.draw(&position, moves); random {
		return nil, errors.New("it ends although a random move was drawn")
	}
	adjudicate(game, played.Light, played.Dark)
	return game, nil
}

// canEnd reports whether a side can have the given number of unplaced squares at the end.
func (r *Recipe) canEnd(side engine.Side, unplaced int) bool {
	start := engine.Start(r.Rules)
	return unplaced >= 0 && unplaced <= start.Unplaced(side)
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

// adjudicate ends a game whose final score is proven. light and dark are the numbers of
// unplaced squares.
func adjudicate(game *record.Game, light, dark int) {
	outcome := engine.Draw
	switch {
	case light < dark:
		outcome = engine.LightWins
	case dark < light:
		outcome = engine.DarkWins
	}
	game.Result = record.Result(outcome)
	game.SetTag("Score", fmt.Sprintf("%d-%d", light, dark))
	game.SetTag(termination.Tag, string(termination.Adjudication))
	game.SetTag(termination.RuleTag, string(termination.Proof))
	game.SetTag(termination.CauseTag, "the final score is proven")
}
