package protocol

import (
	"strings"
	"testing"

	"cathedral/engine/enginetest"
	"cathedral/search"
	"cathedral/search/transposition"
)

// The config sets the default of the option Hash, and searches call its Yield.
func TestTheConfigSetsHashAndYield(t *testing.T) {
	yields := 0
	var out strings.Builder
	server := NewServer(Config{Name: "Test", Version: "1", HashMiB: 3, Yield: func() { yields++ }})
	enginetest.Must(t, server.Run(t.Context(), strings.NewReader("ugi\ngo depth 1\n"), &out))
	if !strings.Contains(out.String(), "option name Hash type spin default 3 ") {
		t.Errorf("the default of Hash is not 3:\n%s", out.String())
	}
	if err := NewServer(Config{HashMiB: -1}).Run(t.Context(), strings.NewReader(""), &out); err == nil || defaultSettings(1<<62).hashMiB != transposition.MaxHashMiB() {
		t.Errorf("a table of -1 MiB: error %v; one that is too large: %d MiB", err, defaultSettings(1<<62).hashMiB)
	}
	if !strings.Contains(out.String(), "\nbestmove ") || yields == 0 {
		t.Errorf("%d calls of Yield:\n%s", yields, out.String())
	}
}

// A seed of the config is used while the option Seed is 0.
func TestTheConfigSetsTechniquesAndSeeds(t *testing.T) {
	techniques := search.DefaultOptions().Techniques
	techniques.Halving++
	c := converseAs(t, Config{Name: "Test", Techniques: &techniques, RandomSeed: func() uint64 { return 1 << 40 }})
	c.send("setoption name UCI_LimitStrength value true", "go depth 1", "setoption name Seed value 7", "go depth 1")
	for _, seed := range []uint64{1 << 40, 7} {
		if got := c.call().options; got.Techniques != techniques || got.Seed != seed {
			t.Errorf("the seed %d and %+v, want %d and the techniques of the config", got.Seed, got.Techniques, seed)
		}
	}
}
