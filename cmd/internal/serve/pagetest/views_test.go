package pagetest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// blunderOfDark is the link of finishedGame up to a blunder, whose refutation is Light's turn.
var blunderOfDark, _, _ = strings.Cut(finishedGame, ".ABnI4")

// viewStates says how one comes to the views of VIEWS.md.
var viewStates = map[string]struct {
	fragment string
	ready    string
	act      func(p *page)
}{
	"play":     {"#light=person&dark=level+visitor&" + blunderOfDark, `!document.getElementById("hint-button").hidden`, nil},
	"new play": {"#light=person&dark=level+visitor", `document.body.matches(".holding")`, nil},
	"holding": {"#light=person&dark=level+visitor&" + blunderOfDark, `!document.getElementById("hint-button").hidden`, func(p *page) {
		p.click("#hand-light [data-code=AB]")
		p.hover(8.5, 4)
		p.await("it is said what it would do", `document.body.matches(".holding") && document.getElementById("hint").textContent && !document.getElementById("place").disabled`)
	}},
	"back": {"#light=person&dark=level+visitor&" + blunderOfDark, `!document.getElementById("hint-button").hidden`, func(p *page) {
		p.click("#previous")
		p.await("one looks back", `!document.getElementById("to-game").hidden`)
	}},
	"over": {"#light=person&dark=level+visitor&" + finishedGame, `!document.getElementById("review-here").hidden`, nil},
	"review": {"#do=review&" + finishedGame + "&ply=10",
		`document.querySelector("#panel-review").dataset.judged === "true" && document.getElementById("why").textContent`, nil},
	"new review":  {"#do=review", `document.querySelector("#panel-review").dataset.judged === "true"`, nil},
	"new analyse": {"#do=analyse", `document.querySelectorAll(".line").length === 3`, nil},
	"analyse":     {"#do=analyse&" + midgame, `document.querySelectorAll(".line").length === 3`, nil},
	"puzzle":      {"#do=puzzle&puzzle=easy-1", `document.querySelector("[data-of=puzzle] .lesson-task")?.textContent && !document.body.matches("[data-moves]")`, nil},
	"tried": {"#do=puzzle&puzzle=easy-1", `document.querySelector("[data-of=puzzle] .lesson-task")?.textContent`, func(p *page) {
		evaluate[chromedp.Void](p, `document.querySelector(".near .building-button:enabled").click()`)
		for square := 0; evaluate[bool](p, `document.getElementById("place").disabled`); square++ {
			p.hover(float64(square%10)+0.5, float64(square/10)+0.5)
		}
		p.click("#place")
		p.await("it is told why", `document.querySelector("[data-of=puzzle] .lesson-words[data-outcome=wrong]").textContent`)
	}},
	"question": {"#do=question&ask=Light+is+ahead.+How+does+it+keep+its+lead,+and+what+is+Dark+up+to?&" + blunderOfDark, questionIs("") + ` && document.querySelector(".building-button:enabled")`, nil},
	"answered": {"#do=question&" + blunderOfDark, questionIs("") + ` && document.querySelector(".building-button:enabled")`, func(p *page) {
		p.click("#question-answer")
		p.await("the answer is there", questionIs("shown")+` && /[A-Z]{2}[a-z][A-J]\d/.test(`+questionWords+`)`)
	}},
	"proof": {proofLink(wonByDark), `document.querySelector(".zone")`, nil},
	"learn": {"#do=learn&lesson=end", `document.querySelector("[data-of=learn] .lesson-task")?.textContent && !document.body.matches("[data-moves]")`, nil},
	"watch": {"#do=watch", `!document.getElementById("start-match").hidden || (document.getElementById("end-match").click(), false)`, nil},
	"edit": {"#do=edit&start=dddo6/ddoo6/soo7/s9/5%2B4/4%2B%2B%2B3/5%2B4/5%2B4/10/9T+l+-+4",
		`document.querySelector(".standing li")`, nil},
}

// foldWindow is a row of the windows in VIEWS.md.
type foldWindow struct {
	width, height int64
	board         float64
}

// foldTables reads what VIEWS.md promises: the windows, and the elements of each view.
func foldTables(t *testing.T) (windows []foldWindow, elements map[string][]string) {
	t.Helper()
	document, err := os.ReadFile("../VIEWS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, promised, _ := strings.Cut(string(document), "## Elements visible without scrolling")
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+x\d+ \| \d+) \|$`).FindAllStringSubmatch(promised, -1) {
		var w foldWindow
		if _, err := fmt.Sscanf(row[1], "%dx%d | %f", &w.width, &w.height, &w.board); err != nil {
			t.Fatal(err)
		}
		windows = append(windows, w)
	}
	elements = map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| ([\\w ]+) \\| (`.*`) \\|$").FindAllStringSubmatch(promised, -1) {
		elements[row[1]] = strings.Split(strings.Trim(row[2], "`"), "` `")
	}
	return windows, elements
}

