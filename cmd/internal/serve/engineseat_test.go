package serve_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"cathedral/cmd/internal/serve"
	"cathedral/protocol/protocoltest"
)

func TestASeatTellsWhatItsEngineCan(t *testing.T) {
	page := startServer(t, func(c *serve.Config) { c.Limits.HashMiB, c.Limits.Threads = 7, 2 }).connect(t)
	var seat struct {
		Seat, Name string
		Options    []struct {
			Name, Type, Default string
			Min, Max            int
			Values              []string
		}
	}
	decode(t, page.sit("analysis", "cathedral")["seat"], &seat)
	if seat.Seat != "analysis" || seat.Name != "Cathedral test" {
		t.Errorf("%+v", seat)
	}
	seen := map[string]string{}
	for _, option := range seat.Options {
		seen[option.Name] = fmt.Sprintf("%s %d %d %s", option.Default, option.Min, option.Max, option.Values)
	}
	if seen["Hash"] != "7 1 7 []" || seen["Threads"] != "1 1 2 []" || seen["Rules"] != "classic 0 0 [classic mattel woods]" {
		t.Errorf("options %v", seen)
	}
	page.say("analysis", "isready")
	page.line("analysis", "readyok")
}

func TestOnlyLinesForEnginesPass(t *testing.T) {
	page := startServer(t, nil).connect(t)
	page.sit("a", "cathedral")
	page.sit("b", "restless")
	for _, test := range []struct{ seat, line, want string }{
		{"a", "quit", "is not allowed"},
		{"a", "bench", "is not allowed"},
		{"a", "help", "is not allowed"},
		{"a", "", "line: empty"},
		{"a", " \t ", "line: empty"},
		{"a", "go perft 5", "go perft"},
		{"a", "go\tperft 5", "go perft"},
		{"a", "go depth 1\nquit", "control character"},
		{"a", "go depth 1\rquit", "control character"},
		{"a", "position startpos\x00", "control character"},
		{"a", "setoption name Hash value 2", "want a number from 1 to 1"},
		{"a", "setoption name hash value 9999999999999999999999", "want a number"},
		{"a", "setoption name Hash value -1", "want a number"},
		{"a", "setoption name Hash", "want a number"},
		{"a", "setoption name Threads value 2", "want a number from 1 to 1"},
		{"a", "setoption name Nonsense value 2", "no option"},
		{"a", "setoption", "want name"},
		{"a", "setoption value 1", "want name"},
		{"b", "setoption name Log File value /tmp/x", "takes a text"},
		{"c", "isready", `there is no seat "c"`},
		{"a", strings.Repeat("d", 1<<16), "longer than"},
	} {
		page.refused(test.want, `"do":"send","seat":%q,"line":%s`, test.seat, asJSON(test.line))
	}
	for _, line := range []string{
		"isready", "setoption name Hash value 1", "setoption name Clear Hash", "setoption name MultiPV value 3", "uginewgame",
		"position startpos", "query legal", "eval", "d", "stop", "ponderhit", "ugi", "uci",
	} {
		page.mustAsk(`"do":"send","seat":"a","line":%q`, line)
	}
	page.say("a", "isready")
	page.line("a", "readyok")
	for _, m := range page.pushes {
		if strings.Contains(m.text("line"), "error") {
			t.Errorf("the engine says %s", m.text("line"))
		}
	}
}

func TestSeatsAreTakenAndLeft(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.SeatsPerConnection, c.Limits.Seats = 2, 3 })
	page, other := server.connect(t), server.connect(t)
	page.refused(`no engine "sh"`, `"do":"seat","seat":"a","engine":"sh"`)
	page.refused("letters, digits", `"do":"seat","seat":"a b","engine":"greedy"`)
	page.refused("letters, digits", `"do":"seat","seat":"","engine":"greedy"`)
	page.refused("the server cannot do this now", `"do":"seat","seat":"a","engine":"missing"`)
	page.refused("no ugiok or uciok within 50ms; start=1s gives it more time", `"do":"seat","seat":"a","engine":"slow"`)
	page.refused("there is no seat", `"do":"leave","seat":"a"`)
	page.sit("a", "greedy")
	page.refused("is taken", `"do":"seat","seat":"a","engine":"greedy"`)
	page.sit("b", "greedy")
	page.refused("2 seats are taken", `"do":"seat","seat":"c","engine":"greedy"`)
	other.sit("a", "greedy")
	other.refused("all engines are in use", `"do":"seat","seat":"b","engine":"greedy"`)
	page.mustAsk(`"do":"leave","seat":"a"`)
	page.sitSoon("a", "greedy")
}

