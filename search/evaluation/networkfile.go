package evaluation

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"cathedral/engine"
)

// Network has the numbers of the evaluation's network as its file stores them. They
// are fixed-point: in Start and Inputs 256 means 1.0. A hidden unit is clipped to
// the range from 0 to 4.0. The sum of the hidden units times Output, plus Bias, is
// in 16,384ths of a hundredth of a square.
type Network struct {
	Start  [Hidden]int16            // the hidden units without any input
	Inputs [NumInputs][Hidden]int16 // added to the hidden units by each input
	Output [Phases][Hidden]int32    // by phase: the weight of each hidden unit
	Bias   [Phases]int32            // by phase
}

// networkMagic is the first line of a network file. It changes with the format.
const networkMagic = "cathedral network 1\n"

// Marshal returns the network as a file: a line that names the format, then all
// numbers in the order of the fields, in little-endian order. It returns an error if
// a hidden unit could overflow 16 bits.
func (n *Network) Marshal() ([]byte, error) {
	if err := n.check(); err != nil {
		return nil, err
	}
	return binary.Append([]byte(networkMagic), binary.LittleEndian, n)
}

// UnmarshalNetwork reads a file that Marshal has written. It returns an error for any
// other file.
func UnmarshalNetwork(file []byte) (*Network, error) {
	if len(file) < len(networkMagic) || string(file[:len(networkMagic)]) != networkMagic {
		return nil, errors.New("not a network file: wrong first line")
	}
	n, numbers := new(Network), file[len(networkMagic):]
	if len(numbers) != binary.Size(n) {
		return nil, fmt.Errorf("network file: %d bytes of numbers, want %d", len(numbers), binary.Size(n))
	}
	n.decode(numbers)
	return n, n.check()
}

// decode sets the numbers in the order of the fields. In a browser binary.Decode, which
// reflects on each of them, would take as long as all else that comes before the first move.
func (n *Network) decode(numbers []byte) {
	units := func(row *[Hidden]int16) {
		for i := range row {
			row[i] = int16(binary.LittleEndian.Uint16(numbers[2*i:]))
		}
		numbers = numbers[2*Hidden:]
	}
	wide := func(row []int32) {
		for i := range row {
			row[i] = int32(binary.LittleEndian.Uint32(numbers[4*i:]))
		}
		numbers = numbers[4*len(row):]
	}
	units(&n.Start)
	for i := range n.Inputs {
		units(&n.Inputs[i])
	}
	for phase := range n.Output {
		wide(n.Output[phase][:])
	}
	wide(n.Bias[:])
}

// check returns an error if a hidden unit could overflow the 16 bits that it has in
// hiddenSums, and spill into its neighbour. A square is in at most one plane.
func (n *Network) check() error {
	for unit := range Hidden {
		least, most := int(n.Start[unit]), int(n.Start[unit])
		for square := range boardSquares {
			low, high := 0, 0
			for plane := range networkPlanes {
				number := int(n.Inputs[plane*boardSquares+square][unit])
				low, high = min(low, number), max(high, number)
			}
			least, most = least+low, most+high
		}
		for _, input := range n.Inputs[SquareInputs:] {
			least, most = least+min(0, int(input[unit])), most+max(0, int(input[unit]))
		}
		if least < math.MinInt16 || most > math.MaxInt16 {
			return fmt.Errorf("network: hidden unit %d ranges from %d to %d, want %d to %d",
				unit+1, least, most, math.MinInt16, math.MaxInt16)
		}
	}
	return nil
}

// networkFile is the file of the network that the engine plays with.
//
//go:embed network.bin
var networkFile []byte

// defaultNetwork is the network of networkFile.
var defaultNetwork = makeDefaultNetwork()

func makeDefaultNetwork() *network { return DefaultNetwork().network() }

// DefaultNetwork returns a copy of the network that the engine plays with.
func DefaultNetwork() *Network {
	numbers, err := UnmarshalNetwork(networkFile)
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return numbers
}

// network returns n in the form in which its numbers are added.
func (n *Network) network() *network {
	net := &network{start: pack(&n.Start), output: n.Output, bias: n.Bias}
	for plane := range net.squares {
		for side := range net.squares[plane] {
			for square := range engine.AllSquares().Squares() {
				net.squares[plane][side][square] = pack(&n.Inputs[squareInput(plane, engine.Side(side), square)])
			}
		}
	}
	for whose := range net.hands {
		for b := range net.hands[whose] {
			for copy := range net.hands[whose][b] {
				net.hands[whose][b][copy] = pack(&n.Inputs[handInput(whose, engine.Building(b), copy)])
			}
		}
	}
	return net
}

// squareInput returns the index in Inputs of a square of a plane, from side's
// perspective.
func squareInput(plane int, side engine.Side, square engine.Square) int {
	column := square.Column()
	if side == engine.Dark {
		column = engine.Columns - 1 - column
	}
	return plane*boardSquares + square.Row()*engine.Columns + column
}

// handInput returns the index in Inputs of a copy of b in the side's own hand if
// whose is 0, or in the enemy's hand if whose is 1.
func handInput(whose int, b engine.Building, copy int) int {
	return SquareInputs + whose*handInputs + 2*int(b) + copy
}

// pack packs numbers four to a word, ready to be added.
func pack(numbers *[Hidden]int16) hiddenSums {
	var sums hiddenSums
	for i, number := range numbers {
		sums[i/lanes] += uint64(int64(number)) << (16 * (i % lanes))
	}
	return sums
}
