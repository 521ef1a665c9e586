package pagetest

import (
	"compress/gzip"
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

// axeCore returns axe-core, which checks a page against the accessibility guidelines. It
// is there for tests only; its licences stand beside it.
func axeCore(t *testing.T) string {
	t.Helper()
	packed, err := os.Open("testdata/axe-core-4.14.1.min.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	reader, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	script, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// violations is an expression for what axe-core finds in the present view, as sentences.
// It looks at everything in the light theme, and at the colours in the dark one, which
// differs in nothing else: see TestTheThemesDifferInColoursAlone.
const violations = `(async () => [...await ` + look + `("light", {}), ...await ` + look + `("dark", { runOnly: ["color-contrast"] })])()`

// violationsOfWords is violations without the colours, half of its work, which are those of all
// languages: see TestTheThemesDifferInColoursAlone.
const violationsOfWords = look + `("light", { rules: { "color-contrast": { enabled: false } } })`

// look is a function for what axe-core finds in a theme, with options of axe.run.
const look = `(async (theme, options) => {
	document.documentElement.dataset.theme = theme;
	const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options });
	return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, any }) => theme + ", " + id + ": " + help + ": " + html.slice(0, 200) + " " + (any[0]?.message ?? "")));
})`

// The themes differ in nothing but the values of variables, which are colours and shadows: what
// holds of sizes and places in one holds in the other. The languages differ in no style: what
// holds of the colours in one holds in all.
func TestTheThemesDifferInColoursAlone(t *testing.T) {
	page, err := serve.PageFiles()
	if err != nil {
		t.Fatal(err)
	}
	sheets, err := fs.Glob(page, "looks/*.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, sheet := range sheets {
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

// axe-core has nothing to say against any view of VIEWS.md in any of the page's languages: in
// both themes in English, and in the light one but for the colours in the others.
func TestBrowserAccessibilityInAllLanguages(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	for i, language := range languages(t) {
		expression := violationsOfWords
		if i == 0 {
			expression = violations
		}
		t.Run(language.tag, func(t *testing.T) {
			t.Parallel()
			p := openPage(t, address, window{width: 1280, height: 800, hurried: true, prepare: reader(`["` + language.tag + `"]`)})
			p.axe = axeCore(t)
			for view, state := range viewStates {
				p.visit(address + state.fragment)
				p.await(view+" is complete", state.ready)
				if state.act != nil {
					state.act(p)
				}
				if spoken := evaluate[string](p, `document.documentElement.lang`); spoken != language.tag {
					t.Fatalf("the page speaks %s, want %s", spoken, language.tag)
				}
				for _, violation := range evaluate[[]string](p, expression) {
					t.Errorf("%s: %s", view, violation)
				}
			}
		})
	}
}

// openAxe opens the start of the page, and takes axe-core along wherever it goes.
func openAxe(t *testing.T, address string) *page {
	t.Helper()
	p := openPage(t, address, window{width: 1280, height: 800, newcomer: true, hurried: true})
	p.axe = axeCore(t)
	evaluate[chromedp.Void](p, p.axe)
	return p
}

// checkAccess fails the test for each violation in the present view.
func (p *page) checkAccess(view string) {
	p.t.Helper()
	for _, violation := range evaluate[[]string](p, violations) {
		p.t.Errorf("%s: %s", view, violation)
	}
}

// checkView fails the test for each violation and for each text with English words.
func (p *page) checkView(view string, fromTheServer ...string) {
	p.t.Helper()
	p.checkAccess(view)
	p.checkLanguage(view, fromTheServer...)
}

// axe-core has nothing to say against any view, in both themes. Most views are checked in
// another language.
func TestBrowserAccessibility(t *testing.T) {
	enginetest.Long(t)
	address := bookServer(t)
	p := openAxe(t, address)
	p.click("#rules-done")
	p.visit(address + "#do=analyse")
	p.click("#book summary")
	p.await("the book is open", bookShows(6))
	p.checkAccess("the opening book")
	p.visit(address + "#do=edit")
	p.checkAccess("an empty board that is set up")
	p.visit(address + proofLink(wonByDark))
	p.awaitChoice()
	p.checkAccess("a walk through a proof")
	p.resize(window{width: 390, height: 844, touch: true})
	p.click("#more")
	p.await("the menu is open", `document.getElementById("corner").matches(":popover-open")`)
	p.checkAccess("the menu of a phone")
	p.click("#rules-button")
	p.await("it makes room for the rules", `document.getElementById("rules-dialog").open && !document.getElementById("corner").checkVisibility()`)
	p.checkAccess("the rules on a phone")
}

func TestBrowserAccessibilityOfTrouble(t *testing.T) {
	enginetest.Long(t)
	server := mortalServer(t, pageConfig)
	p := openAxe(t, server.page("#light=person&dark=person&"+midgame))
	p.expected = "WebSocket"
	server.kill()
	p.await("the trouble is told", "!"+noTrouble)
	p.checkAccess("trouble")
	p.resize(window{width: 390, height: 844, touch: true})
	if covers := evaluate[bool](p, `document.getElementById("trouble").getBoundingClientRect().bottom > document.getElementById("board").getBoundingClientRect().top`); covers {
		t.Error("on a phone the trouble lies on the board")
	}
}
