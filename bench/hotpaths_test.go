package bench_test

// Benchmarks of what the engine does most, each beside a slow twin that does the
// same work plainly, so that the ratio of the two can be compared between
// machines. Run them with
//
//	go test ./bench -run none -bench . -count 5
//
// RESULTS.md says what they are to reach.

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/search"
)

// step is a move and the position that it is played in.
type step struct {
	position engine.Position
	move     engine.Move
}

// randomGames plays games of random moves, the same ones every time.
func randomGames(games int) [][]step {
	random := rand.New(rand.NewPCG(1979, 1)) // the year the game came out
	all := make([][]step, games)
	for i := range all {
		position := engine.Start(engine.Rules{})
		for moves := position.Moves(nil); len(moves) > 0; moves = position.Moves(moves[:0]) {
			move := moves[random.IntN(len(moves))]
			all[i] = append(all[i], step{position, move})
			position = position.Play(move)
		}
	}
	return all
}

// midgame returns 1,000 steps from the plies 6 to 15 of random games.
func midgame() []step {
	var steps []step
	for _, game := range randomGames(100) {
		steps = append(steps, game[6:16]...)
	}
	return steps
}

// choose returns moves of midgame positions for which a test holds, at most one of
// a position.
func choose(test func(p *engine.Position, m engine.Move) bool) []step {
	var chosen []step
	random := rand.New(rand.NewPCG(1979, 2))
	for _, s := range midgame() {
		moves := s.position.Moves(nil)
		random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		for _, move := range moves {
			if move.IsPlacement() && test(&s.position, move) {
				chosen = append(chosen, step{s.position, move})
				break
			}
		}
	}
	return chosen
}

// encloses tells whether a move claims or captures something.
func encloses(p *engine.Position, m engine.Move) bool {
	return !p.Settlement(m).Claimed.IsEmpty()
}

// standsFree tells whether a move's building touches neither the side's own
// buildings nor the edge, so that it cannot enclose anything.
func standsFree(p *engine.Position, m engine.Move) bool {
	rim := m.Squares().Grow()
	edge := engine.AllSquares().AndNot(inner())
	return !rim.Intersects(p.Buildings(p.Side())) && !m.Squares().Intersects(edge)
}

// inner returns the squares that do not lie on the edge.
func inner() engine.Bitboard {
	var squares engine.Bitboard
	for row := 1; row < engine.Rows-1; row++ {
		for column := 1; column < engine.Columns-1; column++ {
			squares = squares.With(engine.NewSquare(row, column))
		}
	}
	return squares
}

// measure benchmarks work on each of the inputs in turn.
func measure[T any](b *testing.B, name string, inputs []T, work func(*T)) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if i == len(inputs) {
				i = 0
			}
			work(&inputs[i])
		}
	})
}

func BenchmarkMaps(b *testing.B) {
	var maps engine.Maps
	measure(b, "engine", midgame(), func(s *step) { s.position.Maps(s.position.Side(), &maps) })
	measure(b, "twin", midgame(), func(s *step) { slowMaps(&s.position, s.position.Side()) })
}

func BenchmarkLegalList(b *testing.B) {
	var list []engine.Move
	measure(b, "engine", midgame(), func(s *step) { list = s.position.Moves(list[:0]) })
	measure(b, "twin", midgame(), func(s *step) { list = slowMoves(&s.position, list[:0]) })
}

func BenchmarkLegalCount(b *testing.B) {
	var list []engine.Move
	measure(b, "engine", midgame(), func(s *step) { s.position.CountMoves() })
	measure(b, "twin", midgame(), func(s *step) { list = s.position.Moves(list[:0]) })
}

func BenchmarkLegalTest(b *testing.B) {
	var list []engine.Move
	measure(b, "engine", midgame(), func(s *step) { s.position.IsLegal(s.move) })
	measure(b, "twin", midgame(), func(s *step) {
		list = slowMoves(&s.position, list[:0])
		_ = slices.Contains(list, s.move)
	})
}

// The four benchmarks of a placement differ in what it has to settle. A first
// building settles nothing, so the time it takes is that of the copy, the
// placement and the key alone: the rest of the others is the enclosures.

func BenchmarkPlayFirstBuilding(b *testing.B) {
	var steps []step
	for _, game := range randomGames(500) {
		steps = append(steps, game[1:3]...)
	}
	benchmarkPlay(b, steps)
}

func BenchmarkPlayStandingFree(b *testing.B) { benchmarkPlay(b, choose(standsFree)) }

func BenchmarkPlayEnclosing(b *testing.B) { benchmarkPlay(b, choose(encloses)) }

func BenchmarkPlayWholeGames(b *testing.B) {
	var steps []step
	for _, game := range randomGames(100) {
		steps = append(steps, game...)
	}
	benchmarkPlay(b, steps)
}

func benchmarkPlay(b *testing.B, steps []step) {
	var next engine.Position
	measure(b, "engine", steps, func(s *step) { s.position.PlayInto(&next, s.move) })
	twins := make([]slowStep, len(steps))
	for i := range steps {
		twins[i] = newSlowStep(&steps[i])
	}
	measure(b, "twin", twins, func(s *slowStep) { s.play() })
}

func BenchmarkKey(b *testing.B) {
	texts := texts()
	steps := midgame()
	measure(b, "engine", steps, func(s *step) { s.position.Key() })
	measure(b, "twin", texts, func(text *string) {
		position, _ := engine.ParsePosition(*text, engine.Rules{})
		position.Key()
	})
}

func BenchmarkParse(b *testing.B) {
	measure(b, "engine", texts(), func(text *string) {
		if _, err := engine.ParsePosition(*text, engine.Rules{}); err != nil {
			b.Error(err)
		}
	})
	// The other way to a position that is known by name: play all moves to it.
	games := randomGames(100)
	measure(b, "twin", games, func(game *[]step) {
		position := engine.Start(engine.Rules{})
		for _, s := range (*game)[:15] {
			move, _ := engine.ParseMove(s.move.String(), position.Side())
			position = position.Play(move)
		}
	})
}

func texts() []string {
	var texts []string
	for _, s := range midgame() {
		texts = append(texts, s.position.String())
	}
	return texts
}

// BenchmarkSearch searches positions after ply 8 for 20,000 nodes each, with one
// thread. The sound search beside it plays the same moves but prunes only what it
// may: the difference is what selectivity costs and saves a node.
func BenchmarkSearch(b *testing.B) {
	var positions []engine.Position
	for _, game := range randomGames(20) {
		positions = append(positions, game[8].position)
	}
	for _, kind := range []struct {
		name  string
		sound bool
	}{{"engine", false}, {"sound", true}} {
		b.Run(kind.name, func(b *testing.B) {
			searcher, err := search.New(16)
			if err != nil {
				b.Fatal(err)
			}
			options := search.DefaultOptions()
			options.Sound = kind.sound
			var nodes uint64
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				result := searcher.Search(context.Background(), &positions[i%len(positions)], search.Limits{Nodes: 300_000}, options, func(search.Info) {})
				nodes += result.Info.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
