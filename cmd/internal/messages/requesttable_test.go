package messages

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"cathedral/engine"
	"cathedral/engine/record"
)

// FuzzRequest answers anything. Nothing may panic, what is saved or set up can be read
// again, and every line that would be passed to an engine is one line of a command that may pass.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"do":"view","rules":"woods","optionalCapture":true,"moves":["CSnE8","CAnB2"]}`,
		`{"id":2,"do":"view","start":"t1O4M2/1OO3MMM1/OO8/10/5+4/4+++3/5+4/4c+c3/4ccc3/10 d - 5 A1"}`,
		`{"id":2,"do":"save","fair":"stable-1.5","moves":["CAnF5","STnA1"]}`,
		`{"id":3,"do":"open","text":"[Event \"A\"]\n\n1. CAnF5 {c} CSnE8 *\n"}`,
		`{"do":"send","seat":"a","line":"setoption name Hash value 12"}`,
		`{"id":5,"do":"save","moves":["CAnF5"],"comments":["+0.30/5 0.11s"],"tags":[{"name":"White","value":"x"}],"result":"*"}`,
		`{"id":5,"do":"save","moves":["CAnF5"],"variations":[{"at":0,"moves":["CAnE5"],"variations":[{"at":0,"moves":["CAnD4"],"comments":["b"]}]}]}`,
		`{"id":5,"do":"records","of":[{"moves":["CAnF5"]},{"moves":["x"]}]}`,
		`{"id":5,"do":"setup","side":"light","pieces":[{"side":"","move":"CAnF5"},{"side":"dark","move":"TAnA1","spared":true}]}`,
		`{"id":6,"do":"why","moves":["CAnF5"],"move":"TOeE8"}`, `{"id":6,"do":"opening","rules":"mattel"}`,
		`[]`, `{"id":-1}`, `{"id":-1}V`, "", "{",
	} {
		f.Add([]byte(seed))
	}
	table := append(RulebookRequests(), On("send", Once, func(_ Rulebook, r *LineRequest) (Fields, error) {
		return Fields{"line": r.Line}, checkLine(r.Line)
	}))
	f.Fuzz(func(t *testing.T, message []byte) {
		if _, err := json.Marshal(Reply(table.Answer(Rulebook{}, message))); err != nil {
			t.Error(err)
		}
		id, _, fields, err := table.Parse(message)
		if id < 0 {
			t.Errorf("%q has the number %d", message, id)
		}
		if err != nil {
			return
		}
		switch r := fields.(type) {
		case *gameRequest:
			saved, err := saveText(&r.GameText)
			if err != nil {
				return
			}
			again, err := Rulebook{}.openText(saved.Record, r.mustRules(), nil)
			if err != nil || len(again.Games) != 1 || !reflect.DeepEqual(again.Games[0].lineOfPlay, written(&r.GameText)) {
				t.Errorf("saved as %q, which opens as %+v, %v", saved.Record, again, err)
			}
		case *setupRequest:
			setup, err := Rulebook{}.setup(r)
			if err != nil {
				return
			}
			if again, err := engine.ParsePosition(setup.View.Position, r.mustRules()); err != nil || again.String() != setup.View.Position {
				t.Errorf("%q sets up %q: %v", message, setup.View.Position, err)
			}
		case *LineRequest:
			if checkLine(r.Line) == nil && strings.ContainsAny(r.Line, "\r\n\x00") {
				t.Errorf("the line %q passes", r.Line)
			}
		}
	})
}

// written returns a game's moves as the engine writes them, and its comments as records
// contain them.
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

// mustRules returns the rules, classic ones if they are faulty.
func (r *RulesText) mustRules() (rules engine.Rules) {
	rules, _ = r.RulesOfPlay()
	return rules
}
