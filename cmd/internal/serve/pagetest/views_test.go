package pagetest

// The views of the page: each is visited once for each language, with all checks in all windows.

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine/enginetest"
)

// viewState says how one comes to a view.
type viewState struct {
	fragment string
	ready    string
	act      func(p *page)
}

// blunderOfDark is the link of finishedGame up to a blunder, whose refutation is Light's turn.
var blunderOfDark, _, _ = strings.Cut(finishedGame, ".ABnI4")

// viewStates says how one comes to the views of VIEWS.md.
var viewStates = map[string]viewState{
	"play":     {"#light=person&dark=level+visitor&" + blunderOfDark, `!document.getElementById("hint-button").hidden`, nil},
	"new play": {"#light=person&dark=level+visitor", `document.body.matches(".holding")`, nil},
	"holding": {"#light=person&dark=level+visitor&" + blunderOfDark, `!document.getElementById("hint-button").hidden`, func(p *page) {
		p.click("#hand-light [data-code=AB]")
		p.hover(8.5, 4)
		p.await("it is said what it would do", `document.body.matches(".holding") && document.getElementById("hint").textContent && !document.getElementById("place").disabled`)
	}},
	"planned": {"#light=person&dark=level+visitor&" + blunderOfDark, `!document.getElementById("hint-button").hidden`, func(p *page) {
		evaluate[chromedp.Void](p, endlessThought)
		for range 2 {
			p.placeSomething()
			p.await("one may plan", `document.getElementById("status").dataset.side === "dark" && document.querySelector("#hand-light .building-button:enabled")`)
		}
		p.await("a move is planned", `document.querySelector(".layer-plan .planned") && document.getElementById("plan-words").textContent`)
	}},
	"back": {"#light=person&dark=level+visitor&" + blunderOfDark, `!document.getElementById("hint-button").hidden`, func(p *page) {
		p.click("#previous")
		p.await("one looks back", `!document.getElementById("to-game").hidden`)
	}},
	"over": {"#light=person&dark=level+visitor&" + finishedGame, `!document.getElementById("review-here").hidden`, nil},
	"review": {"#do=review&" + finishedGame + "&ply=10",
		`document.querySelector("#panel-review").dataset.judged === "true" && document.getElementById("why").textContent`, nil},
	"story":       {"#do=review&" + finishedGame, `document.getElementById("turning-point").checkVisibility()`, nil},
	"new review":  {"#do=review", `document.getElementById("paste-game")?.checkVisibility()`, nil},
	"new analyse": {"#do=analyse", `document.querySelectorAll(".line").length === 3`, nil},
	"analyse":     {"#do=analyse&" + midgame, `document.querySelectorAll(".line").length === 3`, nil},
	"puzzle":      {"#do=puzzle&puzzle=1", `document.querySelector("[data-of=puzzle] .lesson-task")?.textContent && !document.body.matches("[data-moves]")`, nil},
	"tried": {"#do=puzzle&puzzle=1", `document.querySelector("[data-of=puzzle] .lesson-task")?.textContent`, func(p *page) {
		for wrong := false; !wrong; {
			p.placeSomething()
			p.await("it is judged", `document.querySelector("[data-of=puzzle] .lesson-words").dataset.outcome`)
			if wrong = evaluate[bool](p, `Boolean(document.querySelector("[data-of=puzzle] .lesson-words[data-outcome=wrong]"))`); !wrong {
				p.click("#puzzle-next")
				p.await("there is another one", `!document.querySelector("[data-of=puzzle] .lesson-words").dataset.outcome`)
			}
		}
	}},
	"question": {"#do=question&ask=" + askedWords + "&" + blunderOfDark, questionIs("") + ` && document.querySelector(".building-button:enabled")`, nil},
	"answered": {"#do=question&" + blunderOfDark, questionIs("") + ` && document.querySelector(".building-button:enabled")`, func(p *page) {
		p.click("#question-answer")
		p.await("the answer is there", questionIs("shown")+` && /[A-Z]{2}[a-z][A-J]\d/.test(`+questionWords+`)`)
	}},
	"proof": {proofLink(wonByDark), `document.querySelector(".zone")`, nil},
	"idea":  {"#do=learn&lesson=gap", `document.querySelector("[data-of=learn] .lesson-task")?.textContent && !document.body.matches("[data-moves]")`, nil},
	"learn": {"#do=learn&lesson=end", `document.querySelector("[data-of=learn] .lesson-task")?.textContent && !document.body.matches("[data-moves]")`, nil},
	"watch": {"#do=watch", `!document.getElementById("start-match").hidden || (document.getElementById("end-match").click(), false)`, nil},
	"edit": {"#do=edit&start=dddo6/ddoo6/soo7/s9/5%2B4/4%2B%2B%2B3/5%2B4/5%2B4/10/9T+l+-+4",
		`document.querySelector(".standing li")`, nil},
}

