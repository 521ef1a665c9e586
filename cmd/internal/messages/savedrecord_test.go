package messages

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// openedTexts is the answer to open.
type openedTexts struct {
	Kind   string
	Games  []openedGame
	Faults []struct {
		Line, Column, Length int
		Error                string
		Reason               reason
		Game                 *openedGame
	}
}

type openedGame struct {
	Rules           string           `json:"rules"`
	OptionalCapture bool             `json:"optionalCapture"`
	Fair            string           `json:"fair"`
	Start           string           `json:"start"`
	Moves           []string         `json:"moves"`
	Comment         string           `json:"comment"`
	Comments        []string         `json:"comments"`
	Variations      []variation      `json:"variations"`
	Tags            []map[string]any `json:"tags"`
	Result          string           `json:"result"`
}

// variation is a line of play in place of the move at an index of another line.
type variation struct {
	At         int         `json:"at"`
	Moves      []string    `json:"moves"`
	Comments   []string    `json:"comments"`
	Variations []variation `json:"variations"`
}

func TestTextsAreRecognised(t *testing.T) {
	page := newAsker(t)
	const late = "dyddmdiifd/dyymmmifff/yy1+1bbbfi/M++++addii/MM1+aaoccd/MF2aoo1cs/FFFOooIccs/LFYOOIIBBB/YYYIOOCLCL/LYLIILCCCL l - 20"
	for _, test := range []struct {
		name, text, kind string
		games, moves     int
		result           string
	}{
		{"a record", "[Event \"A\"]\n[Rules \"woods\"]\n\n1. CSnE8 {well} CAnB2 *\n", "games", 1, 2, "*"},
		{"two records", "[Event \"A\"]\n\n1. CAnF5 *\n\n[Event \"B\"]\n\n1. CAnF5 CSnE8 1-0\n", "games", 2, 1, "*"},
		{"a play-by-mail list", "1 CAnF5 2 CSnE8 3 TOeC1 4 SQnB8", "games", 1, 4, "*"},
		{"a list of moves", "canf5\ncsne8", "games", 1, 2, "*"},
		{"a position", late, "positions", 1, 0, "*"},
		{"positions", "# two\n" + late + " id \"late\";\n\n" + late, "positions", 2, 0, "*"},
	} {
		opened := get[openedTexts](page, "open", `,"text":%s`, asJSON(test.text))
		if opened.Kind != test.kind || len(opened.Games) != test.games || len(opened.Games[0].Moves) != test.moves ||
			len(opened.Games[0].Comments) != test.moves || opened.Games[0].Result != test.result {
			t.Errorf("%s: opened as %+v", test.name, opened)
		}
	}
}

