package ordering

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// The policy adds to the rank of a placement what the whole board says about it. A first layer of
// units sees the inputs of the evaluation's network, as the side to move sees them. Each
// placement has a row of weights for the units. It was fitted to the choices of deep searches and to
// the estimates of the positions that placements lead to; see [Policy] and package bench/tune. The
// rank sees single squares and gains, the policy patterns: each knows what the other does not. E205.

// policyMoves is the number of moves whose order the policy decides, those that rank first,
// unless all are wanted. More of them made no difference in games.
const policyMoves = 64

// policy is a Policy with its first layer in the form in which it is used.
type policy struct {
	*Policy
	layer *evaluation.Layer
}

// counsel is the space in which a ranker asks the policy.
type counsel struct {
	units      [evaluation.Hidden]int16
	placements []uint16
	sums       []int32
}

// ask replaces the ranks of placements at n by those of the policy. history has the scores of plain
// moves, which are part of a rank and count as before.
func (c *counsel) ask(policy *policy, n *evaluation.Node, moves []Ranked, history []int32) {
	policy.layer.Units(n, &c.units)
	side, share := n.Position().Side(), int64(policy.Share[n.Features().Phase()])
	c.placements = c.placements[:0]
	for _, m := range moves {
		c.placements = append(c.placements, placementIndex[side][m.move.Plain()])
	}
	if len(c.sums) < len(moves) {
		c.sums = make([]int32, len(moves))
	}
	sumRows(&c.units, &policy.Rows, c.placements, c.sums)
	for i := range moves {
		learned := history[moves[i].move.Plain()]
		logit := int64(c.sums[i])*milli/(hiddenUnit*rowUnit) + int64(policy.Bias[c.placements[i]])
		moves[i].rank = learned + int32(int64(moves[i].rank-learned)*share/shareUnit+logit)
	}
}

// sumRowsPlainly sets sums[i] to the sum of the units times the row of placements[i].
func sumRowsPlainly(units *[evaluation.Hidden]int16, rows *[NumPlacements][evaluation.Hidden]int8, placements []uint16, sums []int32) {
	for i, placement := range placements {
		sum := int32(0)
		for k, weight := range &rows[placement] {
			sum += int32(weight) * int32(units[k])
		}
		sums[i] = sum
	}
}

// A placement's index is a hundred times the number of its shape among those of its side, plus ten
// times the row and once the column of its anchor. That is as Light sees it. Dark sees the
// mirror image, as the inputs of the evaluation do.

// NumPlacements is larger than the index of any placement. Some indexes belong to none.
const NumPlacements = engine.SideShapes * engine.Rows * engine.Columns

// placementIndex has the indexes of each side's plain placements.
var placementIndex = makePlacementIndex()

func makePlacementIndex() *[2][plainMoves]uint16 {
	table, covering := new([2][plainMoves]uint16), map[engine.Bitboard]uint16{}
	eachPlacement(engine.Light, func(i int, m engine.Move) {
		anchor := m.Anchor()
		index := uint16((i*engine.Rows+anchor.Row())*engine.Columns + anchor.Column())
		table[engine.Light][m], covering[m.Squares()] = index, index
	})
	eachPlacement(engine.Dark, func(_ int, m engine.Move) {
		var mirrored engine.Bitboard
		for square := range m.Squares().Squares() {
			mirrored = mirrored.With(engine.NewSquare(square.Row(), engine.Columns-1-square.Column()))
		}
		table[engine.Dark][m] = covering[mirrored]
	})
	return table
}

// eachPlacement calls use with each placement of side and the number of its shape among those of
// the side.
func eachPlacement(side engine.Side, use func(shape int, m engine.Move)) {
	var maps engine.Maps
	engine.PlacementMaps(engine.AllSquares(), side, &maps)
	for i := range engine.SideShapes {
		for anchor := range maps.At(i).Squares() {
			use(i, engine.NewMove(engine.SideShape(side, i), anchor))
		}
	}
}

// PlacementIndex returns the index of a placement of side, which is not the Cathedral.
func PlacementIndex(m engine.Move, side engine.Side) int { return int(placementIndex[side][m.Plain()]) }
