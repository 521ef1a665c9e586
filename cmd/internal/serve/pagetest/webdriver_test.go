package pagetest

// Browsers other than Chromium, which are driven with WebDriver (https://w3c.github.io/webdriver) or its
// successor BiDi.

import (
	"encoding/json"
	"testing"
)

// driver gives such a browser commands, and ends the test where one does not work.
type driver interface {
	navigate(address string)
	// evaluate runs the body of a function on the page, and returns the text that it resolves to, if any.
	evaluate(body string) string
	// perform has a device, a "pointer" or a "key", act as both protocols describe it, in JSON.
	perform(device, actions string)
}

// evaluateDriven is evaluate in such a browser.
func evaluateDriven[T any](p *page, expression string) T {
	p.t.Helper()
	var value T
	if _, isNothing := any(value).(struct{}); isNothing { // it may be a statement
		p.driver.evaluate(expression)
	} else {
		decode(p.t, []byte(p.driver.evaluate("return (async () => JSON.stringify(await ("+expression+") ?? null))()")), &value)
	}
	return value
}

// decode reads JSON.
func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// quoted returns a text as JSON.
func quoted(text string) []byte {
	encoded, _ := json.Marshal(text) // a text cannot fail
	return encoded
}