// seatedViews have the different seats and choices that there are: names that are whole in these views are
// whole in the others.
var seatedViews = []string{"play", "review", "watch", "puzzle", "edit"}

// endlessThought is JavaScript that has the engine never begin to search, and the page never say so.
const endlessThought = `{
	const later = window.setTimeout;
	window.setTimeout = (act, time, ...rest) => (time > 30_000 ? 0 : later(act, time, ...rest));
	const send = WebSocket.prototype.send;
	WebSocket.prototype.send = function (text) { if (!text.includes('"line":"go ')) send.call(this, text); };
}`

// askedWords are the words of a question.
const askedWords = "Light is ahead. How does it keep its lead, and what is Dark up to?"

// moreStates are what else there is to see, one after the other: dialogs, folds, and what comes of a
// press on a button.
var moreStates = []struct {
	name string
	viewState
}{
	{"the rules of Mattel", viewState{"#light=person&dark=person&rules=mattel&optional=1&" + midgame, lightOrDark, func(p *page) { p.click("#rules-button") }}},
	{"a building in the air", viewState{twoPeople, lightOrDark, func(p *page) {
		evaluate[chromedp.Void](p, `document.getElementById("board").focus()`)
		p.press("b")
		p.await("it is said why it does not fit", `document.getElementById("hint").textContent`)
		p.checkWords("a building that does not fit")
		for range 9 {
			p.press(kb.ArrowUp)
		}
		p.await("it is announced", `document.getElementById("live").lastChild?.textContent`)
	}}},
	{"a hint", viewState{twoPeople, lightOrDark, func(p *page) {
		p.click("#hint-button")
		p.await("a move is named", `document.getElementById("hint-words").textContent`)
	}}},
	{"the dialog to share", viewState{twoPeople, lightOrDark, func(p *page) {
		p.click("#share")
		p.await("there is a record", `document.getElementById("share-record").value`)
		p.failUnless("the dialog does not begin with the link", `document.querySelector("#share-dialog :is(input, textarea)").id === "share-link" && document.querySelector("#share-dialog button").id === "copy-link"`)
		p.click("#copy-link")
		p.await("it says so", `document.getElementById("share-about").textContent`)
		p.click("#as-question summary")
	}}},
	{"the dialog for other devices", viewState{twoPeople, lightOrDark, func(p *page) {
		p.click("#share")
		p.click("#devices")
		p.await("there are addresses", `document.getElementById("devices-dialog").open`)
	}}},
	{"why nobody can be invited", viewState{twoPeople, lightOrDark, func(p *page) {
		p.click("#invite")
		p.await("it is said", `document.querySelector("#no-invitation[open]")`)
	}}},
	{"the dialog for a new game", viewState{twoPeople, lightOrDark, (*page).openNewGame}},
	{"the end of a game", viewState{twoPeople, lightOrDark, func(p *page) {
		evaluate[chromedp.Void](p, `document.getElementById("resign").click(), document.getElementById("resign").click()`)
		p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
	}}},
	{"the end of a match", viewState{strings.Replace(almostFinished, "dark=person", "dark=level+mason", 1), `document.getElementById("ending").checkVisibility()`, nil}},
	{"a link that is refused", viewState{"#rules=nothing&moves=none", `document.getElementById("toast").textContent`, nil}},
	{"variations", viewState{"#do=analyse&" + midgame, threeLines, func(p *page) {
		p.click("#previous")
		p.await("one is back by a move", `document.querySelector("#moves [aria-current]").dataset.ply === "10"`)
		p.await("lines are shown", threeLines)
		p.playOtherLine("TOeD1")
		p.await("there are variations", `document.querySelector(".variation")`)
	}}},
	{"the opening book", viewState{"#do=analyse", threeLines, func(p *page) {
		p.click("#book summary")
		p.await("the book is open", bookShows(6))
	}}},
	{"the map of a building", viewState{"#do=analyse&" + midgame, threeLines, func(p *page) {
		p.chooseMap("TA")
		p.await("there is a map", `document.querySelector(".heat")`)
	}}},
	{"a comment that is written", viewState{"#do=analyse&" + midgame, threeLines, func(p *page) { p.writeComment("analyse", "{}") }}},
	{"an analysis that is kept", viewState{"#do=analyse&" + midgame, threeLines, func(p *page) {
		p.click("#keep-analysis")
		p.await("it is kept", `document.getElementById("toast").textContent`)
	}}},
	{"the moves of a review", viewState{"#do=review&" + finishedGame + "&ply=6", `document.querySelector("#panel-review").dataset.judged === "true"`, func(p *page) {
		for range 20 {
			p.checkWords("a move of a review")
			p.click("#next")
		}
	}}},
	{"the sums of a reason", viewState{viewStates["review"].fragment, viewStates["review"].ready, func(p *page) { p.click("#why-more") }}},
	{"mistakes that are tried again", viewState{viewStates["story"].fragment, viewStates["story"].ready, func(p *page) {
		p.click("#retry")
		p.await("there is a task", `document.getElementById("tried").textContent`)
	}}},
	{"a game that is played on", viewState{viewStates["review"].fragment, viewStates["review"].ready, func(p *page) {
		p.click("#play-on-review")
		p.await("it is said against whom", `document.body.dataset.mode === "play" && document.getElementById("toast").textContent`)
	}}},
	{"a game that gets a name", viewState{"", lightOrDark, func(p *page) {
		openList(p)
		p.click(".saved-game .row button:nth-child(3)")
	}}},
	{"a game that is deleted", viewState{"", lightOrDark, func(p *page) {
		openList(p)
		p.click(".saved-game .row button:last-child")
		p.await("it is deleted", `document.activeElement.closest(".saved-game > button")`)
	}}},
	{"an empty board that is set up", viewState{"#do=edit", `document.querySelector(".building-button:enabled")`, nil}},
	{"a building that is taken away", viewState{viewStates["edit"].fragment, viewStates["edit"].ready, func(p *page) {
		p.click(".standing li button")
		p.await("a building is taken away", `document.querySelectorAll(".standing li").length === 3`)
	}}},
	{"a position without the Cathedral", viewState{viewStates["edit"].fragment, viewStates["edit"].ready, func(p *page) {
		p.click(".standing li button")
		p.await("the Cathedral is taken away", `document.querySelectorAll(".standing li").length === 3`)
		p.click("#edit-analyse")
		p.await("it is asked what became of it", `document.getElementById("edit-captured").checkVisibility()`)
	}}},
	{"a game with a mistake", viewState{viewStates["review"].fragment, viewStates["review"].ready, func(p *page) {
		p.click("#tools-button")
		p.click("#load-game")
		p.loadText("CAnF5 CSnE8 TOnE8")
		p.await("the mistake is explained", `document.querySelector("#panel-review [role=alert]").textContent`)
	}}},
	{"the dialog for a game from a position", viewState{viewStates["edit"].fragment, viewStates["edit"].ready, func(p *page) {
		p.click("#edit-play")
		p.await("one chooses the players", `document.getElementById("setup-dialog").open`)
	}}},
	{"a match", viewState{"#do=watch", viewStates["watch"].ready, func(p *page) {
		p.startMatch("level full", "level full", "10000")
		p.await("a match is there", `document.querySelectorAll("#moves li").length > 1`)
		p.checkWords("watching a match")
		windows, _ := foldTables(p.t)
		p.checkWindows("watching a match", windows, nil)
		evaluate[chromedp.Void](p, `document.getElementById("toast").textContent = ""`)
		p.click("#end-match")
		p.await("it has ended", `document.getElementById("start-match").checkVisibility()`)
	}}},
	{"the choice of another opponent", viewState{viewStates["play"].fragment, viewStates["play"].ready, func(p *page) {
		p.click("#opponent")
		p.await("it is open", `document.getElementById("setup-dialog")?.open`)
		p.checkWords("another opponent")
		p.click("#setup-anew")
		p.await("the rules are folded", `document.getElementById("setup-more").checkVisibility()`)
		p.click("#setup-more summary")
	}}},
	{"the settings and keys", viewState{twoPeople, lightOrDark, func(p *page) {
		p.press("?")
		p.await("they are open", `document.getElementById("settings-dialog").open && document.getElementById("keys").open`)
	}}},
	{"the menu of a phone", viewState{twoPeople, lightOrDark, (*page).openPhoneMenu}},
	{"the rules on a phone", viewState{twoPeople, lightOrDark, func(p *page) {
		p.openPhoneMenu()
		p.click("#rules-button")
		p.await("the menu makes room for the rules", `document.getElementById("rules-dialog").open && !document.getElementById("corner").checkVisibility()`)
	}}},
}

