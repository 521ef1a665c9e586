package evaluation

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// TestAPlayedNodeEqualsAStartedOne goes down whole games as a search does. It
// evaluates only some of the nodes: the others are computed when a later node needs
// them.
func TestAPlayedNodeEqualsAStartedOne(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 1))
	var nodes [engine.MaxPly + 2]Node
	ply, skipped := 0, 0
	enginetest.Walk(rand.New(rand.NewPCG(33, 2)), 60, func(before, p *engine.Position, m engine.Move) {
		if before.Ply() == 0 || ply == len(nodes)-1 {
			ply = 0
			nodes[0].Start(before, engine.NoMove)
		}
		nodes[ply+1].Play(&nodes[ply], m)
		ply++
		if random.IntN(3) == 0 {
			skipped++
			return
		}
		node := &nodes[ply]
		if *node.Position() != *p {
			t.Fatalf("the node has %s, want %s", node.Position(), p.String())
		}
		var anew Node
		anew.Start(p, m)
		if got, want := node.Evaluate(), anew.Evaluate(); got != want {
			t.Fatalf("%s: the estimate is %d, want %d", p.String(), got, want)
		}
		if *node.WithGains() != *anew.WithGains() {
			t.Fatalf("%s: the features differ", p.String())
		}
		for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
			if got, want := node.Enclosures(side), anew.Enclosures(side); !slices.Equal(got, want) {
				t.Fatalf("%s: %s has the enclosures %v, want %v", p.String(), side, got, want)
			}
		}
	})
	if skipped < 300 {
		t.Errorf("only %d nodes were not evaluated", skipped)
	}
}

// TestAReusedNodeForgetsItsLastPosition plays the moves of a position into one node.
func TestAReusedNodeForgetsItsLastPosition(t *testing.T) {
	enginetest.Walk(rand.New(rand.NewPCG(33, 3)), 12, func(_, p *engine.Position, last engine.Move) {
		var root, child Node
		root.Start(p, last)
		for i, m := range p.Moves(nil) {
			if i%7 != 0 {
				continue
			}
			child.Play(&root, m)
			next := p.Play(m)
			var anew Node
			anew.Start(&next, m)
			if got, want := child.Evaluate(), anew.Evaluate(); got != want {
				t.Fatalf("%s after %s: the estimate is %d, want %d", p.String(), m, got, want)
			}
		}
	})
}

// TestMemoryChangesNoEstimate evaluates each position twice with one memory, in two windows each
// time, and compares with a node whose memory is empty.
func TestMemoryChangesNoEstimate(t *testing.T) {
	random, memory := rand.New(rand.NewPCG(33, 4)), new(Memory)
	found := 0
	enginetest.Walk(rand.New(rand.NewPCG(33, 5)), 30, func(_, p *engine.Position, last engine.Move) {
		for range 2 {
			var node, anew, plain Node
			node.Start(p, last)
			anew.Start(p, last)
			plain.Start(p, last)
			if memory.at(p.Key()).key == p.Key() {
				found++
			}
			empty, middle := new(Memory), plain.Evaluate()
			for range 2 {
				low := middle - 300 + random.Int32N(500)
				high := low + 1 + random.Int32N(200)
				if got, want := node.EvaluateNear(memory, low, high), anew.EvaluateNear(empty, low, high); got != want {
					t.Fatalf("%s: the estimate is %d, want %d", p.String(), got, want)
				}
			}
			side := p.Side()
			if node.CanPlace() != plain.Features().CanPlace[side] || node.BestGain() != int(plain.WithGains().Counts[side][bestGain]) {
				t.Fatalf("%s: it can place: %t; the best gain is %d", p.String(), node.CanPlace(), node.BestGain())
			}
		}
	})
	if found < 400 {
		t.Errorf("the memory had only %d positions", found)
	}
}
