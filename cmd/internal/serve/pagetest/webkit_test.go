package pagetest

// The page in WebKitGTK, whose driver is a server of WebDriver, and which needs a screen.

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"cathedral/engine/enginetest"
)

// webKit is the browser of a session, whose address begins those of all commands.
type webKit struct {
	t       *testing.T
	session string
}

// startWebKit starts WebKitGTK on a screen that nobody sees, or skips the test where there is none.
func startWebKit(t *testing.T) *page {
	t.Helper()
	for _, program := range []string{"WebKitWebDriver", "Xvfb"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("no WebKitGTK is installed, or no Xvfb")
		}
	}
	start := func(command *exec.Cmd) {
		enginetest.Must(t, command.Start())
		t.Cleanup(func() {
			command.Process.Kill()
			command.Wait()
		})
	}
	screen := exec.Command("Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24")
	output, err := screen.StdoutPipe()
	enginetest.Must(t, err)
	start(screen)
	number, err := bufio.NewReader(output).ReadString('\n')
	enginetest.Must(t, err)

	listener, err := net.Listen("tcp", "127.0.0.1:0") // for a port that is free
	enginetest.Must(t, err)
	address := listener.Addr().String()
	enginetest.Must(t, listener.Close())
	_, port, _ := strings.Cut(address, ":")
	program := exec.Command("WebKitWebDriver", "--port="+port)
	program.Env = append(os.Environ(), "HOME="+t.TempDir(), "DISPLAY=:"+strings.TrimSpace(number))
	start(program)

	w := &webKit{t: t, session: "http://" + address + "/session"}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if socket, err := net.Dial("tcp", address); err == nil {
			socket.Close()
			break
		}
	}
	var made struct{ SessionID string }
	decode(t, w.call(http.MethodPost, "", `{"capabilities": {}}`), &made)
	w.session += "/" + made.SessionID
	t.Cleanup(func() { w.call(http.MethodDelete, "", "") })
	return &page{t: t, driver: w}
}

// call gives the browser a command with parameters in JSON, and returns the value that it answers.
func (w *webKit) call(method, command, parameters string) json.RawMessage {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, w.session+command, strings.NewReader(parameters))
	enginetest.Must(w.t, err)
	response, err := http.DefaultClient.Do(request)
	enginetest.Must(w.t, err)
	defer response.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.StatusCode != http.StatusOK {
		w.t.Fatalf("%s %s: %s %v %s", command, parameters, response.Status, err, answer.Value)
	}
	return answer.Value
}

func (w *webKit) navigate(address string) {
	w.t.Helper()
	w.call(http.MethodPost, "/url", fmt.Sprintf(`{"url": %q}`, address))
}

func (w *webKit) evaluate(body string) string {
	w.t.Helper()
	var text string
	decode(w.t, w.call(http.MethodPost, "/execute/sync", fmt.Sprintf(`{"script": %s, "args": []}`, quoted(body))), &text)
	return text
}

func (w *webKit) perform(device, actions string) {
	w.t.Helper()
	w.call(http.MethodPost, "/actions", fmt.Sprintf(`{"actions": [{"type": %q, "id": %[1]q, "actions": [%s]}]}`, device, actions))
}

// A newcomer closes the rules, places the Cathedral with the mouse, and gets the engine's reply.
func TestBrowserWebKit(t *testing.T) {
	enginetest.Night(t)
	address := pageServer(t)
	p := startWebKit(t)
	p.visit(address)
	p.click("#rules-done")
	placeCathedral(p)
	p.awaitMoves(2)
}