// The document has a row for each view that the test knows, and the other way round.
func TestViewsDocument(t *testing.T) {
	windows, elements := foldTables(t)
	if len(windows) != 6 {
		t.Errorf("VIEWS.md has %d windows, want 6", len(windows))
	}
	for view := range viewStates {
		if len(elements[view]) == 0 {
			t.Errorf("VIEWS.md does not say what is in sight in %q", view)
		}
	}
	for view := range elements {
		if _, known := viewStates[view]; !known {
			t.Errorf("no test knows the view %q of VIEWS.md", view)
		}
	}
}

// What VIEWS.md promises is in sight: whole, and covered by nothing. There is at most one filled
// button in the bar, it is the last one, and no button that is shown there is dead but Place.
func TestBrowserShowsFirstWhatMattersFirst(t *testing.T) {
	windows, elements := foldTables(t)
	p := openPage(t, pageServer(t), window{width: 1440, height: 900, hurried: true})
	for view, state := range viewStates {
		if !enginetest.IsLong(t) && view != "review" && view != "tried" && view != "holding" {
			continue
		}
		p.resize(window{width: 1440, height: 900})
		p.visit(p.origin() + state.fragment)
		p.await(view+" is complete", state.ready)
		if state.act != nil {
			state.act(p)
		}
		for _, w := range windows {
			p.resize(window{width: w.width, height: w.height, touch: w.width < 1000})
			for _, problem := range append(p.outOfSight(elements[view]...), evaluate[[]string](p, barProblems)...) {
				t.Errorf("%s at %dx%d: %s", view, w.width, w.height, problem)
			}
			if board := evaluate[float64](p, `document.querySelector("#board svg").getBoundingClientRect().width`); board < w.board {
				t.Errorf("%s at %dx%d: the board is %.0f pixels wide, want at least %.0f", view, w.width, w.height, board, w.board)
			}
		}
	}
}

// origin returns the address of the page without its fragment.
func (p *page) origin() string {
	return evaluate[string](p, `location.origin + location.pathname`)
}

// outOfSight returns, for each element that is not seen whole, its selector and why.
func (p *page) outOfSight(selectors ...string) []string {
	p.t.Helper()
	return evaluate[[]string](p, fmt.Sprintf(`%q.split(",").map((selector) => [selector, (%s)(selector)]).filter(([, why]) => why).map((told) => told.join(" "))`, strings.Join(selectors, ","), whyOutOfSight))
}

// whyOutOfSight is a function for why the element of a selector is not seen whole, or "".
const whyOutOfSight = `(selector) => {
	const element = document.querySelector(selector);
	if (!element) return "is not there";
	if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return "is hidden";
	const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
	const at = " at " + [left, top, right, bottom].map(Math.round).join();
	if (width < 2 || height < 2) return "is empty" + at;
	if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).textOverflow !== "ellipsis" && element.clientWidth > 0) return "is cut off" + at;
	for (let around = element.parentElement; around; around = around.parentElement) {
		const { overflowX, overflowY } = getComputedStyle(around);
		const bounds = around.getBoundingClientRect();
		if (overflowY !== "visible" && (top < bounds.top - 1 || bottom > bounds.bottom + 1)) return "is not whole" + at;
		if (overflowX !== "visible" && (left < bounds.left - 1 || right > bounds.right + 1)) return "is not whole" + at;
	}
	if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return "is not in the window" + at;
	const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
	return element.contains(hit) ? "" : "is covered by " + hit?.id + "." + hit?.className;
}`

// barProblems is an expression for what is wrong with the buttons of the bar.
const barProblems = `(() => {
	const problems = [];
	const seen = [...document.querySelectorAll("#actions button, #actions .switch")].filter((element) => element.checkVisibility());
	const filled = seen.filter((element) => element.matches(".primary"));
	if (filled.length > 1) problems.push(filled.length + " buttons are filled");
	if (filled.length === 1 && seen.at(-1) !== filled[0]) problems.push("the filled button is not the last one");
	for (const element of seen) {
		const { left, right, top, bottom } = element.getBoundingClientRect();
		if (left < 0 || right > innerWidth || bottom > innerHeight) problems.push(element.id + " leaves the window");
		if (right - left < 39.5 || bottom - top < 39.5) problems.push(element.id + " is too small");
		if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1) problems.push("the words of " + element.id + " are cut");
		if (element.disabled && element.id !== "place" && !element.closest(".steps")) problems.push(element.id + " is shown and cannot be pressed");
	}
	return problems;
})()`
