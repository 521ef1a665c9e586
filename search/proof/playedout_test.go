package proof

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// leakingTerritory has territory of Light's that no buildings close, and a building there
// walls something off: filling it is worth more than waiting.
const leakingTerritory = "diIIaccfss/iiIaacfffd/1MLa1ccfss/LMM+LLL1II/SM++++iAIL/S1L+LiiAAL/LooL1LOOAL/LmooLOOCLC/mmmoSOLCCC/Lt1LSBBBLL l - 20"

// TestProofsAreWhatAllGamesComeTo compares proofs with all games played to the end, without
// bounds or waits, from late positions of all rules. Half of the positions have territory
// wherever it fell, as a position text may.
func TestProofsAreWhatAllGamesComeTo(t *testing.T) {
	z, random := newZoneTrial(t, 1), rand.New(rand.NewPCG(47, 1))
	rules := engine.Rules{Set: engine.Mattel, OptionalCapture: true}
	leaking, err := engine.ParsePosition(leakingTerritory, rules)
	enginetest.Must(t, err)
	positions := []engine.Position{leaking}
	wanted := 60
	if enginetest.IsLong() {
		wanted = 500
	}
	for len(positions) < wanted {
		p := openPosition(random)
		if len(positions)%2 == 0 {
			p = withRandomTerritory(t, random, &p)
		}
		for p.CountMoves() > 30 {
			moves := p.Moves(nil)
			p = p.Play(moves[random.IntN(len(moves))])
		}
		if !p.Over() {
			positions = append(positions, p)
		}
	}
	compared := 0
	for _, p := range positions {
		known := map[uint64]int{}
		margin := playedOut(&p, known)
		if len(known) > mostPlayedOut {
			continue
		}
		compared++
		for _, step := range []int{0, 1, -2, 3} {
			z.solver.Allow(1 << 62)
			if first, _ := z.solver.atLeast(&p, p.Moves(nil), margin+step, step <= 0); (first >= 0) != (step <= 0) {
				t.Errorf("%v %s: the margin is %d, asked for %d the solver says %d", p.Rules(), p.String(), margin, margin+step, first)
			}
		}
	}
	if compared < wanted/2 {
		t.Errorf("only %d of %d positions were played out", compared, wanted)
	}
}

// withRandomTerritory makes some free squares of a position territory of neither or either
// side.
func withRandomTerritory(t testing.TB, random *rand.Rand, p *engine.Position) engine.Position {
	board, fields := unfolded(p.String())
	share := random.IntN(5)
	for i, letter := range board {
		if strings.IndexByte(".Ld", letter) >= 0 && random.IntN(5) < share {
			board[i] = ".Ld"[random.IntN(3)]
		}
	}
	q, err := engine.ParsePosition(folded(board, fields), p.Rules())
	enginetest.Must(t, err)
	return q
}

// unfolded returns the board of a position text with a letter for every square, "." for
// those that are free, and the other fields. folded is the opposite.
func unfolded(text string) (board []byte, fields string) {
	rows, fields, _ := strings.Cut(text, " ")
	for run := engine.Columns; run > 0; run-- {
		rows = strings.ReplaceAll(rows, strconv.Itoa(run), strings.Repeat(".", run))
	}
	return []byte(rows), fields
}

func folded(board []byte, fields string) string {
	rows := string(board)
	for run := engine.Columns; run > 0; run-- {
		rows = strings.ReplaceAll(rows, strings.Repeat(".", run), strconv.Itoa(run))
	}
	return rows + " " + fields
}

// mostPlayedOut is how many positions are played out before a test gives up.
const mostPlayedOut = 20_000

// playedOut returns the margin of best play, by trying everything. Once it knows more
// than mostPlayedOut positions its value means nothing.
func playedOut(p *engine.Position, known map[uint64]int) int {
	if value, found := known[p.Key()]; found {
		return value
	}
	moves := p.Moves(nil)
	if len(moves) == 0 {
		return p.Margin(p.Side())
	}
	best := -noBounds
	for _, m := range moves {
		if len(known) > mostPlayedOut {
			break
		}
		next := p.Play(m)
		best = max(best, -playedOut(&next, known))
	}
	known[p.Key()] = best
	return best
}
