package bench_test

// Benchmarks of the engine's most frequent operations, each with a slow twin that does
// the same work in the plainest way, so that ratios can be compared between machines.
// Run them with
//
//	cathedral bench --paths
//
// which also runs those of the evaluation, packing and the transposition table, in the
// packages of search.

import (
	"context"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

// hotPaths returns the hot paths of package engine.
func hotPaths(t testing.TB) []enginetest.HotPath {
	var paths []enginetest.HotPath
	for _, in := range phases() {
		paths = append(paths, movePaths(t, in.name, steps(t, in))...)
	}
	return append(paths, enclosurePaths(t)...)
}

// movePaths returns the operations that list and make moves.
func movePaths(t testing.TB, phase string, steps []step) []enginetest.HotPath {
	var maps engine.Maps
	var next engine.Position
	var key uint64 // of all, or the compiler would leave them out
	list := make([]engine.Move, 0, 4096)
	twins := slowSteps(t, steps)
	texts := make([]string, len(steps))
	for i := range steps {
		texts[i] = steps[i].position.String()
	}
	at := func(i int) *engine.Position { return &steps[i].position }
	paths := []enginetest.HotPath{
		{
			Name:   "Maps",
			Engine: func(i int) { engine.PlacementMaps(at(i).Open(at(i).Side()), at(i).Side(), &maps) },
			Twin:   func(i int) { slowMaps(at(i), at(i).Side()) },
		}, {
			Name:   "LegalList",
			Engine: func(i int) { list = at(i).Moves(list[:0]) },
			Twin:   func(i int) { list = slowMoves(at(i), list[:0]) },
		}, {
			Name:   "LegalCount",
			Engine: func(i int) { at(i).CountMoves() },
			Twin:   func(i int) { list = at(i).Moves(list[:0]) },
		}, {
			Name:   "LegalTest",
			Engine: func(i int) { at(i).IsLegal(steps[i].move) },
			Twin:   func(i int) { _ = slices.Contains(slowMoves(at(i), list[:0]), steps[i].move) },
		}, {
			Name:   "Play",
			Engine: func(i int) { at(i).PlayInto(&next, steps[i].move) },
			Twin:   func(i int) { twins[i].play() },
		}, {
			Name:   "Key",
			Engine: func(i int) { key ^= at(i).Key() },
			Twin: func(i int) {
				position, _ := engine.ParsePosition(texts[i], engine.Rules{})
				key ^= position.Key()
			},
		},
	}
	for i := range paths {
		paths[i].Name += "/" + phase
		paths[i].Inputs = len(steps)
	}
	return paths
}

// enclosurePaths returns the operations that judge enclosures. Each twin plays the move
// and judges every region. A first building settles nothing, so its time covers only the
// copy, the placement and the key.
func enclosurePaths(t testing.TB) []enginetest.HotPath {
	var next engine.Position
	path := func(name string, steps []step, work func(s *step)) enginetest.HotPath {
		twins := slowSteps(t, steps)
		for i := range steps {
			steps[i].gains = steps[i].position.Gains()
		}
		return enginetest.HotPath{
			Name: name, Inputs: len(steps),
			Engine: func(i int) { work(&steps[i]) },
			Twin:   func(i int) { twins[i].play() },
		}
	}
	play := func(s *step) { s.position.PlayInto(&next, s.move) }
	judge := func(s *step) { s.gains.Of(s.move) }
	return []enginetest.HotPath{
		enclosureLists(t, "anew", func(f *family, side engine.Side, list []engine.Enclosure) []engine.Enclosure {
			return f.after.Enclosures(side, &f.maps[side], list)
		}),
		enclosureLists(t, "after", func(f *family, side engine.Side, list []engine.Enclosure) []engine.Enclosure {
			side = side.Opponent()
			return f.after.EnclosuresAfter(&f.before, f.lists[side], &f.maps[side], list)
		}),
		path("EnclosureRuledOut", choose(t, ruledOut), func(s *step) { s.position.MayEnclose(s.move) }),
		path("EnclosureJudged/claim", choose(t, claims), judge),
		path("EnclosureJudged/capture", choose(t, captures), judge),
		path("PlayFirstBuilding", firstBuildings(t), play),
		path("PlayRuledOut", choose(t, ruledOut), play),
		path("PlayClaim", choose(t, claims), play),
		path("PlayCapture", choose(t, captures), play),
	}
}

func BenchmarkHotPaths(b *testing.B) {
	enginetest.BenchmarkPaths(b, hotPaths(b)...)
}

func TestHotPathsAllocateNothing(t *testing.T) {
	for _, path := range hotPaths(t) {
		i := 0
		each := enginetest.Allocations(path.Inputs, func() {
			path.Engine(i % path.Inputs)
			i++
		})
		if each != 0 {
			t.Errorf("%s: %v allocations, want none", path.Name, each)
		}
	}
}

// TestSearchAllocatesForReportsAndNotForNodes compares a short search with a long one,
// after the lists have reached their size.
func TestSearchAllocatesForReportsAndNotForNodes(t *testing.T) {
	const short, long = 1_000, 6_000
	searcher, err := search.New(4)
	enginetest.Must(t, err)
	position := allGames(t)[0][8].position
	allocations := func(nodes uint64) float64 {
		return enginetest.Allocations(1, func() {
			searcher.Search(context.Background(), &position, search.Limits{Nodes: nodes}, search.DefaultOptions(), func(search.Info) {})
		})
	}
	allocations(long)
	if more := allocations(long) - allocations(short); more > (long-short)/100 {
		t.Errorf("%v more allocations for %d more nodes", more, long-short)
	}
}
