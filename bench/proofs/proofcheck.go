package proofs

import (
	"bytes"
	"context"
	"slices"

	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/certificate"
)

// A check may take leastSteps, and stepsPerByte for each byte of the certificate. Those that
// solvers write take less than two for each byte.
const (
	leastSteps   = 1 << 20
	stepsPerByte = 20
)

// checkProofs checks the certificate in a file, and returns what it proves. It returns an error if the
// certificate proves nothing, or takes far more steps than solvers write.
func checkProofs(file []byte) (*proofs, endings, error) {
	claims, proven := 0, endings{}
	limits := certificate.Limits{Steps: leastSteps + stepsPerByte*uint64(len(file))}
	_, err := certificate.Verify(bytes.NewReader(file), limits, func(c certificate.Claim, p certificate.Proof) {
		claims++
		proven.add(c, p)
	})
	if err != nil {
		return nil, nil, err
	}
	return withoutEnds(file, claims), proven, nil
}

// support returns a *farm.RefusedError unless what a certificate proves, with the endings that results
// have, supports what a worker says of a task. Claims about any other position are such an error too. If
// nothing supports the first move of an ending's line, and this process cannot prove it in a short
// time, the line is removed. It returns ctx's error, and one if there is no memory for the table.
func (r *run) support(ctx context.Context, t *task, found map[string]*Ending, proven endings) error {
	positions := t.positions(r.Config)
	for _, e := range proven {
		if !slices.ContainsFunc(positions, func(p engine.Position) bool { return keyOf(&p) == keyOf(&e.Position) }) {
			return farm.Refuse("the certificate is about the position %s, which is not part of the job", &e.Position)
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
		if e := found[p.String()]; e != nil {
			claimed, all := proven.of(p), known
			all.narrow(&claimed)
			if err := r.supportEnding(ctx, &all, e); err != nil {
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

// supportEnding is support for an ending of which another one is proven.
func (r *run) supportEnding(ctx context.Context, proven, e *Ending) error {
	switch {
	case proven.Low > proven.High:
		return farm.Refuse("the certificate contradicts what is known of %s", &e.Position)
	case e.Low > proven.Low || e.High < proven.High:
		return farm.Refuse("%s: a margin from %d to %d is stated, but only one from %d to %d is proven", &e.Position, e.Low, e.High, proven.Low, proven.High)
	case len(e.Line) == 0 || e.Low == -engine.SideSquares || isForced(&e.Position) || len(proven.Line) > 0 && proven.Line[0] == e.Line[0]:
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
	if before := ending.before(&e.Position, false); before.Low < e.Low {
		e.Line = nil
	}
	return nil
}
