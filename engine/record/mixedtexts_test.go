package record_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// itemsOf reads a text and returns each game as its moves and each entry as its
// position, separated by |.
func itemsOf(t testing.TB, text string, rules engine.Rules) string {
	t.Helper()
	reader := record.NewReader(strings.NewReader(text))
	reader.Rules = rules
	var items []string
	for {
		item, err := reader.NextItem()
		switch {
		case errors.Is(err, io.EOF):
			return strings.Join(items, "|")
		case errors.As(err, new(*record.LineError)):
			items = append(items, err.Error())
		case err != nil:
			return strings.Join(append(items, err.Error()), "|")
		case item.Game != nil:
			items = append(items, movesText(item.Game))
		default:
			items = append(items, item.Entry.Position.String())
		}
	}
}

func packed(t testing.TB, text string) string {
	t.Helper()
	var out bytes.Buffer
	writer := gzip.NewWriter(&out)
	if _, err := writer.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	enginetest.Must(t, writer.Close())
	return out.String()
}

// inUTF16 returns a text in both orders of the bytes of UTF-16, with its mark.
func inUTF16(text string) (texts []string) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var encoded []byte
		for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
			encoded = order.AppendUint16(encoded, unit)
		}
		texts = append(texts, string(encoded))
	}
	return texts
}

// If UTF-16 is broken, the rest is read.
func TestUTF16IsRead(t *testing.T) {
	long := "{" + strings.Repeat("\U0001F3F0", record.MaxLine/4) + "} CAnF5\r\r\nCSnE8 *\n" + placedText
	for _, text := range inUTF16(long) {
		want := itemsOf(t, long, engine.Rules{})
		if got := itemsOf(t, text, engine.Rules{}); got != want || itemsOf(t, packed(t, text), engine.Rules{}) != want {
			t.Errorf("read as %s, want %s", got, want)
		}
	}
	text := inUTF16("CAnF5 {\U0001F3F0} *")[0]
	first := strings.Index(text, "\x3c\xd8")
	for _, broken := range []string{text[:first] + text[first+2:], text[:first+2] + text[first+4:], text[:first] + text[first+2:] + "\n"} {
		game, err := record.NewReader(strings.NewReader(broken)).Next()
		if err != nil || game.Moves[0].Comment != "\ufffd" {
			t.Errorf("%q is read as %v, %v", broken, game, err)
		}
	}
}

const placedText = "10/10/10/10/5+4/4+++3/5+4/5+4/10/10 d - 1"

func TestOneReaderTakesEveryKindOfText(t *testing.T) {
	const two = "CAnF5 CSnE8|CAnE5 TAnA1"
	woods := engine.Rules{Set: engine.Woods}
	for name, test := range map[string]struct {
		text, want string
		rules      engine.Rules
	}{
		"lists on lines":              {"CAnF5 CSnE8\nCAnE5 TAnA1\n", two, engine.Rules{}},
		"with comments":               {"# a book\nCAnF5 CSnE8 # +0.12; 7-1-4\n#\nCAnE5 TAnA1 # {x", two, engine.Rules{}},
		"with CRLF and blank lines":   {"\r\nCAnF5 CSnE8\r\n\r\n\r\nCAnE5 TAnA1\r\n", two, engine.Rules{}},
		"numbered":                    {"1. CAnF5 CSnE8\n1. CAnE5 TAnA1", two, engine.Rules{}},
		"numbered by plies":           {"1 CAnF5\n2 CSnE8\n1 CAnE5\n2 TAnA1", two, engine.Rules{}},
		"numbered from 0":             {"0 CAnF5\n1 CSnE8\n0 CAnE5\n1 TAnA1", two, engine.Rules{}},
		"then from 1":                 {"0. CAnF5\n1. CSnE8\n2.\n1. CAnE5 TAnA1", two, engine.Rules{}},
		"links":                       {"#moves=CAnF5.CSnE8\n?in=en&moves=CAnE5.TAnA1.", two, woods},
		"links after a fault":         {"See\n#moves=CAnF5.CSnE8\nmoves=CAnE5.TAnA1", `line 1, column 1, game 1: move 1: "See" is not a move: want one like CSnE8 (building, n, e, s or w, square), or pass|` + two, engine.Rules{}},
		"a link in a comment":         {"#https://c.example/#moves=CAnD5\nCAnF5 CSnE8\n{moves=CAnD5}\n%moves=CAnD5\n\nCAnE5 TAnA1", two, engine.Rules{}},
		"a link's rules":              {"#rules=woods&optional=1&moves=CSnE8.CAnF5.TAnA1-", "line 1, column 43, game 1: move 3: TAnA1-: the move captures nothing, so it cannot spare anything", engine.Rules{}},
		"links to positions":          {"#start=10/10/10/10/5%2B4/4%2B%2B%2B3/5%2B4/5%2B4/10/10+d+-+1)\n#start=1%20l&moves=CSnB2\n#start=10/10/10/10/5%2B4/4%2B%2B%2B3/5%2B4/5%2B4/10/10+d+-+1&moves=CSnB2", "|line 2, game 2: tag FEN: position text: field 3 (cathedral) is missing|CSnB2", engine.Rules{}},
		"lines of the protocol":       {"position startpos moves CAnF5 CSnE8\nposition fen " + placedText + "\ninfo depth 1 pv CAnE5 TAnA1 1-0\n\n", "CAnF5 CSnE8||CAnE5 TAnA1", engine.Rules{}},
		"over several lines":          {"CAnF5\nCSnE8\nCAnE5\nTAnA1", two, engine.Rules{}},
		"with comments in braces":     {"{a} CAnF5 CSnE8 {CAnE5}\nCAnE5 {b} (CAnF5) TAnA1", two, engine.Rules{}},
		"an illegal second Cathedral": {"1 CAnF5\n2 CAnE5\n\nCAnE5 TAnA1", "line 2, column 3, game 1: move 2: CAnE5: the Cathedral cannot be placed now|CAnE5 TAnA1", engine.Rules{}},
		"with results":                {"CAnF5 CSnE8 *\nCAnE5 TAnA1 *", two, engine.Rules{}},
		"before a record":             {"CAnF5 CSnE8\n[White \"A\"]\n\nCAnE5 TAnA1 *", two, engine.Rules{}},
		"after a record":              {"[White \"A\"]\n\nCAnF5\n1... CSnE8 *\nCAnE5 TAnA1", two, engine.Rules{}},
		"woods":                       {"CSnE8 CAnF5\nTAnA1 CAnE5 TAnJ1\nCSnB2 CAnG5", "CSnE8 CAnF5|TAnA1 CAnE5 TAnJ1|CSnB2 CAnG5", woods},
		"woods before the Cathedral":  {"CSnE8\n\nTAnA1\n1. CSnB2", "CSnE8|TAnA1|CSnB2", woods},
		"positions":                   {placedText + " id \"x\"; # y\n\n " + placedText, placedText + "|" + placedText, engine.Rules{}},
		"positions and lists":         {"CAnF5 CSnE8\n" + placedText + "\nCAnE5 TAnA1\n" + placedText, "CAnF5 CSnE8|" + placedText + "|CAnE5 TAnA1|" + placedText, engine.Rules{}},
		"a faulty line of a position": {placedText + " x\nCAnF5 CSnE8\n10/9 l C 0\nCAnE5 TAnA1", "line 1, column 43: operation \"x\" has no ; at its end|CAnF5 CSnE8|line 3, column 1: board: 2 rows, want 10|CAnE5 TAnA1", engine.Rules{}},
	} {
		if got := itemsOf(t, test.text, test.rules); got != test.want {
			t.Errorf("%s: %s", name, got)
		}
		if got := itemsOf(t, packed(t, test.text), test.rules); got != test.want {
			t.Errorf("%s, compressed: %s", name, got)
		}
	}
	if got := itemsOf(t, packed(t, "CAnF5 CSnE8")[:20], engine.Rules{}); got == "CAnF5 CSnE8" {
		t.Error("a compressed text that is cut off is read as if it were whole")
	}
}

