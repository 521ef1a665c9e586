package messages

import (
	"encoding/json"
	"fmt"
	"testing"
)

// asker is a page that asks about the rules.
type asker struct {
	t        *testing.T
	rulebook Rulebook
}

func newAsker(t *testing.T) *asker { return &asker{t: t} }

// message is an answer.
type message map[string]json.RawMessage

// text returns a field that holds a text, "" where it is missing.
func (m message) text(field string) string {
	var text string
	json.Unmarshal(m[field], &text)
	return text
}

// ask returns the answer to a request. The fields are JSON without the braces.
func (p *asker) ask(format string, arguments ...any) (answer message) {
	p.t.Helper()
	request := fmt.Appendf(nil, `{"id":1,`+format+"}", arguments...)
	text, err := json.Marshal(RulebookRequests().Answer(p.rulebook, request))
	if err != nil {
		p.t.Fatal(err)
	}
	decodeJSON(p.t, text, &answer)
	return answer
}

// mustAsk is ask where the answer may be no error.
func (p *asker) mustAsk(format string, arguments ...any) message {
	p.t.Helper()
	answer := p.ask(format, arguments...)
	if answer["error"] != nil {
		p.t.Fatalf("%s: error %s", fmt.Sprintf(format, arguments...), answer["error"])
	}
	return answer
}

func decodeJSON(t *testing.T, text json.RawMessage, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
}

// asJSON returns a text, or a list of texts, as JSON.
func asJSON(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}
