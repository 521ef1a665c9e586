package pagetest

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// answer changes the answer of a host to a request.
type answer func(*httptest.ResponseRecorder)

func withStatus(status int) answer { return func(r *httptest.ResponseRecorder) { r.Code = status } }

func withType(kind string) answer {
	return func(r *httptest.ResponseRecorder) { r.Header().Set("Content-Type", kind) }
}

// withPage answers with a page instead, as hosts of other programs do for all names.
func withPage(r *httptest.ResponseRecorder) {
	withType("text/html")(r)
	r.Body = bytes.NewBufferString("<!doctype html><title>Welcome</title>")
}

func cutOff(r *httptest.ResponseRecorder) { r.Body.Truncate(r.Body.Len() / 2) }

// lostOnce loses the connection while the first answer is on its way.
func lostOnce() answer {
	var tries atomic.Int32
	return func(*httptest.ResponseRecorder) {
		if tries.Add(1) == 1 {
			panic(http.ErrAbortHandler)
		}
	}
}

func withHeader(name, value string) answer {
	return func(r *httptest.ResponseRecorder) { r.Header().Set(name, value) }
}

// The site says what could not be loaded and why, on any host, and never speaks of a server. What
// need not be as usual may be missing.
func TestBrowserSiteOnOddHosts(t *testing.T) {
	enginetest.Long(t)
	t.Parallel()
	const (
		words    = "This page is loading, or cannot be loaded."
		noEngine = "The engine can't run: "
	)
	root := siteFolder(t)
	for _, test := range byDay(6, []struct {
		name   string
		file   string // a pattern for the names of files
		change answer
		says   []string // nothing: it can be used
	}{
		{"main script missing", "main.js", withStatus(404), []string{words, "/main.js"}},
		{"a page for the texts", "*.json", withPage, []string{words, "/english.json: "}},
		{"program cut off", "*.packed", cutOff, []string{noEngine, "/cathedral.wasm.packed: "}},
		{"a page for the worker", "worker.js", withPage, []string{noEngine, "/worker.js: "}},
		{"what comes later missing", "later.js", withStatus(404), []string{"This part of the page can't be loaded: http", "/later.js"}},
		{"connection lost at first", "*.packed", lostOnce(), nil},
		{"script as plain text", "*.js", withType("text/plain"), []string{words}},
		{"script of unknown type", "*.js", withType("application/octet-stream"), []string{words}},
		{"main script of another type", "main.js", withType("text/plain"), []string{words, "/main.js"}},
		{"a page for the main script", "main.js", withPage, []string{words, "/main.js"}},
		{"first script missing", "language.js", withStatus(404), []string{words}},
		{"texts missing", "*.json", withStatus(404), []string{words, "/english.json: 404"}},
		{"program missing", "*.packed", withStatus(404), []string{noEngine, "/cathedral.wasm.packed: 404", "Next try in "}},
		{"a page for the program", "*.packed", withPage, []string{noEngine, "/cathedral.wasm.packed: "}},
		{"worker missing", "worker.js", withStatus(404), []string{noEngine, "/worker.js"}},
		{"loader missing", "programloader.js", withStatus(404), []string{noEngine, "/programloader.js"}},
		{"part of the worker missing", "wasm_exec.js", withStatus(404), []string{noEngine, "/wasm_exec.js"}},
		{"no guesses at types", "*", withHeader("X-Content-Type-Options", "nosniff"), nil},
		{"styles missing", "*.css", withStatus(404), nil},
		{"program unpacked by the host", "*.packed", withHeader("Content-Encoding", "gzip"), nil},
	}) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := http.FileServer(http.Dir(root))
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				recorded := httptest.NewRecorder()
				files.ServeHTTP(recorded, r)
				if odd, err := path.Match(test.file, path.Base(r.URL.Path)); err == nil && odd {
					test.change(recorded)
				}
				recorded.Header().Del("Content-Length")
				maps.Copy(w.Header(), recorded.Header())
				w.WriteHeader(recorded.Code)
				io.Copy(w, recorded.Body)
			}))
			t.Cleanup(server.Close)
			odd := siteWindow
			odd.unusable = true
			p := openPage(t, server.URL+sitePath+"#light=level visitor&dark=level visitor", odd)
			p.expected = server.URL
			if test.says == nil {
				p.await("both engines have moved", `document.querySelectorAll("#moves li").length > 3`)
			}
			if test.file == "later.js" {
				p.await("the page is usable", `document.body.dataset.ready`)
				p.click("#tab-learn")
			}
			seen := `[...document.querySelectorAll("#unloaded, #trouble, #toast")].filter((place) => place.id === "toast" || place.checkVisibility({ visibilityProperty: true })).map((place) => place.textContent).join()`
			for _, said := range test.says {
				p.await(fmt.Sprintf("it says %q", said), seen+fmt.Sprintf(`.includes(%q)`, said))
			}
			if text := evaluate[string](p, seen); strings.Contains(text, "server") {
				t.Errorf("it speaks of a server: %s", text)
			}
		})
	}
}

// A server takes the place of a site: who has the site kept gets the server's page,
// with the saved games, and a friend's link opens the friend's game. The site says of such a link
// that it cannot open it.
func TestBrowserServerTakesThePlaceOfASite(t *testing.T) {
	server := friendPages(t)
	light := openPage(t, server.page(""), window{width: 1280, height: 800, hurried: true})
	link, _ := light.inviteFriend("light", "", "")
	light.do(chromedp.Navigate("about:blank"))
	server.kill()

	listener, err := net.Listen("tcp", server.address)
	enginetest.Must(t, err)
	files := http.FileServer(http.Dir(filepath.Join(siteFolder(t), filepath.FromSlash(sitePath))))
	site := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=600") // so that a page may come without a worker
		files.ServeHTTP(w, r)
	})}
	ended := make(chan error, 1)
	go func() { ended <- site.Serve(listener) }()
	p := openPage(t, server.page("#light=person&dark=person"), siteWindow)
	placeCathedral(p)
	p.awaitMoves(1)
	p.await("the page is kept", isKept)
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	p.await("it says that the game is elsewhere", `document.getElementById("trouble").innerText.startsWith("This link is to a game with a friend that isn't kept here.")`)
	site.Close()
	<-ended

	server.start()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	isServed := `document.querySelector("script[src='main.js']") && `
	p.await("the friend's game is there", usable+" && "+isServed+`!document.getElementById("friend-panel").hidden`)
	p.click("#greeting-board")
	p.click("#games")
	p.await("the saved game is there", `document.querySelectorAll("#games-dialog li").length === 2`)
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.page("")))
	p.await("nothing is kept", usable+" && "+isServed+`caches.keys().then((names) => names.length === 0) && !navigator.serviceWorker.controller`)
}
