package proofs

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"cathedral/engine"
	"cathedral/engine/certificate"
)

// claim is a bound that a certificate proves, with the move that proves it if the side to
// move plays one.
type claim struct {
	Position string
	Rules    engine.Rules
	AtLeast  bool
	Margin   int
	First    string // "none": another step
}

// checkedProofs are the claims of a certificate that was checked.
type checkedProofs struct {
	proofs
	claims []claim
}

// A check may take leastSteps, and stepsPerByte for each byte of the certificate. Those that
// solvers write take less than two for each byte.
const (
	leastSteps   = 1 << 20
	stepsPerByte = 20
)

// checkProofs checks the certificate in a file. It returns an error if the certificate proves
// nothing, or takes far more steps than solvers write.
func checkProofs(file []byte) (*checkedProofs, error) {
	var claims []claim
	limits := certificate.Limits{Steps: leastSteps + stepsPerByte*uint64(len(file))}
	_, err := certificate.Verify(bytes.NewReader(file), limits, func(c certificate.Claim, p certificate.Proof) {
		claims = append(claims, claim{c.Position.String(), c.Position.Rules(), c.AtLeast, c.Margin, p.First.String()})
	})
	if err != nil {
		return nil, err
	}
	return &checkedProofs{*withoutEnds(file, len(claims)), claims}, nil
}

// unsupportedError describes a claim that a worker has not proven.
type unsupportedError struct{ reason string }

// Error returns the reason.
func (e *unsupportedError) Error() string { return e.reason }

func unsupported(format string, arguments ...any) error {
	return &unsupportedError{fmt.Sprintf(format, arguments...)}
}

// support returns an unsupportedError unless claims, with the endings that results have, support what a
// worker says of a task. Claims about any other position are such an error too. If nothing
// supports the first move of an ending's line, and this process cannot prove it in a short
// time, the line is removed. It returns ctx's error, and one if there is no memory for the table.
func (r *run) support(ctx context.Context, t *task, found map[string]*Ending, claims []claim) error {
	positions := t.positions(r.Config)
	for _, c := range claims {
		if !slices.ContainsFunc(positions, func(p engine.Position) bool { return p.String() == c.Position && p.Rules() == c.Rules }) {
			return unsupported("the certificate is about the position %s, which is not part of the job", c.Position)
		}
	}
	var next *Ending
	for i := range positions {
		p := &positions[i]
		known := newEnding(p)
		if next != nil && !r.certifies() {
			known = next.before(p, isForced(p))
		}
		if p.Over() { // which needs no certificate
			margin := p.Margin(p.Side())
			known.Low, known.High = margin, margin
		}
		if before, isKnown := r.results.of(p); isKnown && !r.certifies() {
			known.narrow(&before)
		}
		e := found[p.String()]
		if e != nil {
			if err := supported(&known, e, claims); err != nil {
				return err
			}
			if err := r.supportLine(ctx, &known, e, claims); err != nil {
				return err
			}
			known.narrow(e)
		}
		next = &known
	}
	return nil
}

// certifies reports whether all results are proven again.
func (r *run) certifies() bool { return r.Certificates != nil }

// supported returns an error unless what is known and claims support an ending.
func supported(known, e *Ending, claims []claim) error {
	low, high := known.Low, known.High
	for _, c := range claims {
		switch {
		case c.Position != e.Position.String():
		case c.AtLeast:
			low = max(low, c.Margin)
		default:
			high = min(high, c.Margin)
		}
	}
	if low > high {
		return unsupported("the certificate contradicts what is known of %s", &e.Position)
	}
	if e.Low > low || e.High < high {
		return unsupported("%s: a margin from %d to %d is stated, but only one from %d to %d is proven", &e.Position, e.Low, e.High, low, high)
	}
	return nil
}

// supportLine removes the line of an ending if nothing supports its first move.
func (r *run) supportLine(ctx context.Context, known, e *Ending, claims []claim) error {
	if len(e.Line) == 0 || e.Low == -engine.SideSquares || isForced(&e.Position) ||
		known.Low >= e.Low && len(known.Line) > 0 && known.Line[0] == e.Line[0] ||
		slices.ContainsFunc(claims, func(c claim) bool {
			return c.Position == e.Position.String() && c.AtLeast && c.Margin >= e.Low && c.First == e.Line[0].String()
		}) {
		return nil
	}
	after := e.Position.Play(e.Line[0])
	p, err := newProver(&Config{HashMiB: 1, Threads: 1, Limits: Limits{Nodes: askedNodes}})
	if err != nil {
		return err
	}
	ending := newEnding(&after)
	if after.Over() {
		margin := after.Margin(after.Side())
		ending.Low, ending.High = margin, margin
	} else if ending, err = p.prove(ctx, ending, false); err != nil {
		return err
	}
	if proven := ending.before(&e.Position, false); proven.Low < e.Low {
		e.Line = nil
	}
	return nil
}
