package rating

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// whole is a complete game, which Light wins by 18 squares.
const whole = `CAeJ9 ABnH3 CSsE3 CSsI2 STeC8 ACnB1 ACsH5 TAnD10 IFnF6 INnA6 TOsF9 INeB4 ABnI6 STeE1 BReG10
STnC5 STnJ9 TAnD4 INnA8 TAnJ2 MAsE6 BRnF1 SQnC9 pass INnH9 pass TAnC4 pass TAnI5`

// gameOf reads a game from tags and moves.
func gameOf(t *testing.T, tags, movetext string) *record.Game {
	t.Helper()
	game, err := record.NewReader(strings.NewReader(tags + "\n\n" + movetext + "\n")).Next()
	if err != nil {
		t.Fatalf("%s\n%s: %v", tags, movetext, err)
	}
	return game
}

func TestGameOfARecord(t *testing.T) {
	const players = "[White \"A\"]\n[Black \"B\"]\n"
	tests := []struct {
		name, tags, moves string
		want              Game
	}{
		{"played out", players + "[Termination \"Normal\"]", whole + " 1-0",
			Game{Light: "A", Dark: "B", Outcome: engine.LightWins, Termination: "normal", Margin: 18, HasMargin: true}},
		{"without tags", "[Event \"?\"]", whole,
			Game{Light: "?", Dark: "?", Outcome: engine.LightWins, Margin: 18, HasMargin: true}},
		{"by a key", players + "[Host \"amber\"][Key \"UK\"]", "CAnF5 CSnE8 *", Game{Light: "A", Dark: "B", Machine: "UK", Host: "amber"}},
		{"on a machine with a name", players + "[Host \"amber\"]", "CAnF5 CSnE8 *", Game{Light: "A", Dark: "B", Machine: "amber"}},
		{"broken off", players, "CAnF5 CSnE8 *", Game{Light: "A", Dark: "B"}},
		{"lost on time", players + "[Termination \"time forfeit\"]", "CAnF5 CSnE8 0-1",
			Game{Light: "A", Dark: "B", Outcome: engine.DarkWins, Termination: "time forfeit"}},
		{"lost on time after the last move", players + "[Termination \"time forfeit\"]", whole + " 1-0",
			Game{Light: "A", Dark: "B", Outcome: engine.LightWins, Termination: "time forfeit"}},
		{"resigned", players + "[Termination \"adjudication\"]\n[Score \"30-40\"]\n[Cause \"A resigned\"]", "CAnF5 CSnE8 0-1",
			Game{Light: "A", Dark: "B", Outcome: engine.DarkWins, Termination: "adjudication"}},
		{"proven", players + "[Termination \"adjudication\"]\n[Score \"12-5\"]\n[Cause \"the score of 12-5 is proven\"]", "CAnF5 CSnE8 0-1",
			Game{Light: "A", Dark: "B", Outcome: engine.DarkWins, Termination: "adjudication", Margin: -7, HasMargin: true}},
		{"proven, in the record of today", players + "[Termination \"adjudication\"]\n[Score \"12-5\"]\n[Adjudication \"proven\"]", "CAnF5 CSnE8 0-1",
			Game{Light: "A", Dark: "B", Outcome: engine.DarkWins, Termination: "adjudication", Margin: -7, HasMargin: true}},
		{"drawn by rule, whatever its cause says", players + "[Termination \"adjudication\"]\n[Score \"12-12\"]\n[Adjudication \"draw\"]\n[Cause \"proven\"]", "CAnF5 CSnE8 1/2-1/2",
			Game{Light: "A", Dark: "B", Outcome: engine.Draw, Termination: "adjudication"}},
		{"proven, but it contradicts", players + "[Termination \"adjudication\"]\n[Score \"12-5\"]\n[Cause \"proven\"]", "CAnF5 CSnE8 1-0",
			Game{Light: "A", Dark: "B", Outcome: engine.LightWins, Termination: "adjudication"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := RecordedGame(gameOf(t, test.tags, test.moves))
			got.Name, got.Line = "", "" // see TestCopiesAreFoundAndNamed
			if got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

func TestGamesOfAPair(t *testing.T) {
	const fen = `[FEN "10/10/10/10/10/10/10/8+1/6++++/8+1 d - 1"]` + "\n"
	round := func(r string) string { return "[White \"A\"]\n[Black \"B\"]\n[Round \"" + r + "\"]" }
	tests := []struct {
		name           string
		tags1, moves1  string
		tags2, moves2  string
		paired, single bool // both are of one pair; the first has no pair
	}{
		{"the same round", round("17.1"), "CAnF5 *", round("17.2"), "CAnF5 *", true, false},
		{"rounds within a round", round("3.17.1"), "CAnF5 *", round("3.17.2"), "CAnF5 *", true, false},
		{"another round", round("17.1"), "CAnF5 *", round("18.2"), "CAnF5 *", false, false},
		{"another start", round("17.1"), "CAnF5 *", fen + round("17.2"), "ABnH3 *", false, false},
		{"plain rounds", round("17"), "CAnF5 *", round("18"), "CAnF5 *", false, true},
		{"the same opening", round("1"), "CAnF5 CSnE8 TOeC1 {+1.00/8 0.5s} *", round("2"), "CAnF5 CSnE8 {book} SQnB8 {+1.00/8 0.5s} *", true, false},
		{"another opening", round("1"), "CAnF5 CSnE8 TOeC1 {+1.00/8 0.5s} *", round("2"), "CAnF5 TOeC1 CSnE8 {+1.00/8 0.5s} *", false, false},
		{"a swap", round("1") + "\n[Swap \"true\"]", "CAnF5 {+1.00/1 0.0s} *", round("2") + "\n[Swap \"true\"]", "CAnF5 {+1.00/1 0.0s} *", false, true},
		{"the same position", fen + round("-"), "ABnH3 *", fen + round("-"), "CSsE3 *", true, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			first, second := pair(gameOf(t, test.tags1, test.moves1)), pair(gameOf(t, test.tags2, test.moves2))
			if (first == "") != test.single {
				t.Errorf("the first is of pair %q", first)
			}
			if first != "" && (first == second) != test.paired {
				t.Errorf("pairs %q and %q", first, second)
			}
		})
	}
}

// variant returns the moves of whole with two of Dark's exchanged, so that the games of
// different rounds are different games with the same end.
func variant(round string) string {
	moves := strings.Fields(whole)
	other := 1 + 2*int(round[0]-'0')
	moves[1], moves[other] = moves[other], moves[1]
	return strings.Join(moves, " ")
}

// write returns the text of games between A and B, who swap sides.
func write(t *testing.T, rounds ...string) string {
	t.Helper()
	var text bytes.Buffer
	for i, round := range rounds {
		players := [2]string{"A", "B"}
		r := gameOf(t, fmt.Sprintf("[White %q]\n[Black %q]\n[Round %q]", players[i%2], players[1-i%2], round), variant(round))
		enginetest.Must(t, r.Write(&text))
	}
	return text.String()
}

func TestReadCountsGamesAndPairs(t *testing.T) {
	ledger := NewLedger()
	games, err := ledger.Read(strings.NewReader(write(t, "1.1", "1.2", "2.1", "2.2", "3.1")), "first", engine.Rules{}, engine.FairGame{}, func(err error) { t.Error(err) })
	if games != 5 || err != nil {
		t.Fatalf("%d games, %v", games, err)
	}
	// The partner of round 3 is not in another file.
	if _, err := ledger.Read(strings.NewReader(write(t, "0.1", "3.2")), "second", engine.Rules{}, engine.FairGame{}, func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	tally := ledger.Tally("A", "B")
	if tally.Pairs != (Pentanomial{2: 2}) || tally.Singles != (Count{Wins: 2, Losses: 1}) {
		t.Errorf("tally %+v", tally)
	}
	if margin := tally.Light.Margin().Text(2); margin != "+18.00" {
		t.Errorf("Light's margin is %s", margin)
	}
}

func TestFaultyGamesAreSkipped(t *testing.T) {
	text := write(t, "1.1") + "[Event \"faulty\"]\n\n1. CAnF5 CAnF5 *\n\n" + write(t, "2.1", "2.2") + "[Event \"cut off\"]\n[Result \"1-0\"]\n\n1. CAnF5 CS"
	var faults []string
	ledger := NewLedger()
	games, err := ledger.Read(strings.NewReader(text), "file", engine.Rules{}, engine.FairGame{}, func(err error) { faults = append(faults, err.Error()) })
	if games != 3 || err != nil {
		t.Errorf("%d games, %v", games, err)
	}
	if len(faults) != 2 || !strings.HasPrefix(faults[0], "file: line ") {
		t.Errorf("faults %q", faults)
	}
}

func TestReadReportsABrokenReader(t *testing.T) {
	broken := errors.New("no more disk")
	in := io.MultiReader(strings.NewReader(write(t, "1.1")), iotest.ErrReader(broken))
	games, err := NewLedger().Read(in, "file", engine.Rules{}, engine.FairGame{}, func(error) {})
	if games != 1 || !errors.Is(err, broken) {
		t.Errorf("%d games, %v", games, err)
	}
}

// No text makes Read panic, and the counts add up.
func FuzzRead(f *testing.F) {
	f.Add("[White \"A\"]\n[Black \"B\"]\n[Round \"1.1\"]\n[Termination \"adjudication\"]\n[Cause \"proven\"]\n[Score \"12-5\"]\n\nCAnF5 CSnE8 0-1\n")
	f.Add(whole + "\n\n" + whole)
	f.Fuzz(func(t *testing.T, text string) {
		ledger := NewLedger()
		games, err := ledger.Read(strings.NewReader(text), "text", engine.Rules{}, engine.FairGame{HalfSquares: 9}, func(error) {})
		if err != nil && !strings.HasPrefix(text, "\x1f\x8b") { // gzip's magic number: broken compression is an error
			t.Fatal(err)
		}
		if report := ledger.Report(nil); report.Games+report.Unfinished+report.LeftOut != games || len(report.Copies) > report.LeftOut {
			t.Errorf("%d games, of which %d and %d are counted, %d are left out", games, report.Games, report.Unfinished, report.LeftOut)
		}
	})
}

func TestCopiesAreFoundAndNamed(t *testing.T) {
	const players, swapped = "[White \"A\"]\n[Black \"B\"]\n", "[White \"B\"]\n[Black \"A\"]\n"
	text := strings.Join([]string{
		players + "\nCAnF5 CSnE8 1-0\n",
		players + "\n1. CAnF5 {other comments} CSnE8 1-0\n",
		swapped + "\nCAnF5 CSnE8 1-0\n",
		players + "\nCAnF5 CSnE8 0-1\n",
		players + "\nCAnF5 CSnE8 TOeC1 1-0\n",
		players + "[FEN \"10/10/10/10/5+4/4+++3/5+4/5+4/10/10 d - 1\"]\n\nCSnE8 1-0\n",
		players + "[OptionalCapture \"true\"]\n\nCAnF5 CSnE8 1-0\n",
		players + "\n1-0\n", players + "\n1-0\n", // without moves they may be different
		players + "\nCAnF5 CSnE8 *\n", players + "\nCAnF5 CSnE8 *\n", // these do not count anyway
	}, "\n")
	ledger := NewLedger()
	for _, source := range []string{"one", "two"} {
		if games, err := ledger.Read(strings.NewReader(text), source, engine.Rules{}, engine.FairGame{}, func(err error) { t.Error(err) }); err != nil || games != 11 {
			t.Fatalf("%d games, %v", games, err)
		}
	}
	report := ledger.Report(nil)
	if report.Games != 10 || report.Unfinished != 4 || len(report.Copies) != 8 || report.Matches[0].LeftOut != 8 {
		t.Errorf("%d games, %d unfinished and the copies %v", report.Games, report.Unfinished, report.Copies)
	}
	if report.Copies[0] != (Copy{Game: "one game 2", Of: "one game 1"}) || report.Copies[1] != (Copy{Game: "two game 1", Of: "one game 1"}) {
		t.Errorf("the copies are %v", report.Copies)
	}
	want := "Not counted: 8 copied games: one game 2 of one game 1, two game 1 of one game 1, "
	if text := report.String(); !strings.Contains(text, "A against B, 10 games without partners\n") || !strings.Contains(text, want) {
		t.Errorf("the report is\n%s", text)
	}
}

// Squares in advance decide who won, and a first building that is not allowed is a fault.
func TestGamesCanCountAsFairOnes(t *testing.T) {
	const stable = "CAnF5 STnE8"
	text := whole + "\n\n[White \"A\"]\n[Black \"B\"]\n[Fair \"0.5\"]\n\n" + whole + " 1-0\n\n" + stable + " 0-1\n"
	for fair, want := range map[string]string{
		"any": "2 of 3", "-17.5": "2 of 3", "-18": "1 of 3", "-18.5": "0 of 3", "stable+20": "0 of 1", "inn-or-bridge": "0 of 0",
	} {
		game, err := engine.ParseFairGame(fair)
		enginetest.Must(t, err)
		ledger, faults := NewLedger(), 0
		games, err := ledger.Read(strings.NewReader(text), "file", engine.Rules{}, game, func(error) { faults++ })
		if err != nil || games+faults != 3 {
			t.Errorf("%s: %d games and %d faults, %v", fair, games, faults, err)
		}
		light := ledger.Report(nil).Light
		if got := fmt.Sprintf("%g of %d", light.Points, light.Games); got != want {
			t.Errorf("%s: Light has %s, want %s", fair, got, want)
		}
	}
}
