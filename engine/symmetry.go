package engine

// Rotate returns the set turned clockwise by quarters quarter turns. A turned city
// with turned buildings follows the same rules; a mirrored one does not, because
// abbeys and academies have no mirror images among their side's buildings.
func (b Bitboard) Rotate(quarters int) Bitboard {
	for range quarters & 3 {
		var turned Bitboard
		for square := range b.Squares() {
			turned = turned.With(NewSquare(square.Column(), Rows-1-square.Row()))
		}
		b = turned
	}
	return b
}

// Rotate returns the move turned clockwise with the board by quarters quarter turns.
func (m Move) Rotate(quarters int) Move {
	if !m.IsPlacement() {
		return m
	}
	shape, row, column := m.Shape(), m.Anchor().Row(), m.Anchor().Column()
	for range quarters & 3 {
		row, column = column, Rows-row-shapes[shape].height
		shape = shapes[shape].turned
	}
	return NewMove(shape, NewSquare(row, column)) | m&sparing
}

// CathedralPlacements returns 56 placements of the Cathedral; none is a rotation of
// another.
func CathedralPlacements() []Move {
	start := Start(Rules{})
	seen := map[Move]bool{}
	var distinct []Move
	for _, move := range start.Moves(nil) {
		if seen[move] {
			continue
		}
		distinct = append(distinct, move)
		for quarters := range 4 {
			seen[move.Rotate(quarters)] = true
		}
	}
	return distinct
}

// Rotate returns the position turned clockwise by quarters quarter turns. Its legal
// moves, and the positions after them, turn with it.
func (p *Position) Rotate(quarters int) Position {
	turned := *p
	turned.cathedral = p.cathedral.Rotate(quarters)
	turned.cathedralPiece = p.cathedralPiece.Rotate(quarters)
	turned.spared = p.spared.Rotate(quarters)
	for side := range turned.buildings {
		turned.buildings[side] = p.buildings[side].Rotate(quarters)
		turned.lone[side] = p.lone[side].Rotate(quarters)
		turned.territory[side] = p.territory[side].Rotate(quarters)
		for slot := range turned.placed[side] {
			turned.placed[side][slot] = p.placed[side][slot].Rotate(quarters)
		}
	}
	turned.key = turned.computeKey()
	return turned
}
