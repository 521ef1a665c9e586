package player

import (
	"io"
	"strings"
	"testing"

	"cathedral/cmd/internal/command/commandtest"
)

func TestSimplePlayerAnswersWhatAMatchSays(t *testing.T) {
	var out strings.Builder
	player := Command(commandtest.Factory(strings.Join([]string{
		"ugi", "isready", "setoption name Seed value 3", "setoption name Rules value woods", "uginewgame",
		"position startpos moves CSnE8", "go movetime 10", "position startpos moves CSnE8 CAnF5 XXnA1", "position fen x", "position",
		"setoption name Rules value chess", "setoption name Colour value red", "setoption", "", "what",
		"position startpos moves CSnE8 CAnF5", "go depth", "go sideways", "query p1turn", "go infinite", "stop", "# quit", "quit", "isready",
	}, "\n"), &out))
	if err := commandtest.Run(player, "random"); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{
		"option name Rules type combo", "ugiok\nreadyok\n", "bestmove CA", "move 3: \"XXnA1\" is not a move", "error: word 1 \"what\"", "response true\n", "a whole number is missing",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the answers lack %q:\n%s", want, text)
		}
	}
	for line, want := range map[string]int{"info string error: ": 9, "readyok": 1, "bestmove ": 4, "option name ": 3} {
		if got := strings.Count(text, line); got != want {
			t.Errorf("%d lines %q, want %d:\n%s", got, line, want, text)
		}
	}
	if err := commandtest.Run(Command(commandtest.Factory("", io.Discard)), "clever"); err == nil {
		t.Error("there is no clever player")
	}
}