const (
	lightOrDark = `document.querySelector(".building-button:enabled")`
	threeLines  = `document.querySelectorAll(".line").length === 3`
)

// openPhoneMenu opens the menu that the corner of the page is on a phone.
func (p *page) openPhoneMenu() {
	p.t.Helper()
	p.resize(window{width: 390, height: 844, touch: true})
	p.click("#more")
	p.await("the menu is open", `document.getElementById("corner").matches(":popover-open")`)
}

// checkedWindow is a window in which views are checked.
type checkedWindow struct {
	width, height int64
	board         float64 // the least width of the board in pixels, walls included
	marks         int     // that are in sight in a review, if there are as many
	touch         bool
	promised      bool // VIEWS.md says what is seen in it
	tight         bool // each family of letters has to fit into it
}

// moreWindows are windows besides those of VIEWS.md: small phones, a phone on its side, a small
// laptop, large screens that are touched, and a desk at 200 %.
var moreWindows = []checkedWindow{
	{width: 320, height: 568, board: 280, touch: true, tight: true}, {width: 932, height: 430, board: 418, touch: true},
	{width: 667, height: 375, board: 285, touch: true}, {width: 1024, height: 600, board: 585, touch: true},
	{width: 1024, height: 768, board: 620, touch: true}, {width: 1440, height: 900, board: 740, touch: true},
	{width: 720, height: 450, board: 400}, // 1440x900 at 200 %
}

