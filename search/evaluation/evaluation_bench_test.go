package evaluation

import (
	"testing"

	"cathedral/engine/enginetest"
)

// BenchmarkHotPaths measures the evaluation beside its slow twin, in positions of
// the middle of the game.
func BenchmarkHotPaths(b *testing.B) {
	positions := enginetest.GamePositions(b, gamesFolder, 6, 14)
	var paths []enginetest.HotPath
	for _, path := range evaluationPaths() {
		paths = append(paths, enginetest.HotPath{
			Name: "Evaluation/" + path.name, Inputs: len(positions),
			Engine: func(i int) { path.engine(&positions[i]) },
			Twin:   func(i int) { path.twin(&positions[i]) },
		})
	}
	enginetest.BenchmarkPaths(b, paths...)
}
