package pagetest

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// hostileGames are things that stand in the browser's database where games should be, and
// a name by which each is found. Their scripts set the page's title.
const hostileGames = `(() => {
	const script = "<img src=x onerror=\"document.title='ran'\"><script>document.title='ran'</" + "script>";
	const cycle = { id: "cycle", updated: 9 };
	cycle.moves = [cycle];
	const deep = { at: 0, moves: ["CAnE5"], comments: [], variations: [] };
	for (let at = deep, depth = 0; depth < 300; depth++) at = at.variations[0] = { at: 0, moves: ["CAnD4"], comments: [], variations: [] };
	return [
		{ id: "bare", updated: 1 },
		{ id: "text", updated: 2, moves: "CAnF5" },
		{ id: "numbers", updated: 3, moves: [1, 2] },
		cycle,
		{ id: "wrong", name: "wrong", updated: 4, moves: ["CAnF5"], comments: {}, variations: [[["a"]], { at: 7, moves: [] }, null], tags: "x", rules: 7, players: 7,
			picture: { pieces: [{ side: "\"><b>", squares: [1e9] }], territory: null }, left: "x", control: "soon", series: 5, ending: [], line: 3, result: 1n },
		{ id: "later", name: "later", updated: "yesterday", moves: ["CAnF5"] },
		{ id: "never", name: "never", moves: ["CAnF5"] },
		{ id: 6, name: "number", updated: 5, moves: ["CAnF5"], players: { light: "level <b>", dark: "engine " + script } },
		{ id: "script", name: "script " + script, updated: 6, moves: [script], comments: [script], comment: script, start: script, rules: script, control: script,
			tags: [{ name: "White", value: script }, { name: script, value: script }, null], result: "1-0", outcome: "1-0" },
		{ id: "deep", name: "deep", updated: 7, moves: ["CAnF5"], comments: ["c"], variations: [deep], tags: [] },
		{ id: "long", name: "long" + "x".repeat(1e7), updated: 8, moves: ["CAnF5"], comments: ["y".repeat(1e7)], tags: [{ name: "White", value: "z".repeat(1e6) }] },
	];
})()`

// openList opens the list of games, and waits until it is there.
func openList(p *page) {
	p.t.Helper()
	evaluate[chromedp.Void](p, `document.getElementById("games-about").textContent = ""`)
	p.click("#games")
	p.await("the games are listed", `document.getElementById("games-about").textContent`)
}

// act clicks a button of the game in the list whose title begins so.
func act(p *page, title, name string) {
	p.t.Helper()
	p.clickOn(name+" of "+title, fmt.Sprintf(`[...[...document.querySelectorAll(".saved-game")].find((item) => item.querySelector("b")?.textContent.startsWith(%q))
		.querySelectorAll(".row button")].find((button) => button.textContent === %q)`, title, name))
}

func TestBrowserHostileGamesAreKeptAndHarmless(t *testing.T) {
	enginetest.Night(t)
	const games, broken = 12, 4 // with the one that is sound
	p := longPage(t, "", window{width: 1280, height: 800, hurried: true})
	placeCathedral(p)
	p.await("Light is to move", lightToMove)
	moves := evaluate[string](p, movesOfPage)
	link := evaluate[string](p, "location.href")
	evaluate[chromedp.Void](p, `new Promise((resolve, reject) => {
		const request = indexedDB.open("cathedral");
		request.onerror = reject;
		request.onsuccess = () => {
			const transaction = request.result.transaction(["games", "boards"], "readwrite");
			for (const game of `+hostileGames+`) transaction.objectStore("games").put(game);
			transaction.objectStore("boards").put({ moves: 5, variations: "x" }, "analysis");
			transaction.objectStore("boards").put({}, "play");
			transaction.oncomplete = () => { request.result.close(); resolve(); };
			transaction.onabort = reject;
		};
	})`)
	address, _, _ := strings.Cut(link, "#")
	p.visit(address)
	p.awaitMoves(0)
	p.visit(address + "#do=analyse&moves=CAnF5")
	p.awaitMoves(1)

	openList(p)
	p.await("all are listed", fmt.Sprintf(`document.querySelectorAll(".saved-game").length === %d`, games))
	checkIs(p, `[...document.querySelectorAll(".game-title")].filter((title) => title.textContent === "A game that can't be read").length`, broken)
	if longest := evaluate[int](p, `Math.max(...[...document.querySelectorAll(".game-words")].map((words) => words.textContent.length))`); longest > 1000 {
		t.Errorf("%d characters are shown of a game", longest)
	}
	for title, mode := range map[string]string{"wrong": "play", "never": "play", "later": "play", "number": "play", "deep": "analyse", "long": "play"} {
		button := map[string]string{"play": "Resume", "analyse": "Analyse"}[mode]
		act(p, title, button)
		p.await(title+" is shown", fmt.Sprintf(`document.body.dataset.mode === %q && !document.getElementById("games-dialog").open && /^CAnF5/.test(%s)`, mode, movesOfPage))
		if mode == "play" {
			id := map[string]string{"number": "6"}[title]
			p.await(title+" is played", fmt.Sprintf(`new URLSearchParams(location.hash.slice(1)).get("game") === %q`, cmp.Or(id, title)))
		}
		p.click("#tab-play")
		p.await("the game in play is shown", `document.body.dataset.mode === "play"`)
		openList(p)
	}
	act(p, "script", "Show")
	p.await("the page says what is wrong", `/can't be shown/.test(document.getElementById("toast").textContent)`)

	// What can be written is written, and what cannot stays.
	openList(p)
	records := exportedGames(p)
	if words := p.text("#games-about"); !strings.Contains(words, "could not be exported") || !strings.Contains(records, "CAnF5") {
		t.Errorf("the page says %q and exports\n%.1000s", words, records)
	}
	act(p, "A game that can't", "Delete")
	p.await("it is deleted", `/was deleted/.test(document.getElementById("games-list").textContent)`)
	p.clickOn("Undo", `[...document.querySelectorAll(".saved-game button")].find((button) => button.textContent === "Undo")`)
	p.await("it is back", fmt.Sprintf(`document.querySelectorAll(".saved-game svg").length >= %d`, games))
	if stored := evaluate[int](p, `(async () => (await import("/savedgames/savedgames.js").then(({ SavedGames }) => new SavedGames().count())))()`); stored < games {
		t.Errorf("%d games are left of %d", stored, games)
	}
	p.visit(link)
	p.await("the sound game goes on", lightToMove)
	p.checkMoves(moves)
	p.failUnless("a script has run", `document.title === "Cathedral"`)
}
