package bench_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// family is a position and the one before, with the enclosures of both sides there.
type family struct {
	before, after engine.Position
	maps          [2]engine.Maps // of after
	lists         [2][]engine.Enclosure
}

// families returns positions at ply: those of the engine's games, and others after a random
// move instead of the last one.
func families(t testing.TB, ply int) []family {
	var all []family
	random := rand.New(rand.NewPCG(5, 0))
	for _, game := range games(t, "enginegames.txt") {
		if len(game) < ply {
			continue
		}
		s := game[ply-1]
		moves := s.position.Moves(nil)
		for _, m := range []engine.Move{s.move, moves[random.IntN(len(moves))], moves[random.IntN(len(moves))]} {
			f := family{before: s.position, after: s.position.Play(m)}
			for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
				engine.PlacementMaps(f.before.Open(side), side, &f.maps[side])
				f.lists[side] = f.before.Enclosures(side, &f.maps[side], nil)
				engine.PlacementMaps(f.after.Open(side), side, &f.maps[side])
			}
			all = append(all, f)
		}
	}
	return all
}

// enclosureLists returns the hot path of listing the enclosures of the side that has just
// moved, or of the other one. Its twin asks for the gain of every placement.
func enclosureLists(t testing.TB, name string, work func(*family, engine.Side, []engine.Enclosure) []engine.Enclosure) enginetest.HotPath {
	all := append(families(t, 6), families(t, 10)...)
	list := make([]engine.Enclosure, 0, 4096)
	moves := make([]engine.Move, 0, 4096)
	return enginetest.HotPath{
		Name: "Enclosures/" + name, Inputs: len(all),
		Engine: func(i int) { list = work(&all[i], all[i].before.Side(), list[:0]) },
		Twin: func(i int) {
			gains := all[i].after.Gains()
			moves = all[i].after.Moves(moves[:0])
			for _, m := range moves {
				gains.Of(m)
			}
		},
	}
}

// BenchmarkEnclosures lists the enclosures of both sides as in a search: from scratch for the side
// that has just moved, after the parent's for the other.
func BenchmarkEnclosures(b *testing.B) {
	for _, ply := range []int{2, 4, 6, 8, 10, 12} {
		all := families(b, ply)
		list := make([]engine.Enclosure, 0, 4096)
		b.Run(fmt.Sprintf("ply %d", ply), func(b *testing.B) {
			for b.Loop() {
				for i := range all {
					f := &all[i]
					side, other := f.before.Side(), f.after.Side()
					list = f.after.Enclosures(side, &f.maps[side], list[:0])
					list = f.after.EnclosuresAfter(&f.before, f.lists[other], &f.maps[other], list)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/op")
		})
	}
}
