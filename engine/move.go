package engine

import (
	"fmt"
	"strings"
)

// Move is a placement of a shape at a square, or a pass. It does not say which side
// moves, although only one side has each shape of the abbey and the academy. Its
// lowest seven bits are the Square of the anchor, which is the top left corner of the
// rectangle around the shape. Six bits for the Shape follow, and one for a move that
// spares what it would capture.
type Move uint16

const (
	NoMove Move = 0 // not a move
	Pass   Move = 1 // legal if only the opponent can place something
)

const (
	squareBits       = 7
	placementIndexes = 1 << (squareBits + 6)
	sparing          = Move(placementIndexes)
)

// NewMove returns the placement of a shape whose rectangle has its top left corner
// at anchor. The shape must fit on the board there; it does at every square of its
// placement map.
func NewMove(s Shape, anchor Square) Move { return Move(s)<<squareBits | Move(anchor) }

// index returns the move's index in the tables of placements.
func (m Move) index() int { return int(m & (placementIndexes - 1)) }

// surroundings returns what surrounds the placement. NoMove and Pass have none.
func (m Move) surroundings() *surroundings { return &surroundingsOf[m.index()] }

// key returns the placement's part of the hash key when the building is side's.
func (m Move) key(side Side) uint64 { return keysOf[m.index()][side] }

// Shape returns the shape that is placed, or 0 for NoMove and Pass.
func (m Move) Shape() Shape { return Shape(m.index() >> squareBits) }

// Anchor returns the top left corner of the rectangle around the shape.
func (m Move) Anchor() Square { return Square(m & (1<<squareBits - 1)) }

// Building returns the building that is placed. The move must be a placement.
func (m Move) Building() Building { return m.Shape().Building() }

// Squares returns the squares that the building covers. NoMove and Pass cover none.
func (m Move) Squares() Bitboard { return squaresOf[m.index()] }

// Rim returns the squares that touch the building by side or corner, without the one
// in a castle's notch.
func (m Move) Rim() Bitboard { return m.surroundings().rim }

// IsPlacement reports whether the move places a building on the board.
func (m Move) IsPlacement() bool { return m < 2*sparing && !m.Squares().IsEmpty() }

// Spares reports whether the move spares what it would capture.
func (m Move) Spares() bool { return m&sparing != 0 }

// Sparing returns the form of the move that spares what it would capture.
func (m Move) Sparing() Move { return m | sparing }

// Plain returns the form of the move that captures.
func (m Move) Plain() Move { return m &^ sparing }

// String returns the move's notation: the building's code, the first of n, e, s, w
// that gives these squares, the reference square, and '-' if the move spares, such
// as "CSnE8" or "CSnE8-". It returns "pass" for Pass and "none" for NoMove.
func (m Move) String() string {
	switch {
	case m == NoMove:
		return "none"
	case m == Pass:
		return "pass"
	case !m.IsPlacement():
		return fmt.Sprintf("move(%d)", uint16(m))
	}
	form := &shapes[m.Shape()]
	anchor := m.Anchor()
	reference := NewSquare(anchor.Row()+form.reference.row, anchor.Column()+form.reference.column)
	text := form.building.Code() + string(form.orientation) + reference.String()
	if m.Spares() {
		text += "-"
	}
	return text
}

// ParseMove reads the notation of a side's move, in capitals or not, with any
// orientation letter that gives the same squares. The building must fit on the
// board; [Position.Check] reports whether the move is legal.
func ParseMove(text string, side Side) (Move, error) {
	if strings.EqualFold(text, "pass") {
		return Pass, nil
	}
	plain, spares := strings.CutSuffix(text, "-")
	if len(plain) < 5 || len(plain) > 6 {
		return NoMove, fmt.Errorf("%.30q is not a move: want one like CSnE8 (building, n, e, s or w, square), or pass", text)
	}
	building, found := buildingOfCode(plain[:2])
	if !found {
		return NoMove, fmt.Errorf("%.30q is not a move: %q is not the code of a building", text, plain[:2])
	}
	quarters := strings.IndexByte(orientations, plain[2]|0x20)
	if quarters < 0 {
		return NoMove, fmt.Errorf("%.30q is not a move: %q is not an orientation: want n, e, s or w", text, plain[2:3])
	}
	reference, err := ParseSquare(plain[3:])
	if err != nil {
		return NoMove, fmt.Errorf("%.30q is not a move: %w", text, err)
	}
	kind := buildings[building]
	north := kind.north
	if side == Light && kind.light != "" {
		north = kind.light
	}
	form := turnedForm(north, quarters)
	row, column := reference.Row()-form.reference.row, reference.Column()-form.reference.column
	for s := Shape(1); s <= NumShapes; s++ {
		if shapes[s].building != building || !hasForm(shapes[s:s+1], form.squares) || !onBoard(offset{row, column}) {
			continue
		}
		if move := NewMove(s, NewSquare(row, column)); move.IsPlacement() {
			if spares {
				move = move.Sparing()
			}
			return move, nil
		}
	}
	return NoMove, fmt.Errorf("%.30q is not a move: the %s would reach beyond the board", text, building)
}

// ParseLegalMove reads a move as [ParseMove] does, and checks that it is legal in position. The
// error says what is wrong with the text or with the move.
func ParseLegalMove(text string, position *Position) (Move, error) {
	move, err := ParseMove(text, position.Side())
	if err == nil {
		err = position.Check(move)
	}
	return move, err
}
