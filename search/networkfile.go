package search

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"cathedral/engine"
)

// Network has the numbers of the evaluation's network as they are fitted and
// written down. A hidden unit is 256 for 1; Output and Bias are such that the sum
// of hidden units times outputs, and the bias, is in 16,384ths of a hundredth of a
// square.
type Network struct {
	Start  [Hidden]int16                // the hidden units without any input
	Inputs [NetworkInputs][Hidden]int16 // what each input adds to them
	Output [Phases][Hidden]int32
	Bias   [Phases]int32
}

// What the numbers of a Network are multiples of.
const (
	HiddenScale = hiddenUnit               // Start and Inputs have this for a hidden unit of 1
	HiddenLimit = hiddenLimit / hiddenUnit // hidden units are cut off at so much, and at 0
	OutputScale = BiasScale / hiddenUnit   // Output has this where a hidden unit of 1 is worth a hundredth of a square
	BiasScale   = 1 << outputShift         // Bias has this for a hundredth of a square
)

// networkMagic begins a file, so that no other is taken for one. It changes with
// the format.
const networkMagic = "cathedral network 1\n"

// Marshal returns the network as a file: the magic line, then all numbers in the
// order of the fields, little end first. It is an error if a hidden unit might
// grow larger than the search can hold.
func (n *Network) Marshal() ([]byte, error) {
	if err := n.check(); err != nil {
		return nil, err
	}
	return binary.Append([]byte(networkMagic), binary.LittleEndian, n)
}

// UnmarshalNetwork reads what Marshal wrote. Any other file is an error.
func UnmarshalNetwork(file []byte) (*Network, error) {
	if len(file) < len(networkMagic) || string(file[:len(networkMagic)]) != networkMagic {
		return nil, errors.New("no network file: it begins otherwise")
	}
	n, numbers := new(Network), file[len(networkMagic):]
	if len(numbers) != binary.Size(n) {
		return nil, fmt.Errorf("network file: %d bytes of numbers, want %d", len(numbers), binary.Size(n))
	}
	if _, err := binary.Decode(numbers, binary.LittleEndian, n); err != nil {
		return nil, err
	}
	return n, n.check()
}

// check returns an error if a hidden unit might leave the 16 bits that hiddenSums
// has for it, where it would spill over into its neighbour. On each square stands
// one thing at most.
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
		for _, input := range n.Inputs[networkPlanes*boardSquares:] {
			least, most = least+min(0, int(input[unit])), most+max(0, int(input[unit]))
		}
		if least < math.MinInt16 || most > math.MaxInt16 {
			return fmt.Errorf("network: hidden unit %d may be from %d to %d, want from %d to %d",
				unit+1, least, most, math.MinInt16, math.MaxInt16)
		}
	}
	return nil
}

// networkFile is the network that the engine plays with.
//
//go:embed network.bin
var networkFile []byte

// defaultNetwork is the network of networkFile.
var defaultNetwork = makeDefaultNetwork()

func makeDefaultNetwork() *network {
	numbers, err := UnmarshalNetwork(networkFile)
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return numbers.network()
}

// network returns the network as the search uses it.
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

// squareInput returns the index in Inputs of a square of a plane, as a side sees it.
func squareInput(plane int, side engine.Side, square engine.Square) int {
	column := square.Column()
	if side == engine.Dark {
		column = engine.Columns - 1 - column
	}
	return plane*boardSquares + square.Row()*engine.Columns + column
}

// handInput returns the index in Inputs of a copy of a building in the hand of the
// side that looks (0), or of the other one (1).
func handInput(whose int, b engine.Building, copy int) int {
	return networkPlanes*boardSquares + whose*handInputs + 2*int(b) + copy
}

// pack returns numbers four to a word, as whole numbers that are added up.
func pack(numbers *[Hidden]int16) hiddenSums {
	var sums hiddenSums
	for i, number := range numbers {
		sums[i/lanes] += uint64(int64(number)) << (16 * (i % lanes))
	}
	return sums
}
