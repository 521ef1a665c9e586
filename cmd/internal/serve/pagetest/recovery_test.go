package pagetest

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

// serverAt is a server that can be killed, and started again at the same address.
type serverAt struct {
	t       *testing.T
	address string
	change  func(*serve.Config)
	kill    func()
}

// mortalServer starts a server that a test may kill. The test continues in parallel with
// the others in the browser, so that TestMain and not the test looks for what is left of
// the server.
func mortalServer(t *testing.T, change func(*serve.Config)) *serverAt {
	t.Helper()
	t.Parallel()
	startBrowser(t)
	s := &serverAt{t: t, address: "127.0.0.1:0", change: change}
	s.start()
	t.Cleanup(func() { s.kill() })
	return s
}

// longServer is mortalServer for a test of the long run.
func longServer(t *testing.T, change func(*serve.Config)) *serverAt {
	t.Helper()
	enginetest.Long(t)
	return mortalServer(t, change)
}

// start starts the server at its address.
func (s *serverAt) start() {
	s.t.Helper()
	config := serve.Config{Version: "test", Engines: testEngines(s.t), Limits: serve.DefaultLimits()}
	config.Limits.HashMiB = 1
	if s.change != nil {
		s.change(&config)
	}
	server, err := serve.New(config)
	if err != nil {
		s.t.Fatal(err)
	}
	var listener net.Listener
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if listener, err = net.Listen("tcp", s.address); err == nil {
			break
		}
		if time.Now().After(deadline) {
			s.t.Fatal(err)
		}
	}
	s.address = listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }()
	s.kill = func() {
		cancel()
		if err := <-ended; err != nil {
			s.t.Error(err)
		}
		ended <- nil
	}
}

func (s *serverAt) page(fragment string) string { return "http://" + s.address + "/" + fragment }

// hesitantServer starts a server with an engine that thinks until answer is called.
func hesitantServer(t *testing.T) (server *serverAt, answer func()) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "answer")
	server = longServer(t, func(config *serve.Config) {
		hesitant := config.Engines[0]
		hesitant.Name, hesitant.Arguments = "hesitant", []string{"be-hesitant", file}
		config.Engines = append(config.Engines, hesitant)
	})
	return server, func() {
		enginetest.Must(t, os.WriteFile(file, nil, 0o666))
	}
}

// thinking is the link of a game in which the hesitant engine is to move.
const thinking = "#light=person&dark=engine+hesitant&moves=CAnF5"

// connectionLost is what a browser says of a server that has gone, whatever the reason.
const connectionLost = "WebSocket "

// tryAtOnce has the page try again what has failed, unless it has done so by itself.
func (p *page) tryAtOnce() {
	p.t.Helper()
	evaluate[chromedp.Void](p, noTrouble+` || document.querySelector("#trouble button").click()`)
}

const (
	noTrouble = `document.getElementById("trouble").hidden`
	isThought = `document.getElementById("status").textContent.includes("is thinking")`
	darkMoved = `document.querySelectorAll("#moves li").length === 2 && /^(Your|Light's) turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === "light"`
)

// cutter passes connections on to a server, until it cuts them.
type cutter struct {
	address string
	mutex   sync.Mutex
	open    []net.Conn
}

// newCutter starts a cutter in front of a server.
func newCutter(t *testing.T, server *serverAt) *cutter {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	c := &cutter{address: listener.Addr().String()}
	var work sync.WaitGroup
	t.Cleanup(func() {
		listener.Close()
		c.cut()
		work.Wait()
	})
	work.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", server.address)
			if err != nil {
				near.Close()
				continue
			}
			c.mutex.Lock()
			c.open = append(c.open, near, far)
			c.mutex.Unlock()
			for _, pair := range [][2]net.Conn{{near, far}, {far, near}} {
				work.Go(func() {
					io.Copy(pair[0], pair[1])
					pair[0].Close()
				})
			}
		}
	})
	return c
}

// cut closes all connections. New ones can be made.
func (c *cutter) cut() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, conn := range c.open {
		conn.Close()
	}
	c.open = nil
}

