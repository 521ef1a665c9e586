package pagetest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

// pageInNode lets modules of the page be imported without a browser; elements keep what is written on them.
const pageInNode = `
	import { readFileSync } from "node:fs";
	class Element extends EventTarget {
		constructor() { super(); this.dataset = {}; this.children = []; this.textContent = ""; this.isConnected = true; }
		append(...children) { this.children.push(...children); }
		get firstChild() { return { remove: () => this.children.shift() }; }
		replaceChildren(...children) { this.children = children; }
		setAttribute() {}
		removeAttribute() {}
	}
	const page = new Map();
	const get = (id) => page.get(id) ?? page.set(id, new Element()).get(id);
	const textsOf = (file) => JSON.parse(readFileSync("./texts/" + file));
	get("catalogue").href = "data:application/json," + encodeURIComponent(JSON.stringify({ ...textsOf("english.json"), ...textsOf("study/english.json") }));
	Object.assign(globalThis, {
		document: { documentElement: { lang: "en-GB", dataset: {} }, createElement: () => new Element(), createElementNS: () => new Element(), getElementById: get, addEventListener() {} },
		matchMedia: () => ({ matches: false, addEventListener() {} }), addEventListener() {}, Element,
	});
	await (await import("./texts/texts.js")).textsLoaded;
`

// writtenModules writes the files of the page, once for all tests. TestMain takes them away.
var writtenModules = sync.OnceValues(func() (folder string, err error) {
	page, err := serve.PageFiles()
	if err != nil {
		return "", err
	}
	if folder, err = os.MkdirTemp("", "cathedral-modules-"); err != nil {
		return "", err
	}
	removeModules = func() { os.RemoveAll(folder) }
	if err := os.CopyFS(folder, page); err != nil {
		return "", err
	}
	return folder, os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type":"module"}`), 0o644)
})

// removeModules takes away what writtenModules has written.
var removeModules = func() {}

// inNode returns what the function of a script, which begins with "async (input) =>" and may import
// modules of the page, returns for an input. Both are JSON.
func inNode[T any](t *testing.T, script string, input any) (value T) {
	t.Helper()
	text, err := json.Marshal(input)
	enginetest.Must(t, err)
	runInNode(t, pageInNode+`
		process.stdout.write(JSON.stringify(await (`+script+`)(JSON.parse(readFileSync(0, "utf8")))), () => process.exit());`, &value, text...)
	return value
}

// runInNode decodes what a script, which lies beside the page's modules, writes of its input.
func runInNode(t *testing.T, script string, into any, input ...byte) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node is installed")
	}
	folder, err := writtenModules()
	enginetest.Must(t, err)
	node := exec.Command("node", "--input-type=module", "--eval", script)
	node.Dir, node.Stdin = folder, bytes.NewReader(input)
	var faults bytes.Buffer
	node.Stderr = &faults
	output, err := node.Output()
	if err == nil {
		err = json.Unmarshal(output, into)
	}
	if err != nil {
		t.Fatalf("%v: %.2000s\n%s", err, output, &faults)
	}
}
