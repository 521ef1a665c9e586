package engine

import (
	"math/rand/v2"
	"testing"
)

func TestGainsAreThoseOfTheMovesPlayed(t *testing.T) {
	won := 0
	for game := range 300 {
		random := rand.New(rand.NewPCG(11, uint64(game)))
		rules := Rules{Set: RuleSet(game % 3), OptionalCapture: game%2 == 1}
		for p := Start(rules); ; {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			gains := p.Gains(AllSquares())
			for _, m := range moves {
				if m == Pass || p.PlacesCathedral() || m.Spares() {
					continue
				}
				settlement := p.Settlement(m)
				want := settlement.Claimed.Count()
				for _, piece := range settlement.Captured {
					if piece != p.CathedralPiece() {
						want += piece.Building().Size()
					}
				}
				if got := gains.Of(m); got != want {
					t.Fatalf("%s %s: gain %d, want %d", p.String(), m, got, want)
				}
				if want > 0 {
					won++
				}
			}
			p = p.Play(moves[random.IntN(len(moves))])
		}
	}
	if won < 1000 {
		t.Errorf("only %d moves won anything: the test says little", won)
	}
}
