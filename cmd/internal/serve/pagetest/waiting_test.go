package pagetest

// What one sees while a move waits for the rules and the engine: nothing waits in silence.

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/messages"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// heldProgram serves the site of a folder, of whose program only a share comes until let is called.
func heldProgram(t *testing.T, root string, share float64) (address string, let func()) {
	t.Helper()
	files := http.FileServer(http.Dir(root))
	gate := make(chan struct{})
	address, _ = serveSite(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Base(r.URL.Path) != "cathedral.wasm.packed" {
			files.ServeHTTP(w, r)
			return
		}
		recorded := httptest.NewRecorder()
		files.ServeHTTP(recorded, r)
		body := recorded.Body.Bytes()
		first := int(share*float64(len(body))) + 1
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Write(body[:first])
		w.(http.Flusher).Flush()
		select {
		case <-gate:
			w.Write(body[first:])
		case <-r.Context().Done():
		}
	}))
	return address, func() { close(gate) }
}

// tapToPaint taps on an element, and returns the milliseconds until the browser has painted what
// that has changed at once, and how many buildings that picture has.
func (p *page) tapToPaint(selector string) (took float64, buildings int) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`{
		delete window.painted;
		document.querySelector(%q).addEventListener("click", ({ timeStamp }) => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => { window.painted = [performance.now() - timeStamp, document.querySelectorAll(".layer-pieces > g").length]; };
			requestAnimationFrame(() => port2.postMessage("painted"));
		}, { capture: true, once: true });
	}`, selector))
	p.tap(p.centreOf(selector))
	p.await("the browser has painted", `window.painted`)
	painted := evaluate[[]float64](p, `window.painted`)
	return painted[0], int(painted[1])
}

// The first visit to the site, on a slow phone: the first building stands as soon as one taps on
// Place. The engine is still on its way, and the status says how much of it has come.
func TestBrowserSiteFirstPlaceActsAtOnce(t *testing.T) {
	enginetest.Night(t)
	const (
		cpuSlowdown      = 4
		mostMilliseconds = 100
		idleMilliseconds = 40 // for a tap that changes nothing, on an idle desktop computer that is slowed down
		rounds           = 3  // of visits in all languages, at most: a busy machine is late with some
	)
	root := siteFolder(t)
	best := math.Inf(1)
	visits := slices.Repeat(languages(t), rounds)
	for i, language := range visits {
		if i >= len(visits)/rounds && best <= mostMilliseconds {
			break
		}
		address, let := heldProgram(t, root, 0.4)
		p := openPage(t, "about:blank", window{width: 390, height: 844, touch: true, unusable: true})
		const kilobytes = 1000.0
		call(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Latency: 400, DownloadThroughput: 50 * kilobytes, UploadThroughput: 50 * kilobytes}},
		})
		call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: cpuSlowdown})
		prepare(p, fmt.Sprintf(`if (location.protocol === "http:") localStorage.setItem("cathedral-language", %q)`, language.tag))
		p.visit(address)
		p.tap(p.pointOf(4.5, 5))
		p.await("the Cathedral is in the air", `document.querySelector("#board svg").dataset.inTheAir === "CAnE4"`)
		nothing, _ := p.tapToPaint("h1") // a busy machine is late with a tap that changes nothing, too
		pace := max(1, p.pace()/cpuSlowdown, nothing/idleMilliseconds)
		shown, buildings := p.tapToPaint("#place")
		if buildings != 1 {
			t.Errorf("%s: the first picture after the tap has %d buildings, want the Cathedral", language.tag, buildings)
		}
		t.Logf("%s: shown after %.0f ms, a tap that changes nothing takes %.0f; the pace is %.1f", language.tag, shown, nothing, pace)
		best = min(best, shown/pace)
		if link := evaluate[string](p, `location.hash`); link == "" {
			t.Error("the address does not have the move: it would be lost when the page is loaded again")
		}
		p.await("the status says how much of the engine has come", fmt.Sprintf(`document.getElementById("status").textContent === "%s, " + (0.4).toLocaleString(%q, { style: "percent" })`, readCatalogueOf(t, language.file)["wait.engine"].text, language.tag))
		// Another tap places nothing.
		evaluate[chromedp.Void](p, `document.getElementById("place").click()`)
		p.awaitMoves(1)
		call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 1})
		let()
		p.await("the engine replies", darkReplied)
	}
	if best > mostMilliseconds {
		t.Errorf("the first building takes %.0f ms after the tap, the best of all visits, want at most %d", best, mostMilliseconds)
	}
}

