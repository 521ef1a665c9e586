package pagetest

// The page in Firefox, which is driven with WebDriver BiDi: a WebSocket on which every
// command is a JSON object with an id, and gets one answer (https://w3c.github.io/webdriver-bidi).

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cathedral/engine/enginetest"
)

// firefox is a Firefox without a window, which shows one page.
type firefox struct {
	t      *testing.T
	socket *websocket.Conn
	next   int
	page   string // the browsing context
}

// startFirefox starts Firefox with a profile of its own, or skips the test where there
// is none. What the page complains of fails the test.
func startFirefox(t *testing.T) *firefox {
	t.Helper()
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		if path, err = exec.LookPath("firefox"); err != nil {
			t.Skip("no Firefox is installed")
		}
	}
	profile, err := os.MkdirTemp("", "firefox")
	enginetest.Must(t, err)
	command := exec.Command(path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")
	command.Env = append(os.Environ(), "HOME="+profile)
	output, err := command.StderrPipe()
	if err == nil {
		err = command.Start()
	}
	enginetest.Must(t, err)
	ended := make(chan error, 1)
	address := make(chan string, 1)
	go func() {
		listening := regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)
		for lines := bufio.NewScanner(output); lines.Scan(); {
			if match := listening.FindStringSubmatch(lines.Text()); match != nil {
				address <- match[1]
			}
		}
		ended <- command.Wait()
	}()
	f := &firefox{t: t}
	t.Cleanup(func() {
		if f.socket != nil {
			f.socket.CloseNow()
		}
		command.Process.Kill()
		<-ended
		os.RemoveAll(profile)
	})
	select {
	case url := <-address:
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		if f.socket, _, err = websocket.Dial(ctx, url+"/session", nil); err != nil {
			t.Fatal(err)
		}
		f.socket.SetReadLimit(-1)
	case <-time.After(patience):
		t.Fatal("Firefox does not start")
	}
	f.call("session.new", `{"capabilities": {}}`)
	f.call("session.subscribe", `{"events": ["log.entryAdded"]}`)
	var tree struct {
		Contexts []struct{ Context string }
	}
	f.decode(f.call("browsingContext.getTree", `{}`), &tree)
	f.page = tree.Contexts[0].Context
	f.call("browsingContext.setViewport", `{"context": %q, "viewport": {"width": 1280, "height": 800}}`, f.page)
	return f
}

// call gives Firefox a command with parameters in JSON, and returns the result.
func (f *firefox) call(method, parameters string, arguments ...any) json.RawMessage {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(f.t.Context(), patience)
	defer cancel()
	f.next++
	command := fmt.Sprintf(`{"id": %d, "method": %q, "params": %s}`, f.next, method, fmt.Sprintf(parameters, arguments...))
	if err := f.socket.Write(ctx, websocket.MessageText, []byte(command)); err != nil {
		f.t.Fatal(err)
	}
	for {
		_, text, err := f.socket.Read(ctx)
		if err != nil {
			f.t.Fatalf("%s: %v", method, err)
		}
		var answer struct {
			ID      int
			Type    string
			Message string
			Result  json.RawMessage
			Params  struct{ Level, Text string }
		}
		f.decode(text, &answer)
		switch {
		case answer.Type == "event" && answer.Params.Level == "error":
			f.t.Errorf("Firefox complains: %s", answer.Params.Text)
		case answer.Type == "error":
			f.t.Fatalf("%s: %s", method, answer.Message)
		case answer.ID == f.next:
			return answer.Result
		}
	}
}

func (f *firefox) decode(text []byte, into any) {
	f.t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		f.t.Fatalf("%v in %s", err, text)
	}
}

// evaluate has the page compute an expression, and decodes its value.
func (f *firefox) evaluate(expression string, into any) {
	f.t.Helper()
	var answer struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	f.decode(f.call("script.evaluate", `{"expression": %s, "target": {"context": %q}, "awaitPromise": true}`,
		quoted("JSON.stringify("+expression+" ?? null)"), f.page), &answer)
	if answer.Type != "success" {
		f.t.Fatalf("%s: %s", expression, answer.ExceptionDetails.Text)
	}
	f.decode([]byte(answer.Result.Value), into)
}

// quoted returns a text as JSON.
func quoted(text string) []byte {
	encoded, _ := json.Marshal(text) // a text cannot fail
	return encoded
}

