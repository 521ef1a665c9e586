package proof

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"cathedral/engine"
)

// Claims are what the solvers of a table have proven about a position: a least margin, a greatest
// margin, or both. A nil *Claims has none. They cannot be written while a solver runs.
type Claims struct {
	log         *Log
	packer      *packer
	position    engine.Position
	least, most int // in squares for the side to move
	atLeast     step
	atMost      step
}

// Certify makes all solvers of the table log their proofs, until it is cleared, and returns their
// claims about p. They add to these until Certify is called for another position. No search may
// run.
func (s *Solver) Certify(p *engine.Position) *Claims {
	t := s.Table
	if t.log == nil {
		t.steps, t.log = make([]step, len(t.entries)), new(Log)
	}
	if t.log.claims == nil || t.log.claims.position != *p {
		t.log.claims = &Claims{log: t.log, packer: s.packer, position: *p, least: -noBounds, most: noBounds}
	}
	return t.log.claims
}

// add adds the answer to a question: whether one of moves wins need squares in p, and the step
// that proves it.
func (c *Claims) add(p *engine.Position, moves []engine.Move, need int, wins bool, at step) {
	switch {
	case at == noStep || *p != c.position:
	case wins && need > c.least:
		c.least, c.atLeast = need, at
	case !wins && need-1 < c.most && len(moves) == p.CountMoves():
		c.most, c.atMost = need-1, at
	}
}

// Write adds the claims to a certificate. It returns their number, and errors of writing.
func (c *Claims) Write(to *Certificate) (count int, err error) {
	if c == nil {
		return 0, nil
	}
	p := &c.position
	least, most := math.MinInt, math.MaxInt
	if to.Known != nil {
		least, most = to.Known(p)
	}
	for _, claim := range []struct {
		words  string
		margin int
		winner engine.Side
		proof  step
		known  bool
	}{
		{"at least", c.least, p.Side(), c.atLeast, c.least <= least},
		{"at most", c.most, p.Side().Opponent(), c.atMost, c.most >= most},
	} {
		if claim.proof == noStep || claim.known {
			continue
		}
		w := proofWriter{out: to.out, packer: c.packer, log: c.log, winner: claim.winner, kept: to.kept, slots: map[step]int{}}
		w.buffer = fmt.Appendf(w.buffer, "claim %s %d %s %s\n", claim.words, claim.margin, rulesWords(p.Rules()), p)
		c.log.count(claim.proof)
		w.write(p, 0, claim.proof)
		w.flush()
		if w.err != nil {
			return count, w.err
		}
		to.claims++
		count++
	}
	return count, nil
}

// rulesWords returns the words for the rules in the line of a claim.
func rulesWords(r engine.Rules) string {
	words := r.Set.String()
	if r.OptionalCapture {
		words += " optional-capture"
	}
	return words
}

// ErrCertificateTooLarge is the error of a certificate that is larger than it may be.
var ErrCertificateTooLarge = errors.New("the certificate is too large")

// Certificate returns a certificate of the claims, with their number, which may be 0. The caller
// owns it. If it takes more than most bytes, Certificate returns ErrCertificateTooLarge.
func (c *Claims) Certificate(most int) (file []byte, count int, err error) {
	buffer := &boundedBuffer{most: most}
	certificate, err := NewCertificate(buffer)
	if err == nil {
		count, err = c.Write(certificate)
	}
	if err == nil {
		err = certificate.End()
	}
	return buffer.Bytes(), count, err
}

// boundedBuffer is a buffer that takes at most a number of bytes.
type boundedBuffer struct {
	bytes.Buffer
	most int
}

// Write implements io.Writer.
func (b *boundedBuffer) Write(text []byte) (int, error) {
	if b.Len()+len(text) > b.most {
		return 0, ErrCertificateTooLarge
	}
	return b.Buffer.Write(text)
}