// darkReplied is true when Dark has answered the Cathedral and Light is to move again.
const darkReplied = `document.querySelectorAll("#moves li").length === 2 && document.getElementById("status").dataset.side === "light" && document.querySelector("#hand-light .building-button:enabled")`

// What the page shows right after a move is what the rules say of it, by all rules.
func TestTheBoardKnowsWhatAMoveDoes(t *testing.T) {
	type step struct {
		Move          string
		Before, After json.RawMessage
	}
	var steps []step
	effects := map[string]int{}
	random := rand.New(rand.NewPCG(1, 1))
	for _, set := range engine.RuleSets() {
		for game := range 20 {
			moves, last := []string{}, step{}
			for over := false; !over; {
				request, err := json.Marshal(map[string]any{"id": 1, "do": "view", "rules": set.String(), "optionalCapture": game%2 == 1, "moves": moves})
				enginetest.Must(t, err)
				answer, err := json.Marshal(messages.Reply(messages.RulebookRequests().Answer(messages.Rulebook{}, request)))
				enginetest.Must(t, err)
				var told struct{ View json.RawMessage }
				var view struct {
					Over    bool
					Legal   string
					Settles map[string]struct{ Claimed, Captured []any }
				}
				enginetest.Must(t, cmp.Or(json.Unmarshal(answer, &told), json.Unmarshal(told.View, &view)))
				if last.After = told.View; last.Move != "" && last.Move != "pass" {
					steps = append(steps, last)
				}
				if over = view.Over; over {
					break
				}
				choices := strings.Fields(view.Legal)
				if settling := slices.Sorted(maps.Keys(view.Settles)); len(settling) > 0 && random.IntN(3) > 0 {
					choices = settling
				}
				last = step{choices[random.IntN(len(choices))], told.View, nil}
				effects["claimed"] += len(view.Settles[last.Move].Claimed)
				effects[map[bool]string{true: "spared", false: "captured"}[strings.HasSuffix(last.Move, "-")]] += len(view.Settles[last.Move].Captured)
				moves = append(moves, last.Move)
			}
		}
	}
	if effects["claimed"] == 0 || effects["captured"] == 0 || effects["spared"] == 0 {
		t.Fatalf("the games have too little: %v", effects)
	}
	wrong := inNode[[][]string](t, `async ({ Buildings, Steps }) => {
		const { ShapeCatalogue } = await import("./board/shapecatalogue.js");
		const { viewAfterMove } = await import("./game/viewaftermove.js");
		const catalogue = new ShapeCatalogue(Buildings);
		const sorted = (list) => [...list].map((one) => JSON.stringify(one)).sort().join();
		const seen = ({ side, ply, score, cathedral, pieces, territory, hands, last }) => JSON.stringify([side, ply, score, cathedral,
			sorted(pieces), sorted(territory.light), sorted(territory.dark), sorted(Object.entries(hands.light)), sorted(Object.entries(hands.dark)), last]);
		return Steps.map(({ Before, Move, After }) => [Move, seen(viewAfterMove(Before, Move, catalogue)), seen(After)]).filter(([, foreseen, now]) => foreseen !== now);
	}`, map[string]any{"Buildings": messages.WorkerHello().Buildings, "Steps": steps})
	for _, step := range wrong[:min(3, len(wrong))] {
		t.Errorf("%q", step)
	}
	t.Logf("%d moves, %v", len(steps), effects)
}

// holdsMessages lets a test hold what the page sends while window.holds is true; it is sent by
// window.send.
const holdsMessages = `{
	const send = WebSocket.prototype.send;
	let held = [];
	WebSocket.prototype.send = function (text) {
		if (window.holds) held.push(() => send.call(this, text));
		else send.call(this, text);
	};
	window.send = () => {
		window.holds = false;
		for (const act of held) act();
		held = [];
	};
}`

