package evaluation

import "cathedral/engine"

// The network is the part of the evaluation that sees what stands on each square. It
// has one layer of hidden units. Each unit is a sum over the inputs of a position,
// and the output is a weighted sum of the units. A move changes few inputs, so the
// sums are updated from one position to the next (Nasu, Efficiently Updatable
// Neural-Network-based Evaluation Functions for Computer Shogi, 2018).

const (
	// Hidden is the number of hidden units.
	Hidden = 32
	// NumInputs is the number of inputs: the SquareInputs, then two copies of each
	// building in the side's own hand, then the same for the enemy's hand.
	NumInputs = SquareInputs + 2*handInputs
	// SquareInputs is the number of inputs for squares, a hundred for each plane.
	// Within a plane the input of a square is ten times its row plus its column,
	// from the perspective of a side: Dark sees the board mirrored from left to
	// right.
	SquareInputs = networkPlanes * boardSquares
	// Phases is the number of output layers. Each serves an equal part of the game,
	// measured by the squares built on.
	Phases = 6

	boardSquares = engine.Rows * engine.Columns
	handInputs   = 2 * int(engine.NumBuildings)

	// hiddenUnit is 1.0 in the fixed-point values of the hidden units, and
	// hiddenLimit is their largest value. In the output 1<<outputShift is a
	// hundredth of a square.
	hiddenUnit  = 256
	hiddenLimit = 4 * hiddenUnit
	outputShift = 14

	lanes       = 4
	hiddenWords = Hidden / lanes
)

// hiddenSums holds the sums of all hidden units, four to a word. Words are added as
// integers: a negative sum borrows from the one above it, and laneBias returns the
// loan when the sums are read.
type hiddenSums [hiddenWords]uint64

const laneBias = 0x8000_8000_8000_8000

// network has the numbers of a network in the form in which they are added. Dark
// sees the board mirrored from left to right, which turns Dark's shapes into
// Light's.
type network struct {
	start   hiddenSums                                         // the sums of an empty board with empty hands
	squares [networkPlanes][2][engine.SquareIndexes]hiddenSums // by plane, perspective and square
	hands   [2][engine.NumBuildings][2]hiddenSums              // by hand (0 own, 1 enemy's), building and copy
	output  [Phases][Hidden]int32
	bias    [Phases]int32
}

func (s *hiddenSums) add(o *hiddenSums) {
	for i := range s {
		s[i] += o[i]
	}
}

func (s *hiddenSums) subtract(o *hiddenSums) {
	for i := range s {
		s[i] -= o[i]
	}
}

// The planes of squares, in the order of the network's inputs.
const (
	ownBuildings = iota
	othersBuildings
	cathedralSquares
	ownTerritory
	othersTerritory
	networkPlanes
)

// planes returns the sets of squares that the network sees, from side's perspective.
func planes(p *engine.Position, side engine.Side) [networkPlanes]engine.Bitboard {
	other := side.Opponent()
	return [networkPlanes]engine.Bitboard{
		ownBuildings:     p.Buildings(side),
		othersBuildings:  p.Buildings(other),
		cathedralSquares: p.CathedralSquares(),
		ownTerritory:     p.Territory(side),
		othersTerritory:  p.Territory(other),
	}
}

// start sets s to the sums of p from side's perspective.
func (s *hiddenSums) start(n *network, side engine.Side, p *engine.Position) {
	*s = n.start
	for i, plane := range planes(p, side) {
		for ; !plane.IsEmpty(); plane = plane.WithoutFirst() {
			s.add(&n.squares[i][side][plane.First()])
		}
	}
	for whose, owner := range [2]engine.Side{side, side.Opponent()} {
		for b := engine.Tavern; b < engine.Cathedral; b++ {
			for copy := range p.Hand(owner).Count(b) {
				s.add(&n.hands[whose][b][copy])
			}
		}
	}
}

// change updates s for one plane, whose squares change from the set was to the set
// is.
func (s *hiddenSums) change(inputs *[engine.SquareIndexes]hiddenSums, was, is engine.Bitboard) {
	for gone := was.AndNot(is); !gone.IsEmpty(); gone = gone.WithoutFirst() {
		s.subtract(&inputs[gone.First()])
	}
	for come := is.AndNot(was); !come.IsEmpty(); come = come.WithoutFirst() {
		s.add(&inputs[come.First()])
	}
}

// follow sets s to the sums of next, given before, the sums of p.
func (s *hiddenSums) follow(n *network, side engine.Side, before *hiddenSums, p, next *engine.Position) {
	*s = *before
	other := side.Opponent()
	s.change(&n.squares[ownBuildings][side], p.Buildings(side), next.Buildings(side))
	s.change(&n.squares[othersBuildings][side], p.Buildings(other), next.Buildings(other))
	s.change(&n.squares[cathedralSquares][side], p.CathedralSquares(), next.CathedralSquares())
	s.change(&n.squares[ownTerritory][side], p.Territory(side), next.Territory(side))
	s.change(&n.squares[othersTerritory][side], p.Territory(other), next.Territory(other))
	for whose, owner := range [2]engine.Side{side, side.Opponent()} {
		from, to := p.Hand(owner), next.Hand(owner)
		if from == to {
			continue
		}
		for b := engine.Tavern; b < engine.Cathedral; b++ {
			for copy := to.Count(b); copy < from.Count(b); copy++ {
				s.subtract(&n.hands[whose][b][copy])
			}
			for copy := from.Count(b); copy < to.Count(b); copy++ {
				s.add(&n.hands[whose][b][copy])
			}
		}
	}
}

// Phase returns the index of the network's output layer for the position.
func (f *Features) Phase() int { return phaseOf(f.Built()) }

// phaseOf returns the index of the output layer when the buildings cover built
// squares.
func phaseOf(built int) int { return min(built*Phases/(fullCity+1), Phases-1) }

// value returns the network's part of the estimate for the side to move, in
// hundredths of a square.
func (n *network) value(sums *hiddenSums, built int) int32 {
	phase := phaseOf(built)
	output := &n.output[phase]
	total := int64(n.bias[phase])
	for i, word := range sums {
		word += laneBias
		for lane := range lanes {
			unit := int64(word>>(16*lane)&0xffff) - 0x8000
			total += max(0, min(unit, hiddenLimit)) * int64(output[i*lanes+lane])
		}
	}
	return int32(total >> outputShift)
}

// Inputs returns the indexes of the network inputs that p has, from the perspective
// of the side to move, in no particular order.
func Inputs(p *engine.Position) []uint16 {
	var inputs []uint16
	side := p.Side()
	for i, plane := range planes(p, side) {
		for square := range plane.Squares() {
			inputs = append(inputs, uint16(squareInput(i, side, square)))
		}
	}
	for whose, owner := range [2]engine.Side{side, side.Opponent()} {
		for b := engine.Tavern; b < engine.Cathedral; b++ {
			for copy := range p.Hand(owner).Count(b) {
				inputs = append(inputs, uint16(handInput(whose, b, copy)))
			}
		}
	}
	return inputs
}
