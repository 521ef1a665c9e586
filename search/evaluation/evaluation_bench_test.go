package evaluation

import (
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
