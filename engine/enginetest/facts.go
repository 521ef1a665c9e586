package enginetest

import (
	"bufio"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"strings"
	"testing"

	"cathedral/engine"
)

// The files of facts: complete games, perft counts, late positions with their
// margins, and positions of several plies to solve. They come from other programs
// and from the designer's rules page. Columns of a line are separated by " | ".
//
//go:embed testdata
var facts embed.FS

// Line is a line of a file of facts.
type Line struct {
	File   string
	Number int // counted from 1
	Text   string
}

// String returns the line's place, such as "perft.txt line 3".
func (l Line) String() string { return fmt.Sprintf("%s line %d", l.File, l.Number) }

// Fields returns the columns of the line. It fails the test unless there are as
// many as count.
func (l Line) Fields(t testing.TB, count int) []string {
	t.Helper()
	fields := strings.Split(l.Text, " | ")
	if len(fields) != count {
		t.Fatalf("%s: %d columns, want %d", l, len(fields), count)
	}
	return fields
}

// Lines returns the lines of a file of facts without blank lines and comments. It
// unzips a file whose name ends in .gz.
func Lines(t testing.TB, name string) []Line {
	t.Helper()
	var lines []Line
	for i, text := range strings.Split(Text(t, name), "\n") {
		if text = strings.TrimSpace(text); text != "" && text[0] != '#' {
			lines = append(lines, Line{name, i + 1, text})
		}
	}
	if len(lines) == 0 {
		t.Fatalf("%s says nothing", name)
	}
	return lines
}

// Text returns a whole file of facts. It unzips a file whose name ends in .gz.
func Text(t testing.TB, name string) string {
	t.Helper()
	file, err := facts.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var in io.Reader = bufio.NewReader(file)
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(in); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(text)
}

// FactGame is a complete game from another program.
type FactGame struct {
	Line  Line // where the game begins
	Moves []string
	Plies []FactPly // one more than there are moves
	// Light and Dark are the unplaced squares at the end.
	Light, Dark int
}

// FactPly is a position of a FactGame: its text, and its number of legal moves. A
// forced pass counts as one move, a finished game has none.
type FactPly struct {
	Position string
	Count    int
}

// GameRules returns the names of the rules that FactGames takes. RulesOf reads them.
func GameRules() []string {
	var names []string
	for _, set := range engine.RuleSets() {
		names = append(names, set.String())
	}
	return append(names, "optional")
}

// FactGames returns the complete games that another program played by the rules called
// name.
func FactGames(t testing.TB, name string) []FactGame {
	t.Helper()
	var games []FactGame
	for _, line := range Lines(t, "walks-"+name+".txt.gz") {
		word, rest, _ := strings.Cut(line.Text, " ")
		if word == "game" {
			games = append(games, FactGame{Line: line, Moves: strings.Fields(rest)})
			continue
		}
		game := &games[len(games)-1]
		var err error
		if word == "result" {
			_, err = fmt.Sscan(rest, &game.Light, &game.Dark)
		} else {
			fields := line.Fields(t, 2)
			ply := FactPly{Position: fields[0]}
			_, err = fmt.Sscan(fields[1], &ply.Count)
			game.Plies = append(game.Plies, ply)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return games
}

// RulesOf returns the rules that a file of facts calls name: a rule set, or "optional"
// for classic with optional capture.
func RulesOf(t testing.TB, name string) engine.Rules {
	t.Helper()
	if name == "optional" {
		return engine.Rules{OptionalCapture: true}
	}
	set, err := engine.ParseRuleSet(name)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Rules{Set: set}
}
