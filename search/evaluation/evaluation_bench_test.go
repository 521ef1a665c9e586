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
	for _, path := range evaluationPaths() {
		for _, kind := range []struct {
			name string
			work func(*engine.Position)
		}{{"engine", path.engine}, {"twin", path.twin}} {
			b.Run("Evaluation/"+path.name+"/"+kind.name, func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					kind.work(&positions[i%len(positions)])
				}
			})
		}
	}
}
