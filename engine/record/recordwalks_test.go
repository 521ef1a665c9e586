package record_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// recordOf returns a walk as a game record that says something of every move.
func recordOf(t testing.TB, walk enginetest.FactGame, rules engine.Rules) *record.Game {
	t.Helper()
	game := record.New(engine.Start(rules))
	moves, err := record.ParseMoves(strings.Join(walk.Moves, " "), game.Start)
	enginetest.Must(t, err)
	for i, move := range moves {
		comment := record.MoveComment{Centi: 25*i - 300, Depth: i, Time: 530e6}
		game.Moves = append(game.Moves, record.Move{Move: move, Comment: comment.String()})
	}
	positions := game.Positions()
	game.Result = record.Result(positions[len(positions)-1].Outcome())
	return game
}

func TestWalksComeBackFromAFileOfRecords(t *testing.T) {
	for _, name := range enginetest.GameRules() {
		rules := enginetest.RulesOf(t, name)
		t.Run(name, func(t *testing.T) {
			walks := enginetest.FactGames(t, name)
			var file bytes.Buffer
			for i, walk := range walks {
				game := recordOf(t, walk, rules)
				game.SetTag("Round", fmt.Sprint(i+1))
				enginetest.Must(t, game.Write(&file))
			}
			text := file.String()
			reader := record.NewReader(strings.NewReader(text))
			var again bytes.Buffer
			for i, walk := range walks {
				game, err := reader.Next()
				enginetest.Must(t, err)
				checkWalk(t, i, game, walk)
				if game.Rules != rules || game.Tag("Round") != fmt.Sprint(i+1) {
					t.Fatalf("game %d: rules %v, round %s", i+1, game.Rules, game.Tag("Round"))
				}
				enginetest.Must(t, game.Write(&again))
			}
			if _, err := reader.Next(); err != io.EOF {
				t.Errorf("after the last game: %v, want the end", err)
			}
			if again.String() != text {
				t.Error("the records are written otherwise the second time")
			}
			if reader.Offset() != int64(len(text)-1) { // all but the blank line
				t.Errorf("offset %d of %d", reader.Offset(), len(text))
			}
		})
	}
}

func checkWalk(t *testing.T, i int, game *record.Game, walk enginetest.FactGame) {
	t.Helper()
	if score := fmt.Sprintf("%d-%d", walk.Light, walk.Dark); game.Tag("Score") != score {
		t.Fatalf("game %d: score %s, want %s", i+1, game.Tag("Score"), score)
	}
	positions := game.Positions()
	if len(positions) != len(walk.Plies) {
		t.Fatalf("game %d: %d positions, want %d", i+1, len(positions), len(walk.Plies))
	}
	for ply, position := range positions {
		if position.String() != walk.Plies[ply].Position {
			t.Fatalf("game %d, ply %d: %s, want %s", i+1, ply, position.String(), walk.Plies[ply].Position)
		}
	}
}

// A game may begin anywhere, also at an odd ply, and is the same from there.
func TestWalksComeBackFromTheirMiddle(t *testing.T) {
	for _, name := range enginetest.GameRules() {
		rules := enginetest.RulesOf(t, name)
		for i, walk := range enginetest.FactGames(t, name)[:20] {
			whole := recordOf(t, walk, rules)
			positions := whole.Positions()
			from := (i + 2) % len(positions)
			part := record.New(positions[from])
			part.Moves, part.Result = whole.Moves[from:], whole.Result
			text := recordText(t, part)
			if got := readOne(t, text); recordText(t, got) != text || len(got.Moves) != len(part.Moves) {
				t.Errorf("%s, game %d from ply %d does not come back:\n%s", name, i+1, from, text)
			}
			if want := positions[from].String(); readOne(t, text).Tag("FEN") != want {
				t.Errorf("%s, game %d: FEN %s, want %s", name, i+1, readOne(t, text).Tag("FEN"), want)
			}
			if odd := fmt.Sprintf("\n%d... ", from/2+1); strings.Contains(text, odd) != (from%2 == 1) {
				t.Errorf("%s, game %d from ply %d is numbered wrongly:\n%s", name, i+1, from, text)
			}
		}
	}
}

func recordText(t testing.TB, game *record.Game) string {
	t.Helper()
	var text strings.Builder
	enginetest.Must(t, game.Write(&text))
	return text.String()
}

// readGames reads a text without faults.
func readGames(t testing.TB, text string) (games []*record.Game) {
	t.Helper()
	for reader := record.NewReader(strings.NewReader(text)); ; {
		game, err := reader.Next()
		if err == io.EOF {
			return games
		}
		if err != nil {
			t.Fatalf("%v in:\n%s", err, text)
		}
		games = append(games, game)
	}
}

// readOne reads a text that holds exactly one game.
func readOne(t testing.TB, text string) *record.Game {
	t.Helper()
	games := readGames(t, text)
	if len(games) != 1 {
		t.Fatalf("%d games in:\n%s", len(games), text)
	}
	return games[0]
}
