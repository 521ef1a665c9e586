package tune

import (
	"errors"
	"io"

	"cathedral/bench/results"
	"cathedral/engine"
)

// Moment is a position of a game that the engine played on from without random
// moves, so that the end of the game says something about it.
type Moment struct {
	Position engine.Position
	Margin   int // the game's final margin for the side to move, in squares
	// Centi is the engine's score for the side to move, in hundredths of a square,
	// and Depth how many plies it searched for it. Scored is false for the last
	// position of a game, which has neither.
	Centi, Depth int
	Scored       bool
	// Settles tells that the move that was played claimed or captured something.
	Settles bool
}

// Origin tells where moments come from.
type Origin struct {
	Games  int // read
	Unused int // of these, games without a known margin or without a scored move
	Faulty int // games that could not be read, not counted in Games
	// Seed, Nodes and Noise are the tags of the games, "various" where they differ.
	Seed, Nodes, Noise string
}

// ReadMoments reads game records and hands the moments of each game over, in
// their order and with the game's number, from 0 and without gaps. A move without
// a score in its comment counts as a random one. A faulty game costs no other.
// The error is that of the reader.
func ReadMoments(in io.Reader, use func(game int, moments []Moment)) (Origin, error) {
	var origin Origin
	reader := engine.NewRecordReader(in)
	for {
		record, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF):
			return origin, nil
		case errors.As(err, new(*engine.LineError)):
			origin.Faulty++
			continue
		case err != nil:
			return origin, err
		}
		origin.add(record)
		if moments := momentsOf(record); len(moments) > 0 {
			use(origin.Games-origin.Unused-1, moments)
		} else {
			origin.Unused++
		}
	}
}

// add counts a game.
func (o *Origin) add(record *engine.Record) {
	for _, tag := range []struct {
		name  string
		value *string
	}{{seedTag, &o.Seed}, {nodesTag, &o.Nodes}, {noiseTag, &o.Noise}} {
		switch value := record.Tag(tag.name); {
		case o.Games == 0:
			*tag.value = value
		case value != *tag.value:
			*tag.value = "various"
		}
	}
	o.Games++
}

// momentsOf returns the moments of a game, none where its margin is not known.
func momentsOf(record *engine.Record) []Moment {
	game := results.Game(record)
	if !game.HasMargin {
		return nil
	}
	var moments []Moment
	positions := record.Positions()
	for i, position := range positions {
		moment := Moment{Position: position, Margin: game.Margin}
		if position.Side() == engine.Dark {
			moment.Margin = -game.Margin
		}
		if i == len(record.Moves) {
			if len(moments) > 0 && !position.Over() {
				moments = append(moments, moment)
			}
			break
		}
		move := record.Moves[i]
		comment, scored := engine.ParseMoveComment(move.Comment)
		if !scored {
			moments = moments[:0]
			continue
		}
		settlement := position.Settlement(move.Move)
		moment.Centi, moment.Depth, moment.Scored = comment.Centi, comment.Depth, true
		moment.Settles = !settlement.Claimed.IsEmpty() || len(settlement.Captured) > 0
		moments = append(moments, moment)
	}
	return moments
}
