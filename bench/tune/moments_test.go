package tune_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"cathedral/bench/tune"
	"cathedral/engine"
)

// The whole city is Dark's after three plies; a proof may well end the game there.
const shortGame = `[Event "A short game"]
[White "a"]
[Black "b"]
[Result "0-1"]
[Score "42-3"]
[Termination "adjudication"]
[Cause "the final score is proven"]
[Seed "7"]

1. CAnB1 {+1.00/1 0.00s} TOeE1 2. IFnH6 {-2.50/3 0.00s} CSnA4 {+39.00/2 0.00s} 0-1
`

func TestMomentsFollowTheLastRandomMove(t *testing.T) {
	all, origin := moments(t, shortGame)
	want := tune.Origin{Games: 1, Seed: "7"}
	if origin != want || len(all) != 1 || len(all[0]) != 3 {
		t.Fatalf("%d games with the origin %+v: %+v", len(all), origin, all)
	}
	for i, expected := range []tune.Moment{
		{Margin: -39, Centi: -250, Depth: 3, Scored: true},
		{Margin: 39, Centi: 3900, Depth: 2, Scored: true, Settles: true},
		{Margin: -39},
	} {
		moment := all[0][i]
		if moment.Position.Ply() != 2+i {
			t.Errorf("moment %d is at ply %d, want %d", i, moment.Position.Ply(), 2+i)
		}
		if moment.Position = (engine.Position{}); moment != expected {
			t.Errorf("moment %d is %+v, want %+v", i, moment, expected)
		}
	}
}

func TestGamesThatTeachNothingAreCounted(t *testing.T) {
	const faulty = "[Event \"?\"]\n[Result \"*\"]\n\n1. CAnB1 CAnB1 *\n"
	for _, test := range []struct {
		name, text string
		want       tune.Origin
	}{
		{"no game", "", tune.Origin{}},
		{"a game that nobody has finished", strings.ReplaceAll(shortGame, "0-1", "*"), tune.Origin{Games: 1, Unused: 1, Seed: "7"}},
		{"a margin that nobody has proven", strings.Replace(shortGame, "proven", "likely", 1), tune.Origin{Games: 1, Unused: 1, Seed: "7"}},
		{"a game without scores", strings.ReplaceAll(shortGame, "0.00s", ""), tune.Origin{Games: 1, Unused: 1, Seed: "7"}},
		{"a faulty game between others", shortGame + "\n" + faulty + "\n" + shortGame, tune.Origin{Games: 2, Faulty: 1, Seed: "7"}},
		{"two seeds", shortGame + "\n" + strings.Replace(shortGame, `"7"`, `"8"`, 1), tune.Origin{Games: 2, Seed: "various"}},
	} {
		all, origin := moments(t, test.text)
		if origin != test.want || len(all) != origin.Games-origin.Unused {
			t.Errorf("%s: %d games with moments, origin %+v, want %+v", test.name, len(all), origin, test.want)
		}
	}
}

func TestMomentsAreThoseOfTheGame(t *testing.T) {
	text := games(t, quick, 6, 2)
	all, origin := moments(t, text)
	if origin.Games != 6 || origin.Seed != "5" || origin.Nodes != "60" || origin.Noise != "8" {
		t.Errorf("origin %+v", origin)
	}
	used := 0
	for _, record := range records(t, text) {
		// Backwards from the end, as far as every move has a comment.
		from := len(record.Moves)
		for from > 0 && record.Moves[from-1].Comment != "" {
			from--
		}
		if from == len(record.Moves) {
			continue
		}
		positions := record.Positions()
		for i, moment := range all[used] {
			if moment.Position != positions[from+i] {
				t.Errorf("game %d: moment %d is not position %d", used, i, from+i)
			}
		}
		if end := all[used][len(all[used])-1].Position; from+len(all[used]) < len(record.Moves) || end.Over() {
			t.Errorf("game %d: %d moments from ply %d of %d", used, len(all[used]), from, len(record.Moves))
		}
		used++
	}
	if used != len(all) || used < 3 {
		t.Errorf("%d games have scored ends, %d have moments", used, len(all))
	}
}

func TestAReadersErrorIsReturned(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader(shortGame+"\n"), iotest.ErrReader(broken))
	if _, err := tune.ReadMoments(in, func(int, []tune.Moment) {}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
