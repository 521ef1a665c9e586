package rating

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cathedral/engine"
)

// playLeague adds pairs of games between all players, with random results by the
// model of SideModel: strengths and Light's advantage in Elo, and the draw rate of
// equals.
func playLeague(l *Ledger, random *rand.Rand, pairs int, strengths map[string]float64, advantage, draws float64) {
	logV := math.Log(2 * draws / (1 - draws))
	names := slices.Sorted(maps.Keys(strengths))
	for n, first := range names {
		for _, second := range names[n+1:] {
			for pair := range pairs {
				for i, sides := range [][2]string{{first, second}, {second, first}} {
					x := (strengths[first] - strengths[second]) * float64(1-2*i)
					win, draw := sideOdds((x+advantage)/eloPerUnit, logV)
					margin := -1
					switch luck := random.Float64(); {
					case luck < win:
						margin = 1
					case luck < win+draw:
						margin = 0
					}
					l.Add(game(sides[0], sides[1], strconv.Itoa(pair), margin))
				}
			}
		}
	}
}

func TestAdvantageAndDrawRateAreFound(t *testing.T) {
	strengths := map[string]float64{"A": 200, "B": 0, "C": -50, "D": -150}
	for _, test := range []struct{ advantage, draws float64 }{{80, 0.3}, {-40, 0.05}, {0, 0.6}} {
		hits, runs := 0, 60
		for seed := range runs {
			l := NewLedger()
			playLeague(l, rand.New(rand.NewPCG(uint64(seed), 5)), 120, strengths, test.advantage, test.draws)
			model := l.SideModel()
			if width := float64(model.LightAdvantage.Error()); width > 40 || width < 10 {
				t.Fatalf("advantage %s", model.LightAdvantage.Text(1))
			}
			for estimate, truth := range map[Estimate]float64{model.LightAdvantage: test.advantage, model.Draws: test.draws} {
				if float64(estimate.Low) <= truth && truth <= float64(estimate.High) {
					hits++
				}
			}
		}
		// An interval of 95 % holds the truth in 114 of 120, give or take 2.4.
		if hits < 107 {
			t.Errorf("%+v: %d of %d intervals hold the truth", test, hits, 2*runs)
		}
	}
}

// Pairs whose sides are equal do not scatter. The advantage is open all the same if they are
// few, and if one player always wins.
func TestPairsWithoutScatterLeaveTheAdvantageOpen(t *testing.T) {
	for _, pairs := range []int{2, 40} {
		l := NewLedger()
		for _, players := range [][2]string{{"A", "B"}, {"B", "C"}, {"A", "C"}} {
			for pair := range pairs {
				l.Add(game(players[0], players[1], strconv.Itoa(pair), 1))
				l.Add(game(players[1], players[0], strconv.Itoa(pair), -1))
			}
		}
		if advantage := l.SideModel().LightAdvantage; advantage.Error() < 100 {
			t.Errorf("after %d pairs a pairing, the advantage is %s Elo", pairs, advantage.Text(1))
		}
	}
}

func TestAnchorGivesEloItsZero(t *testing.T) {
	l := NewLedger()
	playLeague(l, rand.New(rand.NewPCG(8, 8)), 50, map[string]float64{"A": 100, "B": 0, "C": -90}, 50, 0.3)
	elo := func() map[string]Estimate {
		all := map[string]Estimate{}
		for _, ranking := range l.Report(nil).Standings {
			all[ranking.Player] = ranking.Elo
		}
		return all
	}
	before := elo()
	if l.Anchor("nobody", 0) || !l.Anchor("B", 2000) {
		t.Error("B is a player, and nobody is none")
	}
	after := elo()
	if after["B"] != (Estimate{2000, 2000, 2000}) {
		t.Errorf("the anchor has %+v", after["B"])
	}
	for _, player := range []string{"A", "C"} {
		apart := after[player].Value - 2000 - (before[player].Value - before["B"].Value)
		if math.Abs(float64(apart)) > 1e-6 || after[player].Error() <= before[player].Error() {
			t.Errorf("%s: %s, without the anchor %s", player, after[player].Text(2), before[player].Text(2))
		}
	}
}

func TestSuperiorityIsOfEachTwoPlayers(t *testing.T) {
	l := NewLedger()
	playLeague(l, rand.New(rand.NewPCG(9, 9)), 30, map[string]float64{"A": 60, "B": 0, "C": -300}, 0, 0.3)
	l.Add(Game{Light: "D", Dark: "A", Outcome: engine.DarkWins}) // never met the others
	l.Add(Game{Light: "E", Dark: "F", Outcome: engine.Draw})
	report := l.Report(nil)
	report.Superiority = l.Superiority(report.Standings)
	s := report.Superiority
	for i := range s.Players {
		for j := range s.Players {
			los, reverse := s.LOS[i][j], s.LOS[j][i]
			// D lost its only game, and to A: C may be weaker. E and F met nobody else.
			alone := strings.Contains("EF", s.Players[i]) != strings.Contains("EF", s.Players[j])
			if (i == j || alone) && !los.Known() {
				continue
			}
			if met := s.Players[i] + s.Players[j]; strings.Contains("AB AC BC AD BD", met) && !(los > 0.5) || math.Abs(float64(los+reverse-1)) > 1e-9 {
				t.Errorf("LOS of %s over %s: %s, the other way %s", s.Players[i], s.Players[j], los.Text(3), reverse.Text(3))
			}
		}
	}
	if text := report.String(); !strings.Contains(text, "\nLOS of  over  1") || strings.Count(text, "\n1  ") != 3 {
		t.Errorf("report\n%s", text)
	}
}

func TestEveryTestAndTheChosenPlayersMatchesHaveNames(t *testing.T) {
	l := NewLedger("B")
	playLeague(l, rand.New(rand.NewPCG(4, 4)), 10, map[string]float64{"A": 60, "B": 0, "C": -300}, 0, 0.3)
	test := &SPRT{0, 50, 0.05, 0.05, Normalized}
	report := l.Report(test)
	for player, pairs := range map[string]int{"": 3, "B": 2} {
		report.Player = player
		var names string
		for line := range strings.Lines(report.String()) {
			if before, _, found := strings.Cut(line, ": SPRT of normalised Elo 0 against 50: LLR "); found {
				names += before + " "
			}
		}
		if strings.Count(names, " - ") != pairs || player != "" && strings.Count(names, "B - ") != pairs {
			t.Errorf("player %q: tests of %q, want %d", player, names, pairs)
		}
		if got := strings.Count(report.String(), "\nB - "); got < 2 && player == "B" {
			t.Errorf("the matches of B are missing:\n%s", report)
		}
	}
	report.Player = "B"
	if line := report.Matches[0].Line(); !strings.Contains(report.String(), line+"\n") {
		t.Errorf("no line %q", line)
	}
}
