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

// IsLegal reports whether m is legal. A pass is legal only when the side to
// move can place nothing and the opponent can. It allocates nothing.
func (p *Position) IsLegal(m Move) bool { return p.fault(m) == noFault }

// IllegalMove is the error of a move that may not be played.
type IllegalMove struct {
	fault  fault
	Side   Side // to move
	Move   Move
	Square Square // of the placement: the first that is built on or the opponent's territory, or the first of all
}

// Code returns the reason in a word, for programs that have their own sentence for it:
// over, mayNotPass, noPlacement, cathedralFirst, cathedralLater, mirrored, notInHand,
// occupied, territory, notOptional or nothingToSpare.
func (e *IllegalMove) Code() string {
	return [...]string{
		gameOver: "over", mayNotPass: "mayNotPass", noPlacement: "noPlacement",
		cathedralFirst: "cathedralFirst", cathedralLater: "cathedralLater",
		wrongForm: "mirrored", notInHand: "notInHand", occupied: "occupied", enemyTerritory: "territory",
		notOptional: "notOptional", nothingToSpare: "nothingToSpare",
	}[e.fault]
}

// Error returns the reason why the move may not be played, as a sentence for people.
func (e *IllegalMove) Error() string {
	switch e.fault {
	case gameOver:
		return "the game is over"
	case mayNotPass:
		return fmt.Sprintf("%s can still place something and may not pass", e.Side)
	case cathedralFirst:
		return "the Cathedral must be placed now"
	case cathedralLater:
		return "the Cathedral cannot be placed now"
	case wrongForm:
		return fmt.Sprintf("%s's %s is the mirror image of this", e.Side, e.Move.Building())
	case notInHand:
		return fmt.Sprintf("%s has no %s left", e.Side, e.Move.Building())
	case occupied:
		return fmt.Sprintf("%s is built on", e.Square)
	case enemyTerritory:
		return fmt.Sprintf("%s is %s's territory", e.Square, e.Side.Opponent())
	case notOptional:
		return "captures are not optional in these rules"
	case nothingToSpare:
		return "the move captures nothing, so it cannot spare anything"
	}
	return fmt.Sprintf("%s is not a placement", e.Move)
}

// Check returns nil if m is legal, and an *IllegalMove otherwise.
func (p *Position) Check(m Move) error {
	fault := p.fault(m)
	if fault == noFault {
		return nil
	}
	illegal := &IllegalMove{fault: fault, Side: p.side, Move: m}
	switch {
	case fault == occupied:
		illegal.Square = m.Squares().AndNot(p.Empty()).First()
	case fault == enemyTerritory:
		illegal.Square = m.Squares().AndNot(p.Open(p.side)).First()
	case m.IsPlacement():
		illegal.Square = m.Squares().First()
	}
	return illegal
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