// A text that cannot be read says where and why, in a form for any language, and how far it goes.
func TestFaultyTextsAreOpenedUpToTheFault(t *testing.T) {
	page := newAsker(t)
	page.refused("no games and no positions", `"do":"open","text":""`)
	page.refused("no games and no positions", `"do":"open","text":"# nothing"`)
	for text, want := range map[string]string{
		"1. CAnF5\n2. CSnE8 turm e8 ost xyz":     "2 10 11 {occupied light TO E8} [CAnF5 CSnE8]",
		"10/10/55/10/10/10/10/10/10/10 l C 0":    "1 1 0 {noPosition   } []",
		"cc8/10/10/10/10/10/10/10/10/10 d - 1":   "1 1 0 {noPosition   } []",
		"tttt6/10/10/10/10/10/10/10/10/10 l - 4": "1 1 0 {noPosition   } []",
		"hello":                                  "1 1 5 {notAMove   } []",
	} {
		opened := get[openedTexts](page, "open", `,"names":{"turm":"TO","ost":"e"},"text":%s`, asJSON(text))
		fault, moves := opened.Faults[0], []string{}
		if fault.Game != nil {
			moves = fault.Game.Moves
		}
		if got := fmt.Sprint(fault.Line, fault.Column, fault.Length, fault.Reason, moves); got != want || len(opened.Games) > 0 {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestFaultyGamesCostNoOthers(t *testing.T) {
	page := newAsker(t)
	const text = `[Event "A"]

CAnF5 CAnF5 *

[Event "B"]

CAnF5 *

[Event "C"]

CAnF5 {never closed *

[Event "D"]

CAnF5 *
`
	opened := get[openedTexts](page, "open", `,"text":%s`, asJSON(text))
	if len(opened.Games) != 2 || len(opened.Faults) != 2 || opened.Faults[0].Line != 3 || !strings.Contains(opened.Faults[0].Error, "move 2") ||
		opened.Faults[1].Line != 11 {
		t.Errorf("opened as %+v", opened)
	}
	many := strings.Repeat("[Event \"A\"]\n\nCAnF5 *\n\n", 1001)
	opened = get[openedTexts](page, "open", `,"text":%s`, asJSON(many))
	if len(opened.Games) != 1000 || len(opened.Faults) != 1 || !strings.Contains(opened.Faults[0].Error, "more games than 1000") {
		t.Errorf("of 1001 games %d are read, with the faults %+v", len(opened.Games), opened.Faults)
	}
}

func TestManyRecordsAreSavedTogether(t *testing.T) {
	page := newAsker(t)
	records := get[[]struct{ Record, Error string }](page, "records", `,"of":[{"moves":["CAnF5"],"tags":[{"name":"White","value":"A"}]},{"moves":["CAnF5","CAnF5"]},{}]`)
	if len(records) != 3 || !strings.Contains(records[0].Record, "[White \"A\"]") || records[0].Error != "" || !strings.Contains(records[1].Error, "move 2") ||
		records[1].Record != "" || records[2].Record == "" {
		t.Errorf("records %+v", records)
	}
}

func TestASavedGameOpensAsItWas(t *testing.T) {
	page := newAsker(t)
	want := openedGame{
		Rules: "mattel", OptionalCapture: true, Moves: []string{"CAnF5", "CSnE8", "TOeC1"},
		Comment: "before", Comments: []string{"+0.30/5 0.11s", "", "a } brace"}, Variations: []variation{}, Result: "0-1",
	}
	game, _ := json.Marshal(want)
	request := strings.TrimSuffix(strings.TrimPrefix(string(game), "{"), "}")
	request = strings.Replace(request, `"tags":null`, `"tags":[{"name":"White","value":"A \"B\""},{"name":"Termination","value":"adjudication"}]`, 1)
	saved := get[struct{ Record, Position, List string }](page, "save", `,%s`, request)
	if saved.List != "1. CAnF5 CSnE8 2. TOeC1" {
		t.Errorf("the list is %q", saved.List)
	}
	opened := get[openedTexts](page, "open", `,"text":%s`, asJSON(saved.Record))
	got := opened.Games[0]
	tags := map[any]any{}
	for _, tag := range got.Tags {
		tags[tag["name"]] = tag["value"]
	}
	got.Tags = nil
	if !reflect.DeepEqual(got, want) || tags["White"] != `A "B"` || tags["Termination"] != "adjudication" {
		t.Errorf("saved\n%s\nopened as %+v\nwith tags %v", saved.Record, got, tags)
	}
	opened = get[openedTexts](page, "open", `,"rules":"mattel","text":%s`, asJSON(saved.Position))
	if got := page.view(`"rules":"mattel","start":%q`, opened.Games[0].Start); got.Position != saved.Position {
		t.Errorf("the position %s opens as %s", saved.Position, got.Position)
	}
}

// lightBy18 are the moves of a game that Light wins by 18 squares.
var lightBy18 = strings.Fields("CAeJ9 ABnH3 CSsE3 CSsI2 STeC8 ACnB1 ACsH5 TAnD10 IFnF6 INnA6 TOsF9 INeB4 ABnI6 STeE1 BReG10 " +
	"STnC5 STnJ9 TAnD4 INnA8 TAnJ2 MAsE6 BRnF1 SQnC9 pass INnH9 pass TAnC4 pass TAnI5")

// The fair game decides who won, in the view and in the record, which opens as the same game.
func TestAFairGameIsSavedWithItsResult(t *testing.T) {
	page := newAsker(t)
	for fair, want := range map[string]struct {
		result string
		margin float64
	}{"": {"1-0", 18}, "any": {"1-0", 18}, "-18": {"1/2-1/2", 0}, "-18.5": {"0-1", -0.5}} {
		v := page.view(`"fair":%q,"moves":%s`, fair, asJSON(lightBy18))
		if v.Result != want.result || v.Margin != want.margin || (v.Fair != nil) != (want.margin != 18) {
			t.Errorf("%q: the view has %s, %g, %+v", fair, v.Result, v.Margin, v.Fair)
		}
		saved := get[struct{ Record string }](page, "save", `,"fair":%q,"moves":%s`, fair, asJSON(lightBy18))
		if !strings.Contains(saved.Record, `[Result "`+want.result+`"]`) || strings.Contains(saved.Record, `[Fair "`+fair+`"]`) != (fair != "") {
			t.Errorf("%q: saved as\n%s", fair, saved.Record)
		}
		opened := get[openedTexts](page, "open", `,"text":%s`, asJSON(saved.Record))
		if game := opened.Games[0]; game.Fair != strings.TrimPrefix(fair, "any") || game.Result != want.result || strings.Contains(asJSON(game.Tags), `"Fair"`) {
			t.Errorf("%q: opened as %+v", fair, game)
		}
	}
}

// A restriction of Dark's first building is part of the view, and refuses others for a reason.
func TestAFairGameRestrictsTheFirstBuilding(t *testing.T) {
	page := newAsker(t)
	start := page.view(`"fair":"stable-1","moves":[]`)
	if *start.Fair != (fairGame{"stable", -1, false}) || !strings.Contains(start.Legal, "CA") {
		t.Errorf("the start: %+v, %s", start.Fair, start.Legal)
	}
	first := page.view(`"fair":"stable-1","moves":["CAnF5"]`)
	if *first.Fair != (fairGame{"stable", -1, true}) || strings.Count(first.Legal, "ST") != len(strings.Fields(first.Legal)) || first.Legal == "" {
		t.Errorf("the first building: %+v, %s", first.Fair, first.Legal)
	}
	if then := page.view(`"fair":"stable-1","moves":["CAnF5","STnA1"]`); then.Fair.Restricts || !strings.Contains(then.Legal, "AB") {
		t.Errorf("the second building: %+v, %s", then.Fair, then.Legal)
	}
	answer := page.mustAsk(`"do":"why","fair":"stable-1","moves":["CAnF5"],"move":"TAnA1"`)
	var reason reason
	decodeJSON(t, answer["reason"], &reason)
	if reason.Code != "stable" || !strings.Contains(answer.text("why"), "Dark begins with a stable") {
		t.Errorf("why: %s", answer)
	}
	if answer := page.mustAsk(`"do":"why","fair":"stable-1","moves":["CAnF5"],"move":"STnA1"`); answer.text("why") != "" {
		t.Errorf("a stable is refused: %s", answer)
	}
	page.refused("move 2: TAnA1 is not allowed", `"do":"view","fair":"stable-1","moves":["CAnF5","TAnA1"]`)
	page.refused("is not a fair game", `"do":"view","fair":"fair","moves":[]`)
}

// randomLine returns legal moves from a position, most of them with comments, and with
// variations that hold variations in turn.
func randomLine(chance *rand.Rand, position engine.Position, length, depth int) variation {
	line := variation{Moves: []string{}, Comments: []string{}, Variations: []variation{}}
	for i := range length {
		moves := position.Moves(nil)
		chance.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		for _, move := range moves[1:min(len(moves), 1+chance.IntN(depth+1))] {
			after := randomLine(chance, position.Play(move), chance.IntN(4), depth-1)
			for j := range after.Variations {
				after.Variations[j].At++
			}
			other := variation{i, append([]string{move.String()}, after.Moves...), append([]string{"c } d"}, after.Comments...), after.Variations}
			line.Variations = append(line.Variations, other)
		}
		line.Moves = append(line.Moves, moves[0].String())
		line.Comments = append(line.Comments, []string{"", "well (played)", `"x" {`}[chance.IntN(3)])
		position = position.Play(moves[0])
	}
	return line
}

func TestASavedTreeOfVariationsOpensAsItWas(t *testing.T) {
	const seed, games = 3, 20
	page := newAsker(t)
	chance := rand.New(rand.NewPCG(seed, seed))
	branches := 0
	for range games {
		want := randomLine(chance, engine.Start(engine.Rules{}), 8, 3)
		branches += len(want.Variations)
		game, err := json.Marshal(want)
		enginetest.Must(t, err)
		request := strings.Replace(strings.Trim(string(game), "{}"), `"at":0,`, "", 1)
		saved := get[struct{ Record string }](page, "save", `,%s`, request)
		opened := get[openedTexts](page, "open", `,"text":%s`, asJSON(saved.Record))
		got := opened.Games[0]
		if line := (variation{0, got.Moves, got.Comments, got.Variations}); !reflect.DeepEqual(line, want) {
			t.Fatalf("saved\n%s\nopened as %+v\nwant %+v", saved.Record, line, want)
		}
	}
	if branches < games {
		t.Errorf("only %d variations in %d games", branches, games)
	}
}

func TestACommentBeforeAVariationIsKept(t *testing.T) {
	page := newAsker(t)
	opened := get[openedTexts](page, "open", `,"text":"CAnF5 ({better} CAnE5 {is this}) *"`)
	want := []variation{{0, []string{"CAnE5"}, []string{"better is this"}, []variation{}}}
	if got := opened.Games[0].Variations; !reflect.DeepEqual(got, want) {
		t.Errorf("variations %+v, want %+v", got, want)
	}
}

// Long requests end when nobody waits for them.
func TestLongRequestsEnd(t *testing.T) {
	ended := errors.New("ended")
	b := Rulebook{Ended: func() error { return ended }}
	if _, err := b.records(&recordsRequest{Of: make([]json.RawMessage, 2)}); err != ended {
		t.Errorf("records: %v", err)
	}
	if _, err := b.openText("1. CAnF5", engine.Rules{}, nil); err != ended {
		t.Errorf("open: %v", err)
	}
}

func TestUnsoundGamesAreNotSaved(t *testing.T) {
	page := newAsker(t)
	for game, want := range map[string]string{
		`"moves":["CAnF5"],"result":"2-0"`:                                                                                "not a result",
		`"moves":["CAnF5"],"comments":["a","b"]`:                                                                          "2 comments on 1 moves",
		`"moves":["CAnF5"],"tags":[{"name":"a b","value":"c"}]`:                                                           "a b",
		`"tags":[{"name":"A","value":""},{"name":"A","value":"x"}]`:                                                       "",
		`"moves":["CAnF5"],"variations":[{"at":1,"moves":["CAnE5"]}]`:                                                     "move 2 of 1",
		`"moves":["CAnF5"],"variations":[{"at":-1,"moves":["CAnE5"]}]`:                                                    "move 0 of 1",
		`"moves":["CAnF5"],"variations":[{"at":0}]`:                                                                       "0 moves",
		`"moves":["CAnF5"],"variations":[{"at":0,"moves":["CAnE5","CAnE5"]}]`:                                             "variation on move 1: move 2",
		`"moves":["CAnF5"]` + strings.Repeat(`,"variations":[{"at":0,"moves":["CAnE5"]`, 101) + strings.Repeat("}]", 101): "deeper than 100",
	} {
		answer := page.ask(`"do":"save",%s`, game)
		if got := answer.text("error"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %v", game, answer)
		}
	}
}