// foldTables reads what VIEWS.md promises: the windows, and the elements of each view.
func foldTables(t *testing.T) (windows []checkedWindow, elements map[string][]string) {
	t.Helper()
	document, err := os.ReadFile("../VIEWS.md")
	enginetest.Must(t, err)
	_, promised, _ := strings.Cut(string(document), "## Elements visible without scrolling")
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+x\d+ \| \d+ \| \d+) \|$`).FindAllStringSubmatch(promised, -1) {
		var w checkedWindow
		if _, err := fmt.Sscanf(row[1], "%dx%d | %f | %d", &w.width, &w.height, &w.board, &w.marks); err != nil {
			t.Fatal(err)
		}
		w.touch, w.promised, w.tight = w.width < 1000, true, w.width == 568 || w.width == 1024
		windows = append(windows, w)
	}
	elements = map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| ([\\w ]+) \\| (`.*`) \\|$").FindAllStringSubmatch(promised, -1) {
		elements[row[1]] = strings.Split(strings.Trim(row[2], "`"), "` `")
	}
	return windows, elements
}

// byDay returns what a run tries of a list: at night all, by day the first ones.
func byDay[T any](most int, all []T) []T {
	if enginetest.IsNight() {
		return all
	}
	return all[:most]
}

// inTurn returns what a run tries of a list with the one of many that has a number: at night all, by day one, in turn.
func inTurn[T any](all []T, number int) []T {
	if enginetest.IsNight() {
		return all
	}
	return all[number%len(all):][:1]
}

// families are the letters that most systems write the page with: narrow ones, usual ones, and those
// of the tests, which are wide.
var families = []struct{ letters, serif string }{
	{"Liberation Sans", "Liberation Serif"}, {"Noto Sans", "Noto Serif"}, {"DejaVu Sans", "DejaVu Serif"},
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

// Each view of VIEWS.md is visited in English and in an invented language, whose words are long, and everything fits
// into the windows. In English, what the document promises is in sight in its windows, and axe-core finds nothing in
// either theme. In the invented language no English word is left. By day each view has a window and a theme, in turn, and
// every other one the invented language. At night each has all of them, and there are many other states.
func TestBrowserViews(t *testing.T) {
	address := bookServer(t)
	windows, promised := foldTables(t)
	views := slices.Sorted(maps.Keys(viewStates))
	if enginetest.IsNight() {
		windows = append(windows, moreWindows...)
	}
	if !enginetest.IsLong() {
		views = []string{"play", "review"}
	} else {
		sweep(t, "invented", inInventedLanguage(t, address), "en", func(p *page) {
			for i, view := range views {
				if i%2 == 0 && !enginetest.IsNight() {
					continue
				}
				p.show(view, viewStates[view])
				p.checkWords(view)
				if view != "over" { // whose bar has room for the words of the page's languages only
					p.checkWindows(view, inTurn(windows, i/2), nil)
				}
			}
		})
	}
	if enginetest.IsNight() {
		sweep(t, "states", inInventedLanguage(t, address), "en", func(p *page) {
			for _, more := range moreStates {
				p.show(more.name, more.viewState)
				p.checkWords(more.name)
				p.checkAccess(more.name, themes...)
			}
		})
		for _, language := range languages(t)[1:] {
			sweep(t, language.tag, address, language.tag, func(p *page) {
				for _, view := range views {
					p.show(view, viewStates[view])
					checkIs(p, `document.documentElement.lang`, language.tag)
					p.checkAccess(view)
					p.checkWindows(view, windows, []string{})
				}
			})
		}
	}
	sweep(t, "English", address, "en", func(p *page) {
		for i, view := range views {
			p.show(view, viewStates[view])
			p.checkAccess(view, inTurn(themes, i)...)
			p.checkWindows(view, inTurn(windows, i), promised[view])
		}
	})
}

// sweep runs a part of a test beside others, on a page of its own in a language.
func sweep(t *testing.T, name, address, tag string, visit func(p *page)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		visit(openPage(t, address, window{width: 1440, height: 900, hurried: true, prepare: reader(`["`+tag+`"]`) + shortAnalysis}))
	})
}

