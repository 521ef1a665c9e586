package study

import (
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search/book"
)

// gameFacts holds the figures of a finished game that the report counts.
type gameFacts struct {
	placement int // of the Cathedral, from 0
	turned    int // the clockwise quarter turns after which the Cathedral faces north
	margin    int // Light's, in squares
	plies     int // with the Cathedral
	buildings []facedBuilding
	left      [2]int          // unplaced squares of each side
	values    map[int]float64 // of the searches, by ply, for Light in squares
	keys      []uint64        // canonical, of the positions up to lastBiasedPly+4, by ply
	// territory is the first that was won.
	territory struct {
		won     bool
		squares int
		ply     int
		side    engine.Side
	}
}

// facedBuilding is a building as it was placed.
type facedBuilding struct {
	side engine.Side
	move engine.Move
}

// factsOf returns the facts of a game, and whether the game is finished and the Cathedral
// was placed in it.
func factsOf(game *record.Game, placements map[engine.Move]int) (f gameFacts, finished bool) {
	positions := game.Positions()
	last := &positions[len(positions)-1]
	if !last.Over() {
		return f, false
	}
	f.placement, f.values = -1, map[int]float64{}
	f.margin, f.plies = last.Margin(engine.Light), last.Ply()
	for side := range f.left {
		f.left[side] = last.Unplaced(engine.Side(side))
	}
	f.keys = positionKeys(positions[:min(len(positions), lastBiasedPly+5)])
	for i := range game.Moves {
		p, move := &positions[i], game.Moves[i].Move
		if comment, searched := record.ParseMoveComment(game.Moves[i].Comment); searched {
			f.values[p.Ply()] = forSide(float64(comment.Centi)/100, p.Side())
		}
		if p.PlacesCathedral() {
			f.placement = placements[move]
			for move.Rotate(f.turned) != engine.CathedralPlacements()[f.placement] {
				f.turned++
			}
		}
		if move.IsPlacement() && !p.PlacesCathedral() {
			f.place(p, move)
		}
	}
	return f, f.placement >= 0
}

// positionKeys returns the canonical keys of positions.
func positionKeys(positions []engine.Position) []uint64 {
	keys := make([]uint64, len(positions))
	for i := range positions {
		canonical, _ := book.Canonical(&positions[i])
		keys[i] = canonical.Key()
	}
	return keys
}

// place adds the facts of the placement of a building.
func (f *gameFacts) place(p *engine.Position, move engine.Move) {
	f.buildings = append(f.buildings, facedBuilding{p.Side(), move})
	settled := p.Settlement(move)
	if f.territory.won || settled.Claimed.IsEmpty() {
		return
	}
	f.territory.won, f.territory.squares, f.territory.ply, f.territory.side = true, settled.Claimed.Count(), p.Ply(), p.Side()
}
