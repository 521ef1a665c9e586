package site

import (
	"io"
	"strings"
	"testing"

	"cathedral/cmd/internal/command/commandtest"
)

func TestSiteFlagsBecomeOptions(t *testing.T) {
	got, err := commandtest.Options(newCommand, "public", "--source", "there", "--wasm", "a.wasm")
	if err != nil {
		t.Fatal(err)
	}
	if got.folder != "public" || got.source != "there" || got.wasm != "a.wasm" {
		t.Errorf("options %+v", got)
	}
	for _, arguments := range [][]string{{}, {"a", "b"}} {
		if _, err := commandtest.Options(newCommand, arguments...); err == nil {
			t.Errorf("%v is accepted", arguments)
		}
	}
}

func TestSiteSaysWhatIsMissing(t *testing.T) {
	err := commandtest.Run(Command(commandtest.Factory("", io.Discard)), t.TempDir(), "--source", t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "is not the source of this program") || !strings.Contains(err.Error(), "--wasm") {
		t.Errorf("error %v", err)
	}
}
