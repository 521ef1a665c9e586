package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"cathedral/bench/selfplay"
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

// openingPicks is the number of moves picked for each ply of the opening. The first one
// with the largest building is played, because strong players begin with large buildings.
const openingPicks = 5

// hashMiB is the size of the transposition table. It is the same for all games, because
// the moves depend on it.
const hashMiB = 16

// series returns the series of the games.
func (r *Recipe) series() selfplay.Series {
	return selfplay.Series{Event: "Self-play for tuning", Rules: r.Rules, Seed: r.Seed, Nodes: r.Nodes}
}

// begin begins game number, from 0.
func (r *Recipe) begin(number int) (*selfplay.Game, error) {
	game, err := r.series().Begin(number)
	if err == nil {
		game.Record.SetTag(noiseTag, fmt.Sprint(r.Noise))
	}
	return game, err
}

// play plays game number, from 0, with a searcher that has learned nothing. The game ends
// when the engine has proven its final score. It returns ctx's error, or one about an
// impossible recipe.
func (r *Recipe) play(ctx context.Context, searcher *search.Searcher, number int) (*record.Game, error) {
	game, err := r.begin(number)
	if err != nil {
		return nil, err
	}
	picker := r.picker(number)
	for !game.Position.Over() {
		if move, random := picker.pick(&game.Position); random {
			game.Play(move)
			continue
		}
		found := searcher.Search(ctx, &game.Position, search.Limits{Nodes: r.Nodes}, search.DefaultOptions(), nil)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if end, proven := found.Info.ProvenEnd(game.Position); proven {
			return adjudicate(game.Record, end.Unplaced(engine.Light), end.Unplaced(engine.Dark)), nil
		}
		game.PlayScored(found.Best, found.Info.Score.Centi, found.Info.Depth)
	}
	return game.End(), nil
}

// picker makes the random choices of a game.
type picker struct {
	random  *rand.Rand
	opening int // plies
	noise   int // see Recipe
}

func (r *Recipe) picker(number int) *picker {
	random := r.series().Random(number)
	return &picker{random, shortestOpening + random.IntN(longestOpening-shortestOpening+1), r.Noise}
}

// pick returns the random move of a position, or false if the engine chooses its move. It
// has to be called once for each position of the game, in their order.
func (k *picker) pick(position *engine.Position) (move engine.Move, random bool) {
	moves := position.Moves(nil)
	switch {
	case position.Ply() < k.opening:
		return pickOpening(moves, k.random), true
	case len(moves) > 1 && k.noise > 0 && k.random.IntN(k.noise) == 0:
		return moves[k.random.IntN(len(moves))], true
	}
	return engine.NoMove, false
}

// check returns an error if the record of game number is not one of the recipe. A random
// move must be the one that was picked, and the record may say no more than a game of the
// recipe does. It does not check that the engine would have chosen the other moves.
func (r *Recipe) check(game *record.Game, number int) error {
	made, err := r.begin(number)
	if err != nil {
		return err
	}
	picker := r.picker(number)
	for i, move := range game.Moves {
		picked, random := picker.pick(&made.Position)
		switch comment, commented := record.ParseMoveComment(move.Comment); {
		case !random && !commented:
			return fmt.Errorf("move %d has the comment %.30q", i+1, move.Comment)
		case !random:
			made.PlayScored(move.Move, comment.Centi, comment.Depth)
		case move.Move != picked:
			return fmt.Errorf("move %d is %s, but %s was picked", i+1, move.Move, picked)
		default:
			made.Play(picked)
		}
	}
	if made.Position.Over() {
		made.End()
	} else {
		var light, dark int
		if _, err := fmt.Sscanf(game.Tag(scoreTag), "%d-%d", &light, &dark); err != nil {
			return errors.New("its end is neither on the board nor proven")
		}
		if !r.canEnd(engine.Light, light) || !r.canEnd(engine.Dark, dark) {
			return fmt.Errorf("it cannot end with %d-%d", light, dark)
		}
		if _, random := picker.pick(&made.Position); random {
			return errors.New("it ends although a random move was picked")
		}
		adjudicate(made.Record, light, dark)
	}
	if same, err := haveOneText(made.Record, game); err != nil || !same {
		return cmp.Or(err, errors.New("it has tags or comments that no game of the recipe has"))
	}
	return nil
}

// haveOneText reports whether the texts of two records are the same.
func haveOneText(a, b *record.Game) (bool, error) {
	text, err := selfplay.Text(a)
	other, otherErr := selfplay.Text(b)
	return text == other, cmp.Or(err, otherErr)
}

// canEnd reports whether a side can have the given number of unplaced squares at the end.
func (r *Recipe) canEnd(side engine.Side, unplaced int) bool {
	start := engine.Start(r.Rules)
	return unplaced >= 0 && unplaced <= start.Unplaced(side)
}

// pickOpening picks a move of the opening.
func pickOpening(moves []engine.Move, random *rand.Rand) engine.Move {
	best := moves[random.IntN(len(moves))]
	for range openingPicks - 1 {
		if move := moves[random.IntN(len(moves))]; move.Squares().Count() > best.Squares().Count() {
			best = move
		}
	}
	return best
}

const (
	noiseTag = "Noise" // the tag with the Recipe's
	scoreTag = "Score" // the tag with the unplaced squares of Light and of Dark at the end
)

// adjudicate ends a game whose final score is proven, and returns it. light and dark are the
// numbers of unplaced squares.
func adjudicate(game *record.Game, light, dark int) *record.Game {
	game.Result = record.Result(engine.FairGame{}.OutcomeOf(dark - light))
	game.SetTag(scoreTag, fmt.Sprintf("%d-%d", light, dark))
	game.SetTag(record.TerminationTag, string(record.Adjudication))
	game.SetTag(record.AdjudicationTag, string(record.ProvenScore))
	game.SetTag(record.CauseTag, "the final score is proven")
	return game
}
