package pagetest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine/enginetest"
)

var desktop = window{width: 1280, height: 800}

// timeOfGame is the time of the game that startTimedGame starts, in seconds.
const timeOfGame = 1800

// startTimedGame starts a game of Mattel's rules on the clock against greedy through the
// dialog, and places the Cathedral.
func startTimedGame(p *page) {
	p.t.Helper()
	p.openNewGame()
	p.choosePlayers("person", "level visitor")
	evaluate[chromedp.Void](p, `(() => {
		const fields = document.getElementById("setup-form").elements;
		fields.rules.value = "mattel";
		fields.clock.value = "1800+10";
	})()`)
	p.click("#setup-form [value=start]")
	p.await("the clock is there", `/:/.test(document.querySelector("#hand-light .hand-clock").textContent)`)
	placeCathedral(p)
}

func placeCathedral(p *page) {
	p.t.Helper()
	p.await("the Cathedral is to be placed", `/^(Your|Light's) turn: place the Cathedral$/.test(document.getElementById("status").textContent)`)
	p.clickAt(4.5, 5)
	p.await("the Cathedral is placed", `document.querySelectorAll("#moves li").length > 0`)
}

// clock returns the seconds that Light has left.
func (p *page) clock() int {
	p.t.Helper()
	minutes, seconds, _ := strings.Cut(p.text("#hand-light .hand-clock"), ":")
	m, _ := strconv.Atoi(minutes)
	s, _ := strconv.Atoi(seconds)
	return 60*m + s
}

const (
	lightToMove = `/^(Your|Light's) turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === "light"`
	darkToMove  = `/^(Your|Dark's) turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === "dark"`
	movesOfPage = `[...document.querySelectorAll("#moves button")].map((button) => button.dataset.move).join(" ")`
)

// A game in play is there after a reload, at the plain address, after the server's restart, and even if
// somebody has the browser forget all that the page keeps.
func TestBrowserAGameSurvives(t *testing.T) {
	server := longServer(t, pageConfig)
	p := openPage(t, server.page(""), friendsWindow)
	p.expected = connectionLost
	began := time.Now()
	startTimedGame(p)
	p.await("Light is to move", lightToMove)
	const slack = 1 // a second that is not full
	moves, clock := evaluate[string](p, movesOfPage), p.clock()
	took := func() int { return int(time.Since(began).Seconds()) + slack } // the clock runs while Light is to move
	if clock < timeOfGame-took() {
		t.Fatalf("the clock shows %d", clock)
	}
	same := func(what string) {
		t.Helper()
		p.await("Light is to move "+what, lightToMove)
		p.checkMoves(moves)
		if now := p.clock(); now > clock || now < clock-took() {
			t.Errorf("%s the clock shows %d, showed %d", what, now, clock)
		}
		p.checkText("#hand-dark .hand-name", "Visitor")
		p.failUnless(what+" it is a game of other rules", `location.hash.includes("rules=mattel")`)
	}
	p.reload()
	same("after a reload")
	p.visit(server.page(""))
	same("at the plain address")
	server.kill()
	p.await("the connection is lost", `!`+noTrouble)
	server.start()
	p.await("the connection is back", noTrouble)
	same("after the server's restart")

	call(p, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: "http://" + server.address, StorageTypes: "indexeddb"})
	p.press("u")
	p.awaitMoves(0)
	p.press("y")
	p.awaitMoves(2)
	p.await("Light is to move", lightToMove)
	openList(p)
	p.await("the game is listed", `document.querySelectorAll(".saved-game").length === 1 && /^1 game, kept/.test(document.getElementById("games-about").textContent)`)
	p.visit(server.page(""))
	p.await("it goes on", fmt.Sprintf(`%s === %q`, movesOfPage, moves))
}

