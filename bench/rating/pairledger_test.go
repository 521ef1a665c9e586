package rating

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/record"
)

// game returns a game that ended on the board, with the given margin for Light.
func game(light, dark, pair string, margin int) Game {
	return Game{Light: light, Dark: dark, Pair: pair, Outcome: engine.FairGame{}.OutcomeOf(margin), Termination: "normal", Margin: margin, HasMargin: true}
}

func TestLedgerFindsPairs(t *testing.T) {
	l := NewLedger("A", "B")
	for _, g := range []Game{
		game("A", "B", "1", 5),   // A wins with Light
		game("B", "A", "2", -3),  // A wins with Dark
		game("B", "A", "1", 2),   // partner of the first: A loses
		game("A", "B", "2", 1),   // partner of the second: A wins
		game("A", "B", "3", 0),   // no partner
		game("A", "B", "3", -4),  // not its partner: the same sides
		game("C", "A", "3", 0),   // not its partner: another player
		game("B", "A", "", -2),   // no pair
		game("A", "B", "", 2),    // no pair either
		game("B", "A", "3", -10), // partner of the drawn game
	} {
		l.Add(g)
	}
	got := l.Tally("A", "B")
	want := Tally{
		Sample: Sample{
			Pairs:   Pentanomial{2: 1, 3: 1, 4: 1},
			Singles: Count{Wins: 2, Losses: 1},
			Margins: Margins{Pairs: Sums{3, 3 + 4 + 10, 9 + 16 + 100}, Singles: Sums{3, -4 + 2 + 2, 16 + 4 + 4}},
		},
		AsLight: Count{Wins: 3, Draws: 1, Losses: 1},
		AsDark:  Count{Wins: 3, Losses: 1},
		Light: Sample{
			Pairs:   Pentanomial{1: 1, 2: 1, 4: 1},
			Singles: Count{Wins: 1, Losses: 2},
			Margins: Margins{Pairs: Sums{3, 7 - 2 - 10, 49 + 4 + 100}, Singles: Sums{3, -4 - 2 + 2, 16 + 4 + 4}},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if reverse := l.Tally("B", "A"); !reflect.DeepEqual(reverse.Reverse(), want) {
		t.Errorf("the reverse of B against A is %+v", reverse.Reverse())
	}
	if players := l.Players(); !reflect.DeepEqual(players, []string{"A", "B", "C"}) {
		t.Errorf("players %v", players)
	}
	if none := l.Tally("B", "nobody"); none != (Tally{}) {
		t.Errorf("tally against nobody: %+v", none)
	}
}

func TestUnfinishedGamesAndForfeitsCountApart(t *testing.T) {
	l := NewLedger()
	l.Add(game("A", "B", "1", 5))
	l.Add(Game{Light: "B", Dark: "A", Pair: "1", Termination: "unterminated"})
	l.Add(Game{Light: "A", Dark: "B", Pair: "2", Outcome: engine.DarkWins, Termination: "time forfeit"})
	l.Add(Game{Light: "B", Dark: "A", Pair: "2", Outcome: engine.LightWins, Termination: "crash"})
	l.Add(Game{Light: "B", Dark: "A", Outcome: engine.DarkWins, Termination: "adjudication"})
	// Pairs of which one game has a margin, the first or the second.
	l.Add(game("A", "B", "3", 4))
	l.Add(Game{Light: "B", Dark: "A", Pair: "3", Outcome: engine.LightWins, Termination: "adjudication"})
	l.Add(Game{Light: "A", Dark: "B", Pair: "4", Outcome: engine.LightWins, Termination: "adjudication"})
	l.Add(game("B", "A", "4", 3))
	tally := l.Tally("A", "B")
	if tally.Unfinished != 1 || tally.Games() != 8 || tally.Pairs != (Pentanomial{0: 1, 2: 2}) || tally.Margins != (Margins{Singles: Sums{3, 5 + 4 - 3, 25 + 16 + 9}}) {
		t.Errorf("tally %+v", tally)
	}
	if got := l.Forfeits("A"); !reflect.DeepEqual(got, map[record.Termination]int{"time forfeit": 1, "crash": 1}) {
		t.Errorf("A's forfeits: %v", got)
	}
	if got := l.Forfeits("B"); len(got) != 0 {
		t.Errorf("B's forfeits: %v", got)
	}
}

func TestSelfPlayCountsForSidesOnly(t *testing.T) {
	l := NewLedger()
	l.Add(game("A", "A", "1", 5))
	l.Add(game("A", "A", "1", -3))
	light := Sample{Singles: Count{Wins: 1, Losses: 1}, Margins: Margins{Singles: Sums{2, 2, 34}}}
	if tally := l.Tally("A", "A"); tally != (Tally{Light: light}) {
		t.Errorf("tally %+v", tally)
	}
	const want = "A against A, 2 games\n  Light  50.00 ± 48.74 %, margin +1.00 ± 50.82 squares a game\n"
	if got := l.Report(&SPRT{0, 5, 0.05, 0.05, Normalized}).String(); got != want {
		t.Errorf("report\n%s", got)
	}
}

func TestStandingsHaveAValueOrABound(t *testing.T) {
	won := NewLedger() // 1,000 single games each: 0.025^(1/1000) is the score of 973 Elo
	for i := range 1000 {
		won.Add(game("A", "B", strconv.Itoa(i), 9))
		won.Add(game("C", "D", strconv.Itoa(i), -9))
	}
	idle := NewLedger("A")
	idle.Add(game("B", "C", "", 1))
	many := NewLedger()
	for i := range maxRated + 1 {
		many.Add(game("A", strconv.Itoa(i), "", 1))
	}
	// 60 pairs all won: 0.025^(1/60) is the score of 479.1 Elo; of 30 pairs, 353.3.
	chain := NewLedger() // E won all its pairs, B and C scored against each other, F lost all
	for i := range 30 {
		for _, lost := range []string{"B", "C"} {
			chain.Add(game("E", lost, "E"+strconv.Itoa(i), 5))
			chain.Add(game(lost, "E", "E"+strconv.Itoa(i), -5))
			chain.Add(game(lost, "F", "F"+strconv.Itoa(i), 5))
			chain.Add(game("F", lost, "F"+strconv.Itoa(i), -5))
		}
		chain.Add(game("B", "C", strconv.Itoa(i), 5))
		chain.Add(game("C", "B", strconv.Itoa(i), 5))
	}
	anchored := NewLedger()
	for i := range 30 {
		anchored.Add(game("E", "B", strconv.Itoa(i), 5))
		anchored.Add(game("B", "E", strconv.Itoa(i), -5))
	}
	anchored.Anchor("B", 1000)
	for _, test := range []struct {
		name   string
		ledger *Ledger
		want   string
	}{
		{"nobody", NewLedger(), ""},
		{"no games", NewLedger("A", "B"), "A none, B none"},
		{"a player without games", idle, "B +0.0, C at most +636.4, A none"},
		{"two groups", won, "A +0.0, B at most -972.9, C none, D none"},
		{"a chain", chain, "E at least +479.1, B +0.0 ± 19.7, C +0.0 ± 19.7, F at most -479.1"},
		{"an anchor", anchored, "E at least +1353.3, B +1000.0 ± 0.0"},
	} {
		var got []string
		for _, standing := range test.ledger.Standings() {
			got = append(got, standing.Player+" "+standing.Elo.Text(1))
		}
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%s: %s, want %s", test.name, text, test.want)
		}
	}
	for _, standing := range many.Standings() {
		if standing.Elo.Value.Known() {
			t.Fatalf("too many: %s is %s", standing.Player, standing.Elo.Text(2))
		}
	}
	if won.Connected() || !many.Connected() || !NewLedger().Connected() {
		t.Error("separate groups count as connected")
	}
}

func TestGamesAreCountedByMarginsAndByPoints(t *testing.T) {
	var byMargin CountWithMargin
	for _, margin := range []int{3, -1, 0, 5} {
		byMargin.Add(margin)
	}
	var byPoints Count
	byPoints.Add(2, 3)
	byPoints.Add(1, 1)
	byPoints.Add(0, 1)
	byPoints.Add(2, -1)
	if want := (Count{2, 1, 1}); byMargin.Count != want || byPoints != want || byMargin.Margin != 7 {
		t.Errorf("by margins %+v, by points %+v, want %+v", byMargin, byPoints, want)
	}
	if c := byPoints; c.Games() != 4 || c.Points() != 2.5 || c.Score() != 0.625 || c.Plus(c.Reverse()) != (Count{3, 2, 3}) || (Count{}).Score() != 0 {
		t.Errorf("%s: %d games, %v points, score %v", c, c.Games(), c.Points(), c.Score())
	}
}
