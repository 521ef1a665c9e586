package bench_test

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"

	"cathedral/engine"
)

// family is a position, with its parent and the lists of both.
type family struct {
	before, after engine.Position
	maps          [2]engine.Maps // of after
	lists         [2][]engine.Enclosure
}

// families returns positions at ply and their parents: those of the engine's games, and others
// after random moves from there.
func families(t testing.TB, ply int) []family {
	var all []family
	random := rand.New(rand.NewPCG(5, 0))
	for _, game := range games(t, "enginegames.txt") {
		if len(game) < ply {
			continue
		}
		s := game[ply-1]
		moves := s.position.Moves(nil)
		for i := range 4 {
			m := s.move
			if i > 0 {
				m = moves[random.IntN(len(moves))]
			}
			f := family{before: s.position, after: s.position.Play(m)}
			for side := range f.maps {
				side := engine.Side(side)
				var maps engine.Maps
				engine.PlacementMaps(f.before.Open(side), side, &maps)
				f.lists[side] = f.before.Enclosures(side, &maps, nil)
				engine.PlacementMaps(f.after.Open(side), side, &f.maps[side])
			}
			all = append(all, f)
		}
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

func BenchmarkEnclosures(b *testing.B) {
	for _, ply := range []int{2, 3, 4, 5, 6, 8, 10, 12, 14, 16} {
		all := families(b, ply)
		var list []engine.Enclosure
		found, now := 0, 0
		run := func(name string, work func(f *family, side engine.Side)) {
			b.Run(fmt.Sprintf("%s/%02d", name, ply), func(b *testing.B) {
				found, now = 0, 0
				begin := cpu()
				for b.Loop() {
					for i := range all {
						work(&all[i], all[i].before.Side())
					}
				}
				count := float64(b.N * len(all))
				b.ReportMetric(float64(cpu()-begin)/count, "ns/op")
				b.ReportMetric(float64(found)/count, "found")
			})
		}
		_ = now
		run("new", func(f *family, side engine.Side) {
			list = f.after.Enclosures(side, &f.maps[side], list[:0])
			found += len(list)
		})
		run("after", func(f *family, side engine.Side) {
			other := side.Opponent()
			list = f.after.EnclosuresAfter(&f.before, f.lists[other], &f.maps[other], list[:0])
			found += len(list)
		})
		run("brute", func(f *family, side engine.Side) { found += slowest(f, f.after.Side()) })
	}
}

// slowest is what a closers' loop does.
func slowest(f *family, side engine.Side) (n int) {
	p := &f.after
	var free, home engine.Maps
	g := p.Gains(engine.AllSquares())
	engine.PlacementMaps(p.Open(side).AndNot(p.Buildings(side).Grow()), side, &free)
	engine.PlacementMaps(p.Territory(side), side, &home)
	for i := range engine.SideShapes {
		shape := engine.SideShape(side, i)
		if !p.Hand(side).Has(shape.Building()) {
			continue
		}
		for anchors := f.maps[side].At(i).AndNot(free.At(i)).AndNot(home.At(i)); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
			if g.Of(engine.NewMove(shape, anchors.First())) > 0 {
				n++
			}
		}
	}
	return n
}

func cpu() int64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return u.Utime.Nano() + u.Stime.Nano()
}
