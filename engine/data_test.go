package engine_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
)

// The engine against facts from other programs and from the designer's rules
// page. The naive game, which the engine is held against elsewhere, is held
// against the same facts here.

// dataLine is a line of a data file that says something.
type dataLine struct {
	file   string
	number int
	text   string
}

func (l dataLine) String() string { return fmt.Sprintf("%s line %d", l.file, l.number) }

// fields splits the line where its columns are apart.
func (l dataLine) fields(t testing.TB, count int) []string {
	t.Helper()
	fields := strings.Split(l.text, " | ")
	if len(fields) != count {
		t.Fatalf("%s: %d columns, want %d", l, len(fields), count)
	}
	return fields
}

// readData returns the lines of a file in testdata, without empty ones and
// comments. A name that ends in .gz is unzipped.
func readData(t testing.TB, name string) (lines []dataLine) {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var text io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		if text, err = gzip.NewReader(file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	scanner := bufio.NewScanner(text)
	for number := 1; scanner.Scan(); number++ {
		if line := strings.TrimSpace(scanner.Text()); line != "" && line[0] != '#' {
			lines = append(lines, dataLine{name, number, line})
		}
	}
	if err := scanner.Err(); err != nil || len(lines) == 0 {
		t.Fatalf("%s: %d lines, %v", name, len(lines), err)
	}
	return lines
}

// dataRules returns the rules that the data files name.
func dataRules(t testing.TB, name string) naiveRules {
	t.Helper()
	switch name {
	case "classic", "mattel", "woods":
		return naiveRules{set: name}
	case "optional":
		return naiveRules{set: "classic", optional: true}
	}
	t.Fatalf("no rules are called %q", name)
	return naiveRules{}
}

// mustParse reads a position text that is known to be good.
func mustParse(t testing.TB, text string, rules engine.Rules) engine.Position {
	t.Helper()
	position, err := engine.ParsePosition(text, rules)
	if err != nil {
		t.Fatalf("%q is refused: %v", text, err)
	}
	return position
}

// mustFind reads a move and checks that it is legal.
func mustFind(t testing.TB, p *engine.Position, text string) engine.Move {
	t.Helper()
	move, err := engine.ParseMove(text, p.Side())
	if err == nil {
		err = p.Check(move)
	}
	if err != nil {
		t.Fatalf("%s: %s is not legal: %v", p, text, err)
	}
	return move
}

func TestWalksAreWalkedAsInTheFiles(t *testing.T) {
	games := 0
	for _, name := range []string{"classic", "mattel", "woods", "optional"} {
		var moves []string // that are still to be played
		var position engine.Position
		for _, line := range readData(t, "walks-"+name+".txt.gz") {
			switch word, rest, _ := strings.Cut(line.text, " "); word {
			case "game":
				games++
				moves = strings.Fields(rest)
				position = engine.Start(engineRules(dataRules(t, name)))
			case "result":
				if got := fmt.Sprint(position.Unplaced(engine.Light), position.Unplaced(engine.Dark)); got != rest || !position.Over() {
					t.Fatalf("%s: unplaced squares %s, over %v; want %s", line, got, position.Over(), rest)
				}
			default:
				got := fmt.Sprintf("%s | %d", &position, position.CountMoves())
				if got != line.text || len(position.Moves(nil)) != position.CountMoves() {
					t.Fatalf("%s:\n got %s, %d in the list\nwant %s", line, got, len(position.Moves(nil)), line.text)
				}
				parsed := mustParse(t, position.String(), position.Rules())
				if parsed.String() != position.String() || parsed.Key() != position.Key() {
					t.Fatalf("%s: another position after parsing: %s", line, &parsed)
				}
				if len(moves) > 0 {
					position = position.Play(mustFind(t, &position, moves[0]))
					moves = moves[1:]
				}
			}
		}
	}
	const inTheFiles = 330
	if games != inTheFiles {
		t.Errorf("%d games, want %d", games, inTheFiles)
	}
}

func TestNaiveGameWalksAsInTheFiles(t *testing.T) {
	for _, name := range []string{"classic", "mattel", "woods", "optional"} {
		var moves []string
		var game *naiveGame
		for _, line := range readData(t, "walks-"+name+".txt.gz") {
			switch word, rest, _ := strings.Cut(line.text, " "); word {
			case "game":
				moves = strings.Fields(rest)
				game = &naiveGame{naiveRules: dataRules(t, name)}
			case "result":
				if got := fmt.Sprint(game.unplacedSquares(naiveLight), game.unplacedSquares(naiveDark)); got != rest || !game.over() {
					t.Fatalf("%s: unplaced squares %s, over %v; want %s", line, got, game.over(), rest)
				}
			default:
				legal := game.moves()
				if got := fmt.Sprintf("%s | %d", game, len(legal)); got != line.text {
					t.Fatalf("%s:\n got %s\nwant %s", line, got, line.text)
				}
				if len(moves) > 0 {
					i := slices.IndexFunc(legal, func(move naiveMove) bool { return move.String() == moves[0] })
					if i < 0 {
						t.Fatalf("%s: %s is not legal", line, moves[0])
					}
					game = game.play(legal[i])
					moves = moves[1:]
				}
			}
		}
	}
}

func TestPerftCountsAsInTheFile(t *testing.T) {
	for _, line := range readData(t, "perft.txt") {
		fields := line.fields(t, 3)
		rules := dataRules(t, fields[0])
		position := mustParse(t, fields[1], engineRules(rules))
		naive, err := parseNaive(fields[1], rules, rand.New(rand.NewPCG(0, 0)))
		if err != nil {
			t.Fatalf("%s: the naive game refuses it: %v", line, err)
		}
		for i, want := range readNumbers(t, line, fields[2]) {
			depth := i + 1
			under := uint64(0)
			got, err := engine.Perft(context.Background(), &position, depth, 2, func(_ engine.Move, count uint64) { under += count })
			if err != nil || got != want || under != want {
				t.Errorf("%s: perft %d is %d (%d under the moves, %v), want %d", line, depth, got, under, err, want)
			}
			const slowForNaive = 5000
			if want < slowForNaive && naive.perft(depth) != want {
				t.Errorf("%s: the naive game's perft %d is %d, want %d", line, depth, naive.perft(depth), want)
			}
		}
	}
}

func readNumbers(t testing.TB, line dataLine, text string) (numbers []uint64) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		var number uint64
		if _, err := fmt.Sscan(word, &number); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// perft counts the ways to play a number of plies.
func (g *naiveGame) perft(depth int) (ways uint64) {
	moves := g.moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, move := range moves {
		ways += g.play(move).perft(depth - 1)
	}
	return ways
}

func TestTheRestOfTheCityIsARegionLikeAnyOther(t *testing.T) {
	for _, line := range readData(t, "whole-city.txt") {
		fields := line.fields(t, 3)
		position := engine.Start(engineRules(dataRules(t, fields[0])))
		for move := range strings.FieldsSeq(fields[1]) {
			position = position.Play(mustFind(t, &position, move))
		}
		if position.String() != fields[2] {
			t.Errorf("%s: after %s\n got %s\nwant %s", line, fields[1], &position, fields[2])
		}
	}
}

func TestTextsOfLatePositionsComeBack(t *testing.T) {
	for _, name := range []string{"endgames.txt", "solve.txt"} {
		for _, line := range readData(t, name) {
			text, _, _ := strings.Cut(line.text, " | ")
			if position := mustParse(t, text, engine.Rules{}); position.String() != text {
				t.Errorf("%s:\n got %s\nwant %s", line, &position, text)
			}
		}
	}
}

// sampleBoard reads the sample board of the designer's rules page, its numbers
// of legal moves, and returns it with Light and with Dark to move.
func sampleBoard(t *testing.T) (light, dark engine.Position) {
	t.Helper()
	text := readData(t, "official-board.txt")[0].text
	comments, err := os.ReadFile("testdata/official-board.txt")
	if err != nil {
		t.Fatal(err)
	}
	var lightMoves, darkMoves int
	counts := regexp.MustCompile(`Light \d+, Dark \d+\.`).FindString(string(comments))
	if _, err := fmt.Sscanf(counts, "Light %d, Dark %d.", &lightMoves, &darkMoves); err != nil {
		t.Fatalf("the file does not give the numbers of moves: %v", err)
	}
	light = mustParse(t, text, engine.Rules{})
	dark = mustParse(t, strings.Replace(text, " l - 14", " d - 15", 1), engine.Rules{})
	if light.CountMoves() != lightMoves || dark.CountMoves() != darkMoves {
		t.Errorf("%d and %d legal moves, want %d and %d", light.CountMoves(), dark.CountMoves(), lightMoves, darkMoves)
	}
	return light, dark
}

// The sample board marks nothing, so that whatever is enclosed there settles
// with the next building, wherever it stands.
func TestSampleBoardIsJudgedAsItsNotesSay(t *testing.T) {
	light, dark := sampleBoard(t)
	for _, note := range []struct {
		note     string
		position engine.Position
		squares  string // all of them are claimed, or none is
		claimed  bool
		captured string
	}{
		{"1: no foreign piece, so Dark's territory", dark, "A1 A2 A3 B1 B2 C2", true, ""},
		{"2: two Dark buildings are safe", light, "F1 H1 I1 J1 F2 I2 J2 G3 H3", false, "IFnI8"},
		{"3: the Cathedral is not part of the wall", dark, "A5 B5 A6", false, ""},
		{"4: a corner does not enclose", dark, "H1 I1 J1 I2 J2", false, ""},
		{"5: the Cathedral and Light's manor are safe", dark, "A8 C8 A9 C9 A10 B10", false, ""},
		{"6: the lone infirmary goes", light, "J7 I8 J8 H9 I9 J9 I10 J10", true, "IFnI8"},
	} {
		for _, elsewhere := range []string{"TAnE5", "STnE4", "STeF6"} {
			move := mustFind(t, &note.position, elsewhere)
			settled := note.position.Settlement(move)
			after := note.position.Play(move)
			var captured []string
			for _, piece := range settled.Captured {
				captured = append(captured, piece.String())
			}
			if strings.Join(captured, " ") != note.captured {
				t.Errorf("note %s: %s captures %v", note.note, elsewhere, captured)
			}
			for name := range strings.FieldsSeq(note.squares) {
				square, err := engine.ParseSquare(name)
				if err != nil {
					t.Fatal(err)
				}
				territory := after.Territory(note.position.Side())
				if settled.Claimed.Has(square) != note.claimed || territory.Has(square) != note.claimed {
					t.Errorf("note %s: %s settled by %s: %v, territory: %v", note.note, name, elsewhere,
						settled.Claimed.Has(square), territory.Has(square))
				}
			}
		}
	}
}