// sitSoon takes a seat as soon as there is an engine for it.
func (p *testPage) sitSoon(seat, engine string) {
	p.t.Helper()
	eventually(p.t, func() error {
		if answer := p.ask(`"do":"seat","seat":%q,"engine":%q`, seat, engine); answer["error"] != nil {
			return fmt.Errorf("engines do not end: %s", answer["error"])
		}
		return nil
	})
}

// Lines that are sent before the engine is ready wait, and those to a seat that was
// left are answered.
func TestLinesOutOfOrder(t *testing.T) {
	page := startServer(t, nil).connect(t)
	page.tell(`"do":"seat","seat":"a","engine":"cathedral"`)
	page.say("a", "position startpos moves CAnF5")
	page.say("a", "go depth 1")
	page.line("a", "bestmove ")
	page.say("a", "stop")
	page.say("a", "ponderhit")
	page.say("a", "go depth 1")
	page.say("a", "go depth 1") // stops the one before, if that still runs
	page.line("a", "bestmove ")
	page.line("a", "bestmove ")
	page.mustAsk(`"do":"leave","seat":"a"`)
	page.refused("no seat", `"do":"send","seat":"a","line":"go"`)
}

func TestARepeatedBestMoveEndsNoSearch(t *testing.T) {
	page := startServer(t, func(c *serve.Config) {
		c.Engines = append(c.Engines, serve.Engine{Name: "echo", Command: c.Engines[0].Command, Arguments: protocoltest.Arguments("never", "echo")})
	}).connect(t)
	page.sit("a", "echo")
	for _, test := range [][2]string{{"position startpos", "bestmove CAnB1"}, {"position startpos moves CAnB1", "bestmove TAnA1"}} {
		page.say("a", test[0])
		page.say("a", "go depth 1")
		if line := page.line("a", "bestmove "); !strings.HasPrefix(line, test[1]) {
			t.Errorf("%s: %s", test[0], line)
		}
	}
}

// A faulty go is searched like any other, and does not keep the place for good.
func TestAFaultyGoDoesNotHoldItsPlace(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.Searches = 1 })
	page, other := server.connect(t), server.connect(t)
	page.sit("a", "cathedral")
	page.say("a", "go depth many")
	page.line("a", "info string error: ")
	page.line("a", "bestmove ")
	page.say("a", "go searchmoves TAnA1") // not legal now
	page.line("a", "info string error: ")
	other.sit("a", "cathedral")
	other.say("a", "go depth 1")
	page.line("a", "bestmove ")
	other.line("a", "bestmove ")
	page.say("a", "go depth 1")
	page.line("a", "bestmove ")
}

func TestSearchesStopAndPonder(t *testing.T) {
	page := startServer(t, nil).connect(t)
	page.sit("a", "cathedral")
	page.say("a", "go infinite")
	page.line("a", "info depth 2 ")
	page.say("a", "isready")
	page.line("a", "readyok")
	page.say("a", "stop")
	page.line("a", "bestmove ")
	page.say("a", "position startpos moves CAnF5")
	page.say("a", "go ponder movetime 1")
	page.line("a", "info depth 1 ")
	page.say("a", "ponderhit")
	page.line("a", "bestmove ")
}

