package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// silence is JavaScript that keeps the database from answering to localStorage.silent says, "open",
// "get" or "put", until answerAll is called.
const silence = `if (location.protocol === "http:") {
	const held = [];
	const hold = (kind, act) => (localStorage.silent === kind ? held.push(act) : act());
	window.answerAll = () => { delete localStorage.silent; held.splice(0).forEach((act) => act()); };
	const listen = EventTarget.prototype.addEventListener;
	const silenced = (kind, target) => {
		target.addEventListener = (name, act) => listen.call(target, name, (event) => ["success", "complete"].includes(name) ? hold(kind, () => act(event)) : act(event));
		return target;
	};
	for (const [{ prototype }, kind] of [[IDBFactory, "open"], [IDBObjectStore, "get"]]) {
		const act = prototype[kind];
		prototype[kind] = function (...about) { return silenced(kind, act.apply(this, about)); };
	}
	const { transaction } = IDBDatabase.prototype;
	IDBDatabase.prototype.transaction = function (name, mode) { return mode ? silenced("put", transaction.call(this, name, mode)) : transaction.call(this, name); };
}`

// A database that never answers, by day when it is opened, costs a second: then the games live in the tab, as the page says. When it
// answers after all, what was played until then is kept, and what was there is as it was.
func TestBrowserSilentDatabase(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	for kind, before := range map[string]int{"open": 0, "get": 2, "put": 2} {
		t.Run(kind, func(t *testing.T) {
			if kind != "open" {
				enginetest.Night(t)
			}
			t.Parallel()
			p := openPage(t, address, window{width: 1280, height: 800, hurried: true, prepare: silence})
			placeCathedral(p)
			p.await("Light is to move", lightToMove)
			first := evaluate[string](p, movesOfPage)
			evaluate[chromedp.Void](p, fmt.Sprintf(`import("/savedgames/savedgames.js").then(async ({ SavedGames }) => {
				const saved = new SavedGames();
				while ((await saved.list(1))[0]?.moves.length !== 2);
				await saved.putBoard("analysis", { text: "precious" });
				localStorage.silent = %q;
			})`, kind))
			p.visit(address)
			p.awaitMoves(before)
			if before > 0 {
				p.openNewGame()
				p.click("#setup-form [value=start]")
				p.awaitMoves(0)
			}
			placeCathedral(p)
			p.await("the engine answers", `document.querySelectorAll("#moves li").length === 2 && `+lightToMove)
			if kind != "get" { // without which all is written
				p.awaitToast("doesn't keep games")
			}
			openList(p)
			p.await("the game is listed", `document.querySelector(".saved-game svg")`)
			if kind != "get" {
				p.checkPart("#games-about", "doesn't keep games")
			}
			p.click("#games-dialog form button")
			evaluate[chromedp.Void](p, `location.hash = "#do=analyse&moves=CAnE4"`)
			p.await("one can analyse", `document.body.dataset.mode === "analyse"`)
			p.awaitMoves(1)
			p.placeSomething()
			p.awaitMoves(2)

			evaluate[chromedp.Void](p, `answerAll()`)
			p.await("both games are kept, and what was there", fmt.Sprintf(`import("/savedgames/savedgames.js").then(async ({ SavedGames }) => {
				const saved = new SavedGames();
				const games = await saved.list(9);
				const analysis = await saved.getBoard("analysis");
				return games.length === 2 && games[1].moves.join(" ") === %q && games[0].moves.length === 2 && (analysis.text === "precious" || %[2]q === "put");
			})`, first, kind))
			p.click("#tab-play")
			openList(p)
			p.await("they are listed as kept", `/^2 games, kept/.test(document.getElementById("games-about").textContent)`)
		})
	}
}
