package pagetest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine/enginetest"
)

// bracketed is a catalogue in another language: each text stands in brackets, and the values
// in it outside of them.
func bracketed(t *testing.T) map[string]any {
	t.Helper()
	value := regexp.MustCompile(`\{\w+\}`)
	outside := func(words string) string { return value.ReplaceAllString(words, "]$0[") }
	foreign := map[string]any{}
	for key, entry := range readCatalogue(t) {
		if entry.forms == nil {
			foreign[key] = "[" + outside(entry.text) + "]"
			continue
		}
		forms := map[string]string{}
		for name, words := range entry.forms {
			forms[name] = outside(words)
		}
		foreign[key] = forms
	}
	return foreign
}

// foreignWords is an expression for the texts of the document, seen or announced, that
// have words outside the brackets. Moves in notation and the names of engines are the
// same in all languages.
const foreignWords = `(() => {
	const found = new Set();
	const check = (words) => {
		const left = words.replace(/\[[^\][]*\]/g, " ").replace(/\b[A-Z]{2}[nesw][A-J]\d+-?/g, " ").replace(/\b(cathedral|greedy|pass)\b|\b\d+ \w+ \d{4}\b/g, " ");
		if (/\p{L}{2}/u.test(left) || /undefined|NaN|\[object/.test(words)) found.add(words.trim());
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const { data, parentElement: place } = walker.currentNode;
		if (!place.closest("noscript, textarea, body [lang]")) check(place.closest("[data-text]")?.textContent ?? data);
	}
	for (const element of document.querySelectorAll("*")) {
		for (const name of ["aria-label", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt", "data-empty", "data-status"]) {
			check(element.getAttribute(name) ?? "");
		}
	}
	return [...found];
})()`

// lengthened is the English catalogue with each word longer by two fifths, as other languages
// have them.
func lengthened(t *testing.T) map[string]any {
	t.Helper()
	word := regexp.MustCompile(`\{[^}]*\}|\p{L}{3,}`)
	longer := func(words string) string {
		return word.ReplaceAllStringFunc(words, func(found string) string {
			if found[0] == '{' {
				return found
			}
			letters := []rune(found)
			return found + strings.ToLower(string(letters[:(2*len(letters)+4)/5]))
		})
	}
	foreign := map[string]any{}
	for key, entry := range readCatalogue(t) {
		if entry.forms == nil {
			foreign[key] = longer(entry.text)
			continue
		}
		forms := map[string]string{}
		for name, words := range entry.forms {
			forms[name] = longer(words)
		}
		foreign[key] = forms
	}
	return foreign
}

// translated starts a server that shows the page of another one with the texts of a catalogue.
func translated(t *testing.T, address string, texts map[string]any) string {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	page := httputil.NewSingleHostReverseProxy(target)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/"+catalogueFile {
			page.ServeHTTP(w, r)
			return
		}
		w.Write(catalogue)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// checkLanguage fails the test for each text with English words. Sentences of the rules
// and the server come from there, and may be in English.
func (p *page) checkLanguage(place string, fromTheServer ...string) {
	p.t.Helper()
	for _, words := range evaluate[[]string](p, foreignWords) {
		if !slices.ContainsFunc(fromTheServer, func(reason string) bool { return strings.Contains(words, reason) }) {
			p.t.Errorf("%s: %q", place, words)
		}
	}
}

// The page is shown in another language: whatever one does, no English word is left, and axe-core
// has nothing to say. To the views of VIEWS.md it speaks elsewhere: see
// TestBrowserAccessibilityInAllLanguages.
func TestBrowserSpeaksOtherLanguages(t *testing.T) {
	enginetest.Long(t)
	address := translated(t, pageServer(t), bracketed(t))
	p := openAxe(t, address)
	p.checkView("the first visit")
	p.click("#rules-done")

	p.visit(address + "#light=person&dark=person&rules=mattel&optional=1&" + midgame)
	p.checkView("a game between people")
	p.click("#rules-button")
	p.checkView("the rules of Mattel")
	p.click("#rules-done")
	evaluate[chromedp.Void](p, `document.getElementById("board").focus()`)
	p.press("b")
	p.await("it is said why it does not fit", `/^\[.*is built on.*\]$/.test(document.getElementById("hint").textContent)`)
	p.checkView("a building in the air")
	for range 9 {
		p.press(kb.ArrowUp)
	}
	p.await("it is announced", `/north|south|east|west/.test(document.getElementById("live").lastChild?.textContent)`)
	p.press(kb.Escape)
	p.click("#previous")
	p.await("one looks back", `!document.getElementById("to-game").hidden`)
	p.checkLanguage("looking back")
	p.click("#to-game")
	p.await("one is back in the game", `document.getElementById("to-game").hidden`)
	p.click("#hint-button")
	p.await("a move is named", `document.getElementById("hint-words").textContent.startsWith("[Try")`)
	p.checkView("a hint")
	p.click("#share")
	p.await("there is a record", `document.getElementById("share-record").value`)
	p.click("#copy-link")
	p.await("it says so", `document.getElementById("share-about").textContent === "[Copied.]"`)
	p.click("#as-question summary")
	p.checkView("the dialog to share")
	p.click("#devices")
	p.await("there are addresses", `document.getElementById("devices-dialog").open`)
	p.checkView("the dialog for other devices")
	p.click("#devices-dialog form button")
	evaluate[chromedp.Void](p, `document.getElementById("resign").click(), document.getElementById("resign").click()`)
	p.await("the end is told", `document.getElementById("gameover-dialog").open`)
	p.checkView("the end of a game")
	p.click("#gameover-dialog form button:last-child")

	p.visit(address + strings.Replace(almostFinished, "dark=person", "dark=level+mason", 1))
	p.openNewGame()
	p.checkView("the dialog for a new game")
	p.click("#setup-form [value=cancel]")
	p.await("the end is told", `document.getElementById("gameover-dialog").open`)
	p.checkView("the end of a match")
	p.click("#gameover-dialog form button:last-child")

	p.visit(address + "#rules=nothing&moves=none")
	p.await("the link is refused", `document.getElementById("toast").textContent.startsWith("[The link")`)
	p.checkView("a link that is refused", "is not a rule set")
}

