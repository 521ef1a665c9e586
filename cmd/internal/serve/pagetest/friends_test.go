package pagetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/serve"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// friendPages starts a server that keeps games of friends, also when it is killed and
// started again.
func friendPages(t *testing.T) *serverAt {
	t.Helper()
	enginetest.Long(t)
	file := filepath.Join(t.TempDir(), "friends.db")
	var house *friends.House
	t.Cleanup(func() { house.Close() })
	return mortalServer(t, func(config *serve.Config) {
		pageConfig(config)
		if house != nil {
			house.Close()
		}
		var err error
		if house, err = friends.Open(file, 10, func(string) {}); err != nil {
			t.Fatal(err)
		}
		config.Friends = house
	})
}

// inviteFriend makes a link on the page, and returns it and that for watchers.
func (p *page) inviteFriend(side, control, even string) (friend, watch string) {
	p.t.Helper()
	p.click("#invite")
	p.await("the dialog is open", `document.getElementById("invite-dialog")?.open`)
	evaluate[chromedp.Void](p, fmt.Sprintf(`(() => {
		const selects = document.querySelectorAll("#invite-dialog select");
		selects[0].value = %q;
		selects[2].value = %q;
		document.querySelector("#invite-dialog [name=even]").value = %q;
	})()`, side, control, even))
	p.click("#make-invitation")
	p.await("there is a link and its code", `document.querySelector("#link-dialog[open] svg")`)
	friend, watch = evaluate[string](p, `document.getElementById("friend-link-field").value`), evaluate[string](p, `document.getElementById("watch-link-field").value`)
	p.click("#link-dialog form button")
	return friend, watch
}

// friendsWindow is a window in which friends play.
var friendsWindow = window{width: 1280, height: 800, hurried: true}

// hostGame opens the page of a player who invites a friend as Dark and places the Cathedral,
// and returns it with the friend's link and that for watchers.
func hostGame(t *testing.T, w window, control string) (light *page, link, watch string) {
	t.Helper()
	light = openPage(t, friendPages(t).page(""), w)
	link, watch = light.inviteFriend("light", control, "")
	light.placeHere("CAnF5", engine.Light)
	return light, link, watch
}

// openInvitation opens the link of an invitation in a profile of its own, and leaves the
// greeting for the board.
func openInvitation(t *testing.T, link string, w window) *page {
	t.Helper()
	p := openPage(t, link, w)
	p.click("#greeting-board")
	return p
}

// enterName enters the person's name in a dialog.
func (p *page) enterName(dialog, name string) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`(() => {
		const field = document.querySelector(%q);
		field.value = %q;
		field.dispatchEvent(new Event("change"));
	})()`, dialog+" [name=person]", name))
}

// placeHere plays a move of the person's side.
func (p *page) placeHere(move string, side engine.Side) {
	p.t.Helper()
	p.await("it is the person's turn", fmt.Sprintf(`/^Your turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === %q`, strings.ToLower(side.String())))
	placeWithMouse(p, side, mustMove(p.t, move, side))
}

// awaitPanel waits until the panel of a game with a friend says something.
func (p *page) awaitPanel(words string) {
	p.t.Helper()
	p.await("it says "+words, fmt.Sprintf(`document.getElementById("friend-panel").textContent.includes(%q)`, words))
}

// awaitToast waits until a note says something.
func (p *page) awaitToast(words string) {
	p.t.Helper()
	p.await("it says "+words, fmt.Sprintf(`document.getElementById("toast").textContent.includes(%q)`, words))
}

// checkNoDialog checks that nothing lies over the game.
func (p *page) checkNoDialog() {
	p.t.Helper()
	if evaluate[bool](p, `document.querySelector("dialog[open]") !== null`) {
		p.t.Errorf("over the game there is %q", p.text("dialog[open]"))
	}
}

