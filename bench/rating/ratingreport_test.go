package rating

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

func TestReportOfAMatch(t *testing.T) {
	l := NewLedger("new", "old")
	for i, margins := range [][2]int{{3, -2}, {4, 5}, {-1, -6}, {0, 2}, {7, -7}, {2, 0}} {
		l.Add(game("new", "old", strconv.Itoa(i), margins[0]))
		l.Add(game("old", "new", strconv.Itoa(i), margins[1]))
	}
	l.Add(game("new", "old", "6", 3))
	l.Add(Game{Light: "old", Dark: "new", Outcome: engine.DarkWins, Termination: "time forfeit"})
	l.Add(Game{Light: "old", Dark: "new"})
	const want = `Lost on time: 1 of 14 games.
new against old, 14 games: 6 pairs, 2 without a partner
  Score           10 of 14: 71.43 (39.34 to 91.21) %
  Games           9 won, 2 drawn, 3 lost
  Elo             +159.18 ± 240.79
  Normalised Elo  +194.51 ± 304.64
  LOS             93.06 %
  Margin          +2.00 ± 2.64 squares a game (of 13 games)
  Pairs           LL 0, LD 1, WL/DD 2, WD 1, WW 2
  As Light        5 won, 1 drawn, 1 lost
  As Dark         4 won, 1 drawn, 2 lost
  Light           57.14 (25.95 to 82.00) %, margin +0.77 ± 2.38 squares a game
  Unfinished      1, not counted
Light's advantage is worth +61.0 ± 207.2 Elo, and equal players draw 18.6 (5.4 to 47.7) % of their games.
old lost 1 by time forfeit.
SPRT of normalised Elo 0 against 50: LLR +0.61 in -2.94 to +2.94: continue.
`
	if got := l.Report(&SPRT{0, 50, 0.05, 0.05, Normalized}).String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A report begins with what the clocks are worth. Copies count for that, and old records say nothing.
func TestAReportBeginsWithItsClocks(t *testing.T) {
	const moves = "1. CAnF5 {+1.25/8 0.530s, 9.570s left, 0.048s overslept} CSnE8 {0.020s, 9.980s left, 1.500s overslept} "
	old := strings.Repeat("[Result \"1-0\"]\n\n1. CAnF5 {+1.25/8 0.530s, 9.570s left} 1-0\n\n", 8)
	for text, want := range map[string]string{
		old: "? against ?",
		old + "[Result \"0-1\"]\n\n" + moves + "0-1\n":                                   "The referee overslept 1.548 s in 1 of 9 games; no move was charged for it.\n? against ?",
		old + old + "[Termination \"time forfeit\"]\n[Result \"0-1\"]\n\n1. CAnF5 0-1\n": "Lost on time: 1 of 17 games.\n? against ?",
		old + "[Termination \"time forfeit\"]\n[Cause \"late, 0.002s overslept\"]\n[Result \"0-1\"]\n\n" + moves + "0-1\n": "The referee overslept 1.550 s in 1 of 9 games; no move was charged for it.\n" +
			"Lost on time: 1 of 9 games: the figures are about clocks.\n? against ?",
	} {
		l := NewLedger()
		_, err := l.Read(strings.NewReader(text), "games", engine.Rules{}, engine.FairGame{}, func(err error) { t.Error(err) })
		enginetest.Must(t, err)
		if got := l.Report(nil).String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s\nbegins with %.200q, want %q", text, got, want)
		}
	}
}

func TestReportOfManyPlayers(t *testing.T) {
	l := NewLedger("A", "B", "C")
	for i, margins := range [][3]int{{3, 2, -1}, {1, -1, 4}, {2, 0, 3}} {
		l.Add(game("A", "B", strconv.Itoa(i), margins[0]))
		l.Add(game("B", "C", strconv.Itoa(i), margins[1]))
		l.Add(game("C", "A", strconv.Itoa(i), -margins[2]))
	}
	l.Add(Game{Light: "B", Dark: "C"})
	const want = `Rank  Player  Elo             Games  Score    Won  Drawn  Lost  Margin
1     A       +189.1 ± 306.8  6      83.33 %  5    0      1     +2.00 ± 1.88
2     C       -48.3 ± 285.6   6      41.67 %  2    1      3     -1.17 ± 2.24
3     B       -140.9 ± 250.0  6      25.00 %  1    1      4     -0.83 ± 1.81

Points of  against  1    2      3
1          A        -    2/3    3/3
2          C        1/3  -      1.5/3
3          B        0/3  1.5/3  -

9 games without partners. Light scored 61.11 (26.85 to 88.39) %, margin +0.11 ± 1.82 squares a game.
Games without a result, which do not count: 1.
Light's advantage is worth +100.6 ± 274.3 Elo, and equal players draw 17.3 (3.4 to 55.2) % of their games.
`
	if got := l.Report(nil).String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// No report has a NaN or an infinite figure, as text or as JSON.
func TestReportsHaveFiniteFigures(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for range 40 {
		l := NewLedger("A", "B")
		names := []string{"A", "B", "C", "D\x1b[2J"}[:2+random.IntN(3)]
		for range random.IntN(8) {
			g := game(names[random.IntN(len(names))], names[random.IntN(len(names))], strconv.Itoa(random.IntN(3)), random.IntN(5)-2)
			if random.IntN(5) == 0 {
				g = Game{Light: g.Light, Dark: g.Dark, Outcome: engine.Outcome(random.IntN(4)), Termination: "crash"}
			}
			l.Add(g)
		}
		report := l.Report(&SPRT{0, 5, 0.05, 0.05, Model(random.IntN(2))})
		data, err := json.Marshal(report)
		enginetest.Must(t, err)
		text := report.String()
		for _, match := range report.Matches {
			text += match.Line()
		}
		for _, word := range []string{"nan", "inf", "\x1b", "-0.00 ", "%!", "none %", "none squares", `matches":null`, `standings":null`, `forfeits":null`} {
			if strings.Contains(strings.ToLower(text+string(data)), word) {
				t.Fatalf("%q in\n%s\n%s", word, text, data)
			}
		}
	}
}

func TestNumbersThatDoNotExist(t *testing.T) {
	for number, want := range map[Number]string{
		Number(math.Inf(1)): "none null", Number(math.Inf(-1)): "none null", -0.001: "+0.00 -0.001", -1.125: "-1.13 -1.125", 2: "+2.00 2",
	} {
		data, err := json.Marshal(number)
		if got := number.Signed(2) + " " + string(data); got != want || err != nil {
			t.Errorf("%v: %s, want %s (%v)", float64(number), got, want, err)
		}
	}
	if data, err := json.Marshal(None()); string(data) != "null" || err != nil || None().Known() {
		t.Errorf("none: %s, %v", data, err)
	}
}
