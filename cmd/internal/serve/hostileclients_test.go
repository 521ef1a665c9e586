package serve_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

func TestMalformedMessagesAreErrors(t *testing.T) {
	page := startServer(t, nil).connect(t)
	for _, test := range []struct{ text, want, id string }{
		{``, "incomplete", ""},
		{`{`, "incomplete", ""},
		{`null`, "unknown request", ""},
		{`[1,2]`, "want one JSON object", ""},
		{`"view"`, "want one JSON object", ""},
		{`{"do":"view"}{"do":"view"}`, "data after", ""},
		{`{"id":3,"do":"view","color":1}`, `the message: unknown field \"color\"`, "3"},
		{`{"id":11,"do":"view","` + strings.Repeat("x", 20_000) + `":1}`, `unknown field \"xx`, "11"},
		{`{"id":4,"do":"view","moves":"CAnF5"}`, "moves: a string", "4"},
		{`{"id":5,"do":["view"]}`, "do: a array", "5"},
		{`{"id":-1,"do":"view"}`, "want a whole number above 0", ""},
		{`{"id":1e99,"do":"view"}`, "id: a number is", ""},
		{`{"id":8,"do":"view","start":1}`, `"the message: start: a number`, "8"},
		{`{"id":9,"do":"view","rules":"` + strings.Repeat("x", 20_000) + `"}`, `xx\" is not a rule set`, "9"},
		{`{"id":10,"do":"records","of":[{}` + strings.Repeat(`,{}`, 1000) + `]}`, "1001 games", "10"},
		{`{"id":"7","do":"view"}`, "id: a string", ""},
		{`{"id":6,"do":"view","moves":[` + strings.Repeat(`"pass",`, 2000) + `"pass"]}`, "2001 moves", "6"},
		{`{"id":7,"do":"view","start":` + strings.Repeat(`[`, 50_000) + `}`, "exceeded max depth", ""},
		{"\x01\x02", "invalid character", ""},
	} {
		page.sendText(test.text)
		answer := page.read()
		if text := string(answer["error"]); !strings.Contains(text, test.want) || string(answer["id"]) != test.id || len(text) > 2000 {
			t.Errorf("%.60s: answered %s", test.text, answer)
		}
	}
	page.view(`"moves":[]`) // the connection has lived through it
}

func TestOversizedAndBinaryMessagesEndTheConnection(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.MessageBytes = 1000 })
	for name, test := range map[string]struct {
		kind websocket.MessageType
		text string
		want websocket.StatusCode
	}{
		"oversized": {websocket.MessageText, strings.Repeat(" ", 1001), websocket.StatusMessageTooBig},
		"binary":    {websocket.MessageBinary, "{}", websocket.StatusUnsupportedData},
	} {
		page := server.connect(t)
		ctx, cancel := context.WithTimeout(context.Background(), longWait)
		defer cancel()
		if err := page.socket.Write(ctx, test.kind, []byte(test.text)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := page.tryRead(); websocket.CloseStatus(err) != test.want {
			t.Errorf("%s: the connection ended with %v", name, err)
		}
	}
	server.connect(t).view(`"moves":[]`)
}

func TestForeignOriginsAndNamesAreRefused(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Names = []string{"city.example"} })
	_, port, _ := net.SplitHostPort(server.address)
	for _, test := range []struct {
		host, origin string
		want         int
	}{
		{server.address, "http://" + server.address, http.StatusSwitchingProtocols},
		{server.address, "", http.StatusSwitchingProtocols}, // no browser
		{"localhost:" + port, "http://localhost:" + port, http.StatusSwitchingProtocols},
		{"City.Example.:" + port, "http://city.example.:" + port, http.StatusSwitchingProtocols},
		{"[::1]:" + port, "http://[::1]:" + port, http.StatusSwitchingProtocols},
		{server.address, "http://evil.example", http.StatusForbidden},
		{server.address, "http://127.0.0.1:1", http.StatusForbidden},
		{server.address, "null", http.StatusForbidden},
		{server.address, "file://", http.StatusForbidden},
		{"evil.example:" + port, "http://evil.example:" + port, http.StatusMisdirectedRequest}, // a name that leads here
		{"localhost.evil.example", "", http.StatusMisdirectedRequest},
		{"127.0.0.1.evil.example", "", http.StatusMisdirectedRequest},
	} {
		request, err := http.NewRequest("GET", "http://"+server.address+"/socket", nil)
		enginetest.Must(t, err)
		request.Host = test.host
		for name, value := range map[string]string{
			"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
			"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Origin": test.origin,
		} {
			if value != "" {
				request.Header.Set(name, value)
			}
		}
		response, err := http.DefaultClient.Do(request)
		enginetest.Must(t, err)
		response.Body.Close()
		if response.StatusCode != test.want {
			t.Errorf("host %q, origin %q: status %d, want %d", test.host, test.origin, response.StatusCode, test.want)
		}
	}
}