// await waits until an expression is true on the page.
func (f *firefox) await(what, expression string) {
	f.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		var is bool
		if f.evaluate("Boolean("+expression+")", &is); is {
			return
		}
	}
	var seen string
	f.evaluate(`document.body.innerText.slice(0, 1000)`, &seen)
	f.t.Fatalf("waited in vain until %s\n%s", what, seen)
}

// visit opens an address and waits until the page can be used.
func (f *firefox) visit(address string) {
	f.t.Helper()
	f.call("browsingContext.navigate", `{"context": %q, "url": "about:blank", "wait": "complete"}`, f.page)
	f.call("browsingContext.navigate", `{"context": %q, "url": %q, "wait": "complete"}`, f.page, address)
	f.await("the page is usable", `document.body.dataset.ready === "true"`)
}

// point moves the mouse to a place of the board, in squares from its corner.
func (f *firefox) point(column, row float64) {
	f.t.Helper()
	var point []float64
	f.evaluate(fmt.Sprintf(`(() => {
		const point = new DOMPoint(%f, %f).matrixTransform(document.querySelector("#board svg").getScreenCTM());
		return [point.x, point.y];
	})()`, 100*column, 100*row), &point)
	// What is there already is not moved: it comes from a little aside.
	f.call("input.performActions", `{"context": %q, "actions": [{"type": "pointer", "id": "mouse", "actions": [
		{"type": "pointerMove", "x": %.0f, "y": %.0f}, {"type": "pointerMove", "x": %.0f, "y": %.0f}]}]}`, f.page, point[0]+3, point[1]+3, point[0], point[1])
}

// click clicks where the mouse is.
func (f *firefox) click() {
	f.t.Helper()
	f.call("input.performActions", `{"context": %q, "actions": [{"type": "pointer", "id": "mouse", "actions": [
		{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]}`, f.page)
}

// press presses a key.
func (f *firefox) press(key string) {
	f.t.Helper()
	f.call("input.performActions", `{"context": %q, "actions": [{"type": "key", "id": "keys", "actions": [
		{"type": "keyDown", "value": %q}, {"type": "keyUp", "value": %[2]q}]}]}`, f.page, key)
}

// Moves with the mouse, a reload after each, an engine's move that ends a game, several windows, an
// analysis and a review.
func TestBrowserFirefox(t *testing.T) {
	enginetest.Night(t)
	address := pageServer(t)
	f := startFirefox(t)
	f.visit(address + "#light=person&dark=person")
	for ply, place := range []struct {
		building    string
		column, row float64
	}{{"#hand-light [data-code=CA]", 5.5, 6}, {"#hand-dark [data-code=TA]", 0.5, 0.5}} {
		f.await("the building is picked", fmt.Sprintf(`((button) => button?.ariaPressed === "true" || button?.click())(document.querySelector("%s:enabled"))`, place.building))
		f.point(place.column, place.row)
		f.click()
		moved := fmt.Sprintf(`document.querySelectorAll("#moves li").length === %d`, ply+1)
		f.await("it is placed", moved)
		f.call("browsingContext.reload", `{"context": %q, "wait": "complete"}`, f.page)
		f.await("the game is there", `document.body.dataset.ready === "true" && `+moved)
	}
	f.visit(address + almostFinished)
	f.await("the end is told", `document.getElementById("gameover-dialog").open`)

	for _, size := range [][2]int{{390, 844}, {844, 390}, {1280, 800}} {
		f.call("browsingContext.setViewport", `{"context": %q, "viewport": {"width": %d, "height": %d}}`, f.page, size[0], size[1])
		f.visit(address + twoPeople)
		var problems []string
		f.evaluate(screenProblems, &problems)
		for _, problem := range problems {
			// The moves may be smaller for a mouse, which this Firefox has in all windows.
			if !strings.HasPrefix(problem, "#moves") {
				t.Errorf("%d x %d: %s", size[0], size[1], problem)
			}
		}
	}

	f.visit(address + "#do=analyse&" + midgame)
	f.await("lines are shown", `document.querySelectorAll(".line").length === 3 && document.querySelectorAll(".chip").length === 3`)
	f.press("\ue012") // the left arrow
	f.await("one is back by a move", `document.querySelector("#moves [aria-current]").dataset.ply === "10"`)
	f.visit(address + "#do=review&" + finishedGame)
	f.await("the game is judged", `document.querySelector("#panel-review").dataset.judged === "true"`)
}