// A game is played in one tab at a time. Over plain http from another machine a browser has no locks.
func TestBrowserSecondTab(t *testing.T) {
	enginetest.Long(t)
	for name, prepare := range map[string]string{
		"locks": "", "no locks": `Object.defineProperty(Navigator.prototype, "locks", { get: () => undefined })`,
	} {
		t.Run(name, func(t *testing.T) {
			if prepare != "" {
				enginetest.Night(t)
			}
			p := openPage(t, pageServer(t), window{width: 1280, height: 800, prepare: prepare})
			placeCathedral(p)
			p.await("Light is to move", lightToMove)
			moves := evaluate[string](p, movesOfPage)
			other := p.openAnother(evaluate[string](p, "location.href"), window{width: 1280, height: 800, prepare: prepare})
			other.await("it says where the game is played", `/another tab/.test(document.getElementById("trouble").textContent)`)
			checkIs(other, movesOfPage, moves)
			other.failUnless("one can play in both tabs", `document.querySelectorAll("#hand-light button:enabled").length === 0`)
			other.click("#trouble button")
			other.await("it is played in the other tab", lightToMove)
			p.await("the first tab knows", `/another tab/.test(document.getElementById("trouble").textContent)`)
			other.press("u")
			other.awaitMoves(0)
			p.awaitMoves(0)

			// Back in the first tab, a reload does not lose it again.
			p.click("#trouble button")
			p.await("it is played in the first tab", lightToMove)
			other.await("the other tab knows", `/another tab/.test(document.getElementById("trouble").textContent)`)
			other.do(chromedp.Navigate("about:blank"))
			p.reload()
			p.await("it is still played here", lightToMove)
		})
	}
}

func TestBrowserStorageDenied(t *testing.T) {
	p := longPage(t, "", window{width: 1280, height: 800, hurried: true, prepare: `indexedDB.open = () => { throw new DOMException("denied", "SecurityError"); };`})
	placeCathedral(p)
	p.await("the engine answers", lightToMove)
	p.awaitToast("doesn't keep games")
	openList(p)
	p.await("the game is listed", `document.querySelectorAll(".saved-game").length === 1`)
	p.await("the list says so", `/doesn't keep games/.test(document.getElementById("games-about").textContent)`)
	p.reload()
	p.await("the address has the game", lightToMove)
	p.awaitMoves(2)
}

// Games that found no room are kept as soon as there is some.
func TestBrowserRoomIsMadeForGames(t *testing.T) {
	server := longServer(t, pageConfig)
	p := openPage(t, server.page(""), window{width: 1280, height: 800, hurried: true, prepare: `{
		const put = IDBObjectStore.prototype.put;
		IDBObjectStore.prototype.put = function (...values) {
			const request = put.apply(this, values);
			if (window.full) this.transaction.abort(); // which is how a browser says that the room is used up
			return request;
		};
		Object.defineProperty(IDBTransaction.prototype, "error", { get: () => new DOMException("full", "QuotaExceededError") });
	}`})
	placeCathedral(p)
	p.await("Light is to move", lightToMove)
	seedGames(p, 2)
	evaluate[chromedp.Void](p, `window.full = true`)
	p.press("u")
	p.awaitMoves(0)
	p.awaitToast("no room")
	openList(p)
	p.await("all are listed", `document.querySelectorAll(".saved-game").length === 3`)
	evaluate[chromedp.Void](p, `window.full = false`)
	p.clickOn("delete", `[...document.querySelectorAll(".saved-game")].at(-1).querySelector(".row button:last-child")`)
	p.await("there is room", `import("/savedgames/savedgames.js").then(async ({ SavedGames }) => (await new SavedGames().list(9)).some(({ moves }) => moves.length === 0))`)
	p.visit(server.page(""))
	p.awaitMoves(0)
}

