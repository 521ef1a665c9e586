package proof

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// recordedMissed is the sum of what bounds miss of all margins, in squares.
const recordedMissed = 2586

// TestBoundsMissNoMoreThanRecorded measures what bounds miss of the margins in testdata/margins.txt, and
// prints it by ply:
//
//	go test ./search/proof -run BoundsMiss -v
//
// The bound is the least margin of the side that wins, or of the one to move in a draw, with the closings of
// secured.go if the other is to move.
func TestBoundsMissNoMoreThanRecorded(t *testing.T) {
	text, err := os.ReadFile("testdata/margins.txt")
	enginetest.Must(t, err)
	type sum struct{ positions, margin, missed, contested, shortfall, decided int }
	sums, all, s := map[int]*sum{}, &sum{}, newTestSolver(t)
	for line := range strings.Lines(string(text)) {
		place, operations, found := strings.Cut(line, " fm ")
		if !found {
			continue
		}
		var margin int
		fmt.Sscan(operations, &margin)
		p, err := engine.ParsePosition(place, engine.Rules{})
		enginetest.Must(t, err)
		winner, need := p.Side(), min(margin, 1)
		if margin < 0 {
			winner, margin, need = winner.Opponent(), -margin, 1
		}
		k := newPacker(littleMemory)
		g, known := k.gains(&p, proofEffort())
		if !known {
			t.Fatalf("%s: too many exposed buildings", place)
		}
		least, most := g.margins(&p, winner)
		if least > margin || most < margin {
			t.Errorf("%s: bounds from %d to %d, the margin is %d", place, least, most, margin)
		}
		s.start(&p)
		for s.ahead = winner; least < margin; least++ { // by closings
			next, won := least+1, 1
			if p.Side() != winner {
				next, won = -least, -1
			}
			if outcome, _ := s.bounded(0, next); outcome != won {
				break
			}
		}
		r, _ := findReach(&p, proofEffort().exposed)
		if sums[p.Ply()] == nil {
			sums[p.Ply()] = &sum{}
		}
		for _, m := range []*sum{sums[p.Ply()], all} {
			m.positions++
			m.margin += margin
			m.missed += margin - least
			m.contested += r.fillable(engine.Light).And(r.fillable(engine.Dark)).Count()
			m.shortfall += shortfall(k, &p, winner, need)
			if least >= need {
				m.decided++
			}
		}
	}
	table := "ply  positions  margin  bound below  shortfall  contested  decided\n"
	row := func(name string, s *sum) {
		mean := func(n int) float64 { return float64(n) / float64(s.positions) }
		table += fmt.Sprintf("%3s  %9d  %6.1f  %11.1f  %9.1f  %9.1f  %5.0f %%\n",
			name, s.positions, mean(s.margin), mean(s.missed), mean(s.shortfall), mean(s.contested), 100*mean(s.decided))
	}
	for ply := 10; ply <= 16; ply++ {
		row(fmt.Sprint(ply), sums[ply])
	}
	row("all", all)
	t.Logf("\n%s", table)
	if all.positions != 200 || all.missed > recordedMissed {
		t.Errorf("bounds miss %d squares in %d positions; the maximum is %d in 200", all.missed, all.positions, recordedMissed)
	}
}
