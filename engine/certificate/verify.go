package certificate

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cathedral/engine"
)

// ErrLimit is the error of a check that gave up at its limit. Nothing is known of the
// certificate then.
var ErrLimit = errors.New("the limit of steps was reached")

// Limits say when to give up.
type Limits struct {
	Steps uint64 // nodes and steps of packing questions; 0 for no limit
}

// Proof describes a proof that was checked.
type Proof struct {
	// First is the move with which the side to move proves the claim. It is engine.NoMove if the
	// proof begins with another step.
	First engine.Move
	Nodes uint64
	Bytes int64 // without the line of the claim
	End   int64 // its offset in the file
}

// Totals are the sizes of a certificate.
type Totals struct {
	Claims int   // that were checked to the end
	Bytes  int64 // of the file
	Nodes  uint64
	Steps  uint64 // nodes and steps of packing questions
}

const (
	head      = "Cathedral certificate 2"
	oldHead   = "Cathedral certificate 1"
	claimWord = "claim "
	endWord   = "end "
)

// Verify checks the certificate that r holds. It calls proven, unless that is nil, after
// each claim whose proof was checked. The caller must not believe any claim before
// Verify has returned nil: only then the file is known to be whole.
//
// The error is a *StepError if a step does not follow or the file is broken or cut off,
// ErrLimit if Verify gave up at a limit, and otherwise r's. The totals count the part
// that was read.
func Verify(r io.Reader, limits Limits, proven func(Claim, Proof)) (Totals, error) {
	c := newChecker(r, limits)
	err := c.file(proven)
	c.totals.Bytes = c.in.offset()
	c.totals.Steps = c.meter.steps
	return c.totals, err
}

// file checks a whole file.
func (c *checker) file(proven func(Claim, Proof)) error {
	line, err := c.in.line()
	if err != nil {
		return c.broken(0, 0, err)
	}
	if line != head && line != oldHead {
		return c.fault(0, 0, "the file does not begin with the line %q", head)
	}
	c.old = line == oldHead
	for {
		at := c.in.offset()
		line, err := c.in.line()
		if err != nil {
			return c.broken(0, at, err)
		}
		if text, isClaim := strings.CutPrefix(line, claimWord); isClaim {
			c.claim = c.totals.Claims + 1
			if err := c.proof(at, text, proven); err != nil {
				return err
			}
			c.totals.Claims, c.claim = c.claim, 0
			continue
		}
		number, isEnd := strings.CutPrefix(line, endWord)
		if !isEnd {
			return c.fault(0, at, "%.30q is the line of neither a claim nor the end", line)
		}
		if number != strconv.Itoa(c.totals.Claims) {
			return c.fault(0, at, "the last line is %.30q, but the number of claims is %d", line, c.totals.Claims)
		}
		at = c.in.offset()
		switch _, err := c.in.byte(); err {
		case io.EOF:
			return nil
		case nil:
			return c.fault(0, at, "there is something after the last line")
		default:
			return err
		}
	}
}

// proof checks a claim. text is its line without the first word.
func (c *checker) proof(at int64, text string, proven func(Claim, Proof)) error {
	claim, err := parseClaim(text)
	if err != nil {
		return c.fault(0, at, "%v", err)
	}
	begin, before := c.in.offset(), c.totals.Nodes
	if err := c.check(claim); err != nil {
		return err
	}
	if proven != nil {
		proven(claim, Proof{First: c.first, Nodes: c.totals.Nodes - before, Bytes: c.in.offset() - begin, End: c.in.offset()})
	}
	return nil
}

// fault returns the error of a step that does not follow, in the node at a depth of the
// proof and at a place of the file.
func (c *checker) fault(depth int, at int64, format string, values ...any) error {
	return &StepError{
		Claim:  c.claim,
		Offset: at,
		Line:   slices.Clone(c.line[:depth]),
		Reason: fmt.Sprintf(format, values...),
	}
}

// broken returns the error of a check that could not read on: that of the reader, or a
// fault if the file ends or is not written as it should be.
func (c *checker) broken(depth int, at int64, err error) error {
	if err == io.EOF {
		return c.fault(depth, c.in.offset(), "the file is cut off")
	}
	if malformed, ok := err.(malformed); ok {
		return c.fault(depth, at, "%s", string(malformed))
	}
	return err
}
