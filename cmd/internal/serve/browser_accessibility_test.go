package serve_test

import (
	"compress/gzip"
	"io"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

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
// differs in nothing else.
const violations = `(async () => {
	const found = [];
	const look = async (theme, options) => {
		document.documentElement.dataset.theme = theme;
		const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options });
		for (const { id, help, nodes } of violations) {
			for (const { html, any } of nodes) found.push(theme + ", " + id + ": " + help + ": " + html.slice(0, 200) + " " + (any[0]?.message ?? ""));
		}
	};
	await look("light", {});
	await look("dark", { runOnly: ["color-contrast"] });
	return found;
})()`

// axe is a page with axe-core in it.
type axe struct {
	*page
	script string
}

// openAxe opens the start of the page, and takes axe-core along wherever it goes.
func openAxe(t *testing.T, address string) *axe {
	t.Helper()
	p := &axe{openPage(t, address, window{width: 1280, height: 800, newcomer: true, hurried: true}), axeCore(t)}
	evaluate[chromedp.Void](p.page, p.script)
	return p
}

// visit opens another address.
func (p *axe) visit(address string) {
	p.t.Helper()
	p.page.visit(address)
	evaluate[chromedp.Void](p.page, p.script)
}

// check fails the test for each violation in the present view.
func (p *axe) check(view string) {
	p.t.Helper()
	for _, violation := range evaluate[[]string](p.page, violations) {
		p.t.Errorf("%s: %s", view, violation)
	}
}

// axe-core has nothing to say against any view, in both themes.
func TestBrowserAccessibility(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	p := openAxe(t, address+"#light=person&dark=person&"+midgame)
	evaluate[chromedp.Void](p.page, `document.getElementById("board").focus()`)
	p.press("b")
	p.check("a building in the air")
}

func TestBrowserAccessibilityOfAllViews(t *testing.T) {
	enginetest.Long(t)
	address := bookServer(t)
	p := openAxe(t, address)
	p.check("the rules")
	p.click("#rules-dialog .primary")

	p.visit(address + "#light=person&dark=person&" + midgame)
	p.click("#tab-analyse")
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3`)
	p.click("#previous")
	p.await("one is back by a move", `document.querySelector("#moves [aria-current]").dataset.ply === "10"`)
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3`)
	p.playOtherLine("TOeD1")
	p.await("there are variations", `document.querySelector(".variation")`)
	p.check("analysis")
	p.visit(address + "#do=analyse")
	p.click("#book summary")
	p.await("the book is open", bookShows(6))
	p.check("the opening book")

	p.visit(address + "#light=person&dark=person&" + midgame)
	p.click("#share")
	p.await("there is a record", `document.getElementById("share-record").value`)
	p.check("the dialog to share")
	p.click("#devices")
	p.await("there are addresses", `document.getElementById("devices-dialog").open`)
	p.check("the dialog for other devices")
	p.click("#devices-dialog form button")
	p.click("#previous")
	p.await("one looks back", `!document.getElementById("looking-back").hidden`)
	p.check("looking back")
	p.click("#new-game")
	p.check("the dialog for a new game")
	p.click("#setup-form [value=cancel]")
	p.resize(window{width: 390, height: 844, touch: true})
	p.click("#more")
	p.await("the menu is open", `document.getElementById("corner").matches(":popover-open")`)
	p.check("the menu of a phone")
	p.click("#rules-button")
	p.await("it makes room for the rules", `document.getElementById("rules-dialog").open && !document.getElementById("corner").checkVisibility()`)
	p.check("the rules on a phone")
	p.click("#rules-dialog .primary")
	p.resize(window{width: 1280, height: 800})
	evaluate[chromedp.Void](p.page, `document.getElementById("resign").click(), document.getElementById("resign").click()`)
	p.await("the end is told", `document.getElementById("gameover-dialog").open`)
	p.check("the end of a game")
	p.click("#gameover-dialog form button:last-child")
	p.click("#games")
	p.await("a game is listed", `document.querySelector(".saved-game")`)
	p.check("the saved games")
	p.click("#games-dialog form button")

	p.click("#tab-watch")
	p.await("no match is there", `document.getElementById("start-match")?.checkVisibility()`)
	p.check("watching nothing")
	p.click("#start-match")
	p.await("a match is there", `document.querySelectorAll("#panel-watch .moves li").length > 1`)
	p.check("watching a match")
	p.click("#panel-watch .fields:last-child > button")
	p.await("it has ended", `document.getElementById("start-match").checkVisibility()`)

	p.visit(address + "#do=edit")
	p.check("a position that is set up")
	p.click("#tab-learn")
	p.await("a lesson is there", `document.querySelector("#panel-learn").dataset.lesson`)
	p.check("a lesson")

	p.visit(address + "#do=review&" + finishedGame + "&ply=6")
	p.await("mistakes are marked", `document.querySelector(".graph-mark")`)
	p.check("review")

	p.visit(address + "#do=learn&lesson=enclose")
	p.await("a lesson is there", `document.querySelector(".lesson-task")?.textContent`)
	p.check("a lesson")

	p.visit(address + "#do=edit&start=dddo6/ddoo6/soo7/s9/5%2B4/4%2B%2B%2B3/5%2B4/5%2B4/10/9T+l+-+4")
	p.await("a position is there", `document.querySelectorAll(".standing li").length === 4`)
	p.check("a position that is set up")
}

func TestBrowserAccessibilityOfTrouble(t *testing.T) {
	enginetest.Long(t)
	server := mortalServer(t, pageConfig)
	p := openAxe(t, server.page("#light=person&dark=person&"+midgame))
	p.expected = "WebSocket"
	server.kill()
	p.await("the trouble is told", "!"+noTrouble)
	p.check("trouble")
}
