package serve_test

// A server to be tested, and pages that talk to it.

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

// longWait is how long anything may take before a test fails: far longer than it
// ever does, since the machine may be busy.
const longWait = 60 * time.Second

// testServer is a server that runs.
type testServer struct {
	*serve.Server
	address string // host and port
	stop    func() // ends it, and waits until it has ended
}

// startServer starts a server with the limits changed as a test wants them. It ends
// with the test, which fails if anything is left of it.
func startServer(t testing.TB, change func(*serve.Config)) *testServer {
	t.Helper()
	config := serve.Config{Version: "test", Engines: testEngines(t), Limits: serve.DefaultLimits()}
	config.Limits.HashMiB = 1
	if change != nil {
		change(&config)
	}
	server, err := serve.New(config)
	enginetest.Must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }()
	stopped := false
	s := &testServer{Server: server, address: listener.Addr().String()}
	s.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("the server ended with %v", err)
			}
		case <-time.After(longWait):
			t.Fatal("the server does not end")
		}
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		awaitGoroutines(t, before)
	}
	t.Cleanup(s.stop)
	return s
}

// awaitGoroutines waits until there are no more goroutines than there were.
func awaitGoroutines(t testing.TB, most int) {
	t.Helper()
	eventually(t, func() error {
		if runtime.NumGoroutine() <= most {
			return nil
		}
		var stacks strings.Builder
		pprof.Lookup("goroutine").WriteTo(&stacks, 1)
		return fmt.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), most, &stacks)
	})
}

// eventually waits until attempt succeeds.
func eventually(t testing.TB, attempt func() error) {
	t.Helper()
	for deadline := time.Now().Add(longWait); ; time.Sleep(10 * time.Millisecond) {
		err := attempt()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// testPage is a page that is connected.
type testPage struct {
	t      testing.TB
	socket *websocket.Conn
	next   int
	pushes []message // that came while something else was awaited
}

// message is a message of the server.
type message map[string]json.RawMessage

// text returns the text of a field, "" if it is missing.
func (m message) text(field string) string {
	var text string
	json.Unmarshal(m[field], &text)
	return text
}

// connect opens a page's socket.
func (s *testServer) connect(t testing.TB) *testPage {
	t.Helper()
	return s.connectFrom(t, "")
}

// connectFrom opens a socket that a proxy passes on for a visitor.
func (s *testServer) connectFrom(t testing.TB, visitor string) *testPage {
	t.Helper()
	p, err := s.tryConnect(t, visitor)
	enginetest.Must(t, err)
	return p
}

func (s *testServer) tryConnect(t testing.TB, visitor string) (*testPage, error) {
	return dial(t, "ws://"+s.address+"/socket", &websocket.DialOptions{HTTPHeader: http.Header{"X-Forwarded-For": {visitor}}})
}

// dial opens a socket, and reads the greeting.
func dial(t testing.TB, address string, options *websocket.DialOptions) (*testPage, error) {
	ctx, cancel := context.WithTimeout(context.Background(), longWait)
	defer cancel()
	socket, _, err := websocket.Dial(ctx, address, options)
	if err != nil {
		return nil, err
	}
	socket.SetReadLimit(-1)
	t.Cleanup(func() { socket.CloseNow() })
	p := &testPage{t: t, socket: socket}
	if greeting := p.read(); greeting["hello"] == nil {
		t.Fatalf("greeted with %v", greeting)
	}
	return p, nil
}

// sendText sends any text as a message.
func (p *testPage) sendText(text string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), longWait)
	defer cancel()
	if err := p.socket.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		p.t.Fatalf("sending %.100s: %v", text, err)
	}
}

// tell sends a request without a number. The fields are JSON without the braces.
func (p *testPage) tell(format string, arguments ...any) {
	p.t.Helper()
	p.sendText("{" + fmt.Sprintf(format, arguments...) + "}")
}

// ask sends a request and returns its answer. Pushes that come before are kept.
func (p *testPage) ask(format string, arguments ...any) message {
	p.t.Helper()
	p.next++
	p.tell(`"id":%d,`+format, append([]any{p.next}, arguments...)...)
	for {
		m := p.read()
		if string(m["id"]) == fmt.Sprint(p.next) {
			return m
		}
		p.pushes = append(p.pushes, m)
	}
}

// mustAsk is ask for a request that must not fail.
func (p *testPage) mustAsk(format string, arguments ...any) message {
	p.t.Helper()
	answer := p.ask(format, arguments...)
	if answer["error"] != nil {
		p.t.Fatalf("%s: error %s", fmt.Sprintf(format, arguments...), answer["error"])
	}
	return answer
}

// refused sends a request, whose error must contain want.
func (p *testPage) refused(want, format string, arguments ...any) {
	p.t.Helper()
	if got := p.ask(format, arguments...).text("error"); got == "" || !strings.Contains(got, want) {
		p.t.Errorf("%.100s: error %q, want %q", fmt.Sprintf(format, arguments...), got, want)
	}
}

// tryRead returns the next message, or the error of a socket that is closed.
func (p *testPage) tryRead() (message, error) {
	ctx, cancel := context.WithTimeout(context.Background(), longWait)
	defer cancel()
	_, text, err := p.socket.Read(ctx)
	if err != nil {
		return nil, err
	}
	var m message
	return m, json.Unmarshal(text, &m)
}

func (p *testPage) read() message {
	p.t.Helper()
	m, err := p.tryRead()
	if err != nil {
		p.t.Fatalf("reading a message: %v", err)
	}
	return m
}

// push returns the next wanted message that is not an answer to ask. Others
// are dropped.
func (p *testPage) push(wanted func(message) bool) message {
	p.t.Helper()
	for {
		var m message
		if len(p.pushes) > 0 {
			m, p.pushes = p.pushes[0], p.pushes[1:]
		} else {
			m = p.read()
		}
		if wanted(m) {
			return m
		}
	}
}

// line returns the next line of a seat that begins so.
func (p *testPage) line(seat, begin string) string {
	p.t.Helper()
	return p.push(func(m message) bool {
		return string(m["seat"]) == fmt.Sprintf("%q", seat) && strings.HasPrefix(m.text("line"), begin)
	}).text("line")
}

// say sends a line to a seat.
func (p *testPage) say(seat, line string) {
	p.t.Helper()
	p.tell(`"do":"send","seat":%q,"line":%q`, seat, line)
}

// sit takes a seat.
func (p *testPage) sit(seat, engine string) message {
	p.t.Helper()
	return p.mustAsk(`"do":"seat","seat":%q,"engine":%q`, seat, engine)
}

// shownView is as much of a view as the tests look at.
type shownView struct {
	Side, Result string
	Over         bool
}

// view asks for a view.
func (p *testPage) view(format string, arguments ...any) (v shownView) {
	p.t.Helper()
	decode(p.t, p.mustAsk(`"do":"view",`+format, arguments...)["view"], &v)
	return v
}

func decode(t testing.TB, text json.RawMessage, into any) {
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
