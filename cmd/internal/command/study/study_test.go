package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/cmd/internal/command/commandtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// The position after moves is shown with its moves, and as JSON with the same values.
func TestStudyShowTellsWhatIsKnownOfAPosition(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tree.txt")
	grow := newGrowCommand(commandtest.Factory("", io.Discard))
	enginetest.Must(t, commandtest.Run(grow, path, "--nodes", "200", "--lines", "4", "--positions", "58", "--placements", "100"))
	for _, moves := range [][]string{nil, {"CAnF5"}} {
		var text, object bytes.Buffer
		arguments := append([]string{path}, moves...)
		err := errors.Join(
			commandtest.Run(newShowCommand(commandtest.Factory("", &text)), arguments...),
			commandtest.Run(newShowCommand(commandtest.Factory("", &object)), append(arguments, "--json")...),
		)
		enginetest.Must(t, err)
		var known studied
		enginetest.Must(t, json.Unmarshal(object.Bytes(), &known))
		if want := map[int]int{0: 56, 1: 4}[len(moves)]; len(known.Moves) != want {
			t.Errorf("after %v there are %d moves, want %d", moves, len(known.Moves), want)
		}
		position := engine.Start(engine.Rules{})
		played, err := record.ParseMoves(strings.Join(moves, " "), position)
		enginetest.Must(t, err)
		for _, move := range played {
			position = position.Play(move)
		}
		for _, move := range known.Moves {
			m, err := engine.ParseMove(move.Move, position.Side())
			if err != nil || !position.IsLegal(m) {
				t.Errorf("after %v, %s is not legal", moves, move.Move)
			}
			if line := fmt.Sprintf("\n%-7s %+.2f ± %.2f", move.Move, move.Value, move.Error); !strings.Contains(text.String(), line) {
				t.Errorf("after %v, the text lacks %q:\n%s", moves, line, &text)
			}
		}
	}
	if err := commandtest.Run(newShowCommand(commandtest.Factory("", io.Discard)), path, "CAnF5", "TAnA1"); err == nil {
		t.Error("a position is shown that is not in the tree")
	}
}
