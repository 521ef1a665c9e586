package record_test

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

func movesText(game *record.Game) string {
	var words []string
	for _, move := range game.Moves {
		words = append(words, move.Move.String())
	}
	return strings.Join(words, " ")
}

func TestReaderTakesEveryFormOfMovetext(t *testing.T) {
	const want = "CAnF5 CSnE8 TOeC1"
	for _, text := range []string{
		"CAnF5 CSnE8 TOeC1",
		"1. CAnF5 CSnE8 2. TOeC1 *",
		"1.CAnF5 CSnE8 2.TOeC1*",
		"1. CAnF5 1... CSnE8 2. TOeC1 *",
		"1 . CAnF5 1 ... CSnE8 2 . TOeC1 *",
		"1 CAnF5 2 CSnE8 3 TOeC1",
		"1 CAnF5\n2 CSnE8\n3 TOeC1\n",
		"1. canf5 csne8\r\r\n2. toec1\r\n\r\r\r\n",
		"\ufeff1. CAnF5 CSnE8 2. TOeC1 *",
		"  1.\tCAnF5\u00a0CSnE8\tTOeC1\n\n\n  ",
		"CAnF5! CSnE8!? TOeC1?? *",
		"0 CAnF5\n1 CSnE8 +3\n2 \u00a7 TOeC1 \u22127",
		"+0.3 CAnF5.CSnE8. TOeC1.",
		"> 1. CAnF5 {over\n> lines}\n>> CSnE8\n TOeC1",
		"CAnF5 {over\n> CSnE8}\nCSnE8 TOeC1",
		"CAnF5 CSnE8 TOeC1\n*",
		"position startpos moves canf5 CSnE8 TOeC1",
		"info depth 3 score cp -30 pv CAnF5 CSnE8 TOeC1",
		"<https://games.example/c/?in=de&amp;do=review&moves=canf5.CSnE8.TOeC1&ply=1)>. Look!",
		"#comment=3+good%0A%7D&moves=CAnF5.CSnE8.TOeC1%20",
		"CAnF5 $1 CSnE8$13 TOeC1 $255 *",
		"{before} CAnF5 {after} CSnE8{glued}TOeC1;to the end } { (\n*",
		"; before\n\nCAnF5 CSnE8 TOeC1\n",
		"CAnF5 {two\nlines ; [x] % (\n\n} CSnE8 TOeC1 *",
		"% an escape line\nCAnF5\n%{\nCSnE8 TOeC1 *",
		"CAnF5 (CAnE5 {a ) comment} (nonsense (more)) 1-0) CSnE8 () TOeC1 *",
		"CAnF5 (CAnE5\n\nCSnE8) CSnE8 TOeC1",
		"[FEN \"startpos\"]\n\nCAnF5 CSnE8 TOeC1 *",
		"[White \"A\"] [Black \"B\"] CAnF5 CSnE8 TOeC1 *",
		"[White \"A\"]\n\n\nCAnF5 CSnE8\n\nTOeC1\n",
		"[  White\"A\"  ]CAnF5 CSnE8 TOeC1",
		"[Rules \"Classic\"]\n[OptionalCapture \"False\"]\nCAnF5 CSnE8 TOeC1 *",
		"[White \"\xc4\xf6\"]\n{\xfc} CAnF5 CSnE8 TOeC1 *", // Latin-1
	} {
		game := readOne(t, text)
		if got := movesText(game); got != want {
			t.Errorf("%q is read as %s", text, got)
		}
		if game.Result != "*" {
			t.Errorf("%q has the result %s", text, game.Result)
		}
	}
}

