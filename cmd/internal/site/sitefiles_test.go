package site_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/cmd/internal/site"
	"cathedral/engine/enginetest"
	"cathedral/search/book"
)

// writeSite writes a site whose program is not one.
func writeSite(t *testing.T, module string) func(name string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "a", "site")
	size, err := site.Write(folder, "https://games.example/", &site.Program{Module: []byte(module), Loader: []byte("loader")})
	if err != nil || size < 100_000 {
		t.Fatalf("%d bytes, error %v", size, err)
	}
	return func(name string) string {
		t.Helper()
		paths, _ := filepath.Glob(filepath.Join(folder, "*", name)) // in the folder of the version
		if len(paths) != 1 {
			paths = []string{filepath.Join(folder, name)}
		}
		text, err := os.ReadFile(paths[0])
		enginetest.Must(t, err)
		return string(text)
	}
}

func TestTheSiteHasThePageAndTheProgram(t *testing.T) {
	file := writeSite(t, "program")
	program := []byte(file("cathedral.wasm.packed"))
	for range 2 {
		reader, err := gzip.NewReader(bytes.NewReader(program))
		enginetest.Must(t, err)
		program, err = io.ReadAll(reader)
		enginetest.Must(t, err)
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
	if want := `<meta property="og:image" content="https://games.example/preview.png">`; !strings.Contains(page, want) || len(file("preview.png")) == 0 {
		t.Errorf("a messenger finds no picture: want %s", want)
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
func TestASiteReplacesOnlyASite(t *testing.T) {
	folder, program := t.TempDir(), &site.Program{Module: []byte("module")}
	enginetest.Must(t, os.WriteFile(filepath.Join(folder, "index.html"), []byte("mine"), 0o644))
	if _, err := site.Write(folder, "", program); err == nil || !strings.Contains(err.Error(), "has index.html, which is not of a site") {
		t.Errorf("error %v", err)
	}
	enginetest.Must(t, os.Remove(filepath.Join(folder, "index.html")))
	for range 2 {
		if _, err := site.Write(folder, "", program); err != nil {
			t.Error(err)
		}
	}
}

func TestTheManifestHasScreenshots(t *testing.T) {
	file := writeSite(t, "program")
	var manifest struct {
		Screenshots []struct{ Src, Sizes string }
		Start       string `json:"start_url"`
	}
	enginetest.Must(t, json.Unmarshal([]byte(file("manifest.webmanifest")), &manifest))
	for _, shot := range manifest.Screenshots {
		picture, err := png.DecodeConfig(strings.NewReader(file(shot.Src)))
		if size := fmt.Sprintf("%dx%d", picture.Width, picture.Height); err != nil || size != shot.Sizes {
			t.Errorf("%s: it is %s, error %v, want %s", shot.Src, size, err, shot.Sizes)
		}
	}
	if len(manifest.Screenshots) < 2 || manifest.Start != "./" {
		t.Errorf("a picture for desks, one for phones or the start is missing: %+v", manifest)
	}
}

// Before the program runs, the page is greeted and knows the usual start with its moves.
func TestTheSiteHasTheFirstAnswers(t *testing.T) {
	file := writeSite(t, "program")
	_, text, found := strings.Cut(file("main.js"), "$modules[\"firstanswers.js\"] = () => {\nconst first = ")
	text, _, _ = strings.Cut(text, ";\n")
	var first struct {
		Hello       struct{ Engines []string }
		View        struct{ Legal string }
		ProgramSize int
	}
	if err := json.Unmarshal([]byte(text), &first); err != nil || !found {
		t.Fatal(found, err)
	}
	if !slices.Contains(first.Hello.Engines, "cathedral") || !strings.Contains(first.View.Legal, "CAnF5") {
		t.Errorf("the first answers are %+v", first)
	}
	if size := len(file("cathedral.wasm.packed")); first.ProgramSize != size {
		t.Errorf("the program is said to have %d bytes; it has %d", first.ProgramSize, size)
	}
}

// What one file loads of the others comes from the folder of its version, which has another name
// if a file is another. The service worker keeps all of them.
func TestTheServiceWorkerKnowsTheFiles(t *testing.T) {
	file, other := writeSite(t, "program"), writeSite(t, "another")
	script := file("serviceworker.js")
	for _, match := range regexp.MustCompile(`(?:href|src)="([^"#]+)"`).FindAllStringSubmatch(file("index.html"), -1) {
		if !strings.Contains(script, `"`+match[1]+`": "sha256-`) {
			t.Errorf("it does not keep %s", match[1])
		}
	}
	name := regexp.MustCompile(`VERSION = "([0-9a-f]{16})"`)
	first, second := name.FindStringSubmatch(script), name.FindStringSubmatch(other("serviceworker.js"))
	if len(first) != 2 || len(second) != 2 || first[1] == second[1] {
		t.Fatalf("the versions are %q and %q", first, second)
	}
	for _, match := range regexp.MustCompile(`"([^"]+)": "sha256-`).FindAllStringSubmatch(script, -1) {
		folder, base := path.Split(match[1])
		if image := slices.Contains([]string{".svg", ".png", ".webmanifest"}, path.Ext(base)); image != (folder == "") || (!image && !strings.HasPrefix(folder, first[1]+"/")) {
			t.Errorf("%s is kept, but not in the folder of the version %s", match[1], first[1])
		}
	}
}

func TestWhatIsNoProgramIsRefused(t *testing.T) {
	folder := t.TempDir()
	for name, want := range map[string]string{"missing.wasm": "missing.wasm", "text.wasm": "is not a program in WebAssembly"} {
		path := filepath.Join(folder, name)
		if strings.HasPrefix(name, "text") {
			enginetest.Must(t, os.WriteFile(path, []byte("text"), 0o644))
		}
		if _, err := site.Read(t.Context(), path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
	path := filepath.Join(folder, "good.wasm")
	enginetest.Must(t, os.WriteFile(path, []byte("\x00asm"), 0o644))
	if _, err := site.Read(t.Context(), path); err == nil || !strings.Contains(err.Error(), "wasm_exec.js") {
		t.Errorf("without a loader: error %v", err)
	}
	enginetest.Must(t, os.WriteFile(filepath.Join(folder, "wasm_exec.js"), []byte("loader"), 0o644))
	if program, err := site.Read(t.Context(), path); err != nil || !bytes.Equal(program.Loader, []byte("loader")) {
		t.Errorf("%+v, error %v", program, err)
	}
	if _, err := site.Build(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "is not the source") {
		t.Errorf("built from another folder: error %v", err)
	}
}
