package tune

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/rating"
	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
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

// moments returns the moments of a text, by game.
func moments(t testing.TB, text string) ([][]Moment, Origin) {
	t.Helper()
	var all [][]Moment
	origin, err := readMoments(bytes.NewReader([]byte(text)), new(rating.Observations), func(moments []Moment) error {
		all = append(all, moments)
		return nil
	})
	enginetest.Must(t, err)
	return all, origin
}

func TestMomentsKnowTheMarginAfterTheLastRandomMove(t *testing.T) {
	all, origin := moments(t, shortGame)
	want := Origin{Games: 1, Seed: "7"}
	if origin != want || len(all) != 1 || len(all[0]) != 3 {
		t.Fatalf("%d games with the origin %+v: %+v", len(all), origin, all)
	}
	for i, expected := range []struct {
		ply        int
		move, last string
		moment     Moment
	}{
		{0, "CAnB1", "none", Moment{Centi: 100, Depth: 1}},
		{2, "IFnH6", "TOeE1", Moment{Centi: -250, Depth: 3, Margin: -39, HasMargin: true}},
		{3, "CSnA4", "IFnH6", Moment{Centi: 3900, Depth: 2, Margin: 39, HasMargin: true}},
	} {
		moment := all[0][i]
		if moment.Position.Ply() != expected.ply || moment.Move.String() != expected.move || moment.Last.String() != expected.last {
			t.Errorf("moment %d is %s after %s at ply %d, want %+v", i, moment.Move, moment.Last, moment.Position.Ply(), expected)
		}
		moment.Position, moment.Move, moment.Last = engine.Position{}, engine.NoMove, engine.NoMove
		if moment != expected.moment {
			t.Errorf("moment %d is %+v, want %+v", i, moment, expected.moment)
		}
	}
}

func TestGamesThatTeachNothingAreCounted(t *testing.T) {
	others := strings.NewReplacer(`[White "`, `[White "another `, `"7"`, `"8"`).Replace(shortGame)
	const faulty = "[Event \"?\"]\n[Result \"*\"]\n\n1. CAnB1 CAnB1 *\n"
	for _, test := range []struct {
		name, text string
		want       Origin
	}{
		{"no game", "", Origin{}},
		{"a position before a game", "10/10/10/10/5+4/4+++3/5+4/5+4/10/10 d - 1\n" + shortGame, Origin{Games: 1, Seed: "7"}},
		{"a game without scores", strings.ReplaceAll(shortGame, "0.00s", ""), Origin{Games: 1, Unused: 1, Seed: "7"}},
		{"a faulty game between others", shortGame + "\n" + faulty + "\n" + others, Origin{Games: 2, Faulty: 1, Seed: "various"}},
		{"a copy", shortGame + "\n" + shortGame, Origin{Games: 1, Copies: 1, Seed: "7"}},
	} {
		all, origin := moments(t, test.text)
		if origin != test.want || len(all) != origin.Games-origin.Unused {
			t.Errorf("%s: %d games with moments, origin %+v, want %+v", test.name, len(all), origin, test.want)
		}
	}
}

// The moments of training games are the scored moves, those on the line of a proof and the
// replies to moves that were tried.
func TestMomentsAreThoseOfTheGame(t *testing.T) {
	recipe := selfplay.Training()
	recipe.Seed, recipe.Nodes, recipe.Late, recipe.Noise = 5, 60, 200, 8
	path := filepath.Join(t.TempDir(), "games.txt")
	enginetest.Must(t, selfplay.Append(t.Context(), path, recipe, 6, farm.Workers{Threads: 2}, func(int) {}))
	text := benchtest.Read(t, path)
	all, origin := moments(t, text)
	if origin.Games != 6 || origin.Seed != "5" || origin.Nodes != "60" || origin.Noise != "8" || len(all) != 6 {
		t.Fatalf("origin %+v, %d games with moments", origin, len(all))
	}
	for number, game := range benchtest.Games(t, text) {
		positions := game.Positions()
		last := &positions[len(positions)-1]
		proven := slices.IndexFunc(game.Moves, func(move record.Move) bool { return strings.HasSuffix(move.Comment, "proven") })
		random := -1 // the last of the random moves
		for i, move := range game.Moves[:proven+1] {
			if move.Comment == "" {
				random = i
			}
		}
		var want []Moment
		for i, move := range game.Moves {
			if moment := (Moment{Position: positions[i], Move: move.Move, HasMargin: i > random}); move.Comment != "" || i > proven {
				want = append(want, moment)
			}
			for _, variation := range move.Variations {
				want = append(want, Moment{Position: positions[i].Play(variation.Moves[0].Move), Move: variation.Moves[1].Move})
			}
		}
		if len(all[number]) != len(want) {
			t.Fatalf("game %d: %d moments, want %d", number, len(all[number]), len(want))
		}
		for i, moment := range all[number] {
			if moment.Position != want[i].Position || moment.Move != want[i].Move || moment.HasMargin != want[i].HasMargin {
				t.Errorf("game %d: moment %d is %+v, want %+v", number, i, moment, want[i])
			}
			if margin := last.Margin(moment.Position.Side()); moment.Depth == 0 && moment.Centi != 100*margin {
				t.Errorf("game %d: moment %d has %d, and the game ends with %d squares", number, i, moment.Centi, margin)
			}
		}
	}
}

