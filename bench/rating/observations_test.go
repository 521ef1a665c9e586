package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// Whatever games are copied, in whatever files, pairs that are all 1-1 score half.
func TestCopiesDoNotTiltTheScore(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	placements := engine.CathedralPlacements()
	for range enginetest.Samples(300) {
		ledger := NewLedger("A", "B")
		for file := range 1 + random.IntN(3) {
			var text strings.Builder
			for round := range 1 + random.IntN(20) {
				// In pairs that Dark wins, or Light, few games have moves of their own.
				result := []string{"1-0", "0-1"}[random.IntN(2)]
				loser := []string{"adjudication", "adjudication", "time forfeit"}[random.IntN(3)]
				games := make([]string, 2)
				for i, players := range [][2]string{{"A", "B"}, {"B", "A"}} {
					games[i] = fmt.Sprintf("[White %q]\n[Black %q]\n[Round \"%d.%d\"]\n[Termination %q]\n\n%v %s\n\n",
						players[0], players[1], round, i+1, loser, placements[random.IntN([]int{2, 50}[i])], result)
				}
				first := random.IntN(2)
				text.WriteString(games[first] + games[1-first])
			}
			if _, err := ledger.Read(strings.NewReader(text.String()), fmt.Sprint(file), engine.Rules{}, engine.FairGame{}, func(err error) { t.Error(err) }); err != nil {
				t.Fatal(err)
			}
		}
		match := ledger.Report(nil).Matches[0]
		if match.Score.Value != 0.5 || match.Unpaired != 0 || match.Pairs != (Pentanomial{2: match.Games / 2}) ||
			match.AsLight != match.AsDark.Reverse() || math.Abs(float64(match.LikelihoodOfSuperiority)-0.5) > 1e-9 {
			t.Fatalf("%s", &match)
		}
	}
}

// The counts of a pair with a copy are those of the games before it, and a partner that is missing
// takes nothing away.
func TestAPairWithACopyCountsNoLonger(t *testing.T) {
	a := func(pair, line string, margin int) Game {
		g := game("A", "B", pair, margin)
		g.Line, g.Machine = line, line
		return g
	}
	b := func(pair, line string, margin int) Game {
		g := a(pair, line, margin)
		g.Light, g.Dark = "B", "A"
		return g
	}
	ledger := NewLedger("A", "B")
	path := ledger.KeepPath()
	for _, step := range []struct {
		game                     Game
		pairs, unpaired, leftOut int
	}{
		{a("1", "x", -3), 0, 1, 0},
		{b("1", "y", -1), 1, 0, 0},
		{a("2", "z", -2), 1, 1, 0},
		{b("2", "y", -1), 1, 0, 2}, // its partner counted until now
		{a("3", "z", -2), 1, 0, 3}, // a copy of a game that does not count
		{b("3", "u", 4), 1, 0, 4},
		{a("4", "v", 4), 1, 1, 4}, // its partner never comes
		{b("5", "u", 4), 1, 1, 5}, // nor does this one's
		{a("", "w", 4), 1, 2, 5},
		{a("", "w", 4), 1, 2, 6},
		{b("6", "", 4), 1, 3, 6}, // without moves
		{a("6", "", 4), 2, 2, 6},
	} {
		ledger.Add(step.game)
		tally := ledger.Tally("A", "B")
		if tally.Pairs.Pairs() != step.pairs || tally.Singles.Games() != step.unpaired || tally.LeftOut != step.leftOut ||
			tally.Results().Games() != tally.Games() || tally.Margins.Games() != tally.Games() || tally.Light.Games() != tally.Games() ||
			len(path.steps) != tally.Games() || path.steps[tally.Games()-1] != tally.Sample {
			t.Fatalf("after %+v: %+v, %d steps", step.game, tally, len(path.steps))
		}
	}
	machines, games := ledger.Report(nil).Machines.Machines, 0
	for _, m := range machines {
		games += m.Games
	}
	if tally := ledger.Tally("A", "B"); games != tally.Games() {
		t.Errorf("the machines have %d games of %d", games, tally.Games())
	}
}

// If one of two equal players repeats its games as Dark from the same opening, and Dark wins most,
// the score is right in the mean, and few matches are sure that one is stronger.
func TestEqualPlayersScoreHalfThoughOneRepeatsItsGames(t *testing.T) {
	matches := enginetest.Samples(1200)
	if enginetest.IsNight() {
		matches = 20_000
	}
	for _, openings := range []int{4, 10, 20} {
		for _, dark := range []float64{0.5, 0.75, 0.95} {
			t.Run(fmt.Sprintf("%d openings, %.0f %% for Dark", openings, 100*dark), func(t *testing.T) {
				random := rand.New(rand.NewPCG(uint64(openings), uint64(100*dark)))
				known := map[Sample]Number{}
				scores, squares, sure := 0.0, 0.0, 0
				for range matches {
					sample := repeatingMatch(random, openings, dark)
					if _, seen := known[sample]; !seen {
						known[sample] = sample.LikelihoodOfSuperiority()
					}
					if los := known[sample]; los < 0.025 || los > 0.975 {
						sure++
					}
					score := sample.Points() / float64(sample.Games())
					scores, squares = scores+score, squares+score*score
				}
				n := float64(matches)
				mean := scores / n
				deviation := math.Sqrt((squares/n - mean*mean) / n)
				if math.Abs(mean-0.5) > max(0.005, 4*deviation) || float64(sure) > n*0.06+4*math.Sqrt(n*0.06*0.94) {
					t.Errorf("mean score %.4f ± %.4f, %d of %d matches are sure", mean, 2*deviation, sure, matches)
				}
			})
		}
	}
}

// repeatingMatch returns A's sample of a match of 60 pairs, in which it repeats its games as Dark
// and plays a new one each time as Light. Both games of a pair may end in either order.
func repeatingMatch(random *rand.Rand, openings int, dark float64) Sample {
	margin := func() int {
		if random.Float64() < dark {
			return -3
		}
		return 3
	}
	repeated := make([]int, openings)
	for opening := range repeated {
		repeated[opening] = margin()
	}
	ledger := NewLedger("A", "B")
	for pair := range 60 {
		opening := random.IntN(openings)
		games := []Game{game("A", "B", fmt.Sprint(pair), margin()), game("B", "A", fmt.Sprint(pair), repeated[opening])}
		games[0].Line, games[1].Line = fmt.Sprint("new ", pair), fmt.Sprint("again ", opening)
		for _, i := range random.Perm(2) {
			ledger.Add(games[i])
		}
	}
	return ledger.Tally("A", "B").Sample
}