// An engine's move comes after its connection was cut, or its server killed and started again.
func TestBrowserServerGoneInMidThought(t *testing.T) {
	server, answer := hesitantServer(t)
	cutter := newCutter(t, server)
	p := openPage(t, "http://"+cutter.address+"/"+thinking, friendsWindow)
	p.expected = connectionLost
	p.awaitSentTimes(`"line":"go`, 1)
	p.await("the engine thinks", isThought)
	cutter.cut()
	p.awaitSentTimes(`"line":"go`, 2)
	server.kill()
	p.await("the page says what is the matter", `/connection/.test(document.getElementById("trouble").textContent) && !`+noTrouble)
	p.checkAccess("trouble", byDay(1, themes)...)
	windows, _ := foldTables(t)
	for _, w := range windows {
		p.resize(window{width: w.width, height: w.height, touch: w.touch})
		for _, problem := range p.outOfSight("#board", "#trouble button") {
			t.Errorf("beside the trouble, at %dx%d: %s", w.width, w.height, problem)
		}
		p.failIf(fmt.Sprintf("at %dx%d the trouble lies on the board or a seat, or is no line", w.width, w.height), `(() => {
			const [trouble, ...others] = ["#trouble", "#board", ".far", ".near"].map((place) => document.querySelector(place).getBoundingClientRect());
			return trouble.height > 60 || others.some((other) => trouble.left < other.right && trouble.right > other.left && trouble.bottom > other.top && trouble.top < other.bottom);
		})()`)
	}
	server.start()
	answer()
	p.tryAtOnce()
	p.await("the engine has moved", darkMoved)
	p.await("nothing is the matter", noTrouble)
	if moves := evaluate[string](p, movesOfPage); !strings.HasPrefix(moves, "CAnF5 ") || strings.Count(moves, " ") != 1 {
		t.Errorf("the moves are %s", moves)
	}
}

func TestBrowserServerKilledInReviewAndAnalysis(t *testing.T) {
	server := longServer(t, nil)
	// Until the test continues, no more than three searches reach the engine.
	p := openPage(t, server.page("#do=review&"+finishedGame), window{width: 1280, height: 800, hurried: true, prepare: `{
		const send = WebSocket.prototype.send;
		let searches = 0;
		WebSocket.prototype.send = function (text) {
			if (window.goesOn || !text.includes('"line":"go') || ++searches <= 3) send.call(this, text);
		};
	}`})
	p.expected = connectionLost
	p.await("some positions are judged", `/Analysing: \d+/.test(document.getElementById("judging").innerText)`)
	server.kill()
	p.await("the page says what is the matter", `!`+noTrouble)
	evaluate[chromedp.Void](p, `window.goesOn = true`)
	server.start()
	p.await("the game is judged", `document.querySelector("#panel-review").dataset.judged === "true"`)
	p.visit(server.page("#do=analyse&" + midgame))
	p.await("moves are drawn", `document.querySelectorAll(".chip").length === 3`)
	server.kill()
	p.await("the page says what is the matter", `!`+noTrouble)
	evaluate[chromedp.Void](p, `document.querySelector(".layer-ideas").replaceChildren()`)
	server.start()
	p.await("the connection is back", noTrouble)
	p.await("moves are drawn again", `document.querySelectorAll(".chip").length === 3`)
	p.await("nothing is the matter", noTrouble)
}

func TestBrowserServerKilledWhileOneWatches(t *testing.T) {
	server := longServer(t, nil)
	p := openPage(t, server.page("#do=watch"), desktop)
	p.expected = connectionLost
	p.click("#start-match")
	p.await("a match is played", `document.querySelectorAll(".layer-pieces > g").length > 1`)
	server.kill()
	p.await("the page says what is the matter", `!`+noTrouble)
	server.start()
	p.tryAtOnce()
	p.await("the page knows that the match has gone", `document.getElementById("status").textContent === "No match is running"`)
	p.click("#start-match")
	p.await("another match can be started", `/^Game 1/.test(document.getElementById("status").textContent)`)
}