func TestAMarginThatIsNotKnownIsNone(t *testing.T) {
	for name, text := range map[string]string{
		"a game that nobody has finished": strings.ReplaceAll(shortGame, "0-1", "*"),
		"a margin that nobody has proven": strings.Replace(shortGame, "proven", "likely", 1),
	} {
		all, origin := moments(t, text)
		if origin.Unused != 0 || len(all) != 1 || len(all[0]) != 3 {
			t.Fatalf("%s: %d games, origin %+v", name, len(all), origin)
		}
		for _, moment := range all[0] {
			if moment.HasMargin || moment.Margin != 0 {
				t.Errorf("%s: %+v", name, moment)
			}
		}
	}
}

func TestAReadersErrorIsReturned(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader(shortGame+"\n"), iotest.ErrReader(broken))
	if _, err := readMoments(in, new(rating.Observations), func([]Moment) error { return nil }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// Games from a placement of the Cathedral, its rotations and their mirror images are held out or
// learned together, and so are those from a later position and its rotations. A tenth is held out.
func TestAnOpeningIsHeldOutWhole(t *testing.T) {
	var text strings.Builder
	var openings []string // of the games
	add := func(opening string, p engine.Position) {
		game := record.New(p)
		game.Moves = []record.Move{{Move: p.Moves(nil)[0], Comment: "+1.00/3 0.000s"}}
		its, err := game.Text()
		enginetest.Must(t, err)
		text.WriteString(its + "\n")
		openings = append(openings, opening)
	}
	start := engine.Start(engine.Rules{})
	for i, cathedral := range start.Moves(nil) {
		var distances []string // of the squares from the nearest two edges, which no symmetry changes
		for square := range cathedral.Squares().Squares() {
			row, column := min(square.Row(), 9-square.Row()), min(square.Column(), 9-square.Column())
			distances = append(distances, fmt.Sprint(min(row, column), max(row, column)))
		}
		slices.Sort(distances)
		after := start.Play(cathedral)
		add(fmt.Sprint(distances), after)
		later := after.Play(after.Moves(nil)[i])
		for quarters := range 4 {
			add(later.String(), later.Rotate(quarters))
		}
	}
	path := filepath.Join(t.TempDir(), "games.txt")
	benchtest.Write(t, path, text.String())
	held, games := map[string]bool{}, map[bool]int{}
	_, err := ReadFiles(t.Context(), []string{path}, func(path string) (io.ReadCloser, error) { return os.Open(path) },
		func(_, _ int64) {}, func(_ *Moment, isHeld bool) error {
			opening := openings[games[true]+games[false]]
			if was, known := held[opening]; known && was != isHeld {
				t.Errorf("games from %s are learned, and others held out", opening)
			}
			held[opening] = isHeld
			games[isHeld]++
			return nil
		})
	enginetest.Must(t, err)
	if all := len(openings); len(held) != 28+224 || !held[openings[0]] || games[true] < all/12 || games[true] > all/8 {
		t.Errorf("%d of %d games and %d openings are held out, the first: %t", games[true], all, len(held), held[openings[0]])
	}
}
