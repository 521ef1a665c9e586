package evaluation

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Network has the numbers of the evaluation's network as its file stores them. They
// are fixed-point.
//
// The inputs of the second layer are the units of the side to move, then those of the side
// that waits, and then the Counts of both in the same order. In SecondWeights 64 means 1.0 for
// a unit, and 1,638.4 means 1.0 for a count of 10. A sum divided by 64 is the value of a unit
// of the second layer, which is clipped to the range from 0 to 16.0.
//
// The output is the sum of Bias, the first layer times Direct, and the second layer times
// Output, in 1,024ths of a hundredth of a square.
type Network struct {
	FirstLayer
	SecondWeights [2*Hidden + 2*numFeatures][Second]int16 // by input of the second layer
	SecondBias    [Second]int32                           // the second layer without any input
	Direct        [Phases][2 * Hidden]int16               // by phase and unit of the first layer
	Output        [Phases][Second]int16                   // by phase and unit of the second layer
	Bias          [Phases]int32                           // by phase
}

// networkMagic is the first line of a network file. It changes with the format.
const networkMagic = "cathedral network 2\n"

// Marshal returns the network as a file: a line that names the format, then all
// numbers in the order of the fields, in little-endian order. It returns an error if
// a unit could overflow.
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
	n.decode(n.FirstLayer.Decode(numbers))
	return n, n.check()
}

// decode sets the numbers after the first layer in the order of the fields.
func (n *Network) decode(numbers []byte) {
	narrow := func(row []int16) {
		for i := range row {
			row[i] = int16(binary.LittleEndian.Uint16(numbers[2*i:]))
		}
		numbers = numbers[2*len(row):]
	}
	wide := func(row []int32) {
		for i := range row {
			row[i] = int32(binary.LittleEndian.Uint32(numbers[4*i:]))
		}
		numbers = numbers[4*len(row):]
	}
	for i := range n.SecondWeights {
		narrow(n.SecondWeights[i][:])
	}
	wide(n.SecondBias[:])
	for phase := range n.Direct {
		narrow(n.Direct[phase][:])
	}
	for phase := range n.Output {
		narrow(n.Output[phase][:])
	}
	wide(n.Bias[:])
}

// check returns an error if a sum could overflow the bits that it has in hiddenSums or
// secondSums, and spill into its neighbour, or if the output could overflow.
func (n *Network) check() error {
	if err := n.FirstLayer.Check(); err != nil {
		return err
	}
	wide := func(s span, what string, index int) error {
		if s.least < math.MinInt32 || s.most > math.MaxInt32 {
			return fmt.Errorf("network: the sum of %s %d ranges from %d to %d, want %d to %d",
				what, index+1, s.least, s.most, math.MinInt32, math.MaxInt32)
		}
		return nil
	}
	for unit, bias := range n.SecondBias {
		s := span{int(bias), int(bias)}
		for input := range n.SecondWeights {
			limit := hiddenLimit
			if input >= 2*Hidden {
				limit = maxCount
			}
			s.add(n.SecondWeights[input][unit], limit)
		}
		if err := wide(s, "second-layer unit", unit); err != nil {
			return err
		}
	}
	for phase, bias := range n.Bias {
		s := span{int(bias), int(bias)}
		for _, weight := range n.Direct[phase] {
			s.add(weight, hiddenLimit)
		}
		for _, weight := range n.Output[phase] {
			s.add(weight, secondLimit)
		}
		if err := wide(s, "output", phase); err != nil {
			return err
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
	net := &network{
		secondBias: n.SecondBias, direct: n.Direct, output: n.Output, bias: n.Bias,
	}
	n.FirstLayer.pack(&net.first)
	for input := range n.SecondWeights {
		net.second[input] = packSecond(&n.SecondWeights[input])
	}
	for i := range net.pairs {
		first, second := 2*i, 2*i+1
		if i >= Hidden {
			first, second = Hidden+i, Hidden+i+numFeatures
		}
		for unit := range Second {
			net.pairs[i][unit] = [2]int16{n.SecondWeights[first][unit], n.SecondWeights[second][unit]}
		}
	}
	return net
}

// packSecond packs numbers two to a word, ready to be multiplied and added.
func packSecond[T int16 | int32](numbers *[Second]T) (sums secondSums) {
	for i, number := range numbers {
		sums[i/secondLanes] += uint64(number) << (32 * (i % secondLanes))
	}
	return sums
}
