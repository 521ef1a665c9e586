package selfplay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// check returns an error if the record of game number is not one of the recipe. A random
// move must be the one that was picked, and the record may say no more than a game of the
// recipe does. It does not check that the engine would have chosen the other moves.
func (r *Recipe) check(game *record.Game, number int) error {
	made, err := r.begin(number)
	if err != nil {
		return err
	}
	choices, isKnown := r.choices(number), false // how it ends
	for i, move := range game.Moves {
		var picked engine.Move
		isRandom := false
		if !isKnown {
			picked, isRandom = choices.next(&made.position)
		}
		comment, isScored := record.ParseMoveComment(move.Comment)
		isOffer := r.offersSides(&made.position)
		switch {
		case isRandom && move.Move != picked:
			return fmt.Errorf("move %d is %s, but %s was picked", i+1, move.Move, picked)
		case r.Placements && made.position.PlacesCathedral() && !slices.Contains(placementLimits(&made.position, number).Moves, move.Move):
			return fmt.Errorf("the Cathedral is placed by %s, where it is not its turn", move.Move)
		case isScored && !isRandom && !isOffer && !isKnown:
			made.playScored(move.Move, comment.Centi, comment.Depth)
		case isRandom || isOffer || r.PlayedOut && move.Comment == "":
			isKnown = isKnown || !isRandom && !isOffer
			made.play(move.Move)
		default:
			return fmt.Errorf("move %d has the comment %.30q", i+1, move.Comment)
		}
	}
	if white := game.Tag("White"); r.Swap && (white == chooser || white == proposer) {
		made.seat(white == chooser)
	}
	switch {
	case made.position.Over():
		made.end()
	case r.PlayedOut:
		return errors.New("it does not end on the board")
	default:
		var light, dark int
		if _, err := fmt.Sscanf(game.Tag(scoreTag), "%d-%d", &light, &dark); err != nil {
			return errors.New("its end is neither on the board nor proven")
		}
		if !r.canEnd(engine.Light, light) || !r.canEnd(engine.Dark, dark) {
			return fmt.Errorf("it cannot end with %d-%d", light, dark)
		}
		if _, isRandom := choices.next(&made.position); isRandom {
			return errors.New("it ends although a random move was picked")
		}
		made.adjudicate(light, dark)
	}
	if same, err := haveOneText(made.record, game); err != nil || !same {
		return cmp.Or(err, errors.New("it has tags or comments that no game of the recipe has"))
	}
	return nil
}

// haveOneText reports whether the texts of two records are the same.
func haveOneText(a, b *record.Game) (bool, error) {
	text, err := a.Text()
	other, otherErr := b.Text()
	return text == other, cmp.Or(err, otherErr)
}

// canEnd reports whether a side can have the given number of unplaced squares at the end.
func (r *Recipe) canEnd(side engine.Side, unplaced int) bool {
	start := engine.Start(r.Rules)
	return unplaced >= 0 && unplaced <= start.Unplaced(side)
}

// proofFactor is how many times the nodes of a move a proof may take that is made again.
const proofFactor = 10

// checkProof refuses a worker's game that ends by a proof which does not hold: neither from
// its last position alone, nor when the whole game is played again. It
// returns ctx's error, and one if there is no memory for the table.
func (r *Recipe) checkProof(ctx context.Context, game *record.Game, number int) error {
	positions := game.Positions()
	last := &positions[len(positions)-1]
	if last.Over() {
		return nil
	}
	searcher, err := r.searcher()
	if err != nil {
		return err
	}
	found := searcher.Search(ctx, last, search.Limits{Solve: true, Nodes: proofFactor * r.Nodes}, search.DefaultOptions(), nil)
	if err := ctx.Err(); err != nil {
		return err
	}
	if end, proven := found.Info.ProvenEnd(*last); proven && fmt.Sprintf("%d-%d", end.Unplaced(engine.Light), end.Unplaced(engine.Dark)) == game.Tag(scoreTag) {
		return nil
	}
	switch same, err := r.repeats(ctx, game, number); {
	case err != nil:
		return err
	case !same:
		return farm.Refuse("game %d: its score of %.20q is not proven", number+1, game.Tag(scoreTag))
	}
	return nil
}

// repeats plays game number again and reports whether it is the one that a file has.
func (r *Recipe) repeats(ctx context.Context, game *record.Game, number int) (bool, error) {
	searcher, err := r.searcher()
	if err != nil {
		return false, err
	}
	replayed, err := r.play(ctx, searcher, number)
	if err != nil {
		return false, err
	}
	return haveOneText(game, replayed)
}