// Two people play a fair game, at night to its end, and by day until one resigns. The one who is invited is greeted, learns the game first, and
// comes back to it. One goes and comes back, the server is killed and started again, and one who
// watches, through a proxy that has the page in a folder, sees it all. The record has their names
// and the rule. Then they play a rematch.
func TestBrowserFriendsPlayAWholeGame(t *testing.T) {
	enginetest.Long(t)
	const (
		seed    = 11
		reopens = 5 // the ply before which one comes back
		kills   = 9 // the ply before which the server is killed
		resigns = 12
		rule    = `document.getElementById("rules-in-use").textContent === "Dark begins with a stable, a head start of one square for Dark."`
	)
	server := friendPages(t)
	light := openPage(t, server.page(""), friendsWindow)
	light.click("#invite")
	light.await("the dialog is open", `document.getElementById("invite-dialog")?.open`)
	light.enterName("#invite-dialog", "Ann")
	light.click("#invite-dialog .row button") // what was entered is remembered
	link, watch := light.inviteFriend("light", "", "stable-1")
	newcomer := friendsWindow
	newcomer.newcomer = true
	dark := openPage(t, link, newcomer)
	if words := dark.text("#greeting"); !strings.Contains(words, "Ann invites you") || !strings.Contains(words, "You play Dark. Ann begins.") {
		t.Errorf("the greeting is %q", words)
	}
	dark.checkNoDialog()
	windows, _ := foldTables(t)
	for _, size := range windows {
		dark.resize(window{width: size.width, height: size.height})
		for _, problem := range append(dark.outOfSight("#board", "#greeting-title", "#greeting-learn", "#greeting-board"), evaluate[[]string](dark, barProblems)...) {
			t.Errorf("the greeting at %dx%d: %s", size.width, size.height, problem)
		}
	}
	dark.resize(newcomer)
	dark.enterName("#greeting", "Ben <b>")
	light.await("the inviter sees the name", `document.querySelector("#hand-dark .hand-name").textContent.includes("Ben <b>")`)
	dark.click("#greeting-learn")
	dark.await("one learns", `document.body.dataset.mode === "learn" && document.querySelector(".lesson-task").textContent`)
	light.placeHere("CAnF5", engine.Light)
	dark.await("the tab says whose turn it is", `document.title.startsWith("Your turn") && document.querySelector("link[rel=icon]").href.startsWith("data:image/svg")`)
	dark.click("#back-to-friend")
	dark.await("the way back is gone when one is back", `document.body.dataset.mode === "play" && !document.getElementById("back-to-friend")`)
	dark.reload()
	dark.await("it says so after a reload", `document.title.startsWith("Your turn")`)
	dark.await("it is the friend's turn", `document.querySelector("#hand-dark [data-code=TA]").matches(":enabled")`)
	dark.click("#hand-dark [data-code=TA]")
	dark.awaitToast("In this game, Dark's first building is a stable.")

	target, err := url.Parse(watch)
	enginetest.Must(t, err)
	proxy := httptest.NewServer(http.StripPrefix("/cathedral", httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: target.Host})))
	t.Cleanup(proxy.Close)
	third := openPage(t, proxy.URL+"/cathedral/#"+target.Fragment, desktop)
	pages := []*page{light, dark, third}
	for _, p := range pages {
		p.expected = connectionLost
		p.await("the rule is shown", rule)
	}
	chance := rand.New(rand.NewPCG(seed, seed))
	position := engine.Start(engine.Rules{})
	position = position.Play(mustMove(t, "CAnF5", engine.Light))
	for ply := 1; !position.Over() && (ply < resigns || enginetest.IsNight()); ply++ {
		moves := position.Moves(nil)
		move := moves[chance.IntN(len(moves))]
		if ply == 1 {
			move = mustMove(t, "STnA1", engine.Dark)
		}
		switch ply {
		case 2:
			dark.await("the tab is as it was", `document.title === "Cathedral" && document.querySelector("link[rel=icon]").href.endsWith("/icon.svg")`)
		case reopens:
			dark.do(chromedp.Navigate("about:blank"))
			light.await("the friend is away", `/away/.test(document.querySelector("#hand-dark .hand-name").textContent)`)
			dark.visit(server.page(""))
			dark.awaitMoves(ply)
			dark.checkNoDialog()
			light.await("the friend is back", `!/away/.test(document.querySelector("#hand-dark .hand-name").textContent)`)
		case kills:
			player := pages[position.Side()]
			player.await("it is the person's turn", `/^Your turn/.test(document.getElementById("status").textContent)`)
			player.pick(position.Side(), move)
			player.hover(5, 5)
			held := player.inTheAir()
			server.kill()
			for _, p := range pages {
				p.await("the connection is lost", `!`+noTrouble)
			}
			server.start()
			for _, p := range pages {
				p.await("the connection is back", noTrouble)
				p.await("the rule is shown after a restart", rule)
			}
			if now := player.inTheAir(); now != held || held == "" {
				t.Errorf("after a restart %q is in the air, want %q", now, held)
			}
		}
		if move != engine.Pass { // which the server plays
			pages[position.Side()].placeHere(move.String(), position.Side())
		}
		for _, p := range pages {
			p.await("the move is there", fmt.Sprintf(`document.querySelectorAll("#moves li").length > %d`, ply))
		}
		position = position.Play(move)
	}
	fair, err := engine.ParseFairGame("stable-1")
	enginetest.Must(t, err)
	outcome := fair.Outcome(&position)
	if !position.Over() {
		outcome = []engine.Outcome{engine.Light: engine.DarkWins, engine.Dark: engine.LightWins}[position.Side()]
		pages[position.Side()].resign()
	}
	for _, p := range pages[:2] {
		p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
		checkResult(p, outcome, position.Ply())
	}
	game := dark.sharedRecord()
	if names := game.Tag("White") + " and " + game.Tag("Black"); names != "Ann and Ben <b>" || game.Tag(record.FairTag) != "stable-1" {
		t.Errorf("in the record %s play by the rule %q", names, game.Tag(record.FairTag))
	}
	light.click("#rematch-here")
	dark.await("the rematch is offered", `document.getElementById("friend-agree")`)
	light.await("it may only be withdrawn", `document.querySelector(".deeds #friend-decline") && !document.getElementById("rematch-here").checkVisibility()`)
	dark.click("#rematch-here")
	dark.await("sides are swapped", lightToMove+` && document.querySelector("#hand-light .hand-name").textContent === "You"`)
	for _, p := range pages[:2] {
		p.awaitMoves(0)
	}
	dark.placeHere("CAnF5", engine.Light)
	light.awaitMoves(1)
	light.resign()
	dark.await("the end is told", `document.getElementById("status").textContent === "You have won"`)
}

