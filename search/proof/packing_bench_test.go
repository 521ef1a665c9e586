package proof

import (
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// BenchmarkHotPaths asks how much of its reach each side can fill, in late positions.
// The packer remembers answers, as it does in a search; its slow twin does not.
func BenchmarkHotPaths(b *testing.B) {
	positions, packer := enginetest.GamePositions(b, gamesFolder, 18, engine.MaxPly), newPacker(littleMemory)
	for name, most := range map[string]func(engine.Bitboard, engine.Side, engine.Hand){
		"engine": func(region engine.Bitboard, side engine.Side, hand engine.Hand) {
			packer.most(region, side, hand, littleEffort)
		},
		"twin": func(region engine.Bitboard, side engine.Side, hand engine.Hand) { slowPack(region, side, hand) },
	} {
		b.Run("Packing/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				packReach(&positions[i%len(positions)], most)
			}
		})
	}
}
