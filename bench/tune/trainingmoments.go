package tune

import (
	"errors"
	"io"

	"cathedral/bench/rating"
	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/record"
)

// Moment is a position of a game in which the engine chose a move.
type Moment struct {
	Position engine.Position
	// Move is the move played, and Last the move before it, or NoMove.
	Move, Last engine.Move
	// Centi is the engine's score for the side to move, in hundredths of a square, and
	// Depth the depth of its search, in plies.
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
	// Seed, Nodes and Noise are the tags of the games, "various" if they differ.
	Seed, Nodes, Noise string
}

// ReadMoments reads game records and calls use with the moments of each game, in their
// order, and the game's number. Games that have moments are numbered from 0 without gaps.
// A move without a score in its comment counts as random. ReadMoments skips faulty games.
// It returns in's error.
func ReadMoments(in io.Reader, use func(game int, moments []Moment)) (Origin, error) {
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
		origin.add(item.Game)
		if moments := momentsOf(item.Game); len(moments) > 0 {
			use(origin.Games-origin.Unused-1, moments)
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

// momentsOf returns the moments of a game.
func momentsOf(gameRecord *record.Game) []Moment {
	game := rating.RecordedGame(gameRecord)
	var moments []Moment
	positions := gameRecord.Positions()
	for i, move := range gameRecord.Moves {
		comment, scored := record.ParseMoveComment(move.Comment)
		if !scored {
			for before := range moments {
				moments[before].Margin, moments[before].HasMargin = 0, false
			}
			continue
		}
		moment := Moment{
			Position: positions[i], Move: move.Move, Centi: comment.Centi, Depth: comment.Depth,
			Margin: game.Margin, HasMargin: game.HasMargin,
		}
		if i > 0 {
			moment.Last = gameRecord.Moves[i-1].Move
		}
		if moment.Position.Side() == engine.Dark {
			moment.Margin = -game.Margin
		}
		moments = append(moments, moment)
	}
	return moments
}
