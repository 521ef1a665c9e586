package record_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// shortGame returns a record of an unfinished game of a few moves.
func shortGame(t testing.TB) *record.Game {
	t.Helper()
	game := record.New(engine.Start(engine.Rules{}))
	moves, err := record.ParseMoves("CAnF5 CSnE8 TOeC1", game.Start)
	enginetest.Must(t, err)
	for _, move := range moves {
		game.Moves = append(game.Moves, record.Move{Move: move})
	}
	return game
}

func TestWriteFillsInTheRosterInOrder(t *testing.T) {
	game := shortGame(t)
	game.SetTag("Opening", `the "south" \ road`)
	game.SetTag("Black", "Greedy")
	game.SetTag("TimeControl", "1+0.01")
	game.SetTag("Event", "Match")
	game.SetTag("Event", "Second match")
	game.Comment = "from a book"
	game.Moves[1].Comment = "+1.25/8 0.53s"
	want := `[Event "Second match"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "Greedy"]
[Result "*"]
[Rules "classic"]
[Score "42-42"]
[Termination "unterminated"]
[TimeControl "1+0.01"]
[Opening "the \"south\" \\ road"]

{from a book} 1. CAnF5 CSnE8 {+1.25/8 0.53s} 2. TOeC1 *

`
	if got := recordText(t, game); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
	if got := readOne(t, want).Tag("Opening"); got != `the "south" \ road` {
		t.Errorf("the tag comes back as %s", got)
	}
}

// A game that ended on the board needs no result of its caller, by the rules of a fair game too.
func TestWriteFillsInTheResult(t *testing.T) {
	for _, fair := range []string{"", "any+40.5"} {
		position := engine.Start(engine.Rules{})
		game := record.New(position)
		game.SetTag(record.FairTag, fair)
		for !position.Over() {
			move := position.Moves(nil)[0]
			game.Moves = append(game.Moves, record.Move{Move: move})
			position = position.Play(move)
		}
		again := readOne(t, recordText(t, game))
		if want := again.ResultAt(&position); again.Result != want || want == "*" || fair != "" && want != "1-0" {
			t.Errorf("fair game %q: the result is %s, want %s", fair, again.Result, want)
		}
		game.SetTag(record.TerminationTag, "normal")
		if _, err := game.Text(); err == nil {
			t.Error("a normal termination and no result are written")
		}
	}
}

func TestWriteNamesRulesAndStart(t *testing.T) {
	start := engine.Start(engine.Rules{Set: engine.Woods, OptionalCapture: true})
	first, err := engine.ParseMove("CSnE8", engine.Dark)
	enginetest.Must(t, err)
	text := recordText(t, record.New(start.Play(first)))
	for _, line := range []string{
		`[Rules "woods"]`, `[OptionalCapture "true"]`,
		`[FEN "10/10/10/10/10/10/10/4c1c3/4ccc3/10 l C 1"]`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s in:\n%s", line, text)
		}
	}
	if got := readOne(t, text); got.Rules != start.Rules() || got.Start.Ply() != 1 {
		t.Errorf("rules %v, ply %d", got.Rules, got.Start.Ply())
	}
}

func TestCommentsComeBackInShortLines(t *testing.T) {
	comments := []string{
		"short", "a brace } inside", "} {", "{", "; %", "-", "1-0", "(", "\u00e4\u00f6\u00fc \u4f60\u597d",
		strings.TrimSpace(strings.Repeat("word ", 60)),
		strings.TrimSpace(strings.Repeat("[%clk 0:01] ", 40)),
		strings.TrimSpace(strings.Repeat("% ", 90)),
		strings.TrimSpace(strings.Repeat("br}ace {", 40)),
		"two\nlines", "a paragraph\n\n% and another", "a brace }\nand none\n} again", strings.TrimSpace(strings.Repeat("word\n", 60)),
	}
	for _, comment := range comments {
		game := shortGame(t)
		game.Comment = comment
		for i := range game.Moves {
			game.Moves[i].Comment = comment
		}
		text := recordText(t, game)
		got := readOne(t, text)
		if got.Comment != comment || len(got.Moves) != len(game.Moves) {
			t.Fatalf("%q comes back as %q in:\n%s", comment, got.Comment, text)
		}
		for _, move := range got.Moves {
			if move.Comment != comment {
				t.Errorf("%q comes back as %q in:\n%s", comment, move.Comment, text)
			}
		}
		_, movetext, _ := strings.Cut(text, "\n\n")
		for line := range strings.Lines(movetext) {
			if strings.HasPrefix(line, "%") && !strings.HasPrefix(comment, "%") || strings.HasPrefix(line, "[") {
				t.Errorf("a line of movetext begins as no reader expects: %s", line)
			}
			if width := utf8.RuneCountInString(line); width > 80 && !strings.HasPrefix(comment, "%") {
				t.Errorf("a line of %d characters: %s", width, line)
			}
		}
	}
}

func TestWriteMakesTextsFit(t *testing.T) {
	game := shortGame(t)
	game.SetTag("White", "a\x00b\nc\xffd")
	game.Moves[0].Comment = "  one\n\ttwo\x00three  "
	got := readOne(t, recordText(t, game))
	if got.Tag("White") != "a b c\ufffdd" || got.Moves[0].Comment != "one\ntwo three" {
		t.Errorf("tag %q, comment %q", got.Tag("White"), got.Moves[0].Comment)
	}
}

func TestWriteRefusesWhatNoReaderTakes(t *testing.T) {
	tests := map[string]func(r *record.Game){
		"move 4: TOeC1":         func(r *record.Game) { r.Moves = append(r.Moves, r.Moves[2]) },
		`"2-0" is not a result`: func(r *record.Game) { r.Result = "2-0" },
		"not over": func(r *record.Game) {
			r.Result = "1-0"
			r.SetTag("Termination", "normal")
		},
		"rules of the record": func(r *record.Game) { r.Rules.Set = engine.Mattel },
		`tag "a b"`:           func(r *record.Game) { r.SetTag("a b", "") },
		`tag ""`:              func(r *record.Game) { r.SetTag("", "x") },
		"appears twice":       func(r *record.Game) { r.Tags = []record.Tag{{"A", "1"}, {"A", "2"}} },
		"a line is longer":    func(r *record.Game) { r.SetTag("Long", strings.Repeat("x", record.MaxLine)) },
		"longer than 1048576": func(r *record.Game) { r.Comment = strings.Repeat("xxxxxxx ", record.MaxGame/8) },
	}
	for want, spoil := range tests {
		game := shortGame(t)
		spoil(game)
		var text strings.Builder
		err := game.Write(&text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
		if text.Len() > 0 {
			t.Errorf("%s: something is written all the same", want)
		}
	}
}

type brokenWriter struct{ calls int }

var errBroken = errors.New("broken")

func (w *brokenWriter) Write([]byte) (int, error) {
	w.calls++
	return 0, errBroken
}

func TestWriteIsOneCall(t *testing.T) {
	var w brokenWriter
	if err := shortGame(t).Write(&w); !errors.Is(err, errBroken) || w.calls != 1 {
		t.Errorf("error %v after %d calls", err, w.calls)
	}
}
