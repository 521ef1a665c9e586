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

// certified is a certificate of one position, and its claims.
type certified struct {
	bytes       []byte
	least, most int
}

// certify proves the margin of a position with a solver, whose table is emptied, and
// writes the certificate. It reports false if that took too much.
func certify(t testing.TB, s *Solver, p *engine.Position, effort uint64) (c certified, proven bool) {
	t.Helper()
	s.Table.Clear()
	s.Certify(p)
	s.Allow(effort)
	moves, verdict := p.Moves(nil), NewVerdict()
	ordered, proven := verdict.Decide(s, p, moves, p.Ply()%3-1)
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
		_, err = s.log.claims.Write(c)
	}
	if err == nil {
		err = c.End()
	}
	enginetest.Must(t, err)
	return file.Bytes()
}

// verify checks a certificate, and returns the margins that it proves of a position.
func verify(file []byte, p *engine.Position) (least, most int, totals certificate.Totals, err error) {
	least, most = -engine.SideSquares, engine.SideSquares
	other := false
	totals, err = certificate.Verify(bytes.NewReader(file), certificate.Limits{}, func(c certificate.Claim, _ certificate.Proof) {
		switch {
		case c.Position.String() != p.String() || c.Position.Rules() != p.Rules():
			other = true
		case c.AtLeast:
			least = max(least, c.Margin)
		default:
			most = min(most, c.Margin)
		}
	})
	if err == nil && other {
		err = errors.New("a claim is about another position")
	}
	return least, most, totals, err
}

// TestCertificatesOfFewSlotsRepeatNodes writes a proof with fewer slots than its nodes need.
func TestCertificatesOfFewSlotsRepeatNodes(t *testing.T) {
	trial, random := newZoneTrial(t, 1), rand.New(rand.NewPCG(24, 3))
	repeated := 0
	for repeated < 5 {
		p := openPosition(random)
		if _, proven := certify(t, trial.solver, &p, zoneEffort); !proven {
			continue
		}
		sizes := map[int]uint64{}
		for _, kept := range []int{mostKept, 3, 1, 0, mostKept} {
			_, _, totals, err := verify(writeCertificate(t, trial.solver, kept), &p)
			if err != nil {
				t.Errorf("%v %s: with %d slots: %v", p.Rules(), p.String(), kept, err)
			}
			if known, before := sizes[kept]; before && known != totals.Nodes {
				t.Errorf("%s: %d nodes, and %d when it is written again", p.String(), known, totals.Nodes)
			}
			sizes[kept] = totals.Nodes
		}
		if sizes[0] > sizes[mostKept] {
			repeated++
		}
	}
}

