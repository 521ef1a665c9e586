package selfplay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"cathedral/engine"
	"cathedral/engine/record"
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
			comment.Time = 0
			scored := record.Move{Move: move.Move, Comment: comment.String()}
			if aside := choices.aside(&made.position, move.Move); aside != engine.NoMove {
				if scored.Variations, err = variationsOf(move, aside); err != nil {
					return fmt.Errorf("move %d: %w", i+1, err)
				}
			}
			made.add(scored)
			isKnown = comment.Proven
		case move.Comment == "" && (isRandom || isOffer || isKnown):
			made.play(move.Move)
		default:
			return fmt.Errorf("move %d has the comment %.30q", i+1, move.Comment)
		}
	}
	if white := game.Tag("White"); r.Swap && (white == chooser || white == proposer) {
		made.seat(white == chooser)
	}
	if !made.position.Over() {
		return errors.New("it does not end on the board")
	}
	if same, err := haveOneText(made.end(), game); err != nil || !same {
		return cmp.Or(err, errors.New("it has tags or comments that no game of the recipe has"))
	}
	return nil
}

// variationsOf returns the variation on a move of a record as a recipe writes it: the move aside
// and a reply with its score.
func variationsOf(move record.Move, aside engine.Move) ([]record.Variation, error) {
	if len(move.Variations) == 1 && len(move.Variations[0].Moves) == 2 {
		first, reply := move.Variations[0].Moves[0], move.Variations[0].Moves[1]
		if comment, isScored := record.ParseMoveComment(reply.Comment); isScored && first.Move == aside {
			comment.Time = 0
			return []record.Variation{{Moves: []record.Move{{Move: aside}, {Move: reply.Move, Comment: comment.String()}}}}, nil
		}
	}
	return nil, fmt.Errorf("%s was picked for the variation", aside)
}

// haveOneText reports whether the texts of two records are the same.
func haveOneText(a, b *record.Game) (bool, error) {
	text, err := a.Text()
	other, otherErr := b.Text()
	return text == other, cmp.Or(err, otherErr)
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