// shortAnalysis is JavaScript that has an analysis and a review end soon, when there is enough to see of them.
const shortAnalysis = `{
	const send = WebSocket.prototype.send;
	WebSocket.prototype.send = function (text) { send.call(this, text.replace(/ nodes ([0-9]+)/, (_, nodes) => " nodes " + nodes / 5).replace("go infinite", "go nodes 20000")); };
}`

// show comes to a view at a desk.
func (p *page) show(name string, state viewState) {
	p.t.Helper()
	p.resize(window{width: 1440, height: 900})
	p.visit(p.origin() + "?" + url.QueryEscape(name) + state.fragment)
	p.await(name+" is complete", state.ready)
	if state.act != nil {
		state.act(p)
	}
}

// checkWindows checks a view in windows. In tight ones, a view with seats is checked with each family
// of letters, unless promised is nil.
func (p *page) checkWindows(view string, windows []checkedWindow, promised []string) {
	p.t.Helper()
	for _, w := range windows {
		p.resize(window{width: w.width, height: w.height, touch: w.touch})
		tried := families[len(families)-1:]
		if w.tight && promised != nil && slices.Contains(seatedViews, view) {
			tried = families
		}
		for _, family := range tried {
			evaluate[chromedp.Void](p, fmt.Sprintf(`document.documentElement.style.cssText = "--serif: %s; font-family: %s"`, family.serif, family.letters))
			for _, problem := range p.windowProblems(view, w, promised) {
				p.t.Errorf("%s at %dx%d in %s: %s", view, w.width, w.height, family.letters, problem)
			}
		}
	}
	evaluate[chromedp.Void](p, `document.documentElement.style.cssText = ""`)
}

// windowProblems returns what is wrong with a view in its window: in one of VIEWS.md with the promised
// elements, the bar, the names of levels and people, and the graph too, unless promised is nil.
func (p *page) windowProblems(view string, w checkedWindow, promised []string) (problems []string) {
	p.t.Helper()
	check := func(expression string) { problems = append(problems, evaluate[[]string](p, expression)...) }
	check(typeProblems)
	if w.promised && promised != nil {
		if len(promised) > 0 {
			problems = append(problems, p.outOfSight(promised...)...)
		}
		check(barProblems)
		if marks := evaluate[int](p, marksInSight); (view == "review" || view == "story") && len(promised) > 0 && marks < w.marks {
			problems = append(problems, fmt.Sprintf("%d marked moves are in sight, want %d", marks, w.marks))
		}
		if view == "story" && len(promised) > 0 && w.width != 768 && w.width != 568 {
			problems = append(problems, p.outOfSight(".segments")...)
		}
	}
	if w.touch {
		check(screenProblems)
		// These words do not come everywhere, and none with a plan's; in long words, the hints of a game have no room to spare.
		if view != "holding" && view != "planned" && view != "over" && view != "proof" && (!strings.HasSuffix(view, "play") || promised != nil) {
			check(passingProblems)
		}
	}
	if w.promised && promised != nil {
		check(nameProblems)
		check(graphProblems)
	}
	if strings.HasSuffix(view, "play") {
		check(seatProblems)
	}
	if view == "play" {
		p.openNewGame()
		if w.promised && promised != nil {
			evaluate[chromedp.Void](p, `document.getElementById("setup-more").open = true`)
			check(nameProblems)
			evaluate[chromedp.Void](p, `document.getElementById("setup-more").open = false`)
		}
		evaluate[chromedp.Void](p, `document.getElementById("setup-dialog").close("")`)
		check(dialogProblems) // they are those of all views
	}
	if board := evaluate[float64](p, `document.querySelector("#board svg").getBoundingClientRect().width`); board < w.board {
		problems = append(problems, fmt.Sprintf("the board is %.0f pixels wide, want at least %.0f", board, w.board))
	}
	return problems
}

// origin returns the address of the page without its fragment.
func (p *page) origin() string {
	return evaluate[string](p, `location.origin + location.pathname`)
}
