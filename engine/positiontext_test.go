package engine_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// rulesOf returns the rules of a set, without and with optional capture.
func rulesOf(set string) []engine.Rules {
	return slices.DeleteFunc(enginetest.AllRules(), func(rules engine.Rules) bool { return rules.Set.String() != set })
}

// city returns a board that begins with these rows and is empty below.
func city(rows ...string) string {
	for len(rows) < 10 {
		rows = append(rows, "10")
	}
	return strings.Join(rows, "/")
}

func TestWrongPositionTextsAreRefusedWithThePlace(t *testing.T) {
	const cathedral = "1+8/+++7/1+8/1+8"
	const other = "4+5/3+++4/4+5/4+5"
	for _, c := range []struct {
		set, text string
		place     string // part of the error
	}{
		// Words.
		{"classic", "", "board"},
		{"classic", "   ", "board"},
		{"classic", "\x00", "side to move"},
		{"classic", city(), "side to move"},
		{"classic", city() + " l", "cathedral"},
		{"classic", city() + " l C", "ply"},
		{"classic", city() + " l C 0 A1 more", `"more"`},
		{"classic", city() + " l C 0 A1 more words", `"more"`},

		// Rows.
		{"classic", "10/10 l C 0", "2 rows"},
		{"classic", city() + "/10 l C 0", "11 rows"},
		{"classic", city() + "/ l C 0", "11 rows"},
		{"classic", city("10", "10", "9") + " l C 0", "board row 3"},
		{"classic", city("10", "10", "") + " l C 0", "board row 3"},
		{"classic", city("10", "10", "t8") + " l - 2", "board row 3"},
		{"classic", city("10", "10", "t10") + " l - 2", "board row 3"},
		{"classic", city("10", "10", "10t") + " l - 2", "board row 3"},
		{"classic", city("10", "10", "LLLLLLLLLLL") + " l C 0", "board row 3"},
		{"classic", city("10", "10", "9L1") + " l C 0", "board row 3"},
		{"classic", city("10", "10", "10", "10", "10", "10", "10", "10", "10", "9") + " l C 0", "board row 10"},

		// Numbers.
		{"classic", city("10", "55") + " l C 0", "board row 2"},
		{"classic", city("10", "91") + " l C 0", "board row 2"},
		{"classic", city("10", "0t9") + " l - 2", "board row 2"},
		{"classic", city("10", "t9", "d09") + " l - 2", "board row 3"},
		{"classic", city("10", "010") + " l C 0", "board row 2"},
		{"classic", city("10", "100") + " l C 0", "board row 2"},
		{"classic", city("10", "11") + " l C 0", "board row 2"},
		{"classic", city("10", "-10") + " l C 0", "board row 2"},
		{"classic", city("10", "+10") + " l C 0", "board row 2"},
		{"classic", city("10", "18446744073709551626") + " l C 0", "board row 2"},

		// Letters.
		{"classic", city("10", "10", "10", "x9") + " l - 2", "board row 4"},
		{"classic", city("10", "10", "10", "2x7") + " l - 2", "column C"},
		{"classic", city("D9") + " l - 2", "board row 1"},
		{"classic", city("l9") + " l - 2", "board row 1"},
		{"classic", city(".9") + " l - 2", "board row 1"},
		{"classic", city("5 5") + " l - 2", "board"},
		{"classic", city("10", "4\x005") + " l C 0", "board row 2"},
		{"classic", city("10", "4\xff5") + " l C 0", "board row 2"},
		{"classic", city("10", "4ä4") + " l C 0", "board row 2"},
		{"classic", city("10", "٣٧") + " l C 0", "board row 2"}, // digits, but not ours

		// Buildings.
		{"classic", city("1q8") + " l - 2", "B1"},
		{"classic", city("qqqq6") + " l - 2", "A1"},
		{"classic", city("10", "s1s7") + " l - 4", "A2"},
		{"classic", city("sss7") + " l - 4", "A1"},
		{"classic", city("iii7", "i9") + " l - 4", "A1"},
		{"classic", city("1cc7", "1c8", "2cc6") + " l - 2", "B1"},
		{"classic", city("AA8", "1AA7") + " l - 2", "A1"}, // Dark's abbey
		{"classic", city("1aa7", "aa8") + " l - 2", "B1"}, // Light's
		{"classic", city("1YY7", "YY8", "1Y8") + " l - 2", "B1"},
		{"classic", city("yy8", "1yy7", "1y8") + " l - 2", "A1"},

		// More than a side owns.
		{"classic", city("t1t1t5") + " l - 8", "t"},
		{"classic", city("TTT7") + " l - 8", "T"},
		{"classic", city("ss1ss1ss2") + " l - 8", "s"},
		{"classic", city("bbb1bbb3") + " l - 8", "b"},
		{"classic", city("QQ1QQ5", "QQ1QQ5") + " l - 8", "Q"},
		{"classic", city("1+2+5", "++++++4", "1+2+5", "1+2+5") + " l - 4", "+"},
		{"classic", city("+9") + " l - 4", "+"},
		{"classic", city("1+8", "+++7", "1+8") + " l - 4", "+"},

		// Whose turn it is.
		{"classic", city() + " d C 0", "side to move"},
		{"classic", city() + " l - 1", "side to move"},
		{"mattel", city() + " d - 2", "side to move"},
		{"woods", city() + " l C 0", "side to move"},
		{"woods", city() + " d C 1", "side to move"},
		{"woods", city() + " d - 2", "side to move"},
		{"classic", city() + " L C 0", "side to move"},
		{"classic", city() + " w C 0", "side to move"},
		{"classic", city() + " ld C 0", "side to move"},
		{"classic", city() + " \x00 C 0", "side to move"},

		// The Cathedral.
		{"classic", city() + " l - 0", "cathedral"},
		{"classic", city() + " d C 1", "cathedral"},
		{"mattel", city() + " l C 2", "cathedral"},
		{"woods", city() + " d - 0", "cathedral"},
		{"woods", city() + " l - 1", "cathedral"},
		{"woods", city() + " l C 2", "cathedral"},
		{"classic", city() + " l c 0", "cathedral"},
		{"classic", city() + " l + 0", "cathedral"},
		{"woods", cathedral + "/10/10/10/10/10/10 l C 1", "cathedral"},
		{"classic", other + "/10/10/10/10/10/10 l C 0", "cathedral"},

		// The ply.
		{"classic", city("t9") + " l C 0", "ply"},
		{"classic", city("t1T7") + " d - 1", "ply"},
		{"classic", city("t1T1t1T3") + " d - 3", "ply"},
		{"classic", city() + " d - -1", "ply"},
		{"classic", city() + " l - 1000", "ply"},
		{"classic", city() + " l - 00", "ply"},
		{"classic", city() + " l - 02", "ply"},
		{"classic", city() + " l - +2", "ply"},
		{"classic", city() + " l - 2.0", "ply"},
		{"classic", city() + " l - 2e0", "ply"},
		{"classic", city() + " l - 0x2", "ply"},
		{"classic", city() + " l - NaN", "ply"},
		{"classic", city() + " l - ٢", "ply"},
		{"classic", city() + " l - 65538", "ply"},
		{"classic", city() + " l - 4294967298", "ply"},
		{"classic", city() + " l - 18446744073709551618", "ply"},
		{"classic", city() + " l - 2\x00", "ply"},

		// Spared pieces.
		{"classic", city("t2t6") + " l - 2 D1,A1", "A1"},
		{"classic", city("t2t6") + " l - 2 A1,A1", "A1"},
		{"classic", city("t2t6") + " l - 2 a1", `"a1"`},
		{"classic", city("t2t6") + " l - 2 B1", "B1"},
		{"classic", city("L9") + " l - 2 A1", "A1"},
		{"classic", city("ss8") + " l - 2 B1", "B1"},
		{"classic", city("ss8", "ss8") + " l - 2 B2", "B2"},
		{"classic", city("ss8", "ss8") + " l - 2 B1,A2", "spared"},
		{"classic", city("1m8", "mmm7") + " l - 2 A2", "A2"},
		{"classic", cathedral + "/10/10/10/10/10/10 l - 2 A2", "A2"},
		{"classic", city("t2t6") + " l - 2 K1", `"K1"`},
		{"classic", city("t2t6") + " l - 2 A11", `"A11"`},
		{"classic", city("t2t6") + " l - 2 A0", `"A0"`},
		{"classic", city("t2t6") + " l - 2 A01", `"A01"`},
		{"classic", city("t2t6") + " l - 2 A", `"A"`},
		{"classic", city("t2t6") + " l - 2 A1,", "spared"},
		{"classic", city("t2t6") + " l - 2 ,A1", "spared"},
		{"classic", city("t2t6") + " l - 2 A1,,D1", "spared"},
		{"classic", city("t2t6") + " l - 2 A1;D1", "spared"},
		{"classic", city("t2t6") + " l - 2 -", "spared"},
		{"classic", city("t2t6") + " l - 2 A1\x00", "spared"},
		{"classic", city("t2t6") + " l - 2 \xff1", "spared"},
		{"classic", city("t2t6") + " l - 2 ä1", "spared"},

		// Far too long.
		{"classic", strings.Repeat("t", 10<<20), "position text"},
		{"classic", city() + " l C 0 " + strings.Repeat("A1,", 1<<20), "position text"},
		{"classic", city() + " l C " + strings.Repeat("0", 1<<20), "position text"},
	} {
		for _, rules := range rulesOf(c.set) {
			position, err := engine.ParsePosition(c.text, rules)
			switch {
			case err == nil:
				t.Errorf("%s: %.200q is taken for %s", c.set, c.text, &position)
			case !strings.Contains(err.Error(), c.place):
				t.Errorf("%s: %.200q: the error %q does not name the place %q", c.set, c.text, err, c.place)
			default:
				checkErrorLine(t, err)
			}
		}
	}
}

