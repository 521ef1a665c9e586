package protocol

import (
	"strings"
	"testing"
)

// The config sets the default of the option Hash, and searches call its Yield.
func TestTheConfigSetsHashAndYield(t *testing.T) {
	yields := 0
	var out strings.Builder
	server := NewServer(Config{Name: "Test", Version: "1", HashMiB: 3, Yield: func() { yields++ }})
	if err := server.Run(t.Context(), strings.NewReader("ugi\ngo depth 1\n"), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "option name Hash type spin default 3 ") {
		t.Errorf("the default of Hash is not 3:\n%s", out.String())
	}
	if !strings.Contains(out.String(), "\nbestmove ") || yields == 0 {
		t.Errorf("%d calls of Yield:\n%s", yields, out.String())
	}
}
