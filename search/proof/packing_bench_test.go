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
	most := func(region engine.Bitboard, side engine.Side, hand engine.Hand) {
		packer.most(region, side, hand, littleEffort)
	}
	slowMost := func(region engine.Bitboard, side engine.Side, hand engine.Hand) { slowPack(region, side, hand) }
	enginetest.BenchmarkPaths(b, enginetest.HotPath{
		Name: "Packing", Inputs: len(positions),
		Engine: func(i int) { packReach(&positions[i], most) },
		Twin:   func(i int) { packReach(&positions[i], slowMost) },
	})
}