// checkErrorLine checks that an error fits on one line that anybody can read.
func checkErrorLine(t *testing.T, err error) {
	t.Helper()
	const long = 400
	line := err.Error()
	if len(line) > long || !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		t.Errorf("an error is not one readable line: %.500q", line)
	}
}

func TestPositionTextsComeBack(t *testing.T) {
	for _, c := range []struct{ set, text string }{
		{"classic", city() + " l C 0"},
		{"mattel", city() + " l C 0"},
		{"woods", city() + " d C 0"},
		{"woods", city() + " l C 1"},
		{"woods", city("t9") + " l C 1"},
		{"woods", city("T9") + " l C 1"},
		{"classic", city("LLLLLLLLLL", "dddddddddd", "LdLdLdLdLd", "1L1d6") + " l C 0"},
		{"classic", city() + " d - 1"},   // the Cathedral is gone
		{"classic", city() + " d - 999"}, // and nobody built
		{"classic", city("aa8", "1aa7", "1AA7", "AA8") + " l - 2"},
		{"classic", city("YY8", "1YY7", "1Y8", "1yy7", "yy8", "1y8") + " l - 2"},
		{"classic", city("1+8", "++++6", "1+8") + " d - 1"},
		{"classic", city("2+7", "++++6", "2+7") + " d - 1"},
		{"classic", city("tt8", "TT8") + " l - 4"},
		{"classic", city("ss8", "ss8") + " l - 2"},
		{"classic", city("iii7", "iii7") + " l - 2"},
		{"classic", city("ii8", "ii8", "ii8") + " l - 2"},
		{"classic", city("I9", "II8", "1II7", "1I8") + " l - 2"},
		{"classic", city("t2t6") + " l - 2 A1"},
		{"classic", city("t2t6") + " l - 2 A1,D1"},
		{"classic", city("1m8", "mmm7", "T9") + " l - 4 B1,A3"},
		{"classic", "9T/" + city()[3:len(city())-3] + "/9t l - 2 J1,J10"},
		{"classic", city("1+8", "+++7", "1+8", "1+8") + " l - 2 B1"},
		{"classic", city("ss8", "ss8") + " l - 2 A1"},
		{"classic", city("ss8", "ss8") + " l - 2 B1"},
		{"classic", city("ss8", "ss8") + " l - 2 A2"},
		{"classic", city("ss8", "ss8") + " l - 2 A1,B1"},
		{"classic", city("ss8", "ss8") + " l - 2 A1,A2"},
		{"classic", city("iii7", "iii7") + " l - 2 A1,B1"},
		{"classic", city("iii7", "iii7") + " l - 2 A1,C1"},
		{"classic", city("iii7", "iii7") + " l - 2 C1"},
	} {
		for _, rules := range rulesOf(c.set) {
			position := enginetest.Position(t, c.text, rules)
			if position.String() != c.text {
				t.Errorf("%s: %s\ncame back as %s", c.set, c.text, &position)
			}
			game, err := naive.Parse(c.text, enginetest.NaiveRules(rules), rand.New(rand.NewPCG(0, 0)))
			if err != nil || game.String() != c.text {
				t.Errorf("%s: the naive game reads %s as %v, %v", c.set, c.text, game, err)
			}
		}
	}
}

