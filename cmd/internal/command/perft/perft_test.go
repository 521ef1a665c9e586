package perft

import (
	"testing"

	"cathedral/cmd/internal/command/commandtest"
	"cathedral/engine"
)

func TestPerftFlagsBecomeOptions(t *testing.T) {
	const text = "10/10/10/10/10/10/10/10/10/10 d C 0"
	got, err := commandtest.Options(newCommand, "7", "--threads", "3", "--divide", "--rules", "Woods", "--optional-capture", "--fen", text)
	if err != nil {
		t.Fatal(err)
	}
	rules := engine.Rules{Set: engine.Woods, OptionalCapture: true}
	if got.depth != 7 || got.threads != 3 || !got.divide || got.position.Rules() != rules || got.position.Side() != engine.Dark {
		t.Errorf("options %+v", got)
	}
}