func TestPositionsAreNoGames(t *testing.T) {
	if game, err := record.NewReader(strings.NewReader(placedText)).Next(); err == nil {
		t.Errorf("a position is read as a game: %+v", game)
	}
}

func TestOnlyGamesThatDoNotStateTheirRulesTakeThoseOfTheReader(t *testing.T) {
	given := engine.Rules{Set: engine.Woods, OptionalCapture: true}
	for text, want := range map[string]engine.Rules{
		"CSnE8 CAnF5":                                               given,
		"[White \"A\"]\n\nCSnE8 CAnF5 *":                            given,
		"[Rules \"classic\"]\n\nCAnF5 *":                            {},
		"[OptionalCapture \"false\"]\n\nCSnE8 CAnF5 *":              {Set: engine.Woods},
		"[Rules \"mattel\"]\n[OptionalCapture \"true\"]\n\nCAnF5 *": {Set: engine.Mattel, OptionalCapture: true},
	} {
		reader := record.NewReader(strings.NewReader(text))
		reader.Rules = given
		if game, err := reader.Next(); err != nil || game.Rules != want {
			t.Errorf("%q: %+v, %v", text, game, err)
		}
	}
}

func FuzzItems(f *testing.F) {
	f.Add("CAnF5 CSnE8\nCAnE5 TAnA1 # x\n"+placedText+" id \"x\";\n[White \"A\"]\n1. CAnF5 *\n10/9 l\n1. CAnE5", false)
	f.Add(packed(f, "CSnE8 CAnF5\nTAnA1\n\nCAnF5"), true)
	f.Add(inUTF16("CAnF5 {\u00e4}\r\r\n" + placedText)[0]+"\x00\xd8\n", false)
	f.Fuzz(func(t *testing.T, text string, woods bool) {
		rules := engine.Rules{}
		if woods {
			rules.Set = engine.Woods
		}
		if utf8.ValidString(text) {
			for _, encoded := range inUTF16(text) {
				if got, want := itemsOf(t, encoded, rules), itemsOf(t, text, rules); got != want {
					t.Fatalf("in UTF-16 it is read as %s, not %s", got, want)
				}
			}
		}
		_ = record.CheckKind(strings.NewReader(text), "nothing")
		reader := record.NewReader(strings.NewReader(text))
		reader.Rules = rules
		for {
			item, err := reader.NextItem()
			switch {
			case errors.As(err, new(*record.LineError)):
			case err != nil:
				return // the end of the text, or broken compression
			case (item.Game == nil) == (item.Entry == nil):
				t.Fatalf("%+v is not either a game or an entry", item)
			case item.Game != nil && len(item.Game.Moves) > 0 && item.Game.Tag("FEN") == "":
				if last := item.Game.Positions()[len(item.Game.Moves)]; !last.CathedralPending() && item.Game.Rules == rules {
					list := movesText(item.Game)
					if got := itemsOf(t, list+"\n"+list, rules); got != list+"|"+list {
						t.Fatalf("%s, twice, is read as %s", list, got)
					}
				}
			}
		}
	})
}