func TestReaderKeepsWhatIsSaid(t *testing.T) {
	game := readOne(t, "; a file\n[Event \"E \\\"x\\\" \\\\ \\y\"]\n{tags}\n[Annotator \"\xc4\u00fc\"]\n\n"+
		"{one\n\n  two} 1. CAnF5 {a} ;b }\n(1. CAnE5 {not this}) {c} CSnE8 {} 2. TOeC1 {d} {} {e} ;\n; \n;f\n{} *\n{after}\n")
	if want := "a file tags one two"; game.Comment != want {
		t.Errorf("before the moves: %q, want %q", game.Comment, want)
	}
	for i, want := range []string{"a b } c", "", "d\ne\n\nf"} {
		if got := game.Moves[i].Comment; got != want {
			t.Errorf("after move %d: %q, want %q", i+1, got, want)
		}
	}
	if got := game.Tag("Event"); got != `E "x" \ \y` {
		t.Errorf("event %s", got)
	}
	if got := game.Tag("Annotator"); got != "\u00c4\u00fc" {
		t.Errorf("annotator %s", got)
	}
}

func TestReaderKnowsTheUsualTagsInAnyLetters(t *testing.T) {
	game := readOne(t, "[white \"A\"]\n[BLACK \"B\"]\n[result \"1-0\"]\n[rules \"woods\"]\n[winner \"A\"]\n\nCSnE8 CAnF5 1-0\n")
	for name, want := range map[string]string{"White": "A", "Black": "B", "Result": "1-0", "Rules": "woods", "winner": "A", "Winner": ""} {
		if got := game.Tag(name); got != want {
			t.Errorf("tag %s is %q, want %q", name, got, want)
		}
	}
}

func TestReaderWorksOutTheResultOfAList(t *testing.T) {
	walk := enginetest.FactGames(t, "classic")[0]
	if got := readOne(t, strings.Join(walk.Moves, " ")).Result; got != "1-0" {
		t.Errorf("result %s, want 1-0", got)
	}
}

