package evaluation

import (
	"encoding/binary"
	"fmt"
	"math"
)

// FirstLayer has the numbers of the first layer of a network. A unit is the sum of Start and its
// inputs, where 256 means 1.0, clipped to the range from 0 to 4.0.
type FirstLayer struct {
	Start  [Hidden]int16            // the units without any input
	Inputs [NumInputs][Hidden]int16 // added by each input
}

// Decode sets the numbers to those at the beginning of a file, in little-endian order, and returns the rest
// of it. In a browser binary.Decode, which reflects on each number, would take as long as all else
// that comes before the first move.
func (l *FirstLayer) Decode(numbers []byte) []byte {
	row := func(row *[Hidden]int16) {
		for i := range row {
			row[i] = int16(binary.LittleEndian.Uint16(numbers[2*i:]))
		}
		numbers = numbers[2*Hidden:]
	}
	row(&l.Start)
	for i := range l.Inputs {
		row(&l.Inputs[i])
	}
	return numbers
}

// Check returns an error if a sum could overflow the bits that it has in hiddenSums, and spill into
// its neighbour.
func (l *FirstLayer) Check() error {
	for unit := range Hidden {
		if s := l.span(unit); s.least < math.MinInt16 || s.most > math.MaxInt16 {
			return fmt.Errorf("network: unit %d of the first layer ranges from %d to %d, want %d to %d",
				unit+1, s.least, s.most, math.MinInt16, math.MaxInt16)
		}
	}
	return nil
}

// span is the range of a sum's values.
type span struct{ least, most int }

// add adds a product of a weight and an input, from 0 to limit.
func (s *span) add(weight int16, limit int) {
	s.least += limit * min(0, int(weight))
	s.most += limit * max(0, int(weight))
}

// span returns the range of a unit of the first layer. A position has at most one of a
// square's inputs, of a building's levels, and of a gain's levels.
func (l *FirstLayer) span(unit int) span {
	s := span{int(l.Start[unit]), int(l.Start[unit])}
	oneOf := func(first, step, count int) {
		low, high := int16(0), int16(0)
		for i := range count {
			number := l.Inputs[first+i*step][unit]
			low, high = min(low, number), max(high, number)
		}
		s.add(low, 1)
		s.add(high, 1)
	}
	for square := range boardSquares {
		oneOf(square, boardSquares, networkPlanes)
	}
	for input := handInputs; input < placeInputs; input++ {
		oneOf(input, 1, 1)
	}
	for input := placeInputs; input < gainInputs; input += roomLevels {
		oneOf(input, 1, roomLevels)
	}
	for input := gainInputs; input < NumInputs; input += gainWidth {
		oneOf(input, 1, gainWidth)
	}
	return s
}

// Layer is a first layer in the form in which its numbers are added.
type Layer struct {
	start  hiddenSums // of an empty board with empty hands
	inputs [NumInputs]hiddenSums
}

// Pack returns l in the form in which its numbers are added.
func (l *FirstLayer) Pack() *Layer {
	layer := new(Layer)
	l.pack(layer)
	return layer
}

func (l *FirstLayer) pack(layer *Layer) {
	layer.start = packHidden(&l.Start)
	for input := range l.Inputs {
		layer.inputs[input] = packHidden(&l.Inputs[input])
	}
}

// packHidden packs numbers four to a word, ready to be added.
func packHidden(numbers *[Hidden]int16) (sums hiddenSums) {
	for i, number := range numbers {
		sums[i/lanes] += uint64(number) << (16 * (i % lanes))
	}
	return sums
}

// Units sets units to those of a node, as its side to move sees it with all gains.
func (l *Layer) Units(n *Node, units *[Hidden]int16) {
	var inputs inputList
	inputs.addAll(n, n.position.Side())
	var sums hiddenSums
	addRows(&sums, &l.start, &l.inputs, inputs.list(), nil)
	for i, word := range sums {
		word += laneBias
		for lane := range lanes {
			unit := int32(word>>(16*lane)&0xffff) - 0x8000
			units[lanes*i+lane] = int16(max(0, min(unit, hiddenLimit)))
		}
	}
}
