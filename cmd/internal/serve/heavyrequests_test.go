package serve_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cathedral/cmd/internal/serve"
	"cathedral/cmd/internal/serve/visitor"
)

// behindProxy lets pages of the tests be those of any visitor.
func behindProxy(c *serve.Config) { c.TrustedProxies, _ = visitor.ParseProxies([]string{"127.0.0.1"}) }

// Heavy requests of a visitor wait for each other, over all connections, and end with theirs.
// Light ones do not wait, nor do those of others.
func TestHeavyRequestsOfAVisitorWait(t *testing.T) {
	const address = "192.0.2.1"
	server := startServer(t, behindProxy)
	release := server.HoldHeavy(address)
	first, second, third, other := server.connectFrom(t, address), server.connectFrom(t, address), server.connectFrom(t, address), server.connectFrom(t, "192.0.2.2")
	long := `"comment":"` + strings.Repeat("x", 20_000) + `"`
	first.tell(`"id":100,"do":"records","of":[]`)
	second.tell(`"id":100,"do":"view",%s`, long)
	third.tell(`"id":100,"do":"open","text":"1. CAnF5"`)
	for _, page := range []*testPage{first, second, third, other} {
		page.view(`"moves":["CAnF5"]`)
		if len(page.pushes) > 0 {
			t.Errorf("a heavy request was answered: %v", page.pushes)
		}
	}
	other.mustAsk(`"do":"records","of":[{}]`)
	third.socket.CloseNow() // startServer checks that nothing of it stays
	release()
	for _, page := range []*testPage{first, second} {
		if m := page.read(); string(m["id"]) != "100" || m["error"] != nil {
			t.Errorf("when it is its turn: %v", m)
		}
	}
}

// Visitors do not see the paths in errors, which the operator does.
func TestErrorsOfTheSystemGoToTheOperator(t *testing.T) {
	const path = "there-is-no-such-program"
	reports := make(chan error, 9)
	page := startServer(t, func(c *serve.Config) { c.Report = func(err error) { reports <- err } }).connect(t)
	if text := page.ask(`"do":"seat","seat":"a","engine":"missing"`).text("error"); text == "" || strings.Contains(text, path) {
		t.Errorf("the visitor sees %q", text)
	}
	page.mustAsk(`"do":"match","light":"missing","dark":"greedy","moveTime":1,"games":1`)
	m := page.match()
	for ; m.State == "playing"; m = page.match() {
	}
	if m.State != "failed" || strings.Contains(m.Reason, path) {
		t.Errorf("the watchers see %q", m.Reason)
	}
	for range 2 {
		if err := <-reports; !strings.Contains(err.Error(), path) {
			t.Errorf("the operator sees %v", err)
		}
	}
}

// Lines that wait for a search are bounded in bytes, over all seats of a visitor, leave room for
// requests, and are forgotten when their seats end.
func TestLinesThatWaitAreBoundedInBytes(t *testing.T) {
	server := startServer(t, func(c *serve.Config) {
		behindProxy(c)
		c.Limits.Searches, c.Limits.Turn, c.Limits.LongestTurn, c.Limits.Messages = 1, time.Hour, time.Hour, 1_000_000
	})
	holder, page := server.connectFrom(t, "192.0.2.2"), server.connectFrom(t, "192.0.2.1")
	holder.sit("a", "cathedral")
	holder.say("a", "go infinite")
	holder.line("a", "info depth 1 ")
	line := "position startpos moves" + strings.Repeat(" x", 30_000)
	before := heapMiB()
	for range 2 {
		taken, seats := 0, []string{"a", "b", "c"}
		for _, seat := range seats {
			page.sitSoon(seat, "cathedral")
			page.mustAsk(`"do":"send","seat":%q,"line":"go infinite"`, seat)
		}
		for _, seat := range seats {
			for page.ask(`"do":"send","seat":%q,"line":%q`, seat, line)["error"] == nil {
				taken += len(line)
			}
		}
		const most = 8 << 20
		if taken < most-len(line) || taken > most+len(line) {
			t.Errorf("%d bytes of lines wait", taken)
		}
		if held := heapMiB() - before; held > 8+6 { // the lines, with requests and garbage
			t.Errorf("the server holds %.1f MiB", held)
		}
		page.mustAsk(`"do":"records","of":[{}]`)
		for _, seat := range seats {
			page.mustAsk(`"do":"leave","seat":%q`, seat)
		}
		eventually(t, func() error {
			if held := server.Waiting("192.0.2.1"); held > 0 {
				return fmt.Errorf("%d bytes wait of seats that have been left", held)
			}
			return nil
		})
	}
}