func TestKeysDifferWhereTextsOrRulesDo(t *testing.T) {
	type named struct{ rules, text string }
	keys := [2]map[uint64]named{{}, {}}
	texts := []string{
		city("t2t6") + " l - 4", city("t2t6") + " d - 5", city("t2t6") + " l - 6",
		city("t2t6") + " l - 4 A1", city("t2t6") + " l - 4 D1", city("t2t6") + " l - 4 A1,D1",
		city("T2t6") + " l - 4", city("t2T6") + " l - 4", city("t9") + " l - 4", city("3t6") + " l - 4",
		city("tL1t6") + " l - 4", city("td1t6") + " l - 4", city("t1Lt6") + " l - 4", city("t1dt6") + " l - 4",
		city("ss8", "ss8") + " l - 4 B1", city("ss8", "ss8") + " l - 4 A2", city("ss8", "ss8") + " l - 4 A1",
		city("1+8", "++++6", "1+8") + " l - 4", city("1+8", "++++6", "1+8") + " l - 4 B1",
		city() + " l - 4", city() + " d - 5",
	}
	for _, rules := range enginetest.AllRules() {
		for _, text := range texts {
			position := enginetest.Position(t, text, rules)
			now := named{fmt.Sprint(rules), text}
			for i, key := range keysOf(&position) {
				if other, known := keys[i][key]; known {
					t.Errorf("%v and %v have the same key", other, now)
				}
				keys[i][key] = now
			}
		}
	}
}

