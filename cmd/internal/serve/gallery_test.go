package serve_test

import (
	"strings"
	"testing"
	"time"

	"cathedral/cmd/internal/serve"
	"cathedral/protocol/protocoltest"
)

// shownMatch is as much of a match as the tests look at.
type shownMatch struct {
	Players                []string
	Scores                 []float64
	Games                  int
	State, Reason, Command string
	Finished               []struct {
		Number              int
		Light, Dark, Result string
		Score               struct{ Light, Dark int }
	}
	Game struct {
		Number      int
		Light, Dark string
		Moves       []string
		Result      string
	}
}

// match returns the next state of the match that is pushed.
func (p *testPage) match() *shownMatch {
	p.t.Helper()
	var m *shownMatch
	decode(p.t, p.push(func(m message) bool { return m["match"] != nil })["match"], &m)
	return m
}

func TestAMatchIsShownMoveByMove(t *testing.T) {
	server := startServer(t, nil)
	owner, watcher := server.connect(t), server.connect(t)
	if got := string(watcher.mustAsk(`"do":"watch"`)["match"]); got != "null" {
		t.Errorf("the match before there is one: %s", got)
	}
	owner.mustAsk(`"do":"match","light":"cathedral","dark":"greedy","moveTime":1,"games":2`)
	for name, page := range map[string]*testPage{"owner": owner, "watcher": watcher} {
		moves, number, seen := 0, 0, 0
		var m *shownMatch
		for m = page.match(); m.State == "playing"; m = page.match() {
			if m.Game.Number == number && len(m.Game.Moves) < moves {
				t.Errorf("%s: %d moves after %d", name, len(m.Game.Moves), moves)
			}
			number, moves = m.Game.Number, len(m.Game.Moves)
			seen++
		}
		if m.State != "over" || m.Reason != "" || len(m.Finished) != 2 || m.Scores[0]+m.Scores[1] != 2 || seen < 10 {
			t.Errorf("%s: after %d states: %+v", name, seen, m)
			continue
		}
		if m.Finished[0].Light != "cathedral" || m.Finished[1].Light != "greedy" {
			t.Errorf("%s: the sides do not change: %+v", name, m.Finished)
		}
	}
	var played struct {
		Moves  []string
		Result string
	}
	decode(t, watcher.mustAsk(`"do":"played","number":2`)["played"], &played)
	if v := watcher.view(`"moves":%s`, asJSON(played.Moves)); !v.Over || v.Result != played.Result {
		t.Errorf("the second game: %+v", played)
	}
	watcher.refused("no finished game 3", `"do":"played","number":3`)
}

func TestOnlyTheOwnerEndsAMatch(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.Seats = 4 })
	owner, other := server.connect(t), server.connect(t)
	const request = `"do":"match","light":"cathedral","dark":"cathedral","moveTime":10000,"games":100`
	other.refused("no match", `"do":"endmatch"`)
	owner.mustAsk(request)
	other.refused("already being played", request)
	other.refused("another page", `"do":"endmatch"`)
	other.mustAsk(`"do":"watch"`)
	owner.mustAsk(`"do":"endmatch"`)
	m := owner.match()
	for ; m.State == "playing"; m = owner.match() {
	}
	if m.State != "ended" {
		t.Errorf("a match that was ended: %+v", m)
	}
	owner.refused("no match", `"do":"endmatch"`)
}

func TestUnsoundMatchesAreRefused(t *testing.T) {
	page := startServer(t, nil).connect(t)
	for request, want := range map[string]string{
		`"light":"sh","dark":"greedy","moveTime":1,"games":1`:                     "light: there is no engine",
		`"light":"greedy","dark":"","moveTime":1,"games":1`:                       "dark: there is no engine",
		`"light":"greedy","dark":"greedy","moveTime":0,"games":1`:                 "moveTime",
		`"light":"greedy","dark":"greedy","moveTime":99999999999,"games":1`:       "moveTime",
		`"light":"greedy","dark":"greedy","moveTime":1,"games":101`:               "games",
		`"light":"greedy","dark":"greedy","moveTime":1,"games":1,"rules":"chess"`: "rule set",
	} {
		page.refused(want, `"do":"match",%s`, request)
	}
	// An engine that fails ends the match with a reason.
	page.mustAsk(`"do":"match","light":"mortal","dark":"cathedral","darkElo":882,"moveTime":1,"games":1`)
	m := page.match()
	if m.Players[1] != "cathedral 882" {
		t.Errorf("a level is called %q", m.Players[1])
	}
	for ; m.State == "playing"; m = page.match() {
	}
	if m.State != "failed" || !strings.Contains(m.Reason, "(mortal) crashed") || !strings.Contains(m.Command, protocoltest.Arguments("go", "crash")[0]) {
		t.Errorf("ended by %+v", m)
	}
}

// A match that has been played for its time makes room for that of another visitor.
func TestAnotherVisitorMayReplaceAnOldMatch(t *testing.T) {
	server := startServer(t, func(c *serve.Config) {
		behindProxy(c)
		c.Limits.Match = time.Nanosecond
	})
	const request = `"do":"match","light":"cathedral","dark":"cathedral","moveTime":10000,"games":%d`
	owner, same, other := server.connectFrom(t, "192.0.2.1"), server.connectFrom(t, "192.0.2.1"), server.connectFrom(t, "192.0.2.2")
	owner.mustAsk(request, 1)
	same.refused("already being played", request, 2)
	other.mustAsk(request, 3)
	for m := owner.match(); m.Games != 3; m = owner.match() {
	}
	owner.refused("another page", `"do":"endmatch"`)
}

// A match without watchers ends and makes room for another.
func TestAMatchEndsWithItsLastWatcher(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.Seats = 2 })
	const request = `"do":"match","light":"cathedral","dark":"cathedral","moveTime":200,"games":100`
	owner, watcher := server.connect(t), server.connect(t)
	owner.mustAsk(request)
	watcher.mustAsk(`"do":"watch"`)
	owner.socket.CloseNow()
	if m := watcher.match(); m.State != "playing" {
		t.Errorf("the match ended with its owner: %+v", m)
	}
	watcher.mustAsk(`"do":"unwatch"`)
	watcher.sitSoon("a", "cathedral")
	watcher.sitSoon("b", "cathedral")
}
