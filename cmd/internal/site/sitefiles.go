// Package site makes the page into a folder of files that any static host can
// serve. The rules and the engine are then a program in WebAssembly
// (cmd/webworker), which the page runs in workers. wire.js in the folder files carries the
// page's messages to them, and the opening book when it is needed. A
// service worker keeps all files, so that the page works without a network. The command
// `cathedral site` is part of the package.
package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"cathedral/cmd/internal/messages"
	"cathedral/cmd/internal/serve"
	"cathedral/search/book/builtin"
)

//go:embed files
var ownFiles embed.FS

// Program is the program that runs in the workers.
type Program struct {
	Module []byte // cmd/webworker in WebAssembly
	Loader []byte // wasm_exec.js of the version of Go that built it
}

// ownMark is part of the service worker of every site.
const ownMark = "`cathedral ${VERSION} "

// Write writes the site with program to folder, which it creates if it is missing. address is that of
// the site, "" if it is not known: some messengers find no picture then. Other files in the folder stay, and those of the same names too unless they are a site's: they are an
// error. It returns the sum of the sizes in bytes.
func Write(folder, address string, program *Program) (size int, err error) {
	files, err := siteFiles(address, program)
	if err != nil {
		return 0, err
	}
	worker, _ := os.ReadFile(filepath.Join(folder, serviceWorker))
	for name := range files {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil && !bytes.Contains(worker, []byte(ownMark)) {
			return 0, fmt.Errorf("%s has %s, which is not of a site that this command has written, so it is not replaced: name another folder", folder, name)
		}
	}
	for name, content := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return 0, err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return 0, err
		}
		size += len(content)
	}
	return size, nil
}

// serviceWorker is the file that knows all others, and manifest the one that says how the page is installed.
const serviceWorker, manifest = "serviceworker.js", "manifest.webmanifest"

// siteFiles returns the files of the site at an address by name.
func siteFiles(address string, program *Program) (map[string][]byte, error) {
	page, err := serve.PageFiles()
	if err != nil {
		return nil, err
	}
	own, err := fs.Sub(ownFiles, "files")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"wasm_exec.js": program.Loader}
	for _, source := range []fs.FS{page, own} { // the site's wire.js replaces the page's
		if err := serve.AddStripped(files, source); err != nil {
			return nil, err
		}
	}
	for _, served := range []string{"engine/reconnectingsocket.js", "turns/worker.js"} {
		delete(files, served)
	}
	packed, err := packedTwice(program.Module)
	if err != nil {
		return nil, err
	}
	files["cathedral.wasm.packed"] = packed
	if files["firstanswers.js"], err = firstAnswers(len(packed)); err != nil {
		return nil, err
	}
	files["openings.book"] = []byte(builtin.File())
	if files["index.html"], err = siteIndex(files); err != nil {
		return nil, err
	}
	files["index.html"] = serve.WithPreview(files["index.html"], map[string]string{"og:image": address + serve.PreviewPicture})
	// A page with a server has no such line: on a Home Screen it begins with the game that was open.
	files[manifest] = bytes.Replace(files[manifest], []byte("{"), []byte("{\n  \"start_url\": \"./\","), 1)
	version := inVersionFolder(files)
	if files[serviceWorker], err = knowing(files[serviceWorker], version, files); err != nil {
		return nil, err
	}
	// The page never shows these, so nobody needs them without a network.
	pictures, err := serve.Screenshots()
	if err != nil {
		return nil, err
	}
	return files, serve.AddStripped(files, pictures)
}

// firstAnswers returns a module with the first two answers that the page wants: the greeting
// and the view of the usual start. With them it shows the board while the browser still
// loads the program, whose file has programSize bytes.
func firstAnswers(programSize int) ([]byte, error) {
	answers := messages.FirstAnswers()
	answers["programSize"] = programSize
	text, err := json.Marshal(answers)
	return fmt.Appendf(nil, "export const first = %s;\n", text), err
}

// packedTwice compresses a module. A tenth of it is a table of Go's runtime in tens of
// thousands of segments that differ in a few bits. Compressed once, these still resemble each
// other, and the second time takes a twentieth off the whole.
func packedTwice(module []byte) ([]byte, error) {
	once, err := serve.Packed(module)
	if err != nil {
		return nil, err
	}
	return serve.Packed(once)
}

// contentPolicy lets the page load only its own files and pictures that it makes
// itself, and compile its program.
const contentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"

// siteIndex returns index.html for the site: with the policy that a server would
// send, and with the modules and styles joined.
func siteIndex(files map[string][]byte) ([]byte, error) {
	const head = `<meta charset="utf-8">`
	index, err := bundle(files["index.html"], files)
	if err != nil {
		return nil, err
	}
	if bytes.Count(index, []byte(head)) != 1 {
		return nil, fmt.Errorf("index.html: want %s", head)
	}
	policy := head + "\n" + `<meta http-equiv="Content-Security-Policy" content="` + contentPolicy + `">`
	return bytes.Replace(index, []byte(head), []byte(policy), 1), nil
}

// atRoot reports whether a file has the same name in all versions of the site: what browsers
// and shops know by its address, and nothing that another file needs in the same version.
func atRoot(name string) bool {
	switch path.Ext(name) {
	case ".html", ".webmanifest", ".svg", ".png":
		return true
	}
	return name == serviceWorker
}

var ownAddress = regexp.MustCompile(`((?:src|href)=")([^"]+)"`)

// inVersionFolder moves the files, but for those at the root, to a folder that is named by
// the contents of all, and returns its name. So a page that is open never gets a file of
// another version, even if its host has the next one by then.
func inVersionFolder(files map[string][]byte) (version string) {
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(all, "%s %x\n", name, sha256.Sum256(files[name]))
	}
	version = fmt.Sprintf("%x", all.Sum(nil)[:8])
	files["index.html"] = ownAddress.ReplaceAllFunc(files["index.html"], func(attribute []byte) []byte {
		parts := ownAddress.FindSubmatch(attribute)
		if name := string(parts[2]); files[name] == nil || atRoot(name) {
			return attribute
		}
		return fmt.Appendf(nil, "%s%s/%s\"", parts[1], version, parts[2])
	})
	for _, name := range slices.Collect(maps.Keys(files)) {
		if !atRoot(name) {
			files[version+"/"+name] = files[name]
			delete(files, name)
		}
	}
	return version
}

// knowing returns the service worker with the version, and with the names and hashes of the
// files that it keeps. The page itself has no hash, because some hosts change HTML.
func knowing(script []byte, version string, files map[string][]byte) ([]byte, error) {
	hashes := map[string]string{}
	for name, content := range files {
		if name != serviceWorker && name != "index.html" {
			sum := sha256.Sum256(content)
			hashes[name] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
		}
	}
	list, err := json.MarshalIndent(hashes, "", "  ")
	if err != nil {
		return nil, err
	}
	for old, now := range map[string]string{
		`const VERSION = "";`: `const VERSION = "` + version + `";`,
		"const FILES = {};":   "const FILES = " + string(list) + ";",
	} {
		if bytes.Count(script, []byte(old)) != 1 {
			return nil, fmt.Errorf("%s: want %s", serviceWorker, old)
		}
		script = bytes.Replace(script, []byte(old), []byte(now), 1)
	}
	return script, nil
}
