package search

// Benchmarks of the search's own hot paths, each beside a slow twin. See
// bench/hotpaths_test.go for the others and for how to run them.

import (
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// hotPath is an operation and its slow twin.
type hotPath struct {
	name         string
	engine, twin func(p *engine.Position)
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
	packing := packingPath()
	packing.bench(b, enginetest.GamePositions(b, "../bench/testdata", 18, engine.MaxPly))
}

func TestHotPathsAllocateNothing(t *testing.T) {
	positions := enginetest.GamePositions(t, "../bench/testdata", 6, engine.MaxPly)
	for _, path := range []hotPath{packingPath()} {
		i := 0
		if each := testing.AllocsPerRun(len(positions)-1, func() { path.engine(&positions[i]); i++ }); each != 0 {
			t.Errorf("%s: %v allocations, want none", path.name, each)
		}
	}
}
