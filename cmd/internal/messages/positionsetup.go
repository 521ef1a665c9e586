package messages

// Positions that are set up by hand, from the pieces on the page.

import (
	"fmt"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// positionSetup answers a request for a position that is set up.
type positionSetup struct {
	View view          `json:"view"`
	Room Sides[string] `json:"room"` // the placements on free squares, separated by spaces
}

// setup returns the position with the pieces of a request.
func (Rulebook) setup(r *setupRequest) (*positionSetup, error) {
	rules, err := r.RulesOfPlay()
	if err != nil {
		return nil, err
	}
	setup := engine.Setup{Rules: rules}
	if setup.Side, err = ParseSide(r.Side); err != nil {
		return nil, err
	}
	for _, p := range r.Pieces {
		var side engine.Side
		if p.Side != "" {
			if side, err = ParseSide(p.Side); err != nil {
				return nil, err
			}
		}
		move, err := engine.ParseMove(p.Move, side)
		if err != nil {
			return nil, err
		}
		if p.Side == "" {
			if setup.Cathedral != engine.NoMove {
				return nil, fmt.Errorf("there is only one Cathedral")
			}
			setup.Cathedral = move
		} else {
			setup.Buildings[side] = append(setup.Buildings[side], move)
		}
		if p.Spared {
			setup.Spared = setup.Spared.Or(move.Squares())
		}
	}
	position, err := setup.Position()
	if err != nil {
		return nil, err
	}
	return &positionSetup{
		View: lastView(record.New(position)),
		Room: BySide(func(side engine.Side) string { return room(&position, side) }),
	}, nil
}

// room returns the placements of a side's unplaced buildings on squares without a piece,
// and for Light those of the Cathedral if it is not on the board.
func room(p *engine.Position, side engine.Side) string {
	var placements []string
	hand, empty := p.Hand(side), p.Empty()
	add := func(move engine.Move) {
		if move != engine.NoMove && empty.Contains(move.Squares()) {
			placements = append(placements, move.String())
		}
	}
	for i := range engine.SideShapes {
		if shape := engine.SideShape(side, i); hand.Has(shape.Building()) {
			for square := range empty.Squares() {
				add(shape.StartingAt(square))
			}
		}
	}
	if side == engine.Light && p.CathedralPiece() == engine.NoMove {
		start := engine.Start(engine.Rules{}) // in which Light places the Cathedral
		for _, move := range start.Moves(nil) {
			add(move)
		}
	}
	return strings.Join(placements, " ")
}

// ParseSide returns the side whose name is text: light or dark.
func ParseSide(text string) (engine.Side, error) {
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		if text == SideName(side) {
			return side, nil
		}
	}
	return 0, fmt.Errorf("side: %s is neither light nor dark", wording.Quoted(text))
}
