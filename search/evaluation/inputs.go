package evaluation

import "cathedral/engine"

// The inputs of the network are what stands on each square, what is in the hands, how much
// room the buildings in the hands have, and how much each side can win at once. Each side
// sees them as its own or its enemy's, and Dark sees the board mirrored from left to right,
// which turns Dark's shapes into Light's.
const (
	// SquareInputs is the number of inputs for squares, a hundred for each plane.
	// Within a plane the input of a square is ten times its row plus its column.
	SquareInputs = networkPlanes * boardSquares
	// NumInputs is the number of inputs. After the SquareInputs come four groups, each
	// with the inputs of the own side before those of the enemy.
	NumInputs = gainInputs + 2*gainWidth

	handInputs  = SquareInputs              // two for each building: its copies in the hand
	placeInputs = handInputs + 2*handWidth  // for each building in the hand one of nine: the level of its placements
	homeInputs  = placeInputs + 2*roomWidth // the same for placements in the side's territory
	gainInputs  = homeInputs + 2*roomWidth  // one of eight: the level of the best gain

	boardSquares = engine.Rows * engine.Columns
	handWidth    = 2 * int(engine.NumBuildings)
	roomWidth    = roomLevels * int(engine.NumBuildings)
	roomLevels   = 9
	gainWidth    = 8

	// maxInputs is the largest number of inputs that a position can have: a square is
	// in at most one plane.
	maxInputs = boardSquares + 2*handWidth + 4*int(engine.NumBuildings) + 2
)

// The planes of squares, in the order of the network's inputs.
const (
	ownBuildings = iota
	othersBuildings
	cathedralSquares
	ownTerritory
	othersTerritory
	networkPlanes
)

// planes returns the sets of squares that the network sees, from Light's perspective.
func planes(p *engine.Position) [networkPlanes]engine.Bitboard {
	return [networkPlanes]engine.Bitboard{
		ownBuildings:     p.Buildings(engine.Light),
		othersBuildings:  p.Buildings(engine.Dark),
		cathedralSquares: p.CathedralSquares(),
		ownTerritory:     p.Territory(engine.Light),
		othersTerritory:  p.Territory(engine.Dark),
	}
}

// levels has the level of each number up to the last one, which stands for all above it.
type levels [maxLeveled + 1]uint8

const maxLeveled = 25

var (
	levelsOfRoom = makeLevels(0, 1, 2, 3, 5, 8, 13, 24)
	levelsOfGain = makeLevels(0, 2, 4, 6, 9, 13, 19)
)

// makeLevels returns the levels that count how many of the steps a number exceeds.
func makeLevels(steps ...int) *levels {
	table := new(levels)
	for number := range table {
		for _, step := range steps {
			if number > step {
				table[number]++
			}
		}
	}
	return table
}

func (l *levels) of(number int) uint8 { return l[min(number, maxLeveled)] }

// rooms has four bits for each building: 0 if it is not in the hand, and otherwise 1 more
// than the level of its number of placements.
type rooms uint64

func (r *rooms) set(b engine.Building, places int) {
	*r |= rooms(levelsOfRoom.of(places)+1) << (4 * b)
}

// closed returns the rooms if none of the buildings had a placement.
func (r rooms) closed() rooms { return (r | r>>1 | r>>2 | r>>3) & 0x111_1111_1111 }

// inputList is a list of inputs.
type inputList struct {
	inputs [maxInputs]uint16
	count  int
}

func (l *inputList) list() []uint16 { return l.inputs[:l.count] }

func (l *inputList) add(input int) {
	l.inputs[l.count] = uint16(input)
	l.count++
}

func (l *inputList) addSquares(plane int, squares engine.Bitboard) {
	for ; !squares.IsEmpty(); squares = squares.WithoutFirst() {
		l.add(plane*boardSquares + int(squareInputs[squares.First()]))
	}
}

// mirror replaces each input by that which the other side sees instead.
func (l *inputList) mirror() {
	for i, input := range l.list() {
		l.inputs[i] = mirrored[input]
	}
}

// squareInputs has the input of each square in the first plane, as seen by Light.
var squareInputs = makeSquareInputs()

func makeSquareInputs() *[engine.SquareIndexes]uint8 {
	table := new([engine.SquareIndexes]uint8)
	for square := range engine.AllSquares().Squares() {
		table[square] = uint8(square.Row()*engine.Columns + square.Column())
	}
	return table
}