// TestBrokenProversAreCaught breaks the prover in one way after the other. The checker has to
// refuse some of its certificates, and must not take a claim that is false.
func TestBrokenProversAreCaught(t *testing.T) {
	enginetest.Long(t)
	type disturbers = func(zone, *engine.Position, *reach) engine.Bitboard
	breaksDisturbers := func(broken disturbers) func(*Solver) {
		return func(s *Solver) { s.disturbers = broken }
	}
	breaksFollow := func(broken func(rest, whole zone, m engine.Move) zone) func(*Solver) {
		return func(s *Solver) {
			s.follow = func(rest zone, before, after *engine.Position, m engine.Move, r *reach, known bool) zone {
				return broken(rest, rest.with(before, after, m, r, known), m)
			}
		}
	}
	entries := func(change func(*entry)) func(*Solver) {
		return func(s *Solver) {
			for i := range s.Table.entries {
				if e := &s.Table.entries[i]; e.generation != 0 {
					change(e)
				}
			}
		}
	}
	packings := func(change func(*packed)) func(*Solver) {
		return func(s *Solver) {
			for i := range s.packer.memory {
				change(&s.packer.memory[i])
			}
		}
	}
	// nodes changes every node of a kind in the log.
	nodes := func(kind int, change func(words []uint64)) func(*Solver) {
		return func(s *Solver) {
			for at := firstWord; int(at) < s.notes.next; {
				words := s.log.node(s.notes.number<<indexBits | at)
				header := logged(words[0])
				switch {
				case header == 0: // the rest of a chunk
					at = (at | (chunkWords - 1)) + 1
					continue
				case header.kind() == kind:
					change(words)
				}
				if at += 1; header.kind() >= boundNode {
					at += step(2 + header.replies())
				}
				at += step(header.links())
			}
		}
	}
	const wanted = 3
	for _, c := range []struct {
		name   string
		before func(*Solver) // breaks the solver before the proof
		midway func(*Solver) // meddles when it is known who wins
		after  func(*Solver) // meddles when all is proven
	}{
		{name: "nothing disturbs", before: breaksDisturbers(func(zone, *engine.Position, *reach) engine.Bitboard { return engine.Bitboard{} })},
		{name: "nothing is loose", before: breaksDisturbers(func(z zone, _ *engine.Position, _ *reach) engine.Bitboard { return z.built })},
		{name: "no flood", before: breaksDisturbers(func(z zone, _ *engine.Position, _ *reach) engine.Bitboard { return z.built.Or(z.loose.Grow()) })},
		{name: "the flood begins at nothing but what is loose", before: breaksDisturbers(func(z zone, p *engine.Position, r *reach) engine.Bitboard {
			return z.built.Or(z.loose.FloodWithin(engine.AllSquares().AndNot(p.Buildings(p.Side()))).Grow())
		})},
		{name: "only the first square is built", before: breaksDisturbers(func(z zone, p *engine.Position, r *reach) engine.Bitboard {
			if !z.built.IsEmpty() {
				z.built = engine.BoardOf(z.built.First())
			}
			return z.disturbers(p, r)
		})},
		{name: "moves are not built", before: breaksFollow(func(rest, _ zone, _ engine.Move) zone { return rest })},
		{name: "claims are not built", before: breaksFollow(func(rest, _ zone, m engine.Move) zone {
			rest.built = rest.built.Or(m.Squares())
			return rest
		})},
		{name: "nothing becomes loose", before: breaksFollow(func(rest, whole zone, _ engine.Move) zone {
			whole.loose = rest.loose
			return whole
		})},
		{name: "the table answers for harder margins", midway: entries(func(e *entry) {
			if e.move != engine.NoMove {
				e.need += 2
			} else {
				e.need -= 2
			}
		})},
		{name: "the table takes wins for losses", midway: entries(func(e *entry) {
			if e.effort < 20 {
				e.move = engine.NoMove
			}
		})},
		{name: "more is packed than fits", midway: packings(func(k *packed) {
			if k.known {
				k.low, k.high = k.low+1, k.high+1
			}
		})},
		{name: "less is packed than fits", midway: packings(func(k *packed) { k.high, k.low = k.low, max(0, k.low-1) })},
		{name: "bounds hold without packing", after: nodes(boundNode, func(words []uint64) { words[0] &^= 0xff << 48 })},
		{name: "a closing is missing", after: nodes(closingsNode, func(words []uint64) { words[0] -= 1 << 32 })},
		{name: "what is left out stands elsewhere", after: nodes(withoutNode, func(words []uint64) { words[1] ^= 1 << stepBits })},
		{name: "a reply is missing", after: nodes(lostNode, func(words []uint64) {
			if replies := logged(words[0]).replies(); replies > 1 {
				words[0] -= 1 << 32
			}
		})},
		{name: "the winner plays what the loser replies", after: nodes(wonNode, func(words []uint64) { words[1] ^= 1 << stepBits })},
		{name: "a reply is proven by the proof of another", after: nodes(lostNode, func(words []uint64) {
			if header := logged(words[0]); header.replies() > 1 {
				first, second := &words[1+header.waits()], &words[2+header.waits()]
				*first, *second = uint64(newLink(link(*first).move(), link(*second).step())), uint64(newLink(link(*second).move(), link(*first).step()))
			}
		})},
		{name: "a margin is claimed that is too good", after: func(s *Solver) { s.log.claims.least++ }},
		{name: "a margin is claimed that is too bad", after: func(s *Solver) { s.log.claims.most-- }},
	} {
		t.Run(c.name, func(t *testing.T) {
			trial, random := newZoneTrial(t, 1), rand.New(rand.NewPCG(24, 2))
			refused, taken := 0, 0
			for tried := 0; refused < wanted && tried < 1000*wanted; tried++ {
				p := openPosition(random)
				moves := p.Moves(nil)
				trial.judge.Allow(judgeEffort)
				_, margin, proven := trial.judge.Solve(&p, moves, 0, nil)
				if !proven {
					continue
				}
				s, verdict := newTestSolver(t), NewVerdict()
				s.Allow(zoneEffort)
				meddle(s, c.before)
				s.Certify(&p)
				if _, known := verdict.Decide(s, &p, moves, 1); !known {
					continue
				}
				meddle(s, c.midway)
				if s.Solve(&p, moves, 0, nil); s.log.claims.atLeast == noStep && s.log.claims.atMost == noStep {
					continue
				}
				meddle(s, c.after)
				least, most, _, err := verify(writeCertificate(t, s, mostKept), &p)
				switch {
				case err != nil:
					refused++
				case least > margin || most < margin:
					t.Fatalf("%v %s: the margin is %d, and from %d to %d is taken as proven", p.Rules(), p.String(), margin, least, most)
				default:
					taken++
				}
			}
			if t.Logf("%d certificates were refused, %d taken", refused, taken); refused < wanted {
				t.Errorf("only %d certificates were refused", refused)
			}
		})
	}
}

func meddle(s *Solver, how func(*Solver)) {
	if how != nil {
		how(s)
	}
}
