package engine_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// The engine against facts from other programs and from the designer's rules page.
// The naive game, with which other tests compare the engine, has to agree with the
// same facts.

func TestWalksAreWalkedAsInTheFiles(t *testing.T) {
	games := 0
	for _, name := range enginetest.GameRules() {
		for _, walk := range enginetest.FactGames(t, name) {
			games++
			position := engine.Start(enginetest.RulesOf(t, name))
			for i, ply := range walk.Plies {
				if i > 0 {
					position = position.Play(enginetest.Move(t, &position, walk.Moves[i-1]))
				}
				if position.String() != ply.Position || position.CountMoves() != ply.Count || len(position.Moves(nil)) != ply.Count {
					t.Fatalf("%s, ply %d:\n got %s with %d moves, %d in the list\nwant %s with %d", walk.Line, i,
						&position, position.CountMoves(), len(position.Moves(nil)), ply.Position, ply.Count)
				}
				parsed := enginetest.Position(t, position.String(), position.Rules())
				if parsed.String() != position.String() || parsed.Key() != position.Key() {
					t.Fatalf("%s, ply %d: another position after parsing: %s", walk.Line, i, &parsed)
				}
			}
			light, dark := position.Unplaced(engine.Light), position.Unplaced(engine.Dark)
			if light != walk.Light || dark != walk.Dark || !position.Over() {
				t.Fatalf("%s: unplaced squares %d and %d, over %v; want %d and %d", walk.Line, light, dark, position.Over(), walk.Light, walk.Dark)
			}
		}
	}
	const inTheFiles = 330
	if games != inTheFiles {
		t.Errorf("%d games, want %d", games, inTheFiles)
	}
}

func TestNaiveGameWalksAsInTheFiles(t *testing.T) {
	for _, name := range enginetest.GameRules() {
		for _, walk := range sampled(t, enginetest.FactGames(t, name)) {
			game := &naive.Game{Rules: enginetest.NaiveRules(enginetest.RulesOf(t, name))}
			for i, ply := range walk.Plies {
				if i > 0 {
					at := slices.IndexFunc(game.Moves(), func(move naive.Move) bool { return move.String() == walk.Moves[i-1] })
					if at < 0 {
						t.Fatalf("%s: %s is not legal", walk.Line, walk.Moves[i-1])
					}
					game = game.Play(game.Moves()[at])
				}
				if legal := game.Moves(); game.String() != ply.Position || len(legal) != ply.Count {
					t.Fatalf("%s, ply %d:\n got %s with %d moves\nwant %s with %d", walk.Line, i, game, len(legal), ply.Position, ply.Count)
				}
			}
			light, dark := game.UnplacedSquares(naive.Light), game.UnplacedSquares(naive.Dark)
			if light != walk.Light || dark != walk.Dark || !game.Over() {
				t.Fatalf("%s: unplaced squares %d and %d, over %v; want %d and %d", walk.Line, light, dark, game.Over(), walk.Light, walk.Dark)
			}
		}
	}
}

// sampled returns every fifth of the cases, and all of them in long tests.
func sampled[T any](t *testing.T, cases []T) []T {
	t.Helper()
	if enginetest.IsLong() {
		return cases
	}
	var sample []T
	for i := 0; i < len(cases); i += 5 {
		sample = append(sample, cases[i])
	}
	return sample
}

func TestPerftCountsAsInTheFile(t *testing.T) {
	for _, line := range enginetest.Lines(t, "perft.txt") {
		fields := line.Fields(t, 3)
		rules := enginetest.RulesOf(t, fields[0])
		position := enginetest.Position(t, fields[1], rules)
		game := enginetest.NaiveGame(t, &position)
		for i, want := range readNumbers(t, line, fields[2]) {
			depth := i + 1
			under := uint64(0)
			got, err := engine.Perft(context.Background(), &position, depth, i, func(_ engine.Move, count uint64) { under += count })
			if err != nil || got != want || under != want {
				t.Errorf("%s: perft %d is %d (%d under the moves, %v), want %d", line, depth, got, under, err, want)
			}
			const slowForNaive = 5000
			if want < slowForNaive && naivePerft(game, depth) != want {
				t.Errorf("%s: the naive game's perft %d is %d, want %d", line, depth, naivePerft(game, depth), want)
			}
		}
	}
}

func readNumbers(t testing.TB, line enginetest.Line, text string) (numbers []uint64) {
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

// naivePerft counts the ways to play depth plies of the naive game.
func naivePerft(g *naive.Game, depth int) (ways uint64) {
	moves := g.Moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, move := range moves {
		ways += naivePerft(g.Play(move), depth-1)
	}
	return ways
}

func TestTheRestOfTheCityIsARegionLikeAnyOther(t *testing.T) {
	for _, line := range enginetest.Lines(t, "whole-city.txt") {
		fields := line.Fields(t, 3)
		position := engine.Start(enginetest.RulesOf(t, fields[0]))
		for move := range strings.FieldsSeq(fields[1]) {
			position = position.Play(enginetest.Move(t, &position, move))
		}
		if position.String() != fields[2] {
			t.Errorf("%s: after %s\n got %s\nwant %s", line, fields[1], &position, fields[2])
		}
	}
}

// sampleBoard reads the sample board of the designer's rules page, its numbers
// of legal moves, and returns it with Light and with Dark to move.
func sampleBoard(t *testing.T) (light, dark engine.Position) {
	t.Helper()
	text := enginetest.Lines(t, "official-board.txt")[0].Text
	var lightMoves, darkMoves int
	counts := regexp.MustCompile(`Light \d+, Dark \d+\.`).FindString(enginetest.Text(t, "official-board.txt"))
	if _, err := fmt.Sscanf(counts, "Light %d, Dark %d.", &lightMoves, &darkMoves); err != nil {
		t.Fatalf("the file does not give the numbers of moves: %v", err)
	}
	light = enginetest.Position(t, text, engine.Rules{})
	dark = enginetest.Position(t, strings.Replace(text, " l - 14", " d - 15", 1), engine.Rules{})
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
			move := enginetest.Move(t, &note.position, elsewhere)
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
				enginetest.Must(t, err)
				territory := after.Territory(note.position.Side())
				if settled.Claimed.Has(square) != note.claimed || territory.Has(square) != note.claimed {
					t.Errorf("note %s: %s settled by %s: %v, territory: %v", note.note, name, elsewhere,
						settled.Claimed.Has(square), territory.Has(square))
				}
			}
		}
	}
}
