package proof

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/engine/enginetest"
)

// certified is a certificate of one position, and what was claimed.
type certified struct {
	bytes       []byte
	least, most int
}

// certify proves the margin of a position with a solver, whose table is emptied, and
// writes the certificate. It reports false if that took too much.
func certify(t testing.TB, s *Solver, p *engine.Position, effort uint64) (c certified, proven bool) {
	t.Helper()
	s.Table.Clear()
	s.Table.Certify(p)
	s.Allow(effort)
	moves, verdict := p.Moves(nil), NewVerdict()
	ordered, proven := verdict.Decide(s, p, moves, p.Ply()%2 == 0)
	if !proven {
		return c, false
	}
	_, margin, proven := s.Solve(p, ordered, 0, nil)
	if !proven {
		return c, false
	}
	return certified{writeCertificate(t, s, mostKept), margin, margin}, true
}

// writeCertificate returns the certificate of what a solver has proven, which keeps some
// number of nodes at a time.
func writeCertificate(t testing.TB, s *Solver, kept int) []byte {
	t.Helper()
	var file bytes.Buffer
	c, err := NewCertificate(&file)
	if err == nil {
		c.kept = kept
		_, err = s.WriteClaims(c)
	}
	if err == nil {
		err = c.End()
	}
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// verify checks a certificate, and returns the margins that it proves of a position.
func verify(file []byte, p *engine.Position) (least, most int, totals certificate.Totals, err error) {
	least, most = -noBounds, noBounds
	totals, err = certificate.Verify(bytes.NewReader(file), certificate.Limits{}, func(c certificate.Claim, _ certificate.Size) {
		switch {
		case c.Position.String() != p.String() || c.Position.Rules() != p.Rules():
			err = errors.New("the claim is about another position")
		case c.AtLeast:
			least = max(least, c.Margin)
		default:
			most = min(most, c.Margin)
		}
	})
	return least, most, totals, err
}

// TestCertificatesVerify proves the margins of late positions of all rules, drawn as those
// of the zones are, and has the proofs checked.
func TestCertificatesVerify(t *testing.T) {
	positions := 150
	if enginetest.IsLong() {
		positions = 6_000
	}
	trial, random := newZoneTrial(t, 1), rand.New(rand.NewPCG(24, 1))
	written, size, nodes := 0, 0, uint64(0)
	for i := 0; i < positions; {
		p := trial.draw(t, random)
		if p.Over() {
			continue
		}
		i++
		c, proven := certify(t, trial.solver, &p, zoneEffort)
		if !proven {
			continue
		}
		written++
		least, most, totals, err := verify(c.bytes, &p)
		if err != nil || least != c.least || most != c.most {
			t.Errorf("%v %s: %d to %d were claimed, %d to %d are proven: %v", p.Rules(), p.String(), c.least, c.most, least, most, err)
		}
		size, nodes = size+len(c.bytes), nodes+totals.Nodes
	}
	t.Logf("%d certificates of %d positions, %d nodes, %d bytes", written, positions, nodes, size)
	if written < positions/2 {
		t.Errorf("only %d certificates of %d positions", written, positions)
	}
}
