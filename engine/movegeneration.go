package engine

// Moves appends the legal moves to list and returns it. They are the
// placements by shape and square, each followed by its sparing form if it has one. If only
// the opponent can place something, Pass is the only move. A finished game has none.
func (p *Position) Moves(list []Move) []Move {
	before := len(list)
	if p.PlacesCathedral() {
		list = p.appendCathedral(list)
	} else {
		var maps Maps
		PlacementMaps(p.Open(p.side), p.side, &maps)
		list = p.appendPlacements(list, &maps)
	}
	if len(list) == before && p.CanPlace(p.side.Opponent()) {
		list = append(list, Pass)
	}
	return list
}

func (p *Position) appendPlacements(list []Move, maps *Maps) []Move {
	hand := p.hands[p.side]
	for i, shape := range sideShapes[p.side] {
		if !hand.Has(shape.Building()) {
			continue
		}
		for anchors := maps.At(i); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
			move := NewMove(shape, anchors.First())
			list = append(list, move)
			if p.rules.OptionalCapture && p.captures(move) {
				list = append(list, move.Sparing())
			}
		}
	}
	return list
}

func (p *Position) appendCathedral(list []Move) []Move {
	open := p.Open(p.side)
	for shape := cathedralShape; shape <= NumShapes; shape++ {
		for anchor := range AllSquares().Squares() {
			if m := NewMove(shape, anchor); m.IsPlacement() && open.Contains(m.Squares()) {
				list = append(list, m)
			}
		}
	}
	return list
}

// CountMoves returns the number of legal moves. It counts them on the placement maps
// unless optional capture makes it play them.
func (p *Position) CountMoves() int {
	var count int
	switch {
	case p.PlacesCathedral(), p.rules.OptionalCapture:
		return len(p.Moves(nil))
	default:
		var maps Maps
		PlacementMaps(p.Open(p.side), p.side, &maps)
		count = maps.count(p.hands[p.side])
	}
	if count == 0 && p.CanPlace(p.side.Opponent()) {
		return 1
	}
	return count
}

// CanPlace reports whether the side could place something if it were its turn: the
// Cathedral if it is the side to move and has to place that, a building otherwise.
func (p *Position) CanPlace(side Side) bool {
	if p.PlacesCathedral() && side == p.side {
		return len(p.appendCathedral(nil)) > 0
	}
	open := p.Open(side)
	if open.IsEmpty() || p.hands[side].IsEmpty() {
		return false
	}
	if p.hands[side].Has(Tavern) {
		return true
	}
	var maps Maps
	PlacementMaps(open, side, &maps)
	return maps.any(p.hands[side])
}

// Over reports whether the game is over, which is when neither side can place
// anything.
func (p *Position) Over() bool { return !p.CanPlace(p.side) && !p.CanPlace(p.side.Opponent()) }

// captures reports whether a legal placement removes a piece.
func (p *Position) captures(m Move) bool {
	if p.PlacesCathedral() {
		return false
	}
	next := p.Play(m)
	enemy := p.side.Opponent()
	return next.hands[enemy] != p.hands[enemy] || next.cathedralPiece != p.cathedralPiece
}