// Games are named, deleted, brought back, exported, imported, reviewed and resumed in their list, the
// game in play like any other.
func TestBrowserListOfGames(t *testing.T) {
	w := friendsWindow
	w.prepare = resignWhileNamed
	p := longPage(t, "", w)
	placeCathedral(p)
	p.await("Light is to move", lightToMove)
	first := evaluate[string](p, movesOfPage)
	startTimedGame(p)
	p.await("Light is to move", lightToMove)
	moves := evaluate[string](p, movesOfPage)

	const listed = `document.querySelectorAll(".saved-game svg").length`
	openList(p)
	p.await("both games are there", listed+` === 2`)
	rename(p, 2, `<img src=x onerror="document.title='ran'">`)
	rename(p, 1, "mine")
	keepsTheFocus(p)
	p.click("#games-dialog form button")
	p.press("u")
	p.awaitMoves(0)
	p.press("y")
	p.await("the move is there again", fmt.Sprintf(`%s === %q`, movesOfPage, moves))
	p.await("Light is to move", lightToMove)
	openList(p)
	p.checkText(".saved-game b", "mine")

	// What was saved since it was deleted is newer than what undoing brings back.
	act(p, "mine", "Delete")
	p.await("one is left", `document.querySelector(".saved-game").textContent.includes("was deleted") && /^1 game, kept/.test(document.getElementById("games-about").textContent)`)
	evaluate[chromedp.Void](p, `document.getElementById("games-dialog").close()`)
	p.press("u")
	p.awaitMoves(0)
	p.click(".saved-game button")
	p.await("the deletion is undone", listed+` === 2 && /^2 games, kept/.test(document.getElementById("games-about").textContent)`)
	p.reload()
	p.awaitMoves(0)

	// What is exported is imported again, and is not what the page continues.
	openList(p)
	records := exportedGames(p)
	if strings.Count(records, "[Event ") != 2 || !strings.Contains(records, "onerror") {
		t.Errorf("two games are exported as\n%s", records)
	}
	importText(p, records+"\n\n[Event \"broken\"]\n\nCAnF5 nonsense *\n\n[Event \"other\"]\n\nCAnF5 CSnE8 *\n")
	p.await("they are read, and the broken one is told", `/^1 game imported. 2 games were here already. 1 could not be imported/.test(document.getElementById("games-about").textContent)`)
	p.await("all are listed", listed+` === 3 && document.querySelectorAll(".saved-game .small-building").length >= 3`)
	act(p, "other", "Review")
	p.await("it is reviewed", fmt.Sprintf(`document.body.dataset.mode === "review" && %s === "CAnF5 CSnE8"`, movesOfPage))
	p.visit(p.origin())
	p.awaitMoves(0)
	openList(p)
	act(p, "other", "Resume")
	p.await("it is resumed", fmt.Sprintf(`document.body.dataset.mode === "play" && %s === "CAnF5 CSnE8" && %s`, movesOfPage, lightToMove))
	openList(p)
	act(p, "<img", "Resume")
	p.await("the first game is resumed", fmt.Sprintf(`%s === %q`, movesOfPage, first))
	p.failUnless("a script has run", `document.title === "Cathedral"`)

	// A name that is given while the end of the game is being saved is kept.
	p.await("Light is to move", lightToMove)
	p.press("u")
	p.await("a move is taken back", `document.querySelectorAll("#moves li").length < 2`)
	p.press("y")
	p.awaitMoves(2)
	openList(p)
	p.await("it is the first", `document.querySelector(".saved-game b")?.textContent.startsWith("<img")`)
	rename(p, 1, "last")
	p.await("the game has ended", `document.getElementById("ending").checkVisibility()`)
	p.await("name and end are saved", `window.endSaved`)
	p.reload()
	openList(p)
	p.checkText(".saved-game b", "last")
}

// resignWhileNamed is JavaScript that resigns the game that is called "last", and so has it saved
// between the name's coming to the store and to the game.
const resignWhileNamed = `{
	const put = IDBObjectStore.prototype.put;
	IDBObjectStore.prototype.put = function (value, ...rest) {
		const request = put.call(this, value, ...rest);
		if (value.name === "last" && !window.resigned) {
			window.resigned = true;
			const resign = document.getElementById("resign");
			resign.click();
			resign.click();
		}
		if (value.ending) request.transaction.addEventListener("complete", () => { window.endSaved = true; });
		return request;
	};
}`

// rename renames a game of the list.
func rename(p *page, number int, name string) {
	p.t.Helper()
	p.click(fmt.Sprintf(".saved-game:nth-child(%d) .row button:nth-child(3)", number))
	evaluate[chromedp.Void](p, fmt.Sprintf(`(() => {
		const field = document.querySelector(".saved-game input");
		field.value = %q;
		field.blur();
	})()`, name))
	p.await("it has its name", fmt.Sprintf(`document.querySelector(".saved-game:nth-child(%d) b").textContent === %q`, number, name))
}

