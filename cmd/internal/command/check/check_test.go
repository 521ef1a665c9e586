package check

import (
	"reflect"
	"testing"
	"time"

	"cathedral/cmd/internal/command/commandtest"
	"cathedral/protocol/process"
)

func TestCheckFlagsBecomeOptions(t *testing.T) {
	got, err := commandtest.Options(newCommand, "--patience", "2s", "--seed", "7", "--json", "engine", "--json", "-x", "--seed", "8")
	if err != nil {
		t.Fatal(err)
	}
	engine := process.Command{Path: "engine", Arguments: []string{"--json", "-x", "--seed", "8"}}
	if !reflect.DeepEqual(got.engine, engine) || got.check.Patience != 2*time.Second || got.check.Seed != 7 || !got.json {
		t.Errorf("options %+v", got)
	}
}
