package site

// A browser needs some milliseconds for each file. So the site has the page's modules in two
// scripts, one for the start and one for the rest, and its styles in one sheet. The imports and
// exports of the modules are simple enough to be joined without a parser of JavaScript.

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"cathedral/cmd/internal/serve"
)

var (
	scriptTag   = regexp.MustCompile(`<script type="module" src="([^"]+)"></script>\n`)
	importLine  = regexp.MustCompile(`(?m)^import \{ (.+) \} from "(\.\.?/[^"]+)";$`)
	importLater = regexp.MustCompile(`\bimport\("(\.\.?/[^"]+)"\)`)
	exportLine  = regexp.MustCompile(`(?m)^export ((?:const|class|function|async function) (\w+))`)
	otherLine   = regexp.MustCompile(`(?m)^(?:import|export)\b.*$`)
)

// The names of the joined files.
const (
	bundleName = "main.js"
	laterName  = "later.js"
)

// addressHead begins both scripts: a module finds files beside itself by import.meta.url, as if
// it were where its source is.
const addressHead = "const $address = (name) => new URL(name, import.meta.url);\n"

// bundleHead begins the first script. $later imports a module of the second.
const bundleHead = addressHead + `const $modules = {}, $made = {};
export const $import = (name) => $made[name] ??= $modules[name]();
const $later = async (name) => {
if (!$modules[name]) (await import("./` + laterName + `")).add($modules, $import, $later);
return $import(name);
};
`

// bundler joins modules. Each becomes a function that returns its exports, and is called when
// it is imported for the first time. The scripts of index.html follow as
// blocks, since they may wait for something.
type bundler struct {
	files   map[string][]byte   // the page by name
	exports map[string][]string // of the modules that have been joined
	open    []string            // the modules whose imports are being joined
	later   []string            // the modules that are imported by a call
	out     bytes.Buffer        // the script that is being written
}

// bundle joins the scripts and the styles that index.html names: files then has those
// instead of their parts. What is imported by calls only has a script of its own, which is
// loaded by the first of them. It returns index.html with one script and one sheet. A script whose
// element has another attribute after src stays as it is, and may not be imported.
func bundle(index []byte, files map[string][]byte) ([]byte, error) {
	b := &bundler{files: files, exports: map[string][]string{}}
	b.out.WriteString(bundleHead)
	var blocks bytes.Buffer
	for _, script := range scriptTag.FindAllSubmatch(index, -1) {
		code, exports, err := b.parse(string(script[1]))
		if err != nil {
			return nil, err
		}
		b.exports[string(script[1])] = exports
		fmt.Fprintf(&blocks, "{\n%s}\n", code)
	}
	b.out.Write(blocks.Bytes())
	script := bytes.Clone(b.out.Bytes())
	b.out.Reset()
	b.out.WriteString(addressHead + "export const add = ($modules, $import, $later) => {\n")
	for len(b.later) > 0 {
		name := b.later[0]
		b.later = b.later[1:]
		if err := b.join(name, "a call"); err != nil {
			return nil, err
		}
	}
	b.out.WriteString("};\n")
	for name := range maps.Keys(b.exports) {
		delete(files, name)
	}
	files[bundleName], files[laterName] = script, b.out.Bytes()
	const tag = `<script type="module" src="` + bundleName + `"></script>` + "\n</head>"
	index, err := serve.WithOneSheet(scriptTag.ReplaceAll(index, nil), files)
	return bytes.Replace(index, []byte("</head>"), []byte(tag), 1), err
}

// parse returns the code of a module or script, whose imports are calls now, and the names
// that it exports. All modules that it imports are joined first.
func (b *bundler) parse(name string) (code string, exports []string, err error) {
	text, found := b.files[name]
	if !found {
		return "", nil, fmt.Errorf("the module %s is missing", name)
	}
	code = string(text)
	resolve := func(imported string) string { return path.Join(path.Dir(name), imported) }
	for _, match := range importLine.FindAllStringSubmatch(code, -1) {
		module := resolve(match[2])
		if err := b.join(module, name); err != nil {
			return "", nil, err
		}
		for imported := range strings.SplitSeq(match[1], ", ") {
			imported, _, _ = strings.Cut(imported, " as ")
			if !slices.Contains(b.exports[module], imported) {
				return "", nil, fmt.Errorf("%s imports %s, which %s does not export in a line of its own", name, imported, module)
			}
		}
	}
	for _, match := range importLater.FindAllStringSubmatch(code, -1) {
		b.later = append(b.later, resolve(match[1]))
	}
	code = importLine.ReplaceAllStringFunc(code, func(line string) string {
		match := importLine.FindStringSubmatch(line)
		return fmt.Sprintf("const { %s } = $import(%q);", strings.ReplaceAll(match[1], " as ", ": "), resolve(match[2]))
	})
	code = importLater.ReplaceAllStringFunc(code, func(call string) string {
		return fmt.Sprintf("$later(%q)", resolve(importLater.FindStringSubmatch(call)[1]))
	})
	code = strings.ReplaceAll(code, "import.meta.url", fmt.Sprintf("$address(%q)", name))
	for _, match := range exportLine.FindAllStringSubmatch(code, -1) {
		exports = append(exports, match[2])
	}
	code = exportLine.ReplaceAllString(code, "$1")
	if other := otherLine.FindString(code); other != "" {
		return "", nil, fmt.Errorf("%s: %q is not among the forms of import and export that can be joined", name, other)
	}
	return code, exports, nil
}

// join adds a module that another one imports, unless it has been added.
func (b *bundler) join(name, by string) error {
	if slices.Contains(b.open, name) {
		return fmt.Errorf("%s and %s import each other", name, by)
	}
	if _, joined := b.exports[name]; joined {
		return nil
	}
	b.open = append(b.open, name)
	code, exports, err := b.parse(name)
	b.open = b.open[:len(b.open)-1]
	if err != nil {
		return err
	}
	b.exports[name] = exports
	fmt.Fprintf(&b.out, "$modules[%q] = () => {\n%sreturn { %s };\n};\n", name, code, strings.Join(exports, ", "))
	return nil
}
