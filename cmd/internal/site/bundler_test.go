package site

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

const twoScripts = `<head>
<link rel="stylesheet" href="a.css">
<link rel="stylesheet" href="b.css">
<script type="module" src="first.js" fetchpriority="high"></script>
<script type="module" src="words.js"></script>
<script type="module" src="start.js"></script>
</head>`

func TestBundle(t *testing.T) {
	files := map[string][]byte{
		"a.css":         []byte("a {}\n"),
		"b.css":         []byte("b {}\n"),
		"first.js":      []byte("first();\n"),
		"words.js":      []byte("import { say } from \"./say.js\";\nsay();\n"),
		"start.js":      []byte("import { say as tell, LOUD } from \"./say.js\";\nawait tell(LOUD);\n(await import(\"./modes/mode.js\")).Mode;\n"),
		"say.js":        []byte("export const LOUD = 1;\nexport async function say() {}\n"),
		"modes/mode.js": []byte("import { LOUD } from \"../say.js\";\nexport class Mode {}\nfetch(new URL(\"a.txt\", import.meta.url));\n"),
		"worker.js":     []byte("postMessage(1);\n"),
		"index.html":    []byte(twoScripts),
	}
	index, err := bundle(files["index.html"], files)
	enginetest.Must(t, err)
	if want := "<head>\n<script type=\"module\" src=\"first.js\" fetchpriority=\"high\"></script>\n<link rel=\"stylesheet\" href=\"main.css\">\n<script type=\"module\" src=\"main.js\"></script>\n</head>"; string(index) != want {
		t.Errorf("the page is\n%s\nwant\n%s", index, want)
	}
	if names := slices.Sorted(maps.Keys(files)); !slices.Equal(names, []string{"first.js", "index.html", "later.js", "main.css", "main.js", "worker.js"}) {
		t.Errorf("the files are %s", names)
	}
	const want = `const $address = (name) => new URL(name, import.meta.url);
const $modules = {}, $made = {};
export const $import = (name) => $made[name] ??= $modules[name]();
const $later = async (name) => {
if (!$modules[name]) (await import("./later.js")).add($modules, $import, $later);
return $import(name);
};
$modules["say.js"] = () => {
const LOUD = 1;
async function say() {}
return { LOUD, say };
};
{
const { say } = $import("say.js");
say();
}
{
const { say: tell, LOUD } = $import("say.js");
await tell(LOUD);
(await $later("modes/mode.js")).Mode;
}
`
	const wantLater = `const $address = (name) => new URL(name, import.meta.url);
export const add = ($modules, $import, $later) => {
$modules["modes/mode.js"] = () => {
const { LOUD } = $import("say.js");
class Mode {}
fetch(new URL("a.txt", $address("modes/mode.js")));
return { Mode };
};
};
`
	if got := string(files["main.js"]); got != want {
		t.Errorf("the script is\n%s\nwant\n%s", got, want)
	}
	if got := string(files["later.js"]); got != wantLater {
		t.Errorf("the second script is\n%s\nwant\n%s", got, wantLater)
	}
	if got := string(files["main.css"]); got != "a {}\nb {}\n" {
		t.Errorf("the sheet is %q", got)
	}
}

// What is written in another way than the modules of the page is refused: it would not
// work when it is joined.
func TestModulesThatCannotBeJoined(t *testing.T) {
	for _, test := range []struct{ module, want string }{
		{`import "./a.js";`, "is not among the forms"},
		{`import a from "./a.js";`, "is not among the forms"},
		{"import {\n  a,\n} from \"./a.js\";", "is not among the forms"},
		{`export default 1;`, "is not among the forms"},
		{`export let a = 1;`, "is not among the forms"},
		{`export { a };`, "is not among the forms"},
		{`import { a } from "./lost.js";`, "lost.js is missing"},
		{`import { b } from "./a.js";`, "imports b, which a.js does not export"},
		{`import { a } from "./main.js";`, "import each other"},
		{`import("./lost.js");`, "lost.js is missing"},
	} {
		files := map[string][]byte{"start.js": []byte(`import { a } from "./main.js";`), "main.js": []byte(test.module + "\nexport const a = 1;\n"), "a.js": []byte("export const a = 1;\n")}
		_, err := bundle([]byte(`<script type="module" src="start.js"></script>`+"\n"), files)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.module, err, test.want)
		}
	}
	if _, err := bundle([]byte(twoScripts), map[string][]byte{"words.js": nil, "start.js": nil}); err == nil || !strings.Contains(err.Error(), "a.css is missing") {
		t.Errorf("without a style: error %v", err)
	}
}
