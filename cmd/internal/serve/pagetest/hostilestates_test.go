package pagetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// In windows that are too small for the board and what belongs to it, the board keeps 240 pixels, or the
// window's width, the page scrolls, and all that one presses can be reached. The hand and the bar stay.
func TestBrowserSmallWindows(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, bookServer(t), window{width: 1440, height: 900, hurried: true, prepare: reader(`["de"]`) + shortAnalysis})
	windows := []window{{width: 320, height: 256}, {width: 683, height: 329}, {width: 360, height: 320}, {width: 480, height: 270}, {width: 512, height: 384}}
	for i, view := range byDay(3, hostileViews) {
		p.show(view, viewStates[view])
		for _, w := range inTurn(windows, i) {
			w.touch = true
			p.resize(w)
			where := fmt.Sprintf("%s at %dx%d: ", view, w.width, w.height)
			if board := evaluate[float64](p, `document.querySelector("#board").getBoundingClientRect().width`); board < float64(min(240, w.width)) {
				t.Errorf("%sthe board is %.0f pixels wide", where, board)
			}
			for _, problem := range p.smallWindowProblems() {
				t.Error(where + problem)
			}
		}
	}
}

// A reader who has chosen larger letters in the browser gets them, and nothing is cut or lies on something
// else. Low windows become too small.
func TestBrowserLargerLetters(t *testing.T) {
	enginetest.Long(t)
	windows, _ := foldTables(t)
	address := bookServer(t)
	for _, size := range byDay(1, []int64{24, 20}) {
		t.Run(fmt.Sprintf("%d pixels", size), func(t *testing.T) {
			t.Parallel()
			p := openPage(t, address, window{width: 1440, height: 900, hurried: true, prepare: reader(`["de"]`) + shortAnalysis})
			call(p, cdppage.SetFontSizes, cdppage.SetFontSizesParams{FontSizes: &cdppage.FontSizes{Standard: size}})
			for i, view := range byDay(3, hostileViews) {
				p.show(view, viewStates[view])
				checkIs(p, `getComputedStyle(document.getElementById("share")).fontSize`, fmt.Sprintf("%gpx", 15*float64(size)/16))
				for _, w := range inTurn(windows, 2*i+1) {
					p.resize(window{width: w.width, height: w.height, touch: w.touch})
					var problems []string
					if w.height*16 < 300*size {
						problems = p.smallWindowProblems()
					} else {
						problems = append(evaluate[[]string](p, screenProblems), evaluate[[]string](p, barProblems)...)
					}
					if view == "play" {
						problems = append(problems, evaluate[[]string](p, dialogProblems)...)
					}
					for _, problem := range problems {
						t.Errorf("%s at %dx%d: %s", view, w.width, w.height, problem)
					}
				}
			}
		})
	}
}

// hostileViews are the views that a small window or large letters can hurt.
var hostileViews = []string{"play", "holding", "review", "story", "analyse", "puzzle", "learn", "watch", "edit"}

// smallWindowProblems returns what is wrong in a window in which the page scrolls: wherever one has scrolled to, the
// buttons of the bar and the buildings of the open hand are in it.
func (p *page) smallWindowProblems() []string {
	p.t.Helper()
	problems := slices.DeleteFunc(evaluate[[]string](p, screenProblems), func(problem string) bool {
		return strings.Contains(problem, "not the panel alone") || strings.Contains(problem, "not in sight") || strings.Contains(problem, "is cut off") ||
			strings.Contains(problem, " overlap") || strings.HasPrefix(problem, "#board") || strings.Contains(problem, "hand-list")
	})
	return append(problems, evaluate[[]string](p, `[0, 1e6].flatMap((place) => {
		scrollTo(0, place);
		return [...document.querySelectorAll("#actions button, .seat:not(.strip) .building-button")].filter((button) => {
			const { top, bottom } = button.getBoundingClientRect();
			return button.checkVisibility() && (top < 0 || bottom > innerHeight + 1);
		}).map((button) => (button.id || button.dataset.code) + (place ? " leaves the window at the end of the page" : " leaves the window"));
	})`)...)
}