// An engine that crashes, or does not answer, is named, and one may try it again.
func TestBrowserEngineCrashes(t *testing.T) {
	server, answer := hesitantServer(t)
	impatient := desktop
	impatient.prepare = `{ const later = window.setTimeout; window.setTimeout = (act, time, ...rest) => later(act, time > 30_000 ? 500 : time, ...rest); }`
	p := openPage(t, server.page("#light=person&dark=engine+mortal&moves=CAnF5"), impatient)
	p.await("the page says that the engine crashed", `/engine mortal failed.*this is too much/.test(document.getElementById("trouble").textContent)`)
	before := p.countSent(`"do":"seat"`)
	p.await("it says when it tries again", `/Next try in/.test(document.getElementById("trouble").textContent)`)
	p.tryAtOnce()
	p.awaitSentTimes(`"do":"seat"`, before+1)
	p.awaitMoves(1)
	if status := evaluate[string](p, noTrouble+` ? "" : document.getElementById("status").textContent`); strings.Contains(status, "thinking") {
		t.Errorf("the page says %q of an engine that has crashed", status)
	}

	const overdue = `document.querySelector("#trouble span").textContent === "hesitant hasn't answered for 31 s."`
	p.visit(server.page(thinking))
	p.await("the page says that the engine should have moved", overdue)
	p.await("it may still move", isThought)
	before = p.countSent(`"do":"seat"`)
	p.tryAtOnce()
	p.awaitSentTimes(`"do":"seat"`, before+1)
	p.await("the new one should have moved too", overdue)
	p.click("#trouble button:last-child")
	p.await("it may think on", noTrouble+" && "+isThought)
	answer()
	p.await("it has moved after all", darkMoved)
}

func TestBrowserAllEnginesAreTaken(t *testing.T) {
	server := longServer(t, func(config *serve.Config) { config.Limits.Seats = 1 })
	other := openPage(t, server.page("#do=analyse"), desktop)
	other.await("the only engine is at work", `document.querySelectorAll(".chip").length === 3`)
	p := openPage(t, server.page("#light=person&dark=engine+greedy&moves=CAnF5"), desktop)
	p.await("the page says what is the matter", `/engines are in use/.test(document.getElementById("trouble").textContent)`)
	other.do(chromedp.Navigate("about:blank"))
	p.await("it has tried again by itself", darkMoved)
}

func TestBrowserWithoutWebSocket(t *testing.T) {
	server := longServer(t, nil)
	p := openPage(t, server.page(""), window{width: 1280, height: 800, unusable: true, prepare: `delete window.WebSocket`})
	p.await("the page says so", `/WebSocket/.test(document.getElementById("trouble").innerText)`)
	if evaluate[bool](p, `document.querySelector("#new-game").matches(":enabled") && !document.querySelector("#new-game").closest("[inert]")`) {
		t.Error("a button that does nothing looks alive")
	}
}

// countSent returns how often a text has gone over the socket.
func (p *page) countSent(text string) int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return strings.Count(p.sent.String(), text)
}

// awaitSentTimes waits until a text has gone over the socket that often.
func (p *page) awaitSentTimes(text string, times int) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); p.countSent(text) < times; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.t.Fatalf("the page has not sent %s %d times", text, times)
		}
	}
}

// An engine that is left before it is ready, and wanted again, keeps the seat that it takes then: the late answer that the
// first seat was left takes nothing away.
func TestAnEngineThatIsWantedAgainKeepsItsSeat(t *testing.T) {
	asked := inNode[int](t, `async () => {
		const { EngineClient } = await import("./engine/engineclient.js");
		const asked = [];
		const carrier = Object.assign(new EventTarget(), {
			ask: () => new Promise((resolve, reject) => { asked.push({ resolve, reject }); }),
			tell() {},
		});
		const client = new EngineClient(carrier, "review", "cathedral");
		const left = client.take().catch(() => {});
		client.leave();
		const ready = client.take();
		asked[0].reject(Object.assign(new Error("left"), { code: null, detail: "left" }));
		await left;
		asked[1].resolve({ seat: { options: [] } });
		await ready;
		await client.take();
		return asked.length;
	}`, nil)
	if asked != 2 {
		t.Errorf("the seat is asked for %d times, want twice", asked)
	}
}
