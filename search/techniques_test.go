package search

import (
	"strings"
	"testing"
)

func TestTechniquesAreSetByName(t *testing.T) {
	got := defaultTechniques()
	for name, value := range map[string]string{"ReverseFutility": "200", "fewestmoves": "0", "ASPIRATION": "10000"} {
		if err := got.Set(name, value); err != nil {
			t.Error(err)
		}
	}
	want := defaultTechniques()
	want.ReverseFutility, want.FewestMoves, want.Aspiration = 200, 0, 10_000
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestFaultyTechniquesAreRefused(t *testing.T) {
	for _, test := range []struct{ name, value, want string }{
		{"NullMove", "1", "ReverseFutility, ReverseFutilityDepth, MovesAtOnce"},
		{"", "1", "QuiescenceGain"},
		{"Halving", "", "whole number"},
		{"Halving", "-1", "from 0 to 10000"},
		{"Halving", "10001", "from 0 to 10000"},
		{"Halving", "1.5", "Halving"},
	} {
		techniques := defaultTechniques()
		err := techniques.Set(test.name, test.value)
		if err == nil || !strings.Contains(err.Error(), test.want) || techniques != defaultTechniques() {
			t.Errorf("%s=%s: error %v, want %q in it", test.name, test.value, err, test.want)
		}
	}
}

// TestEachTechniqueIsKeptApartInTheTable sets one technique after another.
func TestEachTechniqueIsKeptApartInTheTable(t *testing.T) {
	techniques := defaultTechniques()
	if techniques.salt() != 0 {
		t.Error("the default techniques have a salt")
	}
	sound := Techniques{}
	seen := map[uint64]bool{0: true, sound.salt(): true}
	for _, name := range []string{"ReverseFutility", "MovesByDepth", "RootMoves", "DeeperEntries"} {
		if err := techniques.Set(name, "7"); err != nil {
			t.Fatal(err)
		}
		if seen[techniques.salt()] {
			t.Errorf("%s does not change the salt", name)
		}
		seen[techniques.salt()] = true
	}
}

func TestWithoutTechniquesNothingIsLeftOutOrReduced(t *testing.T) {
	var none Techniques
	for depth := range 20 {
		for _, principal := range []bool{false, true} {
			if limit := none.moveLimit(depth, principal, 9999); limit < 5000 {
				t.Errorf("depth %d: only %d moves", depth, limit)
			}
			if r := none.reduction(depth, 300, principal); r != 0 {
				t.Errorf("depth %d: reduced by %d", depth, r)
			}
		}
		if limit := none.rootLimit(depth); limit != 0 {
			t.Errorf("depth %d: %d root moves", depth, limit)
		}
	}
}

// FuzzTechniques sets a technique to any text.
func FuzzTechniques(f *testing.F) {
	f.Add("Halving", "125")
	f.Add("halving", "")
	f.Add("", "7")
	f.Fuzz(func(t *testing.T, name, value string) {
		techniques := defaultTechniques()
		if err := techniques.Set(name, value); err != nil && techniques != defaultTechniques() {
			t.Errorf("%q=%q: an error, and the value has changed", name, value)
		}
	})
}