// If the system forces its colours on the page, one sees what is chosen, and which side is which.
func TestBrowserForcedColours(t *testing.T) {
	p := longPage(t, "", window{width: 1440, height: 900, hurried: true, prepare: shortAnalysis})
	for view, pairs := range map[string][][2]string{
		"holding": {
			{"#hand-light .side-mark", "#hand-dark .side-mark"}, {"#tab-play", "#tab-learn"}, {"#hand-light", "#hand-dark"}, {"#place", "#drop"},
			{"#hand-light .building-button[aria-pressed=true]", "#hand-light .building-button[aria-pressed=false]"},
			{"#hand-light .count:not(:empty)", "#hand-light .hand-list"}, {"#moves [aria-current]", "#moves button:not([aria-current])"},
		},
		"story": {{".errors", ".errors.dark"}, {"#moves .light .ply", "#moves .dark .ply"}},
	} {
		p.show(view, viewStates[view])
		for _, scheme := range []string{"light", "dark"} {
			call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
				{Name: "forced-colors", Value: "active"}, {Name: "prefers-color-scheme", Value: scheme},
			}})
			for _, pair := range pairs {
				p.failUnless(fmt.Sprintf("in %s colours %s looks like %s", scheme, pair[0], pair[1]), fmt.Sprintf(`new Set([%q, %q].map((selector) => {
					const looks = (part) => {
						const { backgroundColor, borderColor, outlineStyle, outlineColor } = getComputedStyle(document.querySelector(selector), part);
						return [backgroundColor, borderColor, outlineStyle === "none" || outlineColor];
					};
					return JSON.stringify([looks(null), looks("::before")]);
				})).size === 2`, pair[0], pair[1]))
			}
		}
	}
}

// A browser that copies nothing is not said to have: the page marks the text and says what to press.
// Keys of a layout without Latin letters do what the Latin letters in their places do.
func TestBrowserWithoutClipboardAndLatinLetters(t *testing.T) {
	p := longPage(t, "#light=person&dark=person&"+midgame, window{width: 1440, height: 900, prepare: `
		Object.defineProperty(navigator, "clipboard", { value: undefined });
		document.execCommand = () => false;`})
	p.click("#share")
	p.await("the dialog is open", `document.getElementById("share-dialog").open`)
	p.click("#copy-link")
	p.await("it is said what to press", `/Ctrl\+C/.test(document.getElementById("share-about").textContent)`)
	p.failUnless("the link is not marked", `(({ activeElement: { id, selectionStart, selectionEnd, value } }) => id === "share-link" && selectionStart === 0 && selectionEnd === value.length)(document)`)
	p.click("#share-dialog .end button")

	key := func(letter, code string) {
		evaluate[chromedp.Void](p, `document.getElementById("board").focus()`)
		call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: letter, Code: code, Text: letter})
		call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: letter, Code: code})
	}
	held := `document.querySelector(".building-button[aria-pressed=true]")?.dataset.code ?? ""`
	key("и", "KeyB")
	p.await("a building is picked", held+` !== ""`)
	first := evaluate[string](p, held)
	key("b", "KeyN") // as on another Latin layout
	p.await("another building is picked", fmt.Sprintf(`%s !== %q`, held, first))
	p.click(".building-button:enabled:not([data-code=SQ], [data-code=TA])") // which turning changes
	key("к", "KeyR")
	p.await("it turns", `/facing east|east on/.test(document.getElementById("live").textContent)`)
}

// Records and puzzles go by the days of the player's calendar, on a page that stays open over night too.
func TestBrowserLocalDays(t *testing.T) {
	p := longPage(t, "", window{width: 1440, height: 900, prepare: `{
		const Before = Date;
		window.instant = Date.UTC(2026, 10, 28, 23, 59);
		window.Date = class extends Before {
			constructor(...when) { super(...(when.length > 0 ? when : [window.instant])); }
			static now() { return window.instant; }
		};
	}`})
	call(p, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Pacific/Kiritimati"}) // where it is 14 hours later
	p.visit(p.origin())
	placeCathedral(p)
	p.click("#share")
	p.await("the record has the day", `document.getElementById("share-record").value.includes('[Date "2026.11.29"]')`)
	p.click("#share-dialog .end button")
	p.visit(p.origin() + "#do=puzzle")
	const todays = `document.querySelector("[data-of=puzzle] .lesson-title")?.textContent.startsWith("Today’s")`
	p.clickOn("Today’s puzzle", `[...document.querySelectorAll("#menu button")].find(({ textContent }) => textContent === "Today’s puzzle")`)
	p.await("it is that of today", todays)
	later := func(hours float64) {
		evaluate[chromedp.Void](p, fmt.Sprintf(`window.instant += %f * 3600e3; document.dispatchEvent(new Event("visibilitychange"))`, hours))
	}
	later(9)
	p.failUnless("it is another day since that of Greenwich is", todays)
	later(2)
	p.failIf("yesterday’s puzzle is today’s", todays)
}
