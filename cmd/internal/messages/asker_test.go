package messages

import (
	"encoding/json"
	"fmt"
	"strings"
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

// text returns the text of a field, "" if it is missing.
func (m message) text(field string) string {
	var text string
	json.Unmarshal(m[field], &text)
	return text
}

// ask returns the answer to a request. The fields are JSON without the braces.
func (p *asker) ask(format string, arguments ...any) (answer message) {
	p.t.Helper()
	request := fmt.Appendf(nil, `{"id":1,`+format+"}", arguments...)
	text, err := json.Marshal(Reply(RulebookRequests().Answer(p.rulebook, request)))
	if err != nil {
		p.t.Fatal(err)
	}
	decodeJSON(p.t, text, &answer)
	return answer
}

// mustAsk is ask for a request that must not fail.
func (p *asker) mustAsk(format string, arguments ...any) message {
	p.t.Helper()
	answer := p.ask(format, arguments...)
	if answer["error"] != nil {
		p.t.Fatalf("%s: error %s", fmt.Sprintf(format, arguments...), answer["error"])
	}
	return answer
}

// get returns what a request is answered with in the field that is called like it.
func get[T any](p *asker, do, format string, arguments ...any) (value T) {
	p.t.Helper()
	decodeJSON(p.t, p.mustAsk(`"do":"`+do+`"`+format, arguments...)[do], &value)
	return value
}

// refused sends a request, whose error must contain want.
func (p *asker) refused(want, format string, arguments ...any) {
	p.t.Helper()
	if got := p.ask(format, arguments...).text("error"); got == "" || !strings.Contains(got, want) {
		p.t.Errorf("%.100s: error %q, want %q", fmt.Sprintf(format, arguments...), got, want)
	}
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