// keepsTheFocus holds that a person who presses the buttons of the list by keys has the focus on them afterwards.
func keepsTheFocus(p *page) {
	p.t.Helper()
	const focused = `document.activeElement.textContent`
	focus := func(selector string) {
		p.t.Helper()
		evaluate[chromedp.Void](p, fmt.Sprintf(`document.querySelector(%q).focus()`, selector))
	}
	focus(".saved-game .row button:nth-child(3)")
	p.press(kb.Enter)
	p.await("the name can be written", `document.activeElement.matches("input")`)
	p.press(kb.Enter)
	p.await("its button has the focus", focused+` === "Rename"`)
	focus(".saved-game .row button:nth-child(4)")
	p.press(kb.Enter)
	p.await("the game is deleted", focused+` === "Undo"`)
	p.press(kb.Enter)
	p.await("it is back", focused+` === "Delete"`)
	focus("#export-games")
	p.press(kb.Enter)
	p.await("the games are written", `/exported/.test(document.getElementById("games-about").textContent)`)
	checkIs(p, `document.activeElement.id`, "export-games")
}

// exportedGames returns what the list gives to be saved as a file.
func exportedGames(p *page) string {
	p.t.Helper()
	evaluate[chromedp.Void](p, `(() => {
		window.exported = null;
		window.makeURL ??= URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => { window.exported = text; }); return window.makeURL.call(URL, blob); };
		HTMLAnchorElement.prototype.click = () => {};
	})()`)
	p.click("#export-games")
	p.await("the games are written", `window.exported && /exported/.test(document.getElementById("games-about").textContent)`)
	return evaluate[string](p, "window.exported")
}

// importText has the list read a file.
func importText(p *page, text string) {
	p.t.Helper()
	importFile(p, fmt.Sprintf("%q", text))
}

// importFile has the list read a file of parts, which are expressions.
func importFile(p *page, parts string) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`(() => {
		const script = "<img src=x onerror=document.title='ran'><script>document.title='ran'</" + "script>";
		const files = new DataTransfer();
		files.items.add(new File([%s], "games.txt"));
		const field = document.getElementById("import-file");
		field.files = files.files;
		field.dispatchEvent(new Event("change"));
	})()`, parts))
}

// A file of many megabytes is read in parts, and a broken record does not take the others along.
// Lists and positions, which have no tags, are parted between their lines. No text runs as a script.
func TestBrowserImportsWhatItCan(t *testing.T) {
	const (
		hostile  = `'[Event "' + script + '"]\n[White "' + script + '"]\n[Result "*"]\n\n{' + script + '} CAnF5 {' + script + '} (CAnE5 {' + script + '}) *\n\n'`
		long     = `('[Event "' + script.replaceAll('"', "") + '"]\n\n{' + "words ".repeat(500) + '} CAnF5 *\n\n')`
		position = "dyddmdiifd/dyymmmifff/yy1+1bbbfi/M++++addii/MM1+aaoccd/MF2aoo1cs/FFFOooIccs/LFYOOIIBBB/YYYIOOCLCL/LYLIILCCCL l - 20\n"
		lists    = "CAnF5 CSnE8\nCAnE5 TAnA1\n\n1. CAnF5 CSnE8\n2. TOeC1\n\n"
	)
	p := longPage(t, "", friendsWindow)
	read := func(parts, want string) {
		t.Helper()
		openList(p)
		importFile(p, parts)
		p.await("it says "+want, fmt.Sprintf(`/%s/.test(document.getElementById("games-about").textContent)`, want))
	}
	read(hostile+` + "x".repeat(1e6) + "\n\n" + "\u0000\u0001\n".repeat(1000) + '[Event "unclosed"]\n\nCAnF5 {' + "words ".repeat(5e5) + "\n\n" + "(".repeat(1e6) + "\n\n" + `+hostile+
		`, new Uint8Array([0xff, 0xfe, 0x00, 0xd8])`, `^2 games imported. \d+ could not be imported`)
	p.click(".saved-game .primary")
	p.await("the comments are shown", `document.body.dataset.mode === "analyse" && /onerror/.test(document.querySelector(".variations")?.innerText ?? "")`)
	openList(p)
	act(p, "<img", "Review")
	p.await("it is reviewed", `document.body.dataset.mode === "review" && /onerror/.test(document.querySelector("#comment").textContent)`)
	p.failUnless("a script has run", `document.title === "Cathedral"`)
	read(long+`.repeat(300) + '[Event "broken"]\n\nCAnF5 CAnF5 *\n\n' + '[Event "' + "x".repeat(2e6) + '"]\n\n' + `+long+`.repeat(99)`, `^399 games imported. \d could not be imported: [^.]+[^.]\.$`)
	p.click("#games-more")
	p.await("more are shown", `document.querySelectorAll(".saved-game").length === 48 && document.querySelectorAll(".saved-game .small-building").length >= 48`)
	read(fmt.Sprintf("%q", strings.Repeat(lists, 300)+"CAnF5 CAnF5\n\n"+strings.Repeat(position, 1200)+"10/10/55/10/10/10/10/10/10/10 l C 0\n"),
		`^2100 games imported. 2 could not be imported: line 1801: The Cathedral can't be placed now`)
	read(`Uint16Array.from("\ufeff1. CAnF5 {one} CSnE8\r\r\n", (letter) => letter.charCodeAt(0))`, `^1 game imported.$`)
}

