package pagetest

import (
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"cathedral/engine/enginetest"
)

// version returns the version whose files the page has loaded; several are joined.
func (p *page) version() string {
	p.t.Helper()
	return evaluate[string](p, `[...new Set(performance.getEntriesByType("resource").map(({ name }) => /\/([0-9a-f]{16})\//.exec(name)?.[1]).filter(Boolean))].join()`)
}

const (
	newVersionOffered = `document.getElementById("trouble").innerText.startsWith("A new version is ready.")`
	isKept            = `(navigator.serviceWorker.ready.then(({ active }) => { window.kept = active.state === "activated"; }), window.kept && navigator.serviceWorker.controller)`
)

// When the host has another version, it is offered as soon as all of it is there, and comes with
// Reload. Until then a tab has files of its own version only, those too that it loads later,
// whatever other tabs show.
func TestBrowserSiteVersionsAreNotMixed(t *testing.T) {
	enginetest.Long(t)
	t.Parallel()
	root := t.TempDir()
	program, err := builtSite()
	enginetest.Must(t, err)
	writeSite(t, root, program)
	versionOnHost := func() string { return path.Base(path.Dir(siteNames(t, root, "*/main.js")[0])) }
	first := versionOnHost()
	files := http.FileServer(http.Dir(root))
	var mutex sync.Mutex
	asked := map[string]bool{} // the folders of the files that browsers have asked the host for
	address, _ := serveSite(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		asked[path.Base(path.Dir(r.URL.Path))] = true
		mutex.Unlock()
		files.ServeHTTP(w, r)
	}))
	old := openPage(t, address+"#light=person&dark=person&moves=CAnF5", siteWindow)
	old.await("the page is kept", isKept)

	folder := filepath.Join(root, filepath.FromSlash(sitePath))
	enginetest.Must(t, os.RemoveAll(folder))
	another := *program // which does the same, and ends with a section of WebAssembly that means nothing
	another.Module = append(slices.Clone(program.Module), 0, 2, 1, 'x')
	writeSite(t, root, &another)
	second := versionOnHost()
	loadedSecond := `performance.getEntriesByType("resource").some(({ name }) => name.includes("` + second + `"))`
	mutex.Lock()
	clear(asked)
	mutex.Unlock()

	p := old.openAnother(address, siteWindow)
	p.await("the new version is offered", newVersionOffered)
	old.await("it is offered in the tab that was open", newVersionOffered)
	if version := p.version(); version != first || first == second {
		t.Errorf("the tab shows the version %s before it is loaded again, the host had %s and has %s", version, first, second)
	}
	p.click("#trouble button")
	p.await("the new version is there", usable+" && "+loadedSecond)
	if version := p.version(); version != second {
		t.Errorf("the tab shows the version %s, want %s alone", version, second)
	}
	p.await("nothing more is offered", noTrouble)

	// The first tab has not been loaded again: it keeps the old version, which no host has.
	old.click("#tab-learn")
	old.await("a lesson is there", `document.querySelector("#panel-learn").children.length > 0 && document.querySelector(".lesson-task").textContent`)
	old.click("#tab-review")
	old.await("another mode is there", `document.body.dataset.mode === "review"`)
	if version := old.version(); version != first {
		t.Errorf("the first tab has files of %s, want of %s alone", version, first)
	}
	mutex.Lock()
	if asked[first] {
		t.Error("a browser has asked the host for files of the version before")
	}
	mutex.Unlock()
	old.click("#tab-play")
	old.click("#trouble button")
	old.await("the new version is there", usable+" && "+loadedSecond)
	if version := old.version(); version != second {
		t.Errorf("the first tab shows the version %s, want %s alone", version, second)
	}
	old.awaitMoves(1)
}
