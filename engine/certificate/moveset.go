package certificate

import "cathedral/engine"

// moveSet is a set of placements: for each shape, the squares at which it is placed.
type moveSet struct {
	// places has the moves that capture what they can, and then those that spare it.
	places [2]shapeSquares
	// halves is 1 if nothing can be spared. The second half means nothing then.
	halves int
}

// shapeSquares has a set of squares for each shape.
type shapeSquares [engine.NumShapes + 1]engine.Bitboard

// setLegal makes the set that of the placements of the side to move, and reports
// whether there is one. It uses list for its work and returns it for the next time.
func (s *moveSet) setLegal(p *engine.Position, list []engine.Move) ([]engine.Move, bool) {
	s.places[0] = shapeSquares{}
	s.halves = 1
	if p.PlacesCathedral() || p.Rules().OptionalCapture {
		s.places[1] = shapeSquares{}
		s.halves = 2
		list = p.Moves(list[:0])
		for _, m := range list {
			if m.IsPlacement() {
				s.add(m)
			}
		}
		return list, len(list) > 0 && list[0].IsPlacement()
	}
	var maps engine.Maps
	side, hand := p.Side(), p.Hand(p.Side())
	engine.PlacementMaps(p.Open(side), side, &maps)
	var all engine.Bitboard
	for b := engine.Tavern; b < engine.Cathedral; b++ {
		if !hand.Has(b) {
			continue
		}
		for i := range engine.ShapesOf(b) {
			squares := maps.At(i)
			s.places[0][engine.SideShape(side, i)] = squares
			all = all.Or(squares)
		}
	}
	return list, !all.IsEmpty()
}

// half returns the half of the set that a move belongs to.
func half(m engine.Move) int {
	if m.Spares() {
		return 1
	}
	return 0
}

func (s *moveSet) add(m engine.Move) {
	squares := &s.places[half(m)][m.Shape()]
	*squares = squares.With(place(m))
}

// take removes a move, and reports whether it was in the set.
func (s *moveSet) take(m engine.Move) bool {
	half := half(m)
	squares := &s.places[half][m.Shape()]
	if half >= s.halves || !squares.Has(place(m)) {
		return false
	}
	*squares = squares.Without(place(m))
	return true
}

// first returns a move of the set whose placement is not among the answered ones, or
// NoMove. Answered is nil if there are none.
func (s *moveSet) first(answered *shapeSquares) engine.Move {
	for half := range s.halves {
		for shape, squares := range &s.places[half] {
			if squares.IsEmpty() {
				continue
			}
			if answered != nil {
				if squares = squares.AndNot(answered[shape]); squares.IsEmpty() {
					continue
				}
			}
			m := engine.NewMove(engine.Shape(shape), squares.First())
			if half == 1 {
				m = m.Sparing()
			}
			return m
		}
	}
	return engine.NoMove
}

// addPlacements adds the placements of a side's shapes on open squares.
func (s *shapeSquares) addPlacements(open engine.Bitboard, side engine.Side) {
	if open.IsEmpty() {
		return
	}
	var maps engine.Maps
	engine.PlacementMaps(open, side, &maps)
	for i := range engine.SideShapes {
		squares := &s[engine.SideShape(side, i)]
		*squares = squares.Or(maps.At(i))
	}
}
