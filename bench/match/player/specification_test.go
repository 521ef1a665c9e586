package player

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"cathedral/engine/enginetest"
	"cathedral/search"
)

func TestWordsAreCutAsInAShell(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" a  b\tc ", []string{"a", "b", "c"}},
		{`args='-x -y' b`, []string{"args=-x -y", "b"}},
		{`"a b" 'c "d"' "e 'f'"`, []string{"a b", `c "d"`, "e 'f'"}},
		{`a\ b "q\"q" '\'`, []string{"a b", `q"q`, `\`}},
		{`'' x""`, []string{"", "x"}},
	} {
		if got, err := splitWords(test.text); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: %q, %v, want %q", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"'", `"a`, `a\`, `'a"`} {
		if got, err := splitWords(text); err == nil {
			t.Errorf("%q is cut into %q", text, got)
		}
	}
}

func TestSpecificationTakesItsKeys(t *testing.T) {
	settings, err := ParseSettings(`name=A cmd=./a args='-v "x y"' dir=/d option.Hash=64 'option.Move Overhead=5' margin=30 ponder=true start=1m30s tc=10+0.1`)
	enginetest.Must(t, err)
	got := Specification{Control: TimeControl{Depth: 3}, Options: []Option{{"hash", "1"}, {"Threads", "1"}}}
	enginetest.Must(t, got.Apply(settings))
	want := Specification{
		Name: "A", Command: "./a", Arguments: []string{"-v", "x y"}, Directory: "/d",
		Options: []Option{{"Threads", "1"}, {"Hash", "64"}, {"Move Overhead", "5"}},
		Control: TimeControl{Base: 10 * time.Second, Increment: 100 * time.Millisecond},
		Margin:  30 * time.Millisecond, Ponder: true, Start: 90 * time.Second,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestLimitsOfALaterListReplaceEarlierOnes(t *testing.T) {
	for _, test := range []struct {
		text string
		want string
	}{
		{"nodes=100", "nodes=100"},
		{"depth=3 movetime=50", "movetime=50,depth=3"},
		{"depth=3 tc=5+0.1", "5+0.1,depth=3"},
		{"tc=5+0.1 depth=3", "5+0.1,depth=3"},
		{"name=x", "10"},
	} {
		specification := Specification{Control: TimeControl{Base: 10 * time.Second}}
		err := specification.ApplyText("cmd=./a " + test.text)
		if err != nil || specification.Control.String() != test.want {
			t.Errorf("%s: %s, %v, want %s", test.text, specification.Control, err, test.want)
		}
	}
}

func TestBadSpecificationsAreRefused(t *testing.T) {
	for _, text := range []string{"a b", "colour=red", "margin=x", "margin=-1", "start=60", "start=0s", "start=9000h", "ponder=maybe", "tc=x", "nodes=0", "args='", "option.=3",
		"technique.=3", "technique.Halving=x", "technique.NullMove=1", "depth=3 depth=5"} {
		if new(Specification).ApplyText(text) == nil {
			t.Errorf("%q is accepted", text)
		}
	}
	if _, err := ParseSettings("python3 'my engine.py'"); err == nil || !strings.Contains(err.Error(), "such as args='my engine.py'") {
		t.Errorf("%v, want a hint at args", err)
	}
}

func TestTechniquesAreForTheBuiltInEngine(t *testing.T) {
	settings, err := ParseSettings("builtin:engine technique.Halving=7 technique.halving=9 technique.RootMoves=3")
	enginetest.Must(t, err)
	var specification Specification
	enginetest.Must(t, specification.Apply(settings))
	want := search.DefaultOptions().Techniques
	want.Halving, want.RootMoves = 9, 3
	if got, err := specification.techniques(); got != want || err != nil {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	specification.Command = "greedy"
	if _, err := Start(t.Context(), &specification, &Surroundings{}); err == nil {
		t.Error("greedy has techniques")
	}
}

func TestNamesDiffer(t *testing.T) {
	players := []Specification{{Command: "/x/eng"}, {Command: "eng"}, {Name: "eng-2"}, {Command: "builtin:engine"}, {Name: "eng"}, {Name: "eng-2"}}
	Name(players)
	for i, want := range []string{"eng-3", "eng-4", "eng-2", "engine", "eng", "eng-2-2"} {
		if players[i].Name != want {
			t.Errorf("player %d is called %s, want %s", i+1, players[i].Name, want)
		}
	}
}

func FuzzParseSettings(f *testing.F) {
	f.Add(`name=A cmd=./a args='-v "x y"' option.Hash=64 tc=10+0.1`)
	f.Add(`random`)
	f.Fuzz(func(t *testing.T, text string) {
		settings, err := ParseSettings(text)
		if err != nil {
			return
		}
		var specification Specification
		if specification.Apply(settings) == nil && specification.Threads() < 1 {
			t.Errorf("%q: %d threads", text, specification.Threads())
		}
	})
}