// A move stands at once, and is sent once, while the server has not answered. A friend takes a move
// back and offers a draw, with the other's consent; others watch, and guess in vain.
func TestBrowserFriendsAgree(t *testing.T) {
	server := friendPages(t)
	light := openPage(t, server.page(""), window{width: 1280, height: 800, prepare: holdsMessages})
	link, watch := light.inviteFriend("light", "3d", "")
	light.await("one may place", `document.querySelector("#hand-light [data-code=CA]:enabled")`)
	evaluate[chromedp.Void](light, `window.holds = true`)
	placeWithMouse(light, engine.Light, mustMove(t, "CAnF5", engine.Light))
	light.await("the building stands", `document.querySelectorAll(".layer-pieces > g").length === 1`)
	light.await("it is said what is waited for", `/^Waiting for the server…/.test(document.getElementById("trouble").innerText)`)
	light.checkText("#status", "Your friend's turn")
	light.failIf("the Cathedral stands, and is in the hand too", `document.querySelector("#hand-light [data-code=CA]").checkVisibility()`)
	evaluate[chromedp.Void](light, `document.getElementById("place").click(); window.send()`)
	light.awaitMoves(1)
	light.await("nothing is waited for", noTrouble)
	if times := light.countSent(`"do":"play"`); times != 1 {
		t.Errorf("the move was sent %d times", times)
	}

	dark := openInvitation(t, link, friendsWindow)
	dark.placeHere("CSnE8", engine.Dark)
	third := openPage(t, watch, desktop)
	for _, p := range []*page{third, light, dark} {
		p.awaitMoves(2)
	}
	light.failUnless("the clock shows something else", `["2 d 23 h", "3 d 0 h"].includes(document.querySelector("#hand-light .hand-clock").textContent)`)
	third.failIf("who watches may resign", `!document.querySelector("#resign").hidden`)
	// What one shares of the game lets nobody play it.
	light.sharedRecord()
	if shared := evaluate[string](light, `[...document.querySelectorAll("#share-dialog textarea, #share-dialog input")].map(({ value }) => value).join(" ")`); strings.Contains(shared, "friend") {
		t.Errorf("a link to the game is in what is shared: %s", shared)
	}
	dark.click("#tab-learn")
	dark.await("one learns", `document.body.dataset.mode === "learn"`)
	light.placeHere("TAnA1", engine.Light)
	dark.awaitToast("It's your turn")
	dark.click("#tab-play")
	dark.awaitMoves(3)
	dark.click("#undo")
	light.click("#friend-agree")
	dark.awaitMoves(1)
	third.awaitMoves(1)

	// Somebody who guesses a token gets an error, and sees nothing of the game.
	stranger := openPage(t, server.page("#friend="+strings.Repeat("A", 36)), desktop)
	stranger.awaitToast("invitation has expired")
	if stranger.countSent(`"do":"join"`) == 0 || evaluate[int](stranger, `document.querySelectorAll("#moves li").length`) != 0 {
		t.Error("a stranger sees the game, or was not refused by the server")
	}

	dark.click("#friend-draw")
	light.awaitPanel("Your friend offers a draw")
	dark.resize(window{width: 844, height: 390, touch: true})
	for _, problem := range dark.outOfSight("#friend-decline") {
		t.Errorf("on a phone on its side: %s", problem)
	}
	light.click("#friend-decline")
	dark.awaitToast("Your offer no longer stands")
	dark.click("#friend-draw")
	light.click("#friend-agree")
	for _, p := range []*page{light, dark} {
		p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
		if words := p.text("#status") + ": " + p.text("#last-move"); words != "A draw: Both players agreed." {
			t.Errorf("the end is told as %q", words)
		}
	}
	if game := light.sharedRecord(); game.Result != "1/2-1/2" || game.Tag("Termination") != "adjudication" {
		t.Errorf("the record has %s, %s", game.Result, game.Tag("Termination"))
	}
}