// With one place for all, two endless searches and one with a limit get on, and a
// page does not see its search begin again.
func TestSearchesTakeTurns(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.Searches, c.Limits.Turn = 1, 200*time.Millisecond })
	first, second, third := &follower{testPage: server.connect(t)}, &follower{testPage: server.connect(t)}, server.connect(t)
	for _, page := range []*testPage{first.testPage, second.testPage, third} {
		page.sit("a", "cathedral")
	}
	first.say("a", "go infinite")
	first.follow("info")
	second.say("a", "go infinite")
	second.follow("waits")
	second.follow("goes on")
	second.follow("info") // so the first was set aside
	third.say("a", "go depth 2")
	third.line("a", "bestmove ")
	first.follow("waits")
	for range 2 {
		first.follow("goes on")
		first.follow("info")
		first.follow("waits")
	}
	first.say("a", "stop")
	first.line("a", "bestmove ")
	second.say("a", "stop")
	second.line("a", "bestmove ")
}

// follower follows an endless search that is set aside and resumed.
type follower struct {
	*testPage
	depth int
}

// follow reads until the search sends info, waits, or continues. It must not end, and its
// depth must not decrease.
func (f *follower) follow(until string) {
	f.t.Helper()
	for what := ""; what != until; {
		m := f.push(func(m message) bool { return m.text("seat") == "a" })
		words := append(strings.Fields(m.text("line")), "", "", "")
		switch {
		case string(m["waiting"]) == "true":
			what = "waits"
		case string(m["waiting"]) == "false":
			what = "goes on"
		case words[0] == "bestmove":
			f.t.Fatal("the search has ended")
		case words[0] == "info" && words[1] == "depth":
			what = "info"
			depth, err := strconv.Atoi(words[2])
			if err != nil || depth < f.depth {
				f.t.Fatalf("%s after depth %d", m["line"], f.depth)
			}
			f.depth = depth
		}
	}
}

// A search that is stopped while it waits answers at once, though there is no place.
func TestAWaitingSearchCanBeStopped(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.Searches, c.Limits.Turn = 1, time.Hour })
	first, second := server.connect(t), server.connect(t)
	first.sit("a", "cathedral")
	first.say("a", "go infinite")
	first.line("a", "info depth 1 ")
	second.sit("a", "cathedral")
	second.say("a", "go infinite")
	second.push(func(m message) bool { return string(m["waiting"]) == "true" })
	second.say("a", "position startpos moves CAnF5")
	second.say("a", "go infinite") // ends the one that waits, and waits itself
	second.line("a", "bestmove CA")
	second.say("a", "stop")
	if move := second.line("a", "bestmove "); strings.HasPrefix(move, "bestmove CA") {
		t.Errorf("the second search answers %s", move)
	}
	second.mustAsk(`"do":"leave","seat":"a"`)
	first.say("a", "stop")
	first.line("a", "bestmove ")
}

func TestBadEnginesEndAlone(t *testing.T) {
	// A busy machine may take longer than this patience to start an engine: then it is tried again.
	page := startServer(t, func(c *serve.Config) { c.Limits.Patience = 2 * time.Second }).connect(t)
	ended := func(seat string) string {
		return page.push(func(m message) bool { return m.text("seat") == seat && m["ended"] != nil }).text("ended")
	}
	page.sitSoon("mortal", "mortal")
	page.say("mortal", "go infinite")
	if reason := ended("mortal"); !strings.Contains(reason, "out of cathedrals") {
		t.Errorf("the mortal engine ended with %q", reason)
	}
	page.sitSoon("restless", "restless")
	page.say("restless", "go infinite")
	page.say("restless", "stop")
	if reason := ended("restless"); !strings.Contains(reason, "did not stop") {
		t.Errorf("the restless engine ended with %q", reason)
	}
	page.sitSoon("mortal", "mortal") // the seat is free again
	page.view(`"moves":[]`)
}

// When a page goes, its engines do, whatever they are about; startServer fails the
// test if anything stays.
func TestEnginesEndWithTheirPage(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.Seats = 2 })
	page := server.connect(t)
	page.sit("a", "cathedral")
	page.sit("b", "restless")
	page.say("a", "go infinite")
	page.say("b", "go infinite")
	page.line("a", "info depth 1 ")
	page.socket.CloseNow()
	other := server.connect(t)
	other.sitSoon("a", "greedy")
	other.sitSoon("b", "greedy")
}
