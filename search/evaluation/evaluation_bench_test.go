package evaluation

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// BenchmarkHotPaths measures the evaluation beside its slow twin, in positions of
// the middle of the game.
func BenchmarkHotPaths(b *testing.B) {
	positions := enginetest.GamePositions(b, gamesFolder, 6, 14)
	nodes := make([]Node, len(positions))
	for i := range nodes {
		nodes[i].Start(&positions[i], engine.NoMove)
		nodes[i].WithGains()
	}
	var paths []enginetest.HotPath
	for _, path := range evaluationPaths() {
		paths = append(paths, enginetest.HotPath{
			Name: "Evaluation/" + path.name, Inputs: len(positions),
			Engine: func(i int) { path.engine(&nodes[i]) },
			Twin:   func(i int) { path.twin(&nodes[i]) },
		})
	}
	enginetest.BenchmarkPaths(b, paths...)
}

// BenchmarkNetwork measures the network with random numbers: an update of one perspective
// by eight rows, and the output with half the units clipped to zero.
func BenchmarkNetwork(b *testing.B) {
	random := rand.New(rand.NewPCG(37, 1))
	n := randomNetwork(random).network()
	sums, counts := sumsAndCounts(random)
	come, gone := []uint16{1, 207, 540, 560, 610}, []uint16{530, 561, 609}
	b.Run("update", func(b *testing.B) {
		for b.Loop() {
			addRows(&sums[0], &sums[0], &n.first.inputs, come, gone)
		}
	})
	b.Run("update plainly", func(b *testing.B) {
		for b.Loop() {
			addRowsPlainly(&sums[0], &sums[0], &n.first.inputs, come, gone)
		}
	})
	sums, _ = sumsAndCounts(random)
	b.Run("output", func(b *testing.B) {
		for b.Loop() {
			output(n, 2, &sums[0], &sums[1], &counts[0], &counts[1])
		}
	})
	b.Run("output plainly", func(b *testing.B) {
		for b.Loop() {
			outputPlainly(n, 2, &sums[0], &sums[1], &counts[0], &counts[1])
		}
	})
}
