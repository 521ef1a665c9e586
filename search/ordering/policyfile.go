package ordering

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"

	"cathedral/search/evaluation"
)

// Policy has the numbers of the policy as its file stores them. The logarithm of the odds that a
// placement is best is the sum of its Bias, its rank times Share, and the units times its
// row. Package bench/tune fits it. Rows, Bias and Share are fixed-point.
type Policy struct {
	evaluation.FirstLayer
	Rows  [NumPlacements][evaluation.Hidden]int8 // by index of the placement and unit: 64 means 1.0
	Bias  [NumPlacements]int16                   // by index of the placement, in thousandths
	Share [evaluation.Phases]int16               // by phase: 1,024 means 1.0
}

const (
	hiddenUnit = 256  // 1.0 in a unit
	rowUnit    = 64   // 1.0 in a row
	shareUnit  = 1024 // 1.0 in a share
	milli      = 1000 // 1.0 in a rank
)

// policyMagic is the first line of a policy file. It changes with the format.
const policyMagic = "cathedral policy 1\n"

// Marshal returns the policy as a file: a line that names the format, then all numbers in the order
// of the fields, in little-endian order. It returns an error if a unit could overflow.
func (p *Policy) Marshal() ([]byte, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	return binary.Append([]byte(policyMagic), binary.LittleEndian, p)
}

// unmarshalPolicy reads a file that Marshal has written. It returns an error for any other file.
func unmarshalPolicy(file []byte) (*Policy, error) {
	if len(file) < len(policyMagic) || string(file[:len(policyMagic)]) != policyMagic {
		return nil, errors.New("not a policy file: wrong first line")
	}
	p, numbers := new(Policy), file[len(policyMagic):]
	if len(numbers) != binary.Size(p) {
		return nil, fmt.Errorf("policy file: %d bytes of numbers, want %d", len(numbers), binary.Size(p))
	}
	numbers = p.FirstLayer.Decode(numbers)
	for i := range p.Rows {
		for k := range p.Rows[i] {
			p.Rows[i][k] = int8(numbers[k])
		}
		numbers = numbers[evaluation.Hidden:]
	}
	for _, part := range [][]int16{p.Bias[:], p.Share[:]} {
		for i := range part {
			part[i] = int16(binary.LittleEndian.Uint16(numbers[2*i:]))
		}
		numbers = numbers[2*len(part):]
	}
	return p, p.Check()
}

// policyFile is the file of the policy that the engine plays with.
//
//go:embed policy.bin
var policyFile []byte

// defaultPolicy is the policy of policyFile.
var defaultPolicy = makeDefaultPolicy()

func makeDefaultPolicy() *policy {
	p := DefaultPolicy()
	return &policy{p, p.Pack()}
}

// DefaultPolicy returns a copy of the policy that the engine plays with.
func DefaultPolicy() *Policy {
	p, err := unmarshalPolicy(policyFile)
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return p
}
