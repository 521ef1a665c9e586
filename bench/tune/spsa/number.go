package spsa

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number is a whole number that is tuned.
type Number struct {
	Name     string
	Start    int // its value before
	From, To int // the range of its values
	// Step is how far the two settings are from the value at the end of the run. It should
	// change the strength by a few Elo: smaller changes drown in the noise of the games.
	Step float64
}

// LeastStep is the smallest step with which two settings within the range are always different
// whole numbers.
const LeastStep = 0.5

// largest bounds the values of numbers: floats hold them exactly.
const largest = 1 << 40

// SetRange sets the range and the step from a text, "FROM..TO" or "FROM..TO/STEP". Without a
// step it is a twentieth of the range, at least LeastStep. After an error the number is unchanged.
func (n *Number) SetRange(text string) error {
	span, step, stepped := strings.Cut(text, "/")
	first, last, found := strings.Cut(span, "..")
	from, err1 := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	set := Number{n.Name, n.Start, from, to, max(LeastStep, float64(to-from)/20)}
	var err3 error
	if stepped {
		set.Step, err3 = strconv.ParseFloat(step, 64)
	}
	if !found || errors.Join(err1, err2, err3) != nil {
		return fmt.Errorf("range %q: want FROM..TO or FROM..TO/STEP, such as 50..400/20", text)
	}
	if err := set.checkRange(); err != nil {
		return err
	}
	*n = set
	return nil
}

func (n *Number) checkRange() error {
	switch width := float64(n.To) - float64(n.From); {
	case n.From < -largest || n.To > largest || n.From >= n.To:
		return fmt.Errorf("range %d..%d: want two numbers, the smaller one first", n.From, n.To)
	case !(n.Step > 0 && n.Step <= width/2):
		return fmt.Errorf("step %g: want more than 0, and up to half of the range %d..%d", n.Step, n.From, n.To)
	}
	return nil
}

// Check returns an error if the number cannot be tuned.
func (n *Number) Check() error {
	err := n.checkRange()
	if err == nil && (n.Start < n.From || n.Start > n.To) {
		err = fmt.Errorf("it is %d now, which is not in the range %d..%d", n.Start, n.From, n.To)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", n.Name, err)
	}
	return nil
}

// String describes the number, as in "RootMoves 80 in 20..250/10".
func (n *Number) String() string {
	return fmt.Sprintf("%s %d in %d..%d/%g", n.Name, n.Start, n.From, n.To, n.Step)
}

// within returns value, or the end of the range that it is beyond.
func (n *Number) within(value float64) float64 {
	return math.Max(float64(n.From), math.Min(value, float64(n.To)))
}
