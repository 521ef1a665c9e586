package command

import (
	"regexp"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

func TestColoursLeaveTheDrawingAsItIs(t *testing.T) {
	moves, err := record.ParseMoves("CAnF5 TOeC1 CSnH8 STeB4 INnA6", engine.Start(engine.Rules{}))
	enginetest.Must(t, err)
	position := engine.Start(engine.Rules{})
	for _, move := range moves {
		position = position.Play(move)
	}
	drawing := position.Drawing()
	text := coloured(drawing)
	if plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(text, ""); plain != drawing {
		t.Errorf("without the colours:\n%s\nwant\n%s", plain, drawing)
	}
	for _, want := range []string{lightBuilding + " C", darkBuilding + " o", cathedralWalls + " +", darkGround + " ,"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// A comment of several lines stands on the line of its move.
func TestAMoveIsDescribedOnOneLine(t *testing.T) {
	start := engine.Start(engine.Rules{})
	moves, err := record.ParseMoves("CAnF5", start)
	enginetest.Must(t, err)
	const want = "Ply 0, Light: CAnF5 {The usual place. E5 is as good.}"
	if got := describeMove(&start, record.Move{Move: moves[0], Comment: "The usual place.\n\nE5 is as good."}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
