package search

// Benchmarks of the search's own hot paths, each beside a slow twin. See
// bench/hotpaths_test.go for the others and for how to run them.

import (
	"os"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/record"
)

// hotPositions returns the positions of the games of bench/testdata from a ply to
// before another.
func hotPositions(t testing.TB, from, to int) []engine.Position {
	t.Helper()
	var positions []engine.Position
	for _, name := range []string{"enginegames.txt", "randomgames.txt"} {
		text, err := os.ReadFile("../bench/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			p := engine.Start(engine.Rules{})
			moves, err := record.ParseMoves(line, p)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, m := range moves {
				if p.Ply() >= from && p.Ply() < to {
					positions = append(positions, p)
				}
				p = p.Play(m)
			}
		}
	}
	if len(positions) < 40 {
		t.Fatalf("only %d positions", len(positions))
	}
	return positions
}

// hotPath is an operation and its slow twin.
type hotPath struct {
	name         string
	engine, twin func(p *engine.Position)
}

// evaluationPaths returns the two parts of the evaluation, and the terms of the
// counted one. The twins work square by square; that of the counted part does the
// dear terms so, and adds nothing up.
func evaluationPaths() []hotPath {
	var f features
	both := func(work func(p *engine.Position, side engine.Side)) func(*engine.Position) {
		return func(p *engine.Position) {
			work(p, engine.Light)
			work(p, engine.Dark)
		}
	}
	buildings := func(p *engine.Position) [2]engine.Bitboard {
		return [2]engine.Bitboard{p.Buildings(engine.Light), p.Buildings(engine.Dark)}
	}
	room := both(func(p *engine.Position, side engine.Side) { slowRoom(p, side) })
	reach := func(p *engine.Position) { slowInfluence(buildings(p), p.Empty()) }
	gaps := both(func(p *engine.Position, side engine.Side) {
		slowPockets(p.Buildings(side), p.Buildings(side.Opponent()), 1)
		slowPockets(p.Buildings(side), p.Buildings(side.Opponent()), 2)
	})
	// The network follows from each position to the next, seen from both sides as in a
	// search. Its twin begins anew.
	last := engine.Start(engine.Rules{})
	var sums [2]hiddenSums
	for side := range sums {
		sums[side].begin(defaultNetwork, engine.Side(side), &last)
	}
	network := func(p *engine.Position) {
		for side := range sums {
			sums[side].follow(defaultNetwork, engine.Side(side), &sums[side], &last, p)
		}
		last = *p
		defaultNetwork.value(&sums[p.Side()], 2*engine.SideSquares-int32(p.Unplaced(engine.Light)+p.Unplaced(engine.Dark)))
	}
	return []hotPath{
		{"Evaluation/network", network, func(p *engine.Position) {
			for side := range sums {
				sums[side].begin(defaultNetwork, engine.Side(side), p)
			}
			defaultNetwork.value(&sums[p.Side()], f.built())
		}},
		{"Evaluation/counted", func(p *engine.Position) {
			f.extract(p)
			defaultWorths.value(&f, p.Side())
		}, func(p *engine.Position) { room(p); reach(p); gaps(p) }},
		{"Evaluation/room", both(func(p *engine.Position, side engine.Side) { f.side[side].countRoom(p, side, &f.maps[side]) }), room},
		{"Evaluation/influence", func(p *engine.Position) {
			_, _ = influence(p.Buildings(engine.Light), p.Buildings(engine.Dark), p.Empty())
		}, reach},
		{"Evaluation/pockets", both(func(p *engine.Position, side engine.Side) {
			_, _ = pockets(p.Buildings(side), p.Buildings(side).Grow(), p.Buildings(side.Opponent()))
		}), gaps},
		{"Evaluation/sum", func(p *engine.Position) { defaultWorths.value(&f, p.Side()) }, func(p *engine.Position) { Explain(p) }},
	}
}

// packingPath returns the question how much of its reach each side can fill, in
// late positions. The engine's packer remembers answers, as it does in a search.
func packingPath() hotPath {
	packer := newPacker()
	ask := func(most func(engine.Bitboard, engine.Side, engine.Hand)) func(*engine.Position) {
		return func(p *engine.Position) {
			for side := range engine.Dark + 1 {
				region := engine.Coverage(p.Open(side), side, p.Hand(side))
				if region.Count() <= packedSquares {
					most(region, side, p.Hand(side))
				}
			}
		}
	}
	return hotPath{"Packing",
		ask(func(region engine.Bitboard, side engine.Side, hand engine.Hand) {
			packer.most(region, side, hand, quickEffort())
		}),
		ask(func(region engine.Bitboard, side engine.Side, hand engine.Hand) { slowPack(region, side, hand) }),
	}
}

// packedSquares is the largest region that the slow twin is asked to pack.
const packedSquares = 12

func (h *hotPath) bench(b *testing.B, positions []engine.Position) {
	for _, kind := range []struct {
		name string
		work func(*engine.Position)
	}{{"engine", h.engine}, {"twin", h.twin}} {
		b.Run(h.name+"/"+kind.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				kind.work(&positions[i%len(positions)])
			}
		})
	}
}

func BenchmarkHotPaths(b *testing.B) {
	for _, path := range evaluationPaths() {
		path.bench(b, hotPositions(b, 6, 14))
	}
	packing := packingPath()
	packing.bench(b, hotPositions(b, 18, engine.MaxPly))
}

func TestHotPathsAllocateNothing(t *testing.T) {
	positions := hotPositions(t, 6, engine.MaxPly)
	for _, path := range append(evaluationPaths(), packingPath()) {
		i := 0
		if each := testing.AllocsPerRun(len(positions)-1, func() { path.engine(&positions[i]); i++ }); each != 0 {
			t.Errorf("%s: %v allocations, want none", path.name, each)
		}
	}
}
