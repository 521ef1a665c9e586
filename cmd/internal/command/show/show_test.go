package show

import (
	"testing"

	"cathedral/cmd/internal/command/commandtest"
)

func TestShowFlagsBecomeOptions(t *testing.T) {
	got, err := commandtest.Options(newCommand)
	if err != nil {
		t.Fatal(err)
	}
	if got.game != 0 || got.plies != -1 || got.all || got.Colour {
		t.Errorf("without flags: options %+v", got)
	}
	got, err = commandtest.Options(newCommand, "--game", "2", "--ply", "0", "games.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got.game != 2 || got.plies != 0 || got.all {
		t.Errorf("options %+v", got)
	}
}
