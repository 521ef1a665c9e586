package evaluation

import "cathedral/engine"

// The network is the part of the evaluation that sees what stands on each square. Its
// first layer has two halves, which see the position from the perspectives of the side to
// move and of the side that waits. Each unit is a sum over the inputs of a position. A
// move changes few inputs, so the sums are updated from one position to the next (Nasu,
// Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi,
// 2018). The units of the second layer are sums over those of the first and the counted
// features. The output is a weighted sum of both layers.

const (
	// Hidden is the number of units in each half of the first layer.
	Hidden = 64
	// Second is the number of units in the second layer.
	Second = 32
	// Phases is the number of outputs. Each serves an equal part of the game, measured
	// by the squares built on.
	Phases = 6

	// hiddenUnit is 1.0 in the fixed-point values of the units. hiddenLimit and
	// secondLimit are the largest values of the first and second layer. Sums of the
	// second layer have secondShift more bits, those of the output outputShift more
	// than hundredths of a square.
	hiddenUnit  = 256
	hiddenLimit = 4 * hiddenUnit
	secondLimit = 16 * hiddenUnit
	secondShift = 6
	outputShift = 10

	lanes       = 4
	secondLanes = 2
)

// hiddenSums holds the sums of half the first layer, four to a word. Words are added as
// integers: a negative sum borrows from the one above it, and laneBias returns the loan
// when the sums are read.
type hiddenSums [Hidden / lanes]uint64

const laneBias = 0x8000_8000_8000_8000

// secondSums holds the sums of the second layer, or their weights for one input, two to a
// word. A word times a number is both products. Like those of hiddenSums, a negative sum
// borrows from the one above it.
type secondSums [Second / secondLanes]uint64

// network has the numbers of a network in the form in which they are added.
type network struct {
	first      Layer
	second     [2*Hidden + 2*numFeatures]secondSums
	pairs      secondPairs // the same for vector instructions
	secondBias [Second]int32
	direct     [Phases][2 * Hidden]int16
	output     [Phases][Second]int16
	bias       [Phases]int32
}

// secondPairs has the weights of the second layer for pairs of inputs: two neighboring units
// of the first layer, or a count of the side to move and the same of the other side.
type secondPairs [Hidden + numFeatures][Second][2]int16

// perspectives holds the sums of a position as Light and as Dark sees it.
type perspectives [2]hiddenSums

// start sets s to the sums of to.
func (s *perspectives) start(n *network, to *Node) {
	s[engine.Light], s[engine.Dark] = n.first.start, n.first.start
	s.follow(n, s, emptyNode, to)
}

// follow sets s to the sums of to, given before, the sums of from. They lack gains.
func (s *perspectives) follow(n *network, before *perspectives, from, to *Node) {
	var come, gone inputList
	addDifference(&come, &gone, from, to)
	for side := range s {
		addRows(&s[side], &before[side], &n.first.inputs, come.list(), gone.list())
		come.mirror()
		gone.mirror()
	}
}

// Phase returns the index of the network's output for the position.
func (f *Features) Phase() int { return min(f.Built()*Phases/(fullCity+1), Phases-1) }

// value returns the network's part of the estimate for side, which is to move, in
// hundredths of a square. f has its gains, and those of the side that waits if they are known.
func (n *network) value(sums *perspectives, f *Features, side engine.Side, known bool) int32 {
	var moving, waiting hiddenSums
	other, phase := side.Opponent(), f.Phase()
	byMoving, byWaiting := f.gainInputsOf(side), f.gainInputsOf(other)
	gains, others := byMoving[:], byWaiting[:]
	if !known {
		gains, others = gains[:1], others[1:]
	}
	addRows(&moving, &sums[side], &n.first.inputs, gains, nil)
	addRows(&waiting, &sums[other], &n.first.inputs, others, nil)
	total := n.bias[phase] + output(n, phase, &moving, &waiting, &f.Counts[side], &f.Counts[other])
	return total >> outputShift
}

// addRowsPlainly sets sums to before plus the rows of the inputs that come, minus the rows
// of those that are gone.
func addRowsPlainly(sums, before *hiddenSums, rows *[NumInputs]hiddenSums, come, gone []uint16) {
	*sums = *before
	for _, input := range come {
		for i, word := range &rows[input] {
			sums[i] += word
		}
	}
	for _, input := range gone {
		for i, word := range &rows[input] {
			sums[i] -= word
		}
	}
}

// outputPlainly returns the output of a phase without its bias. moving and waiting are the
// sums and counts of the side to move and of the side that waits.
func outputPlainly(n *network, phase int, moving, waiting *hiddenSums, movingCounts, waitingCounts *Counts) int32 {
	total, sums, input := int32(0), packSecond(&n.secondBias), 0
	direct := &n.direct[phase]
	for _, half := range [2]*hiddenSums{moving, waiting} {
		for _, word := range half {
			word += laneBias
			for lane := range lanes {
				unit := min(int32(word>>(16*lane)&0xffff)-0x8000, hiddenLimit)
				if unit > 0 {
					total += unit * int32(direct[input])
					sums.add(&n.second[input], unit)
				}
				input++
			}
		}
	}
	for _, counts := range [2]*Counts{movingCounts, waitingCounts} {
		for _, count := range counts {
			if count != 0 {
				sums.add(&n.second[input], count)
			}
			input++
		}
	}
	weights := &n.output[phase]
	for i, word := range sums {
		low := int32(word)
		high := int32((word - uint64(low)) >> 32)
		total += secondUnit(low)*int32(weights[2*i]) + secondUnit(high)*int32(weights[2*i+1])
	}
	return total
}

// add adds the products of weights and an input.
func (s *secondSums) add(weights *secondSums, input int32) {
	for i, word := range weights {
		s[i] += uint64(input) * word
	}
}

// secondUnit returns the value of a unit of the second layer.
func secondUnit(sum int32) int32 { return max(0, min(sum>>secondShift, secondLimit)) }
