package book

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/bench/study"
	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/command/commandtest"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search/book"
)

const bookText = `10/10/10/10/10/10/10/10/10/10 l C 0 moves CAnF5 CAnE5; ce -310 -330; error 40 60; wins 1 0; draws 2 0; losses 37 0;
10/10/10/10/10/10/10/10/10/10 d C 0 rules woods; moves CSnE8 TOeC1; ce 200 155; proven CSnE8;
`

// run runs `cathedral book` with arguments and returns its output.
func run(in string, arguments ...string) (string, error) {
	var out strings.Builder
	err := commandtest.Run(Command(commandtest.Factory(in, &out)), arguments...)
	return out.String(), err
}

// madeBook makes a book of bookText and returns its file.
func madeBook(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "my.book")
	if _, err := run(bookText, "make", "--out", path, "-"); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestABookIsMadeExportedAndChecked(t *testing.T) {
	path := madeBook(t)
	text, err := run("", "export", path)
	if err != nil {
		t.Fatal(err)
	}
	if text != bookText {
		t.Errorf("the book is exported as\n%s", text)
	}
	checked, err := run("", "check", path)
	want := "classic: 1 position to ply 0, 2 moves, 0 proven\nwoods: 1 position to ply 0, 2 moves, 1 proven\n2 positions, no faults\n"
	if err != nil || checked != want {
		t.Errorf("error %v; check says\n%s", err, checked)
	}
}

func TestBookShowListsTheMoves(t *testing.T) {
	path := madeBook(t)
	shown, err := run("", "show", "--book", path)
	want := "   move  value     ±  games  won  drawn  lost\n" +
		"  CAnF5  -3.10  0.40     40    1      2    37\n" +
		"  CAnE5  -3.30  0.60      0    0      0     0\n"
	if err != nil || shown != want {
		t.Errorf("error %v; show says\n%s", err, shown)
	}
	if shown, err = run("", "show", "--book", path, "--rules", "woods"); err != nil || !strings.Contains(shown, "CSnE8  +2.00") || !strings.Contains(shown, "  proven\n") {
		t.Errorf("error %v; show says\n%s", err, shown)
	}
	if _, err = run("", "show", "--book", path, "CAnF5"); err == nil || !strings.Contains(err.Error(), "does not have the position") {
		t.Errorf("beyond the book: error %v", err)
	}
	if shown, err := run("", "show", "CAnF5"); err != nil || !strings.Contains(shown, "won") {
		t.Errorf("the built-in book: error %v; show says\n%s", err, shown)
	}
}

// The last line about a position counts, and a limit leaves positions out.
func TestBookMakeJoinsTextsWithinALimit(t *testing.T) {
	folder := t.TempDir()
	path, correction := filepath.Join(folder, "my.book"), filepath.Join(folder, "correction")
	if err := os.WriteFile(correction, []byte("10/10/10/10/10/10/10/10/10/10 l C 0 moves CAnD4; ce 0;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := run(bookText, "make", "--out", path, "-", correction); err != nil {
		t.Fatal(err)
	}
	text, err := run("", "export", path)
	if err != nil || !strings.HasPrefix(text, "10/10/10/10/10/10/10/10/10/10 l C 0 moves CAnD4; ce 0;\n") {
		t.Errorf("error %v; the book is exported as\n%s", err, text)
	}
	whole, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	limit := byteSize(whole.Size() - 1)
	if _, err := run(bookText, "make", "--out", path, "--limit", limit.String(), "-", correction); err != nil {
		t.Fatal(err)
	}
	if part, err := book.ReadFile(path); err != nil || part.Len() != 1 {
		t.Errorf("%d positions, want 1: %v", part.Len(), err)
	}
}

// A tree of a study is a source like a text, with the results of games for its moves.
func TestABookIsMadeOfATree(t *testing.T) {
	folder := t.TempDir()
	tree, games, path := filepath.Join(folder, "tree"), filepath.Join(folder, "games"), filepath.Join(folder, "my.book")
	start := engine.Start(engine.Rules{})
	game := record.New(start)
	position := start
	for ; !position.Over(); position = position.Play(position.Moves(nil)[0]) {
		game.Moves = append(game.Moves, record.Move{Move: position.Moves(nil)[0]})
	}
	game.Result = record.Result(position.Outcome())
	var text strings.Builder
	if err := game.Write(&text); err != nil {
		t.Fatal(err)
	}
	first := game.Moves[0].Move
	line := study.HeadingBegin + "classic rules, 1000 nodes, 1 lines, 0 nodes for proofs\n" +
		start.String() + " lines " + first.String() + " -300; rest 55; acd 3; acn 1000;\n"
	for file, text := range map[string]string{tree: line, games: text.String()} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := run("", "make", "--out", path, "--games", games, tree); err != nil {
		t.Fatal(err)
	}
	b, err := book.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if moves := b.Moves(&start); len(moves) != 1 || moves[0].Move != first || moves[0].Games() != 1 {
		t.Errorf("the moves are %+v, want %s with a game", moves, first)
	}
}

func TestBookCommandsRejectWhatTheyCannotRead(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte(bookText), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		arguments []string
		want      string
		usage     bool
	}{
		{[]string{"check", text}, text + ": it is not an opening book", false},
		{[]string{"export", text + "x"}, text + "x", false},
		{[]string{"check", text, text}, "unexpected argument", true},
		{[]string{"show", "CAnF5", "CAnF5"}, "move 2: ", true},
		{[]string{"make", text}, "--out is missing", true},
		{[]string{"make", "--out", text + "y"}, "want a tree or a text", true},
		{[]string{"make", "--out", text + "y", "--limit", "5x", text}, "want a number of bytes", false},
		{[]string{"make", "--out", text + "y", "--limit", "10", text}, "10 bytes are too few", false},
		{[]string{"make", "--out", text + "y", "-"}, "there are no positions", false},
	} {
		_, err := run("", test.arguments...)
		if err == nil || !strings.Contains(err.Error(), test.want) || errors.As(err, new(*command.UsageError)) != test.usage {
			t.Errorf("%q: error %v, want %q", test.arguments, err, test.want)
		}
	}
	if _, err := os.Stat(text + "y"); err == nil {
		t.Error("a book is written nevertheless")
	}
}

func TestByteSizesHaveUnits(t *testing.T) {
	for text, want := range map[string]byteSize{"200kB": 200_000, "3MB": 3_000_000, "77": 77, "0": 0, "": 0, "kB": 0, "-1": 0, "99999999999": 0} {
		var size byteSize
		if err := size.Set(text); size != want || (err == nil) != (want > 0) {
			t.Errorf("%q is %d: error %v, want %d", text, size, err, want)
		}
	}
}