func TestListsWithoutTagsAreApartByABlankLine(t *testing.T) {
	var got []string
	for _, game := range readGames(t, "CAnF5\nCSnE8\n\n\n1 CAnE5 1-0 CAnD5 *\nCAnC5\n[White \"A\"]\n*") {
		got = append(got, movesText(game)+" "+game.Result)
	}
	if want := []string{"CAnF5 CSnE8 *", "CAnE5 1-0", "CAnD5 *", "CAnC5 *", " *"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFaultsNameTheirPlace(t *testing.T) {
	finished := strings.Join(enginetest.FactGames(t, "classic")[0].Moves, " ")
	for text, want := range map[string]string{
		"\n1. CAnF5\nCSnE8 TOeE8":                    "line 3, column 7, game 1: move 3: TOeE8: E8 is built on",
		"* *\nCAnF5 CAnF5":                           "line 2, column 7, game 3: move 2: CAnF5: the Cathedral cannot be placed now",
		"CAnF5 CSnE11":                               `line 1, column 7, game 1: move 2: "CSnE11" is not a move`,
		"CAnF5 1e30":                                 `"e30" is not a move`,
		"CAnF5 CSnE8-":                               "captures are not optional",
		"CAnF5 pass":                                 "Dark can still place something",
		finished + " TAnA1":                          "line 1, column 174, game 1: move 30",
		finished + " 0-1":                            "the result is 0-1, but the game ended 1-0",
		"[Score \"1-2\"]\n\n" + finished:             `line 1, game 1: the score is "1-2", but the game ended 0-18`,
		"[Result \"1-0\"]\n\nCAnF5 *":                "line 3, game 1: the result is *, but the tag Result says 1-0",
		"[Result \"1-0\"]\n\nCAnF5\n":                "line 3, game 1: the game ends without its result 1-0",
		"[Result \"2-0\"]\n\nCAnF5 *":                `line 1, game 1: tag Result: "2-0" is not a result`,
		"[White \"A\"]\n":                            "line 1, game 1: a game without moves or a result",
		"[White \"A\"]\n[White \"B\"] *":             `line 2, game 1: tag "White" is already on line 1`,
		"[White \"A]\n*":                             `line 1, column 1, game 1: tag "White": want a value`,
		"[White \"A\"\n*":                            `line 1, column 1, game 1: tag "White": want ]`,
		"  [\"A\"]\n*":                               "line 1, column 3, game 1: a tag begins with its name",
		"\n[Rules \"chess\"]\n*":                     `line 2, game 1: tag Rules: "chess" is not a rule set`,
		"[OptionalCapture \"maybe\"]\n*":             "tag OptionalCapture: \"maybe\" is neither true nor false",
		"[Result \"*\"]\n[FEN \"10 l C 0\"] CAnF5 *": "line 2, game 1: tag FEN: board: 1 rows, want 10",
		"CAnF5 {\n\n":                                "line 1, game 1: the comment that begins here has no end",
		"CAnF5\n(\n()\n(\n":                          "line 2, game 1: the variation that begins here has no end",
		"CAnF5 )":                                    "line 1, game 1: ) without (",
		"CAnF5 }":                                    "line 1, column 7, game 1: } has no place here",
		"CAnF5\n\x00":                                "line 2, column 1, game 1: control character U+0000",
		"CAnF5\n\u00e4 \x1b":                         "line 2, column 3, game 1: control character U+001B",
		"CAnF5\rCSnE8":                               "control character U+000D",
		"CAnF5\n" + strings.Repeat("x", 10e6):        "line 2, game 1: the line is longer than 65536 bytes",
		"CAnF5 " + strings.Repeat("y", 1000):         "is not a move",
		"CAnF5 {" + strings.Repeat("long\n", 3e5):    "the game is longer than 1048576 bytes",
		strings.Repeat("{} ", 1000) + strings.Repeat("\n;x", 4e5): "the game is longer than 1048576 bytes",
	} {
		err := firstFault(record.NewReader(strings.NewReader(text)))
		var fault *record.LineError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
		if err != nil && len(err.Error()) > 200 {
			t.Errorf("%.60q: an error of %d characters", text, len(err.Error()))
		}
	}
}

// firstFault returns the first error that is not the end of the text.
func firstFault(reader *record.Reader) error {
	for {
		if _, err := reader.Next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestDeepVariationsArePassedOver(t *testing.T) {
	const deep = 200_000
	text := "CAnF5 " + strings.Repeat("(\n", deep) + "x" + strings.Repeat(")\n", deep) + "CSnE8 *"
	if got := movesText(readOne(t, text)); got != "CAnF5 CSnE8" {
		t.Errorf("got %s", got)
	}
}

// readAll returns the games that can be read, by their tag Round ("?" without
// one), and the number of faults.
func readAll(t testing.TB, text string) (rounds string, faults int) {
	t.Helper()
	reader := record.NewReader(strings.NewReader(text))
	for {
		game, err := reader.Next()
		var fault *record.LineError
		switch {
		case err == io.EOF:
			return rounds, faults
		case errors.As(err, &fault):
			faults++
		case err != nil:
			t.Fatal(err)
		default:
			rounds += cmp.Or(game.Tag("Round"), "?")
		}
	}
}

func TestAFaultCostsItsOwnGameOnly(t *testing.T) {
	const good = "[Event \"e\"]\n[Round \"%d\"]\n[Result \"*\"]\n\n1. CAnF5 CSnE8 *\n\n"
	for _, bad := range []string{
		"[Event \"e\"]\n[Round \"x\"]\n\n1. CAnF5 CSnE10 2. TAnA1\nTAnA2 *\n\n",
		"[Event \"e\"]\n[Round \"x\"\n[White \"w\"]\n\n1. CAnF5 *\n\n",
		"[Event \"e]\n[Round \"x\"]\n\n1. CAnF5 *\n\n",
		"[Event \"e\x00\"]\n[Round \"x\"]\n\n1. CAnF5 *\n\n",
		"[Event \"e\"]\n[Round \"x\"]\n\n1. CAnF5 {\n\n",
		"[Event \"e\"]\n[Round \"x\"]\n\n1. CAnF5 {x\n",
		"[Event \"e\"]\n[Round \"x\"]\n\n1. CAnF5 (x\n\n",
		"[Event \"e\"]\n[Round \"x\"]\n\n1. CAnF5 " + strings.Repeat("x", 1e5) + "\n\n",
		"[Event \"e\"]\n[Round \"x\"]\n\n1. CAnF5 }\n\n[1\n\n",
		"[Event \"e\"]\n[Round \"x\"]\n[Rules \"y\"]\n\n1. CAnF5 \x00\n*\n",
		"[Event \"e\"]\n[Round \"x\"]\n[Result \"*\"]\n1. CAnF5\n",
		"[Event \"e\"]\n[Round \"x\"]\n[Wh\n",
		"[Event \"e\"]\n[Round \"x\"]\n",
		"[Event \"e\"]\n[Round \"x\"]\n[Result \"*\"]\n\n1. CAnF5 {" + strings.Repeat("long\n", 3e5),
		"[White \"\x00\"]\n[Round \"x\"]\n\n1. CAnF5 *\n\n",
		"[White \"w]\n[Event \"e\"]\n[Round \"x\"]\n\n1. CAnF5 *\n\n",
		"1 CAnF5 2 CAnF5 3\nCSnE8\n\n",
	} {
		text := fmt.Sprintf(good, 1) + bad + fmt.Sprintf(good, 2) + bad + fmt.Sprintf(good, 3)
		if rounds, faults := readAll(t, text); rounds != "123" || faults < 2 {
			t.Errorf("%.80q between good games: read %s with %d faults", bad, rounds, faults)
		}
	}
}

func TestAFaultyListEndsAtABlankLine(t *testing.T) {
	text := "[Round \"1\"]\nCAnF5 *\n\nCAnF5 CAnF5\nCSnE8\n\nCAnF5 CSnE8\n"
	if rounds, faults := readAll(t, text); rounds != "1?" || faults != 1 {
		t.Errorf("read %s with %d faults", rounds, faults)
	}
}

func TestOffsetIsBehindTheGameAndBeforeTheNext(t *testing.T) {
	for text, want := range map[string]int64{
		"CAnF5 *":                     7,
		"CAnF5 *\r\n[White \"w\"]\n*": 9,
		"CAnF5\n\nCAnE5\n":            7,
		"CAnF5\n[White \"w\"]\n\n*":   6,
		"x\n\nCAnF5 *\n":              0,
	} {
		reader := record.NewReader(strings.NewReader(text))
		reader.Next()
		if got := reader.Offset(); got != want {
			t.Errorf("%q: offset %d after the first game, want %d", text, got, want)
		}
	}
}

// A writer that is killed leaves part of a game, which is never taken for a game. The
// games before it, and those that are appended later after a new line, are still read.
func TestAGameCutOffAnywhereIsAFault(t *testing.T) {
	walk := enginetest.FactGames(t, "classic")[1]
	games := make([]string, 3)
	for i := range games {
		game := recordOf(t, walk, engine.Rules{})
		game.SetTag("Event", "match")
		game.SetTag("Round", fmt.Sprint(i+1))
		games[i] = recordText(t, game)
	}
	whole := strings.TrimSpace(games[1])
	for length := 1; length < len(whole); length++ {
		cut := whole[:length]
		if rounds, faults := readAll(t, games[0]+cut); rounds != "1" || faults == 0 {
			t.Fatalf("%q at the end: read %s with %d faults", cut, rounds, faults)
		}
		if rounds, faults := readAll(t, games[0]+cut+"\n"+games[2]); rounds != "13" || faults == 0 {
			t.Fatalf("%q before another game: read %s with %d faults", cut, rounds, faults)
		}
		reader := record.NewReader(strings.NewReader(games[0] + cut))
		for err := error(nil); err != io.EOF; _, err = reader.Next() {
		}
		if got, want := reader.Offset(), int64(len(games[0])-1); got != want {
			t.Fatalf("%q: the last good game ends at %d, want %d", cut, got, want)
		}
	}
}

func TestReaderHandsOnWhatTheReaderBelowReports(t *testing.T) {
	reader := record.NewReader(io.MultiReader(strings.NewReader("CAnF5 *\nCAnF5"), iotest.ErrReader(errBroken)))
	if _, err := reader.Next(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := reader.Next(); !errors.Is(err, errBroken) {
			t.Fatalf("error %v, want the one from below", err)
		}
	}
}

func TestReaderReadsByteByByte(t *testing.T) {
	text := recordText(t, recordOf(t, enginetest.FactGames(t, "woods")[0], engine.Rules{Set: engine.Woods}))
	reader := record.NewReader(iotest.OneByteReader(strings.NewReader(text + text)))
	for range 2 {
		if game, err := reader.Next(); err != nil || recordText(t, game) != text {
			t.Fatalf("a game does not come back (%v)", err)
		}
	}
}

func FuzzRecord(f *testing.F) {
	walk := enginetest.FactGames(f, "optional")[0]
	f.Add(recordText(f, recordOf(f, walk, engine.Rules{OptionalCapture: true})))
	f.Add(strings.Join(walk.Moves, " ") + ` "`)
	f.Add("1 CAnF5 2 CSnE8 (3 TOeC1) $1 !? {c} ;d }\n% e\n\n1. CAnF5 1-0")
	f.Add("[FEN \"dyddmdiifd/dyymmmifff/yy1+1bbbfi/M++++addii/MM1+aaoccd/MF2aoo1cs/FFFOooIccs/LFYOOIIBBB/YYYIOOCLCL/LYLIILCCCL l - 20\"] *")
	f.Add("[Event \"e\"]\n[Round \"x\\\"\"]\n[Wh\n[Event \"f\"]\n*")
	f.Add("CAnF5 (CAnE5 {x} (CAnE6) (CAnD4 CSnE8 (1... ABnB2) ;y\n)) ({z} CAnG5) CSnE8 {w} (nonsense) TOeC1 *")
	f.Add("{} {a} {} 1. CAnF5 ({} {b} ;\n;c }\n{} {d} CAnE5) {e}{}{}{f} *")
	f.Add("[Fair \"inn-or-bridge+0.5\"]\n\n1. CAnF5 INnA1 *")
	f.Add("position fen 10/10/10/10/10/10/10/8+1/6++++/8+1 d - 1 moves CSnB2\n> #rules=woods&moves=CSnE8.CAnF5&comment=2+a%0Ab&fair=4.5")
	f.Add("1. kathedrale F5, BURG e8 2. turm ost C1, 12 platz B8 inn xyz")
	f.Add("[Termination \"?\"]\n[Score \"1-2\"]\n\n1. CAnF5 {br}ace} 1... ;}\nCSnE8 1/2-1/2")
	f.Fuzz(func(t *testing.T, text string) {
		reader := record.NewReader(strings.NewReader(text))
		reader.Names = germanNames()
		for {
			game, err := reader.Next()
			var fault *record.LineError
			if err == io.EOF {
				return
			}
			if err != nil {
				if !errors.As(err, &fault) || fault.Line < 1 || fault.Game < 1 || fault.Code() == "" {
					t.Fatalf("error %v has no place or no code", err)
				}
				if game = reader.Cut(); game == nil {
					continue
				}
			}
			written := recordText(t, game)
			again := readOne(t, written)
			if rewritten := recordText(t, again); rewritten != written {
				t.Fatalf("written as\n%safterwards as\n%s", written, rewritten)
			}
			if movesText(again) != movesText(game) || again.Comment != game.Comment || again.Result != game.Result {
				t.Fatalf("%+v comes back as %+v", game, again)
			}
			for i := range game.Moves {
				if !reflect.DeepEqual(again.Moves[i], game.Moves[i]) {
					t.Fatalf("move %d: %v comes back as %v", i+1, game.Moves[i], again.Moves[i])
				}
			}
			for _, tag := range game.Tags {
				if got := again.Tag(tag.Name); got != tag.Value && tag.Value != "" && tag.Value != "?" {
					t.Fatalf("tag %s: %q comes back as %q", tag.Name, tag.Value, got)
				}
			}
		}
	})
}
