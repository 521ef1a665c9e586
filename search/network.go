package search

import "cathedral/engine"

// The network is the part of the evaluation that sees where things stand: a layer
// of hidden units, each a sum over all squares of what stands there, and their
// weighted sum. Its input changes little from a move to the next, so the sums are
// kept up to date by what was changed (Nasu, Efficiently Updatable Neural-Network-
// based Evaluation Functions for Computer Shogi, 2018).

const (
	// Hidden is the number of hidden units.
	Hidden = 32
	// NetworkInputs is the number of inputs: a hundred squares for each of the
	// planes, then two copies of each building for each of the hands.
	NetworkInputs = networkPlanes*boardSquares + 2*handInputs
	// Phases is the number of output layers, each for an equal part of the game by
	// squares built on.
	Phases = 6

	boardSquares = engine.Rows * engine.Columns
	handInputs   = 2 * int(engine.NumBuildings)

	// hiddenUnit is 1 in the numbers of the hidden units, hiddenLimit where they
	// are cut off. A hundredth of a square is 1<<outputShift in the output's.
	hiddenUnit  = 256
	hiddenLimit = 4 * hiddenUnit
	outputShift = 14

	lanes       = 4
	hiddenWords = Hidden / lanes
)

// hiddenSums holds the sums of all hidden units, four to a word. Words are added
// as whole numbers: where a sum is negative it borrows from the one above, and
// laneBias gives that back when the sums are read.
type hiddenSums [hiddenWords]uint64

const laneBias = 0x8000_8000_8000_8000

// network has the numbers of the network. The inputs of a side to move that is
// Dark are mirrored from left to right, which turns Dark's shapes into Light's.
type network struct {
	start   hiddenSums                                  // of an empty board with empty hands
	squares [networkPlanes][2][squareIndexes]hiddenSums // by plane, side to move and square
	hands   [2][engine.NumBuildings][2]hiddenSums       // by whose it is, building and copy
	output  [Phases][Hidden]int32
	bias    [Phases]int32
}

// squareIndexes is more than the number of any square.
const squareIndexes = engine.Rows * mapStride

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

// planes are the sets of squares that the network sees, from a side.
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

// begin sets the sums of a position, seen from a side.
func (s *hiddenSums) begin(n *network, side engine.Side, p *engine.Position) {
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

// change brings the sums up to date with what has come to a plane and gone from it.
func (s *hiddenSums) change(inputs *[squareIndexes]hiddenSums, was, is engine.Bitboard) {
	for gone := was.AndNot(is); !gone.IsEmpty(); gone = gone.WithoutFirst() {
		s.subtract(&inputs[gone.First()])
	}
	for come := is.AndNot(was); !come.IsEmpty(); come = come.WithoutFirst() {
		s.add(&inputs[come.First()])
	}
}

// follow sets the sums of a position that a move led to, from those before it.
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

// phaseOf returns which of the output layers is for so many squares built on.
func phaseOf(built int32) int { return min(int(built)*Phases/(fullCity+1), Phases-1) }

// value returns the network's part of the estimate for the side to move, in
// hundredths of a square.
func (n *network) value(sums *hiddenSums, built int32) int32 {
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
