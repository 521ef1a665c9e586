package serve_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// openedTexts is the answer to open.
type openedTexts struct {
	Kind  string
	Games []openedGame
}

type openedGame struct {
	Rules           string           `json:"rules"`
	OptionalCapture bool             `json:"optionalCapture"`
	Start           string           `json:"start"`
	Moves           []string         `json:"moves"`
	Comment         string           `json:"comment"`
	Comments        []string         `json:"comments"`
	Tags            []map[string]any `json:"tags"`
	Result          string           `json:"result"`
}

func TestTextsAreRecognised(t *testing.T) {
	page := startServer(t, nil).connect(t)
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
		var opened openedTexts
		decode(t, page.mustAsk(`"do":"open","text":%s`, quote(test.text))["open"], &opened)
		if opened.Kind != test.kind || len(opened.Games) != test.games || len(opened.Games[0].Moves) != test.moves ||
			len(opened.Games[0].Comments) != test.moves || opened.Games[0].Result != test.result {
			t.Errorf("%s: opened as %+v", test.name, opened)
		}
	}
}

func TestFaultyTextsNameTheLine(t *testing.T) {
	page := startServer(t, nil).connect(t)
	for text, want := range map[string]string{
		"":                                    "no games and no positions",
		"# nothing":                           "",
		"1. CAnF5\n2. CSnE8 TOeE8":            "line 2",
		"10/10/55/10/10/10/10/10/10/10 l C 0": "line 1",
		"hello":                               "line 1",
	} {
		if got := page.ask(`"do":"open","text":%s`, quote(text)).text("error"); got == "" || !strings.Contains(got, want) {
			t.Errorf("%q: error %q, want %q", text, got, want)
		}
	}
}

func TestASavedGameOpensAsItWas(t *testing.T) {
	page := startServer(t, nil).connect(t)
	want := openedGame{
		Rules: "mattel", OptionalCapture: true, Moves: []string{"CAnF5", "CSnE8", "TOeC1"},
		Comment: "before", Comments: []string{"+0.30/5 0.11s", "", "a } brace"}, Result: "0-1",
	}
	game, _ := json.Marshal(want)
	request := strings.TrimSuffix(strings.TrimPrefix(string(game), "{"), "}")
	request = strings.Replace(request, `"tags":null`, `"tags":[{"name":"White","value":"A \"B\""},{"name":"Termination","value":"adjudication"}]`, 1)
	var saved struct{ Record, Position, List string }
	decode(t, page.mustAsk(`"do":"save",%s`, request)["save"], &saved)
	if saved.List != "1. CAnF5 CSnE8 2. TOeC1" {
		t.Errorf("the list is %q", saved.List)
	}
	var opened openedTexts
	decode(t, page.mustAsk(`"do":"open","text":%s`, quote(saved.Record))["open"], &opened)
	got := opened.Games[0]
	tags := map[any]any{}
	for _, tag := range got.Tags {
		tags[tag["name"]] = tag["value"]
	}
	got.Tags = nil
	if !reflect.DeepEqual(got, want) || tags["White"] != `A "B"` || tags["Termination"] != "adjudication" {
		t.Errorf("saved\n%s\nopened as %+v\nwith tags %v", saved.Record, got, tags)
	}
	decode(t, page.mustAsk(`"do":"open","rules":"mattel","text":%s`, quote(saved.Position))["open"], &opened)
	if got := page.view(`"rules":"mattel","start":%q`, opened.Games[0].Start); got.Position != saved.Position {
		t.Errorf("the position %s opens as %s", saved.Position, got.Position)
	}
}

func TestUnsoundGamesAreNotSaved(t *testing.T) {
	page := startServer(t, nil).connect(t)
	for game, want := range map[string]string{
		`"moves":["CAnF5"],"result":"2-0"`:                          "not a result",
		`"moves":["CAnF5"],"comments":["a","b"]`:                    "2 comments on 1 moves",
		`"moves":["CAnF5"],"tags":[{"name":"a b","value":"c"}]`:     "a b",
		`"tags":[{"name":"A","value":""},{"name":"A","value":"x"}]`: "",
	} {
		answer := page.ask(`"do":"save",%s`, game)
		if got := answer.text("error"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %v", game, answer)
		}
	}
}

func quote(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}
