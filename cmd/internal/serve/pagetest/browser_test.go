package pagetest

// The page in a real browser, without a window: how the tests open it, look at
// it and handle it. They are skipped where there is no browser.

import (
	"context"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

// patience is how long a test waits for anything on the page. It is not a measure:
// machines that run tests are busy.
const patience = 5 * time.Minute

// slowdown makes stumbling tests stumble: a test that waits for what it wants to see passes
// at any speed.
var slowdown = flag.Float64("slowdown", 1, "how many `times` slower the pages of the browser run")

// sharedBrowser is the one browser of all tests; each page gets a profile of its own.
var sharedBrowser struct {
	start sync.Once
	ctx   context.Context
	stop  context.CancelFunc
	err   error
}

// needlessFeatures are parts of the browser that no test needs. Each profile has a window of its
// own, which nobody sees. The pages behind its address bar and its buttons take as much work as the
// page that is tested, and so does a process that is kept ready for another page. The first two
// are those that chromedp does without.
const needlessFeatures = "Translate,BlinkGenPropertyTrees,InitialWebUI,PreloadTopChromeWebUI," +
	"WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess"

// startBrowser starts the browser, unless it runs, or skips the test.
func startBrowser(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a test in the browser, which takes long")
	}
	names := []string{"chromium", "chromium-browser", "google-chrome", "chrome", "headless-shell"}
	size := 1024
	if !enginetest.IsNight() { // the shell has no windows, which saves a sixth of the time, and no push services
		names = slices.Insert(names, 0, "chromium-headless-shell")
		size = 16
	}
	installed := slices.IndexFunc(names, func(name string) bool {
		_, err := exec.LookPath(name)
		return err == nil
	})
	if installed < 0 {
		t.Skip("no Chromium is installed")
	}
	letters, err := filepath.Abs("testdata/fonts.conf")
	enginetest.Must(t, err)
	sharedBrowser.start.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(names[installed]), chromedp.WindowSize(size, size), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Env("FONTCONFIG_FILE="+letters),
			chromedp.Flag("disable-features", needlessFeatures), chromedp.WSURLReadTimeout(patience))
		allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, cancel := chromedp.NewContext(allocator)
		sharedBrowser.ctx = ctx
		sharedBrowser.stop = func() {
			cancel()
			cancelAllocator()
		}
		sharedBrowser.err = chromedp.Do(ctx)
	})
	if sharedBrowser.err != nil {
		t.Fatalf("the browser does not start: %v", sharedBrowser.err)
	}
}

// pageServer starts a server for a browser, and returns the page's address.
func pageServer(t *testing.T) string {
	t.Helper()
	return mortalServer(t, pageConfig).page("")
}

// pageConfig changes the limits of a server to those of the tests in a browser.
func pageConfig(config *serve.Config) {
	config.Engines = config.Engines[:2] // cathedral, greedy
	config.Limits.HashMiB = 16
	config.Limits.ProofTime = patience
}

// longPage begins a test of the long run: it opens a fragment of a page with a server of its own.
func longPage(t *testing.T, fragment string, w window) *page {
	t.Helper()
	enginetest.Long(t)
	return openPage(t, pageServer(t)+fragment, w)
}

// window is how a page is looked at.
type window struct {
	width, height int64
	dark          bool // the system prefers dark colours
	touch         bool
	drawn         bool   // somebody looks at the picture
	newcomer      bool   // has never seen the rules
	motion        bool   // things may move
	hurried       bool   // pauses for people to see are left out
	unusable      bool   // the page is expected not to get ready
	prepare       string // JavaScript that runs before the page's own
}

// page is an open page. What goes wrong on it fails the test at its end.
type page struct {
	t      *testing.T
	ctx    context.Context
	driver driver // of a browser other than Chromium, otherwise nil

	mutex    sync.Mutex
	problems []string
	expected string                       // problems that contain this are none
	bytes    float64                      // received so far
	awaited  map[network.RequestID]string // the addresses of what has not come yet
	sent     strings.Builder              // what has gone over the socket
	frames   int                          // that have come over it
}

// openPage opens an address in a profile of its own.
func openPage(t *testing.T, address string, w window) *page {
	t.Helper()
	startBrowser(t)
	return openTab(t, address, w, sharedBrowser.ctx, chromedp.WithNewBrowserContext())
}

// openAnother opens an address in another tab of the same profile.
func (p *page) openAnother(address string, w window) *page {
	p.t.Helper()
	return openTab(p.t, address, w, p.ctx)
}

