package search

import (
	"strconv"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
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

func TestAllListsEachTechniqueWithItsValue(t *testing.T) {
	techniques := defaultTechniques()
	techniques.Halving = 77
	copied := Techniques{}
	for _, technique := range techniques.All() {
		if err := copied.Set(technique.Name, strconv.Itoa(technique.Value)); err != nil {
			t.Error(err)
		}
		if technique.Name == "Halving" && (technique.Value != 77 || technique.Tune != "30..400/15") {
			t.Errorf("got %+v", technique)
		}
	}
	if copied != techniques {
		t.Errorf("set one by one they are %+v, want %+v", copied, techniques)
	}
}

// An aspiration window changes the effort and not the value, whatever its numbers.
func TestAspirationFindsTheSameValue(t *testing.T) {
	p := engine.Start(engine.Rules{})
	for _, word := range []string{"CAnF5", "CSnB8"} {
		move, err := engine.ParseMove(word, p.Side())
		enginetest.Must(t, err)
		p = p.Play(move)
	}
	value := func(techniques Techniques) int32 {
		searcher, err := New(1)
		enginetest.Must(t, err)
		w := searcher.prepare(&control{}, Options{Techniques: techniques}, nil)[0]
		roots := w.start(&p, p.Moves(nil)[:20])
		for depth := 1; depth <= 2; depth++ {
			w.iterate(roots, 0, depth)
		}
		return roots[0].value
	}
	want := value(Techniques{})
	for _, techniques := range []Techniques{
		{Aspiration: 1},
		{Aspiration: 1, AspirationGrowth: 1, WidestAspiration: maxTechnique},
		{Aspiration: maxTechnique, AspirationGrowth: maxTechnique, WidestAspiration: maxTechnique},
		{Aspiration: 60, AspirationDepth: 2, AspirationGrowth: 3, WidestAspiration: 2000},
	} {
		if got := value(techniques); got != want {
			t.Errorf("%+v: the value is %d, want %d", techniques, got, want)
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
		enginetest.Must(t, techniques.Set(name, "7"))
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
