package pagetest

import (
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

// themes are those of the page.
var themes = []string{"light", "dark"}

// checkAccess fails the test for each thing that axe-core finds in the present view. It looks at everything in the first
// theme and at the colours in the others, which differ in nothing else: see TestTheThemesDifferInColoursAlone.
// Without a theme it looks at all but colours, which takes half as long.
func (p *page) checkAccess(view string, themes ...string) {
	p.t.Helper()
	if !evaluate[bool](p, `"axe" in window`) {
		packed, err := os.Open("testdata/axe-core-4.14.1.min.js.gz") // it checks a page against the accessibility guidelines; its licences stand beside it
		enginetest.Must(p.t, err)
		defer packed.Close()
		reader, err := gzip.NewReader(packed)
		enginetest.Must(p.t, err)
		script, err := io.ReadAll(reader)
		enginetest.Must(p.t, err)
		evaluate[chromedp.Void](p, string(script))
	}
	options := `{}`
	if len(themes) == 0 {
		themes, options = []string{"light"}, `{ rules: { "color-contrast": { enabled: false } } }`
	}
	for _, theme := range themes {
		for _, violation := range evaluate[[]string](p, fmt.Sprintf(`%s(%q, %s)`, look, theme, options)) {
			p.t.Errorf("%s: %s", view, violation)
		}
		options = `{ runOnly: ["color-contrast"] }`
	}
}

// look is a function for what axe-core finds in a theme, with options of axe.run, as sentences. It does not load
// styles and media for itself: the rules that need them are about orientation, and about sounds of elements that the page has not.
const look = `(async (theme, options) => {
	document.documentElement.dataset.theme = theme;
	const { violations } = await axe.run(document, { resultTypes: ["violations"], preload: false, ...options });
	return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, any }) => theme + ", " + id + ": " + help + ": " + html.slice(0, 200) + " " + (any[0]?.message ?? "")));
})`

// The themes differ in nothing but the values of variables, which are colours and shadows: what
// holds of sizes and places in one holds in the other. The languages differ in no style: what
// holds of the colours in one holds in all.
func TestTheThemesDifferInColoursAlone(t *testing.T) {
	page, err := serve.PageFiles()
	enginetest.Must(t, err)
	sheets, err := fs.Glob(page, "looks/*.css")
	enginetest.Must(t, err)
	for _, sheet := range sheets {
		if text := pageFile(t, sheet); strings.Count(text, "{") != strings.Count(text, "}") {
			t.Errorf("%s leaves a rule open, which would take in all that follow", sheet)
		}
		if sheet != "looks/theme.css" && strings.Contains(pageFile(t, sheet), "data-theme") {
			t.Errorf("%s has rules for one theme", sheet)
		}
		if regexp.MustCompile(`\blang\b`).MatchString(pageFile(t, sheet)) {
			t.Errorf("%s has rules for one language", sheet)
		}
	}
	_, dark, _ := strings.Cut(pageFile(t, "looks/theme.css"), `[data-theme="dark"]`)
	_, dark, _ = strings.Cut(dark, "{")
	if strings.Count(dark, "{") > 0 || strings.Count(dark, ";") < 20 {
		t.Fatalf("the dark theme is not one rule of variables:\n%s", dark)
	}
	colour := regexp.MustCompile(`^\s*(color-scheme: ?dark|--[\w-]+: ?(#[0-9a-f]{3,8}|0 1px 2px #[0-9a-f]{8}))\s*\}?\s*$`)
	for declaration := range strings.SplitSeq(dark, ";") {
		if strings.Trim(declaration, " \n}") != "" && !colour.MatchString(declaration) {
			t.Errorf("the dark theme changes more than a colour: %q", declaration)
		}
	}
}