func openTab(t *testing.T, address string, w window, parent context.Context, options ...chromedp.ContextOption) *page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, options...)
	t.Cleanup(cancel)
	p := &page{t: t, ctx: ctx, awaited: map[network.RequestID]string{}}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	motion := "reduce"
	if w.motion {
		motion = "no-preference"
	}
	scheme := "light"
	if w.dark {
		scheme = "dark"
	}
	call(p, network.Enable, network.EnableParams{})
	call(p, log.Enable, cdp.Empty{})
	call(p, runtime.Enable, cdp.Empty{})
	// Each page acts as if it had the focus, which a page that another test opens takes away.
	call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: *slowdown})
	p.setWindow(w)
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion},
	}})
	if !w.newcomer {
		// The rules are shown once: this visitor has read them.
		prepare(p, `if (location.protocol === "http:") localStorage.setItem("cathedral-rules-read", "yes")`)
	}
	if w.hurried {
		prepare(p, `{ const later = window.setTimeout; window.setTimeout = (act, time, ...rest) => later(act, Math.min(time, 20), ...rest); }`)
	}
	if w.prepare != "" {
		prepare(p, w.prepare)
	}
	t.Cleanup(p.check)
	if w.unusable {
		p.do(chromedp.Navigate(address))
	} else {
		p.visit(address)
	}
	return p
}

// setWindow gives a page the size of a window. By day, unless all of it is drawn, only its first corner is, as large as the
// browser's own window, which is a quarter less work. What one does, and what is where, is the same.
func (p *page) setWindow(w window) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: w.width, Height: w.height, DeviceScaleFactor: 1, Mobile: w.touch, DontSetVisibleSize: new(!w.drawn && !enginetest.IsNight()),
	})
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: w.touch})
}

// prepare has a script run before those of each page that is loaded.
func prepare(p *page, script string) {
	p.t.Helper()
	call(p, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

// visit opens another address and waits until the page can be used.
func (p *page) visit(address string) {
	p.t.Helper()
	navigate := func(address string) { p.do(chromedp.Navigate(address)) }
	if p.driver != nil {
		navigate = p.driver.navigate
	}
	// From one fragment to another a browser does not load anything: it has to leave first.
	if loaded, _, _ := strings.Cut(address, "#"); evaluate[string](p, `location.href.split("#")[0]`) == loaded {
		navigate("about:blank")
	}
	navigate(address)
	p.await("the page is usable", usable)
}

// usable is an expression for whether the page is.
const usable = `document.body?.dataset.ready === "true"`

// hear notes what the browser complains of, and counts what it receives.
func (p *page) hear(event any) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	switch event := event.(type) {
	case *runtime.EventExceptionThrown:
		p.problems = append(p.problems, fmt.Sprintf("exception: %v", *event.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if event.Type == runtime.ConsoleAPICalledTypeError || event.Type == runtime.ConsoleAPICalledTypeWarning {
			words := fmt.Sprint(event.Type)
			for _, argument := range event.Args {
				words += " " + string(argument.Value)
			}
			p.problems = append(p.problems, "console: "+words)
		}
	case *log.EventEntryAdded:
		// Violations of the content policy come here, and files that are not there.
		if event.Entry.Level == log.EntryLevelError || event.Entry.Level == log.EntryLevelWarning {
			p.problems = append(p.problems, "browser: "+event.Entry.Text+" "+event.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		if event.Type != network.ResourceTypeScript || event.Initiator.Type != network.InitiatorTypeOther { // the script of a worker, which ends there
			p.awaited[event.RequestID] = event.Request.URL
		}
	case *network.EventLoadingFailed:
		delete(p.awaited, event.RequestID)
	case *network.EventLoadingFinished:
		p.bytes += event.EncodedDataLength
		delete(p.awaited, event.RequestID)
	case *network.EventWebSocketFrameSent:
		p.sent.Write(event.Response.PayloadData)
	case *network.EventWebSocketFrameReceived:
		p.frames++
	}
}

// received returns how many bytes the page has received, when nothing is on its way.
func (p *page) received() float64 {
	p.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		p.mutex.Lock()
		bytes, awaited := p.bytes, len(p.awaited)
		p.mutex.Unlock()
		if awaited == 0 {
			return bytes
		}
	}
	p.t.Fatalf("the page still waits for %v", p.awaited)
	return 0
}

// check fails the test for each problem of the page.
func (p *page) check() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, problem := range p.problems {
		if p.expected == "" || !strings.Contains(problem, p.expected) {
			p.t.Error(problem)
		}
	}
}

// do does things in the browser, and ends the test where one does not work.
func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("in the browser: %v", err)
	}
}

// call gives the browser a command of its protocol.
func call[P, R any](p *page, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		p.t.Fatalf("%s in the browser: %v", command.Method, err)
	}
	return result
}

// evaluate returns the value of an expression on the page; it waits for promises.
func evaluate[T any](p *page, expression string) T {
	p.t.Helper()
	if p.driver != nil {
		return evaluateDriven[T](p, expression)
	}
	value, err := tryToEvaluate[T](p, expression)
	if err != nil {
		p.t.Fatalf("%s in the browser: %v", expression, err)
	}
	return value
}