// Somebody has two games with friends, goes from one to the other in the list of games, which says since when it
// is whose turn, and finds there what has been played since.
func TestBrowserGamesWithFriendsAreInTheList(t *testing.T) {
	enginetest.Long(t)
	tomorrow := friendsWindow
	tomorrow.prepare = `{ const { now } = Date; Date.now = () => now() + 86_400_000; }`
	light := openPage(t, friendPages(t).page(""), tomorrow)
	first, _ := light.inviteFriend("light", "600+5", "")
	light.awaitPanel("hasn't opened the link")
	light.placeHere("CAnF5", engine.Light)
	light.await("it says since when it is whose turn", `document.getElementById("status").textContent === "Your friend's turn since yesterday"`)
	dark := openInvitation(t, first+").", friendsWindow)
	light.inviteFriend("dark", "", "")
	light.await("the other game is there", `document.querySelectorAll("#moves li").length === 0 && document.querySelector("#hand-dark .hand-name").textContent === "You"`)
	dark.placeHere("CSnE8", engine.Dark)
	dark.awaitMoves(2)
	light.click("#games")
	light.await("both games are listed", `document.querySelectorAll(".saved-game").length === 2`)
	light.await("the list says so of the game as it is now", `/your turn since yesterday/i.test([...document.querySelectorAll(".saved-game")].at(-1).textContent)`)
	light.clickOn("the first game", `[...document.querySelectorAll(".saved-game")].at(-1).querySelector("button")`)
	light.awaitMoves(2)
	light.await("the clock is that of the server", `/^(10|9):\d\d$/.test(document.querySelector("#hand-dark .hand-clock").textContent)`)
	light.placeHere("TAnA1", engine.Light)
	dark.awaitMoves(3)

	// A link that opens nothing leaves the game as it is, and can be mended.
	evaluate[chromedp.Void](light, `location.hash = "#friend=nonsense.or.less"`)
	light.awaitToast("opens no game")
	light.await("the address is still there", `location.hash === "#friend=nonsense.or.less"`)
	dark.placeHere("TAnJ1", engine.Dark)
	light.awaitMoves(4)
}