// The last squares of rows 5 and 10 are the high bits of words, where products lose most.
func TestKeysDifferInHighBits(t *testing.T) {
	keys, texts := [2]map[uint64]bool{{}, {}}, 0
	for number := range 15625 {
		rows := [2]string{".......", "......."}
		for i := range 6 {
			rows[i%2] += string(".LdTt"[number%5])
			number /= 5
		}
		board := city("5+4", "4+++3", "5+4", "5+4", rows[0], "10", "10", "10", "10", rows[1])
		board = regexp.MustCompile(`\.+`).ReplaceAllStringFunc(board, func(run string) string { return fmt.Sprint(len(run)) })
		position, err := engine.ParsePosition(board+" d - 5", engine.Rules{})
		if err != nil {
			continue
		}
		texts++
		for k, key := range keysOf(&position) {
			keys[k][key] = true
		}
	}
	if texts < 10_000 || len(keys[0]) != texts || len(keys[1]) != texts {
		t.Errorf("%d texts have %d keys and %d second keys", texts, len(keys[0]), len(keys[1]))
	}
}

// What parses is written and parses again to the same position; the engine
// takes exactly the texts that the naive game takes, but for the space between
// words; and the position can be played from.
func FuzzPositionText(f *testing.F) {
	for i := range len(enginetest.AllRules()) {
		f.Add(city()+" l C 0", uint8(i))
		f.Add(city()+" d C 0", uint8(i))
		f.Add(city("T9", "t9", "2L3d3", "9T")+" l - 7", uint8(i))
		f.Add(city("ss8", "ss8", "iii7", "iii7")+" d - 9 B1,A4", uint8(i))
		f.Add("2ccBaa3/3cB1aa2/1yccBO2qq/yyy2OO1qq/2y3OO1Y/1+ii3YYY/+++i3IY1/1+1oo1IIf1/1+1MooIfff/2MMMoIIf1 l - 14 D6,I8", uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		rules := enginetest.AllRules()[int(which)%len(enginetest.AllRules())]
		position, err := engine.ParsePosition(text, rules)
		game, naiveErr := naive.Parse(text, enginetest.NaiveRules(rules), rand.New(rand.NewPCG(1, uint64(which))))
		if err != nil {
			if naiveErr == nil {
				t.Fatalf("the engine refuses what is good: %v", err)
			}
			checkErrorLine(t, err)
			return
		}
		written := position.String()
		again := enginetest.Position(t, written, rules)
		if again.String() != written || again.Key() != position.Key() {
			t.Fatalf("%q comes back as %q, which comes back as %q", text, written, &again)
		}
		if strings.Join(strings.Fields(text), " ") != written {
			t.Fatalf("%q is taken for %q", text, written)
		}
		if naiveErr != nil {
			if game, naiveErr = naive.Parse(written, enginetest.NaiveRules(rules), rand.New(rand.NewPCG(1, uint64(which)))); naiveErr != nil {
				t.Fatalf("the engine takes %q, the naive game says %v", text, naiveErr)
			}
		}
		twin := twinGame{random: rand.New(rand.NewPCG(2, uint64(which))), series: &twinSeries{texts: [2]map[uint64]string{{}, {}}}, naive: game, engine: position}
		moves := game.Moves()
		if err := twin.compare(moves); err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		for i := 0; i < len(moves); i += 1 + len(moves)/4 {
			if _, err := twin.compareMove(moves[i]); err != nil {
				t.Fatalf("%s: %v", written, err)
			}
		}
	})
}

func TestEveryPositionAfterTheHighestPlyHasAText(t *testing.T) {
	p, err := engine.ParsePosition(city()+" d - 999", engine.Rules{})
	enginetest.Must(t, err)
	for plies := 0; !p.Over(); plies++ {
		side := p.Side()
		p = p.Play(p.Moves(nil)[0])
		back, err := engine.ParsePosition(p.String(), p.Rules())
		if err != nil || back.Key() != p.Key() || p.Ply() > engine.MaxPly || p.Side() == side {
			t.Fatalf("%d plies later, %s to move: %s is read as %s, %v", plies, p.Side(), p, back, err)
		}
	}
}