func tryToEvaluate[T any](p *page, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// await waits until an expression is true on the page, which looks at it again and again. As long as it throws, or the
// page is being loaded, it is not true: what it looks at may not be there yet.
func (p *page) await(what, expression string) {
	p.t.Helper()
	expression = `(async () => {
		for (let looks = 100, fault = "it is false"; ; fault = "it is false") {
			try { if (await (` + expression + `)) return ""; } catch (error) { fault = String(error); }
			if (--looks === 0) return fault;
			await new Promise((later) => setTimeout(later, 20));
		}
	})()`
	fault := ""
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		var err error
		if p.driver != nil {
			fault = evaluateDriven[string](p, expression)
		} else if fault, err = tryToEvaluate[string](p, expression); err != nil {
			fault = err.Error()
		}
		if fault == "" {
			return
		}
	}
	p.t.Fatalf("waited in vain until %s: %s\n%s", what, fault, evaluate[string](p, `document.body.innerText.slice(0, 2000)`))
}

// failIf fails the test if an expression is true on the page now, which is a problem.
func (p *page) failIf(problem, expression string) {
	p.t.Helper()
	if evaluate[bool](p, "Boolean("+expression+")") {
		p.t.Error(problem)
	}
}

// failUnless fails the test with a problem unless an expression is true on the page now.
func (p *page) failUnless(problem, expression string) {
	p.t.Helper()
	p.failIf(problem, "!("+expression+")")
}

// checkIs fails the test unless an expression has a value on the page now.
func checkIs[T comparable](p *page, expression string, want T) {
	p.t.Helper()
	if got := evaluate[T](p, expression); got != want {
		p.t.Errorf("%s is %v, want %v", expression, got, want)
	}
}

// checkText fails the test unless an element says what is wanted.
func (p *page) checkText(selector, want string) {
	p.t.Helper()
	checkIs(p, fmt.Sprintf("document.querySelector(%q).textContent", selector), want)
}

// checkPart fails the test unless an element says what is wanted, among other things.
func (p *page) checkPart(selector, want string) {
	p.t.Helper()
	if got := p.text(selector); !strings.Contains(got, want) {
		p.t.Errorf("%s says %q, which is without %q", selector, got, want)
	}
}

// checkMoves fails the test unless the moves of the page are those wanted.
func (p *page) checkMoves(want string) {
	p.t.Helper()
	checkIs(p, movesOfPage, want)
}

// text returns what is written in an element.
func (p *page) text(selector string) string {
	p.t.Helper()
	return evaluate[string](p, fmt.Sprintf("document.querySelector(%q).textContent", selector))
}

// pace returns how many times longer than on an idle desktop computer the page takes to compute
// something now, and 1 at least: what holds there holds for a busy machine times that.
func (p *page) pace() float64 {
	p.t.Helper()
	const usual = 120 // milliseconds
	took := evaluate[float64](p, `(() => {
		const began = performance.now();
		let sum = 0;
		for (let i = 0; i < 4e6; i++) sum = (sum + i * i) % 1000003;
		return performance.now() - began;
	})()`)
	return max(1, took/usual)
}

// click clicks on an element, wherever it is, as soon as it is there and enabled.
func (p *page) click(selector string) {
	p.t.Helper()
	p.clickOn(selector, fmt.Sprintf("document.querySelector(%q)", selector))
}

// clickOn clicks on the element that an expression returns.
func (p *page) clickOn(what, expression string) {
	p.t.Helper()
	p.await(what+" can be clicked on", `(() => {
		const element = `+expression+`;
		const enabled = element && !element.matches(":disabled");
		if (enabled) element.click();
		return enabled;
	})()`)
}

// press presses a key, such as "r" or kb.ArrowLeft, on whatever has the focus.
func (p *page) press(keys string) {
	p.t.Helper()
	if p.driver != nil {
		p.driver.perform("key", fmt.Sprintf(`{"type": "keyDown", "value": %q}, {"type": "keyUp", "value": %[1]q}`, keys))
		return
	}
	p.do(chromedp.KeyEvent(keys))
}

// centreOf returns the point of the window where an element's middle is seen.
func (p *page) centreOf(selector string) (x, y float64) {
	p.t.Helper()
	point := evaluate[[]float64](p, fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		element.scrollIntoView({ block: "nearest", inline: "nearest" });
		const box = element.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`, selector))
	return point[0], point[1]
}

// pointOf returns the point of the window where a place of the board is seen, which is
// given in squares from the city's upper left corner.
func (p *page) pointOf(column, row float64) (x, y float64) {
	p.t.Helper()
	point := evaluate[[]float64](p, fmt.Sprintf(`(() => {
		const svg = document.querySelector("#board svg");
		const point = new DOMPoint(%f, %f).matrixTransform(svg.getScreenCTM());
		return [point.x, point.y];
	})()`, 100*column, 100*row))
	return point[0], point[1]
}

// tap touches the window with a finger.
func (p *page) tap(x, y float64) {
	p.t.Helper()
	p.tapAt(x, y, time.Now())
}

// tapAt is tap at a time that the page is told, whenever the events come.
func (p *page) tapAt(x, y float64, at time.Time) {
	p.t.Helper()
	told := input.TimeSinceEpoch(float64(at.UnixMicro()) / 1e6)
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}, Timestamp: told,
	})
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}, Timestamp: told,
	})
}