// Connections that say nothing, half a request, or come as sockets.
func TestTwoThousandConnections(t *testing.T) {
	const connections = 2_000
	server := startServer(t, func(c *serve.Config) { c.Limits.Connections = 50 })
	page := server.connect(t)
	var refused atomic.Int64
	var open []net.Conn
	defer func() {
		for _, conn := range open {
			conn.Close()
		}
	}()
	for i := range connections {
		conn, err := net.DialTimeout("tcp", server.address, longWait)
		if err != nil {
			refused.Add(1) // by the system
			continue
		}
		switch i % 3 {
		case 0:
			io.WriteString(conn, "GET /socket HTTP/1.1\r\nHost: "+server.address+"\r\n")
		case 1:
			io.WriteString(conn, "GET /socket HTTP/1.1\r\nHost: "+server.address+"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
				"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
		}
		go func() {
			if isRefused(conn) {
				refused.Add(1)
			}
		}()
		open = append(open, conn)
		const held = 400 // as many as a modest machine lets one have
		if len(open) < held {
			continue
		}
		for deadline := time.Now().Add(longWait); refused.Load() < int64(i/3); time.Sleep(time.Millisecond) { // however busy the machine
			if time.Now().After(deadline) {
				t.Fatalf("only %d of %d connections were refused", refused.Load(), i+1)
			}
		}
		for _, old := range open[:held/2] {
			old.Close()
		}
		open = append(open[:0], open[held/2:]...)
	}
	t.Logf("%d of %d connections were refused", refused.Load(), connections)
	page.view(`"moves":["CAnF5"]`) // who was there first is served
	for _, conn := range open {
		conn.Close()
	}
	open = nil
	eventually(t, func() error { // and so are others when the storm is over
		later, err := server.tryConnect(t, "")
		if err == nil {
			later.view(`"moves":[]`)
		}
		return err
	})
}

// isRefused waits until the other side says something on a connection or either side
// closes it, and reports whether the other side closed it or said that there are too many.
func isRefused(conn net.Conn) bool {
	var text [64]byte
	n, err := conn.Read(text[:])
	return strings.Contains(string(text[:n]), "503") || n == 0 && !errors.Is(err, net.ErrClosed)
}

// The measure is how long it takes at least, which no busy machine can spoil.
func TestMessagesThatComeTooFastWait(t *testing.T) {
	const perSecond, burst, more = 100, 100, 50
	page := startServer(t, func(c *serve.Config) { c.Limits.Messages = perSecond }).connect(t)
	begin := time.Now()
	for range burst + more {
		page.mustAsk(`"do":"unwatch"`)
	}
	if least := (more - 1) * time.Second / perSecond; time.Since(begin) < least {
		t.Errorf("%d messages were answered within %s", burst+more, time.Since(begin))
	}
}

func TestIdleConnectionsEnd(t *testing.T) {
	page := startServer(t, func(c *serve.Config) { c.Limits.Idle = 50 * time.Millisecond }).connect(t)
	if _, err := page.tryRead(); websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("an idle connection ends with %v", err)
	}
}

// A page that asks without reading must not make the server hoard answers: the server
// stops reading, so that the page cannot continue to send. What it hoards is gone with the page,
// even if that has begun a game.
func TestAPageThatDoesNotReadIsNotServed(t *testing.T) {
	server := friendServer(t, func(c *serve.Config) { c.Limits.Messages = 1_000_000 })
	other := server.connect(t)
	other.view(`"moves":[]`)
	before := heapMiB()
	page := server.connect(t)
	page.invite("")
	ctx, cancel := context.WithCancel(t.Context())
	message := []byte(`{"id":1,"do":"save","moves":["CAnF5"],"comment":"` + strings.Repeat("many words ", 22_000) + `"}`)
	sent, held, ended := atomic.Int64{}, 0.0, make(chan bool)
	go func() {
		for page.socket.Write(ctx, websocket.MessageText, message) == nil {
			sent.Add(1)
		}
		close(ended)
	}()
	const buffers = 128 << 20                                                                // bytes that systems keep between the two at the very most
	for last, same := int64(0), 0; same < 50 && last*int64(len(message)) < buffers; same++ { // until no more is read
		held = heapMiB() - before
		if now := sent.Load(); now != last {
			last, same = now, 0
		}
	}
	held = min(held, heapMiB()-before, heapMiB()-before)
	cancel()
	<-ended
	if read := sent.Load() * int64(len(message)); read >= buffers {
		t.Errorf("the server read %d bytes of a page that reads none", read)
	}
	const most, left = 12, 2 // MiB: 1 of answers, with requests and garbage; what others do
	if held > most {
		t.Errorf("the server holds %.1f MiB for a page that does not read", held)
	}
	eventually(t, func() error {
		other.view(`"moves":[]`)
		if held := heapMiB() - before; held > left {
			return fmt.Errorf("%.1f MiB stay of a page that has gone", held)
		}
		return nil
	})
}

// heapMiB returns the memory in use.
func heapMiB() float64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc) / (1 << 20)
}

func TestTheServerSaysGoodbye(t *testing.T) {
	server := startServer(t, nil)
	page := server.connect(t)
	page.sit("a", "cathedral")
	page.say("a", "go infinite")
	page.line("a", "info depth 1 ")
	ended := make(chan error, 1)
	go func() {
		for {
			if _, err := page.tryRead(); err != nil {
				ended <- err
				return
			}
		}
	}()
	server.stop()
	if err := <-ended; websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("the connection ended with %v", err)
	}
}

func TestUnsoundConfigurationsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*serve.Config){
		"no engine":          func(c *serve.Config) { c.Engines = nil },
		"has no name":        func(c *serve.Config) { c.Engines[0].Name = "" },
		"has no command":     func(c *serve.Config) { c.Engines[0].Command = "" },
		"two engines called": func(c *serve.Config) { c.Engines[1].Name = c.Engines[0].Name },
	} {
		config := serve.Config{Engines: testEngines(t), Limits: serve.DefaultLimits()}
		change(&config)
		if _, err := serve.New(config); err == nil || !strings.Contains(fmt.Sprint(err), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
