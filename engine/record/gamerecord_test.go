package record_test

import (
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

func TestTagsAnswerForTheFields(t *testing.T) {
	game := record.New(engine.Start(engine.Rules{Set: engine.Mattel, OptionalCapture: true}))
	game.SetTag("Result", "1-0")
	game.SetTag("Rules", "woods") // follows from the start, so it stays
	game.SetTag("White", "A")
	for name, want := range map[string]string{
		"Result": "1-0", "Rules": "mattel", "OptionalCapture": "true", "FEN": "", "White": "A", "Black": "",
	} {
		if got := game.Tag(name); got != want {
			t.Errorf("tag %s is %q, want %q", name, got, want)
		}
	}
	if game.Result != "1-0" || len(game.Tags) != 1 {
		t.Errorf("result %s, tags %v", game.Result, game.Tags)
	}
}

// The ways in which a game may end, against what its record may say of it.
func TestCheckHoldsTheResultAgainstTheBoard(t *testing.T) {
	finished := enginetest.FactGames(t, "classic")[0] // Light wins 0-18
	tests := []struct {
		over                       bool
		result, termination, score string
		want                       string // part of the error, "" for none
	}{
		{true, "1-0", "", "", ""},
		{true, "1-0", "normal", "0-18", ""},
		{true, "1-0", "?", "?", ""},
		{true, "0-1", "", "", "the game ended 1-0"},
		{true, "*", "", "", "the game ended 1-0"},
		{true, "1/2-1/2", "normal", "", "the game ended 1-0"},
		{true, "0-1", "?", "", "the game ended 1-0"},
		{true, "0-1", "time forfeit", "", ""},
		{true, "1-0", "", "18-0", "the game ended 0-18"},
		{true, "0-1", "time forfeit", "18-0", "the game ended 0-18"},
		{true, "1-0", "adjudication", "18-0", "the game ended 0-18"},
		{false, "*", "", "", ""},
		{false, "*", "normal", "", ""},
		{false, "*", "Unterminated", "40-38", ""},
		{false, "*", "unterminated", "1-2", `the score is "1-2", but on the board it is 40-38`},
		{false, "*", "", "1-2", "on the board it is 40-38"},
		{false, "*", "adjudication", "1-2", ""},
		{false, "1-0", "", "", ""},
		{false, "1-0", "", "1-2", ""},
		{false, "1-0", "?", "1-2", ""},
		{false, "1-0", "", "48-0", `"48-0" is not a score`},
		{false, "1-0", "", "01-0", `"01-0" is not a score`},
		{false, "1-0", "", "1", `"1" is not a score`},
		{false, "1-0", "adjudication", "1-2", ""},
		{false, "1-0", "time forfeit", "", ""},
		{false, "1-0", "Time Forfeit", "40-38", ""},
		{false, "1-0", "time forfeit", "1-2", "on the board it is 40-38"},
		{false, "1-0", "timeforfeit", "", `"timeforfeit" is not a termination: want one of normal, time forfeit`},
		{true, "1-0", "abandoned", "", `"abandoned" is not a termination`},
		{false, "1-0", "normal", "", "not over"},
		{false, "", "", "", "is not a result"},
	}
	for _, test := range tests {
		game := recordOf(t, finished, engine.Rules{})
		if !test.over {
			game.Moves = game.Moves[:5]
		}
		game.Result = test.result
		game.SetTag("Termination", test.termination)
		game.SetTag("Score", test.score)
		err := game.Check()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v", test, err)
		}
	}
}

// The tag Fair decides who won, and which building Dark may begin with.
func TestTheTagFairDecidesTheResult(t *testing.T) {
	const finished = "CAeJ9 ABnH3 CSsE3 CSsI2 STeC8 ACnB1 ACsH5 TAnD10 IFnF6 INnA6 TOsF9 INeB4 ABnI6 STeE1 BReG10 " +
		"STnC5 STnJ9 TAnD4 INnA8 TAnJ2 MAsE6 BRnF1 SQnC9 pass INnH9 pass TAnC4 pass TAnI5" // Light wins by 18 squares
	for _, test := range []struct{ fair, moves, want string }{
		{"0.5", finished, "1-0"}, {"-18", finished, "1/2-1/2"}, {"-18.5", finished + " 0-1", "0-1"},
		{"-18.5", finished + " 1-0", "the game ended 0-1"}, {"?", finished, "1-0"},
		{"stable", "CAnF5 STnE8 *", "*"}, {"stable", "CAnF5 CSnE8 *", "line 1, game 1: move 2: CSnE8 is not allowed"},
		{"4.2", "CAnF5 *", "line 1, game 1: tag Fair: "},
	} {
		game, err := record.NewReader(strings.NewReader("[Fair \"" + test.fair + "\"]\n\n" + test.moves)).Next()
		if err != nil {
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v, want %q", test.fair, err, test.want)
			}
			continue
		}
		if err := game.Check(); game.Result != test.want || err != nil {
			t.Errorf("%s: result %s, %v, want %s", test.fair, game.Result, err, test.want)
		}
		if again := readOne(t, recordText(t, game)); again.Tag("Fair") != test.fair || again.Result != game.Result {
			t.Errorf("%s comes back as %s, %s", test.fair, again.Tag("Fair"), again.Result)
		}
	}
}