func TestBrowserSpeaksOtherLanguagesInAllViews(t *testing.T) {
	enginetest.Long(t)
	address := translated(t, pageServer(t), bracketed(t))
	p := openAxe(t, address)
	p.click("#rules-done")
	p.visit(address + "#do=analyse&" + midgame)
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3`)
	p.checkLanguage("an analysis")
	p.click("#previous")
	p.await("one is back by a move", `document.querySelector("#moves [aria-current]").dataset.ply === "10"`)
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3`)
	p.playOtherLine("TOeD1")
	p.await("there are variations", `document.querySelector(".variation")`)
	p.checkView("variations")
	evaluate[chromedp.Void](p, `{
		const map = document.getElementById("map");
		map.value = "TA";
		map.dispatchEvent(new Event("change"));
	}`)
	p.await("there is a map", `document.querySelector(".heat")`)
	p.checkView("the map of a building")
	p.writeComment("analyse", "{}")
	p.checkView("a comment that is written")
	p.click("#comment-form button")
	p.click("#keep-analysis")
	p.await("it is kept", `document.getElementById("toast").textContent === "[It is now among your games.]"`)

	p.visit(address + "#do=review&" + finishedGame + "&ply=6")
	p.await("all is judged", `document.querySelector("#panel-review").dataset.judged === "true"`)
	for range 21 {
		p.checkLanguage("a review")
		p.click("#next")
	}
	p.click("#games")
	p.await("a game is listed", `document.querySelector(".saved-game")`)
	p.checkView("the list of games")
	p.click(".saved-game .row button:nth-child(3)")
	p.checkView("a game that gets a name")
	evaluate[chromedp.Void](p, `document.activeElement.blur(), document.querySelector(".saved-game .row button:last-child").click()`)
	p.await("it is deleted", `document.activeElement.closest(".saved-game > button")`)
	p.checkView("a game that is deleted")
	p.click("#games-dialog form button")

	p.visit(address + "#do=edit&start=dddo6/ddoo6/soo7/s9/5%2B4/4%2B%2B%2B3/5%2B4/5%2B4/10/9T+l+-+4")
	p.await("a position is there", `document.querySelectorAll(".standing li").length === 4`)
	p.checkLanguage("a position that is set up")
	p.click(".standing li button")
	p.await("a building is taken away", `document.querySelectorAll(".standing li").length === 3`)
	p.checkView("a building that is taken away")
	p.clickOn("Play from here", `document.getElementById("edit-play")`)
	p.await("one chooses the players", `document.getElementById("setup-dialog").open`)
	p.checkView("the dialog for a game from a position")
	p.click("#setup-form [value=cancel]")
	p.visit(address + "#do=question&" + midgame)
	p.await("the question is asked", questionIs("")+` && document.querySelector(".building-button:enabled")`)
	p.checkLanguage("a question")
	p.click("#question-answer")
	p.await("it is answered", `/[A-Z]{2}[nesw][A-J]\d+/.test(`+questionWords+`)`)
	p.checkLanguage("an answer")
	p.click("#tab-learn")
	p.await("a lesson is there", `document.querySelector("#panel-learn").dataset.lesson`)
	p.checkLanguage("a lesson")

	p.click("#tab-watch")
	p.await("no match is there", `document.getElementById("start-match")?.checkVisibility()`)
	p.checkLanguage("watching nothing")
	p.click("#start-match")
	p.await("a match is there", `document.querySelectorAll("#panel-watch .moves li").length > 1`)
	p.checkView("watching a match")
	p.click("#end-match")
	p.await("it has ended", `document.getElementById("start-match").checkVisibility()`)
}