// With a server that is slow to answer, a legal move is shown at once, and it is said what is waited
// for. The move is played once, even if the connection is cut and the page loaded again.
func TestBrowserMovesOverASlowConnection(t *testing.T) {
	server := longServer(t, pageConfig)
	cutter := newCutter(t, server)
	address := "http://" + cutter.address + "/"
	p := openPage(t, address+"#light=person&dark=engine+greedy", window{width: 1280, height: 800, prepare: holdsMessages})
	p.expected = connectionLost
	evaluate[chromedp.Void](p, `window.holds = true`)
	placeWithMouse(p, engine.Light, mustMove(t, "CAnF5", engine.Light))
	p.await("the building stands", `document.querySelectorAll(".layer-pieces > g").length === 1`)
	p.awaitMoves(1)
	p.await("it is said what is waited for", `document.getElementById("status").textContent === "Waiting for the server…"`)
	evaluate[chromedp.Void](p, `window.holds = false`)
	cutter.cut()
	p.await("the engine replies", darkReplied)
	p.await("nothing is waited for", `!document.getElementById("status").textContent.includes("server") && `+noTrouble)
	if moves := evaluate[string](p, movesOfPage); !strings.HasPrefix(moves, "CAnF5 ") || strings.Count(moves, " ") != 1 {
		t.Errorf("the moves are %s", moves)
	}

	// A move to which no answer has come is there when the page is loaded again.
	p.visit(address + "#light=person&dark=person&moves=CAnF5")
	evaluate[chromedp.Void](p, `window.holds = true`)
	placeWithMouse(p, engine.Dark, mustMove(t, "CSnE8", engine.Dark))
	p.awaitMoves(2)
	p.reload()
	p.await("it is Light's turn", `/^Light's turn/.test(document.getElementById("status").textContent)`)
	p.checkMoves("CAnF5 CSnE8")
}

// notesTasks keeps the start and the length of each task of the page's own thread that takes above
// 50 ms, both in milliseconds.
const notesTasks = `
	window.tasks = [];
	new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration]))).observe({ type: "longtask", buffered: true });
`

// longestTask returns the length of the longest task in milliseconds of an idle computer that began after a time.
func longestTask(p *page, after float64) float64 {
	p.t.Helper()
	pace, longest := p.pace(), 0.0
	for _, task := range evaluate[[][]float64](p, `window.tasks`) {
		if task[0] > after {
			longest = max(longest, task[1]/pace)
		}
	}
	return longest
}

// While six moves are made, the page's own thread is never busy for long. Each of them has three tries, since
// a busy machine is late with some.
func TestBrowserMovesLeaveThePageFree(t *testing.T) {
	enginetest.Night(t)
	const mostMilliseconds = 100
	address := pageServer(t)
	longest := slices.Repeat([]float64{math.Inf(1)}, 6)
	for range 3 {
		p := openPage(t, address, window{width: 1280, height: 800, motion: true, prepare: notesTasks})
		begin := 0.0
		for move := range longest {
			p.await("it is Light's turn", `document.getElementById("status").textContent.startsWith("Your turn")`)
			p.placeSomething()
			p.awaitMoves(2*move + 2)
			longest[move] = min(longest[move], longestTask(p, begin))
			begin = evaluate[float64](p, `performance.now()`)
		}
	}
	t.Logf("longest tasks %.0f ms", longest)
	if task := slices.Max(longest); task > mostMilliseconds {
		t.Errorf("the page's thread is busy for %.0f ms at a stretch, want at most %d", task, mostMilliseconds)
	}
}

// Once the board can be used, the page's own thread stays free while the engine is loaded, compiled
// and started.
func TestBrowserSiteStartsTheEngineAside(t *testing.T) {
	enginetest.Night(t)
	const (
		mostMilliseconds = 100
		visits           = 3
	)
	address, _ := startSite(t)
	longest := math.Inf(1)
	for range visits {
		p := openPage(t, address+"#light=level visitor&dark=person", window{width: 1280, height: 800, prepare: notesTasks + `
			const whole = window.fetch;
			window.fetch = (what, ...rest) => {
				window.loadsProgram ||= String(what).endsWith("cathedral.wasm.packed");
				return whole(what, ...rest);
			};`})
		p.await("the engine has moved", `document.querySelectorAll("#moves li").length === 1`)
		p.failIf("the program comes to the page's own thread", `window.loadsProgram === true`)
		usable := evaluate[float64](p, `performance.getEntriesByName("usable")[0].startTime`)
		task := longestTask(p, usable)
		t.Logf("usable after %.0f ms; longest task after that %.0f ms", usable, task)
		longest = min(longest, task)
	}
	if longest > mostMilliseconds {
		t.Errorf("the page's thread is busy for %.0f ms at a stretch, want at most %d", longest, mostMilliseconds)
	}
}
