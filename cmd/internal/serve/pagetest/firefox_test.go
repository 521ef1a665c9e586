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
	t       *testing.T
	socket  *websocket.Conn
	next    int
	context string // of browsing, which is a tab
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
	decode(t, f.call("browsingContext.getTree", `{}`), &tree)
	f.context = tree.Contexts[0].Context
	f.call("browsingContext.setViewport", `{"context": %q, "viewport": {"width": 1280, "height": 800}}`, f.context)
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
		decode(f.t, text, &answer)
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

func (f *firefox) navigate(address string) {
	f.t.Helper()
	f.call("browsingContext.navigate", `{"context": %q, "url": %q, "wait": "complete"}`, f.context, address)
}

func (f *firefox) evaluate(body string) string {
	f.t.Helper()
	var answer struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	decode(f.t, f.call("script.callFunction", `{"functionDeclaration": %s, "target": {"context": %q}, "awaitPromise": true}`,
		quoted("function () { "+body+" }"), f.context), &answer)
	if answer.Type != "success" {
		f.t.Fatalf("%s: %s", body, answer.ExceptionDetails.Text)
	}
	return answer.Result.Value
}

func (f *firefox) perform(device, actions string) {
	f.t.Helper()
	f.call("input.performActions", `{"context": %q, "actions": [{"type": %q, "id": %[2]q, "actions": [%s]}]}`, f.context, device, actions)
}

// Moves with the mouse, a reload after each, an engine's move that ends a game, several windows, every
// view, and the arrow keys.
func TestBrowserFirefox(t *testing.T) {
	enginetest.Night(t)
	address := pageServer(t)
	f := startFirefox(t)
	p := &page{t: t, driver: f}
	p.visit(address + "#light=person&dark=person")
	for ply, place := range []struct {
		building    string
		column, row float64
	}{{"#hand-light [data-code=CA]", 5.5, 6}, {"#hand-dark [data-code=TA]", 0.5, 0.5}} {
		p.await("the building is picked", fmt.Sprintf(`((button) => button?.ariaPressed === "true" || button?.click())(document.querySelector("%s:enabled"))`, place.building))
		p.clickAt(place.column, place.row)
		p.awaitMoves(ply + 1)
		f.call("browsingContext.reload", `{"context": %q, "wait": "complete"}`, f.context)
		p.await("the game can be used", `document.body.dataset.ready === "true"`)
		p.awaitMoves(ply + 1)
	}
	p.visit(address + almostFinished)
	p.await("the end is told", `document.getElementById("ending").checkVisibility()`)

	for _, size := range [][2]int{{390, 844}, {844, 390}, {1280, 800}} {
		f.call("browsingContext.setViewport", `{"context": %q, "viewport": {"width": %d, "height": %d}}`, f.context, size[0], size[1])
		p.visit(address + twoPeople)
		for _, problem := range evaluate[[]string](p, screenProblems) {
			// The moves may be smaller for a mouse, which this Firefox has in all windows.
			if !strings.HasPrefix(problem, "#moves") {
				t.Errorf("%d x %d: %s", size[0], size[1], problem)
			}
		}
	}

	for view, state := range viewStates {
		p.visit(address + state.fragment)
		p.await(view+" is complete", state.ready)
		if state.act != nil {
			state.act(p)
		}
	}
	p.visit(address + viewStates["analyse"].fragment)
	p.await("lines are shown", threeLines)
	p.press("\ue012") // the left arrow
	p.await("one is back by a move", `document.querySelector("#moves [aria-current]").dataset.ply === "10"`)
}