// mirrored has for each input that which the other side sees instead.
var mirrored = makeMirrored()

func makeMirrored() *[NumInputs]uint16 {
	table := new([NumInputs]uint16)
	others := [networkPlanes]int{othersBuildings, ownBuildings, cathedralSquares, othersTerritory, ownTerritory}
	for plane, other := range others {
		for square := range boardSquares {
			column := square % engine.Columns
			table[plane*boardSquares+square] = uint16(other*boardSquares + square - column + engine.Columns - 1 - column)
		}
	}
	for _, part := range [...]struct{ first, width int }{
		{handInputs, handWidth}, {placeInputs, roomWidth}, {homeInputs, roomWidth}, {gainInputs, gainWidth},
	} {
		for i := range part.width {
			own, enemys := part.first+i, part.first+part.width+i
			table[own], table[enemys] = uint16(enemys), uint16(own)
		}
	}
	return table
}

// addDifference adds the inputs that only to has to come, and those that only from has to
// gone, all as seen by Light and without gains.
func addDifference(come, gone *inputList, from, to *Node) {
	was, is := planes(&from.position), planes(&to.position)
	for plane := range is {
		come.addSquares(plane, is[plane].AndNot(was[plane]))
		gone.addSquares(plane, was[plane].AndNot(is[plane]))
	}
	before, after := from.Features(), to.Features()
	for owner := range engine.Dark + 1 {
		addHands(come, gone, from.position.Hand(owner), to.position.Hand(owner), handInputs+int(owner)*handWidth)
		addRooms(come, gone, before.places[owner], after.places[owner], placeInputs+int(owner)*roomWidth)
		addRooms(come, gone, before.home[owner], after.home[owner], homeInputs+int(owner)*roomWidth)
	}
}

// addHands adds the inputs by which two hands differ, whose inputs begin at first.
func addHands(come, gone *inputList, from, to engine.Hand, first int) {
	if from == to {
		return
	}
	for b := engine.Tavern; b < engine.Cathedral; b++ {
		was, is := from.Count(b), to.Count(b)
		for copy := was; copy < is; copy++ {
			come.add(first + 2*int(b) + copy)
		}
		for copy := is; copy < was; copy++ {
			gone.add(first + 2*int(b) + copy)
		}
	}
}

// addRooms adds the inputs by which two rooms differ, whose inputs begin at first.
func addRooms(come, gone *inputList, from, to rooms, first int) {
	for b := 0; from != to; b++ {
		if was, is := int(from&15), int(to&15); was != is {
			if is > 0 {
				come.add(first + b*roomLevels + is - 1)
			}
			if was > 0 {
				gone.add(first + b*roomLevels + was - 1)
			}
		}
		from, to = from>>4, to>>4
	}
}

// gainInputsOf returns the inputs of the gains, as seen by side.
func (f *Features) gainInputsOf(side engine.Side) [2]uint16 {
	own, enemys := f.Counts[side][bestGain], f.Counts[side.Opponent()][bestGain]
	return [2]uint16{
		uint16(gainInputs + int(levelsOfGain.of(int(own)))),
		uint16(gainInputs + gainWidth + int(levelsOfGain.of(int(enemys)))),
	}
}

// Inputs returns the indexes of the network inputs that p has, from side's perspective, in
// no particular order, but that the last one is the enemy's gain.
func Inputs(p *engine.Position, side engine.Side) []uint16 {
	var n Node
	n.Start(p, engine.NoMove)
	var inputs inputList
	inputs.addAll(&n, side)
	return append([]uint16(nil), inputs.list()...)
}

// emptyNode has an empty board and empty hands.
var emptyNode = &Node{counted: true}

// addAll adds the inputs of a node to an empty list, as seen by side, those of the gains last.
func (l *inputList) addAll(n *Node, side engine.Side) {
	var gone inputList
	addDifference(l, &gone, emptyNode, n)
	if side == engine.Dark {
		l.mirror()
	}
	for _, gain := range n.WithGains().gainInputsOf(side) {
		l.add(int(gain))
	}
}

// Mirrored returns the input that the other side sees instead of an input.
func Mirrored(input uint16) uint16 { return mirrored[input] }
