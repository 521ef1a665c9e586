package messages

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"cathedral/engine"
	"cathedral/engine/record"
)

// FuzzRequest reads anything as a message, and what can be read as a game or a text
// that was sent along. Nothing may panic, and every line that would go on to an
// engine is one line of a command that may pass.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"do":"view","rules":"woods","optionalCapture":true,"moves":["CSnE8","CAnB2"]}`,
		`{"id":2,"do":"view","start":"t1O4M2/1OO3MMM1/OO8/10/5+4/4+++3/5+4/4c+c3/4ccc3/10 d - 5 A1"}`,
		`{"id":3,"do":"open","text":"[Event \"A\"]\n\n1. CAnF5 {c} CSnE8 *\n"}`,
		`{"do":"send","seat":"a","line":"setoption name Hash value 12"}`,
		`{"id":5,"do":"save","moves":["CAnF5"],"comments":["+0.30/5 0.11s"],"tags":[{"name":"White","value":"x"}],"result":"*"}`,
		`{"id":5,"do":"save","moves":["CAnF5"],"variations":[{"at":0,"moves":["CAnE5"],"variations":[{"at":0,"moves":["CAnD4"],"comments":["b"]}]}]}`,
		`{"id":5,"do":"records","of":[{"moves":["CAnF5"]},{"moves":["x"]}]}`,
		`{"id":5,"do":"setup","side":"light","pieces":[{"side":"","move":"CAnF5"},{"side":"dark","move":"TAnA1","spared":true}]}`,
		`{"id":6,"do":"match","light":"a","dark":"b","moveTime":500,"games":4}`,
		`[]`, `{"id":-1}`, `{"id":-1}V`, "", "{",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		r, err := ParseRequest(message)
		if r.ID < 0 {
			t.Errorf("%q has the number %d", message, r.ID)
		}
		if err != nil {
			return
		}
		if record, err := r.record(); err == nil {
			if _, err := json.Marshal(lastView(record)); err != nil {
				t.Error(err)
			}
			if saved, err := saveText(&r.GameText); err == nil {
				again, err := openText(saved.Record, record.Rules)
				if err != nil || len(again.Games) != 1 || !reflect.DeepEqual(again.Games[0].lineOfPlay, written(&r.GameText)) {
					t.Errorf("saved as %q, which opens as %+v, %v", saved.Record, again, err)
				}
			}
		}
		if setup, err := setUp(&r); err == nil {
			if again, err := engine.ParsePosition(setup.View.Position, r.mustRules()); err != nil || again.String() != setup.View.Position {
				t.Errorf("%q sets up %q: %v", message, setup.View.Position, err)
			}
		}
		openText(r.Text, r.mustRules())
		if CheckLine(r.Line) == nil && strings.ContainsAny(r.Line, "\r\n\x00") {
			t.Errorf("the line %q passes", r.Line)
		}
	})
}

// written returns a game's moves as the engine writes them, and its comments as records
// hold them.
func written(g *GameText) lineOfPlay {
	game, err := g.record()
	if err != nil {
		return lineOfPlay{}
	}
	tidyComments(game.Moves)
	return newLineOfPlay(game.Moves)
}

func tidyComments(moves []record.Move) {
	for i := range moves {
		moves[i].Comment = tidyComment(moves[i].Comment)
		for _, variation := range moves[i].Variations {
			tidyComments(variation.Moves)
		}
	}
}

// tidyComment returns a comment without control characters and with single spaces.
func tidyComment(comment string) string {
	return strings.Join(strings.FieldsFunc(comment, func(r rune) bool { return r < ' ' || r == 0x7f || unicode.IsSpace(r) }), " ")
}

// mustRules returns the rules, classic ones where they are faulty.
func (g *GameText) mustRules() (rules engine.Rules) {
	rules, _ = g.RulesOfPlay()
	return rules
}

// The requests that MESSAGES.md shows are requests that the server can read.
func TestTheRequestsOfTheDocumentAreRead(t *testing.T) {
	text, err := os.ReadFile("../serve/MESSAGES.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("`(\\{[^`]*\"do\":[^`]*\\})`").FindAllStringSubmatch(string(text), -1)
	if len(shown) < 10 {
		t.Fatalf("only %d requests found", len(shown))
	}
	for _, request := range shown {
		message := strings.ReplaceAll(request[1], "[…]", "[]")
		if _, err := ParseRequest([]byte(message)); err != nil {
			t.Errorf("%s: %v", message, err)
		}
	}
}
