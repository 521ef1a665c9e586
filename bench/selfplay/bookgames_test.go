package selfplay

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search/book"
	"cathedral/search/book/builtin"
)

// The mean margins of games after 40 random moves of the built-in book, 100 each, lie within the 95 %
// intervals of at least 36 of their values, the errors of the means included. Only one of the games
// that end in the same position counts.
func TestGamesAgreeWithTheBuiltInBook(t *testing.T) {
	enginetest.Night(t)
	builtIn, err := builtin.Open()
	enginetest.Must(t, err)
	entries := slices.SortedFunc(builtIn.Entries(), func(a, b book.Entry) int {
		return cmp.Compare(a.Position.Key(), b.Position.Key())
	})
	entries = slices.DeleteFunc(entries, func(e book.Entry) bool { return e.Moves[0].Proven })
	recipe := Recipe{Event: "Games of the book", Seed: 1, Nodes: 3000, HashMiB: 4, Spread: 4}
	searcher, err := recipe.searcher()
	enginetest.Must(t, err)
	within, games := 0, 0
	var differences, shares []float64 // in squares; squared, in deviations stated, less the part of the games' luck
	for _, i := range rand.New(rand.NewPCG(40, 10)).Perm(len(entries))[:40] {
		position, move := entries[i].Position, entries[i].Moves[0]
		var margins []float64
		ends := map[uint64]bool{}
		for number := 0; len(margins) < 100 && number < 400; number++ {
			g := &game{record: record.New(position), position: position}
			g.play(move.Move)
			searcher.Clear()
			_, err := recipe.finish(t.Context(), searcher, g, number)
			enginetest.Must(t, err)
			if key := g.position.Key(); !ends[key] {
				ends[key] = true
				margins = append(margins, float64(g.position.Margin(position.Side())))
			}
		}
		mean, deviation := stat.MeanStdDev(margins, nil)
		luck := stat.StdErr(deviation, float64(len(margins)))
		difference, stated := mean-float64(move.Centi)/100, float64(move.Error)/196
		if math.Abs(difference) <= 1.96*math.Hypot(stated, luck) {
			within++
		}
		games += len(margins)
		differences = append(differences, difference)
		shares = append(shares, (difference*difference-luck*luck)/(stated*stated))
		t.Logf("ply %d, %s: %+.2f ± %.2f in the book, %+.3f ± %.3f by %d games", position.Ply(), move.Move,
			float64(move.Centi)/100, 1.96*stated, mean, 1.96*luck, len(margins))
	}
	t.Logf("%d games: %d of 40 values within their intervals; the games less the values: %+.2f ± %.2f squares; %.2f of the deviation stated", games,
		within, stat.Mean(differences, nil), 1.96*stat.StdErr(stat.StdDev(differences, nil), 40), math.Sqrt(stat.Mean(shares, nil)))
	if within < 36 {
		t.Errorf("%d of 40 values are within their intervals, want 36", within)
	}
}