// seedGames puts copies of the game in play among the saved games.
func seedGames(p *page, number int) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`(async () => {
		const { SavedGames } = await import("/savedgames/savedgames.js");
		const saved = new SavedGames();
		const [game] = await saved.list(1);
		for (let at = 0; at < %d; at += 500) {
			const some = Math.min(500, %[1]d - at);
			await saved.put(...Array.from({ length: some }, (_, number) => ({ ...game, id: "g" + (at + number), updated: at + number })));
		}
	})()`, number))
}

// Ten thousand games are written into the browser's database; the list is to open in 0.3
// seconds, which is measured by the pace of the page, since the machine may be busy. They are
// taken away in few messages. Brought again, they add nothing; others come in few messages, and one may cancel.
func TestBrowserTenThousandGames(t *testing.T) {
	enginetest.Night(t)
	const (
		most         = 1500 // milliseconds
		mostMessages = 200
	)
	server := mortalServer(t, pageConfig)
	p := openPage(t, server.page(""), friendsWindow)
	p.expected = connectionLost
	placeCathedral(p)
	p.await("Light is to move", lightToMove)
	seedGames(p, 10_000)
	p.reload()
	best := 1e9
	for range 3 {
		best = min(best, evaluate[float64](p, `(async () => {
			const began = performance.now();
			document.getElementById("games").click();
			while (document.querySelectorAll(".saved-game").length < 24) await new Promise((soon) => requestAnimationFrame(soon));
			const took = performance.now() - began;
			document.getElementById("games-dialog").close();
			document.getElementById("games-list").replaceChildren();
			return took;
		})()`)/p.pace())
	}
	t.Logf("the list of 10,000 games opens in %.0f ms", best)
	if best > most {
		t.Errorf("the list opens in %.0f ms", best)
	}
	about := func(words string) {
		t.Helper()
		p.await("it says "+words, fmt.Sprintf(`/^%s/.test(document.getElementById("games-about").textContent) && !document.getElementById("games-transfer")`, words))
	}
	openList(p)
	about("10,001 games")

	// Without a connection one can wait for it, or cancel.
	server.kill()
	p.await("the page knows", `!`+noTrouble)
	p.click("#export-games")
	p.await("one sees that games are written", `document.querySelector("#games-transfer progress") && document.getElementById("export-games").matches(":disabled, [aria-disabled=true]")`)
	p.click("#cancel-transfer")
	about("Cancelled.$")
	server.start()
	p.await("the connection is back", noTrouble)
	records := exportedGames(p)
	if count := strings.Count(records, "[Event "); count != 10_001 {
		t.Errorf("%d games are exported", count)
	}
	importText(p, records)
	about("0 games imported. 10,001 games were here already.$")
	importText(p, strings.ReplaceAll(records, `[Event "`, `[Event "again `))
	about("10,001 games imported.$")
	if written, read := p.countSent(`"do":"records"`), p.countSent(`"do":"open"`); written > mostMessages || read > mostMessages {
		t.Errorf("%d messages are sent to export games, %d to import them", written, read)
	}

	// What was read before it is cancelled stays.
	evaluate[chromedp.Void](p, `new MutationObserver(() => document.querySelector("#games-transfer progress[value]") && document.getElementById("cancel-transfer").click())
		.observe(document.getElementById("games-dialog"), { subtree: true, childList: true, attributes: true })`)
	importText(p, strings.ReplaceAll(records, `[Event "`, `[Event "once more `))
	about(`[\d,]+ games? imported. Cancelled.$`)
	if words := p.text("#games-about"); strings.HasPrefix(words, "0 ") || strings.HasPrefix(words, "10,001 ") {
		t.Errorf("the page says %q", words)
	}
}