// In a language with long words, all that is shown of a game with a friend is in the catalogue.
// axe-core finds nothing, and the buttons that answer are in sight in every window.
func TestBrowserFriendsInAnotherLanguage(t *testing.T) {
	enginetest.Night(t)
	windows, _ := foldTables(t)
	p := openPage(t, inInventedLanguage(t, friendPages(t).page("")), friendsWindow)
	check := func(p *page, place string, answers ...string) {
		t.Helper()
		p.checkWords(place)
		p.checkAccess(place, byDay(1, themes)...)
		for _, w := range windows {
			if len(answers) > 0 {
				p.resize(window{width: w.width, height: w.height, touch: w.touch})
				for _, problem := range p.outOfSight(append(answers, "#status")...) {
					t.Errorf("%s at %dx%d: %s", place, w.width, w.height, problem)
				}
			}
		}
	}
	p.click("#invite")
	p.await("the dialog is open", `document.getElementById("invite-dialog")?.open`)
	check(p, "an invitation")
	evaluate[chromedp.Void](p, `document.querySelector("#invite-dialog select").value = "light"`)
	p.click("#make-invitation")
	p.await("there is a link and its code", `document.querySelector("#link-dialog[open] svg")`)
	link := evaluate[string](p, `document.getElementById("friend-link-field").value`)
	check(p, "a link for a friend")
	p.click("#link-dialog form button")
	check(p, "a friend who has not come")
	placeWithMouse(p, engine.Light, mustMove(t, "CAnF5", engine.Light))
	p.awaitMoves(1)

	friend := openPage(t, link, friendsWindow)
	friend.await("the greeting is there", `document.getElementById("greeting")`)
	check(friend, "an invitation that was opened")
	friend.click("#greeting-board")
	friend.awaitMoves(1)
	p.await("the friend is there", `!document.getElementById("friend-link")`)
	check(p, "a friend who is there")
	p.click("#undo")
	friend.await("a take-back is asked for", `document.getElementById("friend-agree")`)
	check(friend, "a take-back that is asked for", "#friend-agree", "#friend-decline")
	p.await("it was asked for", `document.getElementById("friend-decline")`)
	check(p, "a take-back that was asked for")
	friend.click("#friend-decline")
	p.await("the friend has declined", `!document.getElementById("friend-decline")`)
	openPage(t, link, desktop).await("it watches", `document.getElementById("friend-panel").textContent`)
	friend.await("a device asks", `document.getElementById("keep-dark")`)
	check(friend, "a device that asks for the seat", "#hand-over-dark", "#keep-dark")
	friend.click("#keep-dark")
	friend.await("the answers are gone", `!document.querySelector("#keep-dark, #friend-agree, #friend-decline")`)
	evaluate[chromedp.Void](friend, `document.getElementById("resign").click(), document.getElementById("resign").click()`)
	p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
	friend.await("the end is told", `document.getElementById("ending").checkVisibility()`)
	friend.click("#rematch-here")
	p.await("a rematch is offered", `document.getElementById("friend-agree")`)
	check(p, "a rematch that is offered")
	friend.do(chromedp.Navigate("about:blank"))
	p.await("the friend is away", `/äwäÿ/.test(document.querySelector("#hand-dark .hand-name").textContent)`)
	check(p, "a friend who is away")
}

