package pagetest

import (
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// beginFairly begins a game in the dialog, in which light and dark play with the even game.
// advance is the number of squares for the choice "squares".
func (p *page) beginFairly(light, dark, even, advance string) {
	p.t.Helper()
	p.openNewGame()
	p.choosePlayers(light, dark)
	evaluate[chromedp.Void](p, fmt.Sprintf(`{
		const { even, advance } = document.getElementById("setup-form").elements;
		even.value = %q;
		even.dispatchEvent(new Event("change"));
		advance.value = %q;
	}`, even, advance))
	p.click("#setup-form [value=start]")
}

// sharedText returns the record of the game that the page shares, as it is written.
func (p *page) sharedText() string {
	p.t.Helper()
	evaluate[chromedp.Void](p, `{ const before = document.getElementById("share-record"); if (before) before.value = ""; }`)
	p.click("#share")
	p.await("there is a record", `document.getElementById("share-record").value`)
	defer p.click("#share-dialog form button")
	return evaluate[string](p, `document.getElementById("share-record").value`)
}

// sharedRecord returns the record of the game that the page shares.
func (p *page) sharedRecord() *record.Game {
	p.t.Helper()
	text := p.sharedText()
	game, err := record.NewReader(strings.NewReader(text)).Next()
	if err == nil {
		err = game.Check()
	}
	if err != nil {
		p.t.Fatalf("%v in the record\n%s", err, text)
	}
	return game
}

// A person plays a fair game against an engine, which begins with an allowed building, to the
// end, and it survives reloads on the way. Its squares decide it, and the record, the link and
// the review know them; the rematch is played by the same rule.
func TestBrowserAFairGameAgainstAnEngine(t *testing.T) {
	p := openPage(t, pageServer(t), window{width: 1280, height: 800, hurried: true})
	p.beginFairly("person", "engine greedy", "stable-1.5", "")
	fair, err := engine.ParseFairGame("stable-1.5")
	enginetest.Must(t, err)
	const rule = "Dark begins with a stable, a head start of 1.5 squares for Dark."
	p.await("the rule is shown", fmt.Sprintf(`document.getElementById("rules-in-use").textContent === %q`, rule))
	position := playToTheEnd(p, engine.Rules{}, engine.Light, func(p *page, side engine.Side, move engine.Move) {
		if evaluate[int](p, `document.querySelectorAll("#moves li").length`) == 4 {
			p.reload()
			p.await("the rule is shown after a reload", fmt.Sprintf(`document.getElementById("rules-in-use").textContent === %q`, rule))
		}
		placeWithMouse(p, side, move)
	})
	verdict := map[engine.Outcome]string{engine.LightWins: "You have won by ", engine.DarkWins: "You have lost by "}[fair.Outcome(&position)] +
		strings.TrimPrefix(strconv.FormatFloat(fair.Margin(&position), 'f', -1, 64), "-") + " squares"
	p.checkText("#status", verdict)
	p.checkPart("#last-move", "another building. A head start of 1.5 squares for Dark.")
	p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
	game := p.sharedRecord()
	if end := game.Positions()[len(game.Moves)]; end.String() != position.String() || game.Tag("White") == "" || game.Tag("Black") == "" {
		t.Errorf("the record of %q and %q ends in %s, the game in %s", game.Tag("White"), game.Tag("Black"), end.String(), position.String())
	}
	if game.Tag(record.FairTag) != "stable-1.5" || game.Moves[1].Move.Building() != engine.Stable || game.Result != record.Result(fair.Outcome(&position)) {
		t.Errorf("the record has %q, %s, %s", game.Tag(record.FairTag), game.Moves[1].Move, game.Result)
	}
	link := evaluate[string](p, `document.getElementById("share-link").value`)
	other := p.openAnother(link, desktop)
	other.await("the link has the rule", fmt.Sprintf(`document.getElementById("rules-in-use").textContent.startsWith(%q)`, rule))

	p.click("#review-here")
	p.await("the review says what its marks are about", fmt.Sprintf(
		`document.body.dataset.mode === "review" && document.getElementById("rules-in-use").textContent === %q`, rule+" Scores and marks ignore the head start."))
	p.click("#tab-play")
	p.click("#rematch-here")
	p.await("the rematch is the same fair game", fmt.Sprintf(
		`document.querySelector("#hand-light .hand-name").textContent === "greedy" && document.getElementById("rules-in-use").textContent === %q`, rule))
}

// Another first building is not allowed, and a tap on it says so, in the page's language. The
// hint is a move that is.
func TestBrowserAFairGameRefusesOtherFirstBuildings(t *testing.T) {
	p := longPage(t, "#light=person&dark=person&fair=inn-or-bridge%2B0.5&moves=CAnF5", desktop)
	p.await("Dark is to move", `document.getElementById("status").dataset.side === "dark" && document.querySelector("#hand-dark [data-code=IN]").matches(":enabled")`)
	p.click("#hand-dark [data-code=AB]")
	p.await("the refusal is told", `document.getElementById("toast").textContent === "In this game, Dark's first building is an inn or a bridge."`)
	checkIs(p, `[...document.querySelectorAll("#hand-dark [aria-pressed=true]")].map(({ dataset }) => dataset.code).join(" ")`, "")
	p.click("#hint-button")
	p.await("the hint is allowed", `/inn|bridge/.test(document.getElementById("hint-words").textContent)`)
	placeWithMouse(p, engine.Dark, mustMove(t, "INnA1", engine.Dark))
	p.awaitMoves(2)
	placeWithMouse(p, engine.Light, mustMove(t, "TAnJ10", engine.Light))
	p.awaitMoves(3)
	p.await("Dark may place anything now", `document.querySelector("#hand-dark [data-code=AB]").matches(":enabled:not([aria-disabled])")`)

	p.chooseLanguage(language{tag: "de", file: "texts/german.json"})
	p.await("the rule is told in German", `document.getElementById("rules-in-use").textContent === "Dunkel beginnt mit einem Gasthof oder einer Brücke, 0,5 Felder Vorgabe für Hell."`)
}

// playAlmostAll has the game in play continue where two people have one move left, which Light
// plays, and plays it.
func (p *page) playAlmostAll() {
	p.t.Helper()
	placeWithMouse(p, engine.Light, mustMove(p.t, "CAnG2", engine.Light))
	p.awaitMoves(1)
	fields, err := url.ParseQuery(strings.TrimPrefix(almostFinished, "#"))
	if err != nil {
		p.t.Fatal(err)
	}
	evaluate[chromedp.Void](p, fmt.Sprintf(`new Promise((resolve) => {
		const moves = %q.split(".");
		const id = new URLSearchParams(location.hash.slice(1)).get("game");
		indexedDB.open("cathedral").onsuccess = ({ target }) => {
			const change = target.result.transaction("games", "readwrite");
			const games = change.objectStore("games");
			games.get(id).onsuccess = ({ target: { result } }) => games.put({ ...result, moves, comments: moves.map(() => "") });
			change.oncomplete = () => { target.result.close(); resolve(); };
		};
	})`, fields.Get("moves")))
	p.reload()
	p.awaitMoves(28)
	position := replay(p, engine.Rules{})
	placeWithMouse(p, engine.Light, position.Moves(nil)[0])
	p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
}

// Two games with sides changed count as one: the squares of both are added up, and a pair goes
// on after a reload.
func TestBrowserTwoGamesAreAddedUp(t *testing.T) {
	p := longPage(t, "", window{width: 1280, height: 800, hurried: true})
	p.beginFairly("person", "person", "two", "")
	const rule = `document.getElementById("rules-in-use").textContent === "Game %d of two; the squares of both are added up."`
	p.await("the first game begins", fmt.Sprintf(rule, 1))
	p.playAlmostAll()
	p.checkText("#rematch-here", "Second game, sides swapped")
	p.click("#rematch-here")
	p.await("the second game begins", fmt.Sprintf(rule, 2))
	p.playAlmostAll()
	series := p.text("#ending-series")
	left := regexp.MustCompile(`^Left over in both games: Light (\d+), Dark (\d+)\. The two games are drawn\.$`).FindStringSubmatch(series)
	if left == nil || left[1] != left[2] {
		t.Errorf("of the two games the page says %q", series)
	}
	p.click("#rematch-here")
	p.await("another pair begins", fmt.Sprintf(rule, 1))
	placeWithMouse(p, engine.Light, mustMove(t, "CAnG2", engine.Light))
	p.awaitMoves(1)
	p.resign()
	p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
	if series, label := p.text("#ending-series"), p.text("#rematch-here"); series != "Winner of the two games: Light." || label != "Rematch" {
		t.Errorf("after resigning the page says %q, %q", series, label)
	}
}

// The figures that the dialog names are those of the study.
func TestTheEvenGamesAreThoseOfTheStudy(t *testing.T) {
	study, err := os.ReadFile("../../../../bench/study/FAIRGAME.md")
	enginetest.Must(t, err)
	first := map[engine.FirstBuilding]string{engine.AnyBuilding: "any building", engine.InnOrBridge: "an inn or a bridge", engine.OnlyStable: "a stable"}
	found := regexp.MustCompile(`fair: "(\S+)", first: "(\S+)", squares: (\S+), club: ([\d.]+), strong: ([\d.]+)`).FindAllStringSubmatch(pageFile(t, "dialogs/evengame.js"), -1)
	if len(found) < 4 {
		t.Fatalf("only %d fair games were found", len(found))
	}
	share := regexp.MustCompile(`[\d.]+`)
	for _, way := range found {
		fair, err := engine.ParseFairGame(way[1])
		if err != nil || fair.First.String() != way[2] || strconv.FormatFloat(fair.Squares(), 'f', -1, 64) != way[3] {
			t.Errorf("%s: %+v, %v", way[1:], fair, err)
			continue
		}
		row := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %s \| %s[ (].*$|^\| %s \| %s \|.*$`, first[fair.First], way[3], first[fair.First], way[3])).FindString(string(study))
		cells := strings.Split(row, "|")
		if len(cells) < 7 {
			t.Errorf("%s: the study has no row", way[1])
			continue
		}
		// A confirmation has more games than the choice; of those in strong play the larger number counts.
		for _, figure := range []struct {
			name, shown     string
			choice, confirm string
		}{{"club", way[4], cells[3], cells[5]}, {"strong", way[5], cells[4], cells[6]}} {
			share1, share2 := share.FindString(figure.choice), share.FindString(figure.confirm)
			value, _ := strconv.ParseFloat(figure.shown, 64)
			shown := strconv.FormatFloat(value*100, 'f', 1, 64)
			if shown != share1 && shown != share2 {
				t.Errorf("%s, %s: %s, want %s or %s", way[1], figure.name, shown, share1, share2)
			}
		}
	}
}
