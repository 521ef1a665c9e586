package tune

import (
	"errors"
	"io"

	"cathedral/bench/rating"
	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/record"
)

// Moment is a position of a game, or of a variation, in which the engine chose a move.
type Moment struct {
	Position engine.Position
	// Move is the move played, and Last the move before it, or NoMove.
	Move, Last engine.Move
	// Centi is the engine's score for the side to move, in hundredths of a square, and
	// Depth the depth of its search, in plies. On the line of a proof nothing was searched:
	// Centi is the proven margin, and Depth is 0.
	Centi, Depth int
	// Margin is the game's final margin for the side to move, in squares, if HasMargin.
	// HasMargin is false if the margin is unknown or a random move came later, after
	// which the margin says nothing about the position.
	Margin    int
	HasMargin bool
}

// Origin describes the games that moments come from.
type Origin struct {
	Games  int // readable games
	Unused int // of these, games without a scored move
	Faulty int // games that could not be read, not counted in Games
	Copies int // games that repeat others of the same players, not counted in Games
	// Seed, Nodes and Noise are the tags of the games, "various" if they differ.
	Seed, Nodes, Noise string
}

// readMoments reads game records and calls use with the moments of each game that has some, in
// their order. A move without a score in its comment counts as random, except on the line of a
// proof. Faulty games are skipped, and so are those that do not count beside the observations, to
// which the others are added. It returns the error of in or use.
func readMoments(in io.Reader, observations *rating.Observations, use func(moments []Moment) error) (Origin, error) {
	var origin Origin
	reader := record.NewReader(in)
	for {
		item, err := reader.NextItem()
		switch {
		case errors.Is(err, io.EOF):
			return origin, nil
		case errors.As(err, new(*record.LineError)):
			origin.Faulty++
			continue
		case err != nil:
			return origin, err
		case item.Game == nil:
			continue // nobody has played on from a position
		}
		game := rating.RecordedGame(item.Game)
		game.Pair = "" // each game is evidence of its own
		if counts, _ := observations.Add(game); !counts {
			origin.Copies++
			continue
		}
		origin.add(item.Game)
		if moments := momentsOf(item.Game, &game); len(moments) > 0 {
			if err := use(moments); err != nil {
				return origin, err
			}
		} else {
			origin.Unused++
		}
	}
}

// add counts a game.
func (o *Origin) add(game *record.Game) {
	for _, tag := range []struct {
		name  string
		value *string
	}{{"Seed", &o.Seed}, {"Nodes", &o.Nodes}, {selfplay.NoiseTag, &o.Noise}} {
		switch value := game.Tag(tag.name); {
		case o.Games == 0:
			*tag.value = value
		case value != *tag.value:
			*tag.value = "various"
		}
	}
	o.Games++
}

// momentsOf returns the moments of a game, each followed by those of its variations.
func momentsOf(gameRecord *record.Game, game *rating.Game) []Moment {
	moments, onLine := []Moment(nil), false // of a proof
	position, last := gameRecord.Start, engine.NoMove
	for _, move := range gameRecord.Moves {
		margin := game.Margin
		if position.Side() == engine.Dark {
			margin = -margin
		}
		moment, scored := momentOf(&position, last, move)
		switch {
		case scored:
			moment.Margin, moment.HasMargin = margin, game.HasMargin
		case onLine && game.HasMargin:
			moment.Centi, moment.Margin, moment.HasMargin = 100*margin, margin, true
		default:
			for before := range moments {
				moments[before].Margin, moments[before].HasMargin = 0, false
			}
			onLine = false
		}
		if scored || onLine {
			moments = append(moments, moment)
		}
		for _, variation := range move.Variations {
			moments = append(moments, variationMoments(position, last, variation.Moves)...)
		}
		comment, _ := record.ParseMoveComment(move.Comment)
		onLine = onLine || comment.Proven
		last, position = move.Move, position.Play(move.Move)
	}
	return moments
}

// momentOf returns the moment of a move from a position, and whether the move has a score.
func momentOf(position *engine.Position, last engine.Move, move record.Move) (Moment, bool) {
	comment, scored := record.ParseMoveComment(move.Comment)
	return Moment{Position: *position, Move: move.Move, Last: last, Centi: comment.Centi, Depth: comment.Depth}, scored
}

// variationMoments returns the moments of a variation, whose margin is unknown.
func variationMoments(position engine.Position, last engine.Move, moves []record.Move) []Moment {
	var moments []Moment
	for _, move := range moves {
		if moment, scored := momentOf(&position, last, move); scored {
			moments = append(moments, moment)
		}
		last, position = move.Move, position.Play(move.Move)
	}
	return moments
}
