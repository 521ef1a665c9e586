package site_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/cmd/internal/site"
	"cathedral/search/book"
)

// writeSite writes a site whose program is not one.
func writeSite(t *testing.T, module string) func(name string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "a", "site")
	size, err := site.Write(folder, &site.Program{Module: []byte(module), Loader: []byte("loader")})
	if err != nil || size < 100_000 {
		t.Fatalf("%d bytes, error %v", size, err)
	}
	return func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
}

func TestTheSiteHasThePageAndTheProgram(t *testing.T) {
	file := writeSite(t, "program")
	program := []byte(file("cathedral.wasm.packed"))
	for range 2 {
		reader, err := gzip.NewReader(bytes.NewReader(program))
		if err != nil {
			t.Fatal(err)
		}
		if program, err = io.ReadAll(reader); err != nil {
			t.Fatal(err)
		}
	}
	if string(program) != "program" {
		t.Errorf("the program is %q", program)
	}
	if script := file("main.js"); file("wasm_exec.js") != "loader" || !strings.Contains(script, "WorkerWire") || strings.Contains(script, "ReconnectingSocket") {
		t.Error("the page would use a socket")
	}
	if opening, err := book.Read(strings.NewReader(file("openings.book"))); err != nil || opening.Len() == 0 {
		t.Errorf("the opening book: %v", err)
	}
	page := file("index.html")
	if policy, base := strings.Index(page, "Content-Security-Policy"), strings.Index(page, "<link"); policy < 0 || policy > base {
		t.Error("the policy does not come before all that it concerns")
	}
	for name, size := range map[string]int{"icon-192.png": 192, "icon-512.png": 512, "icon-maskable-512.png": 512} {
		icon, err := png.Decode(strings.NewReader(file(name)))
		if err != nil || icon.Bounds().Dx() != size || icon.Bounds().Dy() != size {
			t.Errorf("%s: %v, error %v", name, icon, err)
		}
		if !strings.Contains(file("manifest.webmanifest"), name) {
			t.Errorf("the manifest does not name %s", name)
		}
	}
}

// Shops of apps show the pictures that the manifest names, each of the size that it names.
func TestTheManifestHasScreenshots(t *testing.T) {
	file := writeSite(t, "program")
	var manifest struct {
		Screenshots []struct{ Src, Sizes string }
	}
	if err := json.Unmarshal([]byte(file("manifest.webmanifest")), &manifest); err != nil {
		t.Fatal(err)
	}
	for _, shot := range manifest.Screenshots {
		picture, err := png.DecodeConfig(strings.NewReader(file(shot.Src)))
		if size := fmt.Sprintf("%dx%d", picture.Width, picture.Height); err != nil || size != shot.Sizes {
			t.Errorf("%s: it is %s, error %v, want %s", shot.Src, size, err, shot.Sizes)
		}
	}
	if len(manifest.Screenshots) < 2 {
		t.Error("a picture for desks and one for phones is missing")
	}
}

// Before the program runs, the page is greeted and knows the usual start with its moves.
func TestTheSiteHasTheFirstAnswers(t *testing.T) {
	_, text, found := strings.Cut(writeSite(t, "program")("main.js"), "$modules[\"firstanswers.js\"] = () => {\nconst first = ")
	text, _, _ = strings.Cut(text, ";\n")
	var first struct {
		Hello struct{ Engines []string }
		View  struct{ Legal string }
	}
	if err := json.Unmarshal([]byte(text), &first); err != nil || !found {
		t.Fatal(found, err)
	}
	if !slices.Contains(first.Hello.Engines, "cathedral") || !strings.Contains(first.View.Legal, "CAnF5") {
		t.Errorf("the first answers are %+v", first)
	}
}

// The service worker keeps every file that the page loads, and its cache has another
// name if one of them is another.
func TestTheServiceWorkerKnowsTheFiles(t *testing.T) {
	file, other := writeSite(t, "program"), writeSite(t, "another")
	script := file("serviceworker.js")
	for _, match := range regexp.MustCompile(`(?:href|src)="([^"#]+)"`).FindAllStringSubmatch(file("index.html"), -1) {
		if !strings.Contains(script, `"`+match[1]+`": "sha256-`) {
			t.Errorf("it does not keep %s", match[1])
		}
	}
	name := regexp.MustCompile("`cathedral [0-9a-f]{16} ")
	if first, second := name.FindString(script), name.FindString(other("serviceworker.js")); first == "" || first == second {
		t.Errorf("the caches are %q and %q", first, second)
	}
}

func TestWhatIsNoProgramIsRefused(t *testing.T) {
	folder := t.TempDir()
	for name, want := range map[string]string{"missing.wasm": "missing.wasm", "text.wasm": "is not a program in WebAssembly"} {
		path := filepath.Join(folder, name)
		if strings.HasPrefix(name, "text") {
			if err := os.WriteFile(path, []byte("text"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := site.Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
	path := filepath.Join(folder, "good.wasm")
	if err := os.WriteFile(path, []byte("\x00asm"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Read(path); err == nil || !strings.Contains(err.Error(), "wasm_exec.js") {
		t.Errorf("without a loader: error %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "wasm_exec.js"), []byte("loader"), 0o644); err != nil {
		t.Fatal(err)
	}
	if program, err := site.Read(path); err != nil || !bytes.Equal(program.Loader, []byte("loader")) {
		t.Errorf("%+v, error %v", program, err)
	}
	if _, err := site.Build(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "is not the source") {
		t.Errorf("built from another folder: error %v", err)
	}
}