// A player who looks elsewhere hears that it is their turn, and is notified after agreeing to that.
// A player on a phone, whose browser lets no page notify, is not asked.
func TestBrowserAHiddenTabTellsWhoseTurnItIs(t *testing.T) {
	enginetest.Long(t)
	desk, phone := friendsWindow, window{width: 390, height: 844, touch: true, hurried: true}
	desk.prepare = `{
		window.notified = [];
		window.Notification = class extends EventTarget {
			static permission = "default";
			static async requestPermission() { return Notification.permission = "granted"; }
			constructor(title, { body }) { super(); if (Notification.permission === "granted") window.notified.push(title + ": " + body); }
		};
		Object.defineProperty(document, "hidden", { get: () => window.away === true });
		window.played = 0;
		const start = OscillatorNode.prototype.start;
		OscillatorNode.prototype.start = function (...when) { if (document.hidden) window.played++; return start.apply(this, when); };
	}`
	phone.prepare = `window.Notification = class {
		static permission = "default";
		constructor() { throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead."); }
	}`
	light, link, _ := hostGame(t, desk, "")
	dark := openInvitation(t, link, phone)
	windows, _ := foldTables(t)
	for _, w := range windows {
		light.resize(window{width: w.width, height: w.height, touch: w.touch})
		for _, problem := range light.outOfSight("#undo", "#turn-tell", "#turn-not") {
			t.Errorf("at %dx%d: %s", w.width, w.height, problem)
		}
	}
	light.click("#turn-tell")
	light.await("it was asked for once", `Notification.permission === "granted" && !document.getElementById("turn-tell") && localStorage.getItem("cathedral-notify-asked")`)
	dark.placeHere("CSnE8", engine.Dark)
	light.placeHere("TAnA1", engine.Light)
	dark.awaitMoves(3)
	if evaluate[int](light, `window.notified.length`) != 0 {
		t.Error("who looks at the page is notified")
	}
	dark.failIf("on a phone it is asked", `document.getElementById("friend-draw").hidden || document.getElementById("turn-tell") !== null`)
	evaluate[chromedp.Void](light, `void (window.away = true)`)
	dark.placeHere("TAnJ1", engine.Dark)
	light.await("there is a notification and a sound", `window.notified.length === 1 && window.played >= 2`)
	checkIs(light, `window.notified[0]`, "It's your turn: Dark places the tavern at J1.")
}

// checkResult checks that the page shows an outcome, and has saved the game with this number of plies.
func checkResult(p *page, outcome engine.Outcome, plies int) {
	p.t.Helper()
	p.checkOutcome(outcome)
	saved := evaluate[string](p, `(async () => JSON.stringify((await new Promise((resolve) => {
		const opened = indexedDB.open("cathedral");
		opened.onsuccess = () => {
			opened.result.transaction("games").objectStore("games").getAll().onsuccess = ({ target }) => resolve(target.result);
		};
	})).map(({ id, players, moves }) => ({ id, players, moves }))))()`)
	var games []struct {
		ID      string
		Players struct{ Light, Dark string }
		Moves   []string
	}
	if err := json.Unmarshal([]byte(saved), &games); err != nil || len(games) != 1 || len(games[0].Moves) != plies || !strings.HasPrefix(games[0].ID, "friend-") {
		p.t.Errorf("the games in the browser are %s", saved)
	}
}
