package engine

import "fmt"

// fault is a reason why a move is not legal.
type fault uint8

const (
	noFault fault = iota
	gameOver
	mayNotPass
	noPlacement
	cathedralFirst
	cathedralLater
	wrongForm
	notInHand
	occupied
	enemyTerritory
	notOptional
	nothingToSpare
)

// IsLegal reports whether the move is legal. A pass is legal only when the side to
// move can place nothing and the opponent can. It allocates nothing.
func (p *Position) IsLegal(m Move) bool { return p.fault(m) == noFault }

// Check returns nil for a legal move, and otherwise an error that tells a person why
// the move may not be played.
func (p *Position) Check(m Move) error {
	switch p.fault(m) {
	case noFault:
		return nil
	case gameOver:
		return fmt.Errorf("the game is over")
	case mayNotPass:
		return fmt.Errorf("%s can still place something and may not pass", p.side)
	case cathedralFirst:
		return fmt.Errorf("the Cathedral is to be placed now")
	case cathedralLater:
		return fmt.Errorf("the Cathedral is not to be placed now")
	case wrongForm:
		return fmt.Errorf("%s's %s is the mirror image of this", p.side, m.Building())
	case notInHand:
		return fmt.Errorf("%s has no %s left", p.side, m.Building())
	case occupied:
		return fmt.Errorf("%s is built on", m.Squares().AndNot(p.Empty()).First())
	case enemyTerritory:
		return fmt.Errorf("%s is %s's territory", m.Squares().AndNot(p.Open(p.side)).First(), p.side.Opponent())
	case notOptional:
		return fmt.Errorf("captures are not optional in these rules")
	case nothingToSpare:
		return fmt.Errorf("the move captures nothing, so it cannot spare anything")
	}
	return fmt.Errorf("%s is not a placement", m)
}

func (p *Position) fault(m Move) fault {
	if !m.IsPlacement() {
		switch {
		case p.CanPlace(p.side) && m == Pass:
			return mayNotPass
		case !p.CanPlace(p.side) && !p.CanPlace(p.side.Opponent()):
			return gameOver
		case m == Pass:
			return noFault
		}
		return noPlacement
	}
	shape := &shapes[m.Shape()]
	squares := m.Squares()
	switch {
	case p.PlacesCathedral() && shape.building != Cathedral:
		return cathedralFirst
	case !p.PlacesCathedral() && shape.building == Cathedral:
		return cathedralLater
	case shape.building == Cathedral:
	case !shape.owner[p.side]:
		return wrongForm
	case !p.hands[p.side].Has(shape.building):
		return notInHand
	}
	switch {
	case !p.Empty().Contains(squares):
		return occupied
	case p.territory[p.side.Opponent()].Intersects(squares):
		return enemyTerritory
	case m.Spares() && !p.rules.OptionalCapture:
		return notOptional
	case m.Spares() && !p.captures(m.Plain()):
		return nothingToSpare
	}
	return noFault
}
