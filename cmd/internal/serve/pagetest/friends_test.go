package pagetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/serve"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// friendPages starts a server that keeps games of friends, also when it is killed and
// started again.
func friendPages(t *testing.T) *serverAt {
	t.Helper()
	file := filepath.Join(t.TempDir(), "friends.db")
	var house *friends.House
	t.Cleanup(func() { house.Close() })
	return mortalServer(t, func(config *serve.Config) {
		pageConfig(config)
		if house != nil {
			house.Close()
		}
		var err error
		if house, err = friends.Open(file, 10); err != nil {
			t.Fatal(err)
		}
		config.Friends = house
	})
}

// inviteFriend makes a link on the page, and returns it and that for watchers.
func (p *page) inviteFriend(side, control string) (friend, watch string) {
	p.t.Helper()
	p.click("#invite")
	p.await("the dialog is open", `document.getElementById("invite-dialog")?.open`)
	evaluate[chromedp.Void](p, fmt.Sprintf(`(() => {
		const selects = document.querySelectorAll("#invite-dialog select");
		selects[0].value = %q;
		selects[2].value = %q;
	})()`, side, control))
	p.click("#make-invitation")
	p.await("there is a link and its code", `document.querySelector("#link-dialog[open] svg")`)
	friend, watch = evaluate[string](p, `document.getElementById("friend-link-field").value`), evaluate[string](p, `document.getElementById("watch-link-field").value`)
	p.click("#link-dialog form button")
	return friend, watch
}

// hostGame opens the page of a player who invites a friend as Dark and places the Cathedral,
// and returns it with the friend's link.
func hostGame(t *testing.T) (light *page, link string) {
	t.Helper()
	light = openPage(t, friendPages(t).page(""), window{width: 1280, height: 800, hurried: true})
	link, _ = light.inviteFriend("light", "")
	light.placeHere("CAnF5", engine.Light)
	return light, link
}

// openInvitation opens the link of an invitation in a profile of its own, and leaves the
// greeting for the board.
func openInvitation(t *testing.T, link string) *page {
	t.Helper()
	p := openPage(t, link, window{width: 1280, height: 800, hurried: true})
	p.click("#greeting-board")
	return p
}

// placeHere plays a move of the person's side.
func (p *page) placeHere(move string, side engine.Side) {
	p.t.Helper()
	p.await("it is the person's turn", fmt.Sprintf(`/^Your turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === %q`, strings.ToLower(side.String())))
	placeWithMouse(p, side, mustMove(p.t, move, side))
}

func TestBrowserWithAFriendOthersWatchAndGuess(t *testing.T) {
	enginetest.Long(t)
	server := friendPages(t)
	light := openPage(t, server.page(""), window{width: 1280, height: 800, hurried: true})
	link, watch := light.inviteFriend("light", "3d")
	light.placeHere("CAnF5", engine.Light)
	dark := openInvitation(t, link)
	dark.placeHere("CSnE8", engine.Dark)
	third := openPage(t, watch, desktop)
	third.awaitMoves(2)
	light.awaitMoves(2)
	if clock := light.text("#hand-light .hand-clock"); clock != "2 d 23 h" && clock != "3 d 0 h" {
		t.Errorf("the clock shows %q", clock)
	}
	if evaluate[bool](third, `!document.querySelector("#resign").hidden`) {
		t.Error("who watches may resign")
	}

	// What one shares of the game lets nobody play it.
	light.click("#share")
	light.await("there is a record", `document.getElementById("share-record").value`)
	if shared := evaluate[string](light, `[...document.querySelectorAll("#share-dialog textarea, #share-dialog input")].map(({ value }) => value).join(" ")`); strings.Contains(shared, "friend") {
		t.Errorf("a link to the game is in what is shared: %s", shared)
	}
	light.click("#share-dialog form button")

	dark.awaitMoves(2)
	dark.click("#undo")
	light.await("the friend asks", `document.getElementById("friend-agree")`)
	light.click("#friend-agree")
	dark.awaitMoves(1)
	third.awaitMoves(1)

	// Somebody who guesses a token gets an error, and sees nothing of the game.
	stranger := openPage(t, server.page("#friend="+strings.Repeat("A", 36)), desktop)
	stranger.await("the link is refused", `/invitation has expired/.test(document.getElementById("toast").textContent)`)
	if stranger.countSent(`"do":"join"`) == 0 || evaluate[int](stranger, `document.querySelectorAll("#moves li").length`) != 0 {
		t.Error("a stranger sees the game, or was not refused by the server")
	}
}

// Somebody has two games with friends, goes from one to the other in the list of games,
// and finds there what has been played since.
func TestBrowserGamesWithFriendsAreInTheList(t *testing.T) {
	enginetest.Long(t)
	server := friendPages(t)
	light := openPage(t, server.page(""), window{width: 1280, height: 800, hurried: true})
	first, _ := light.inviteFriend("light", "600+5")
	if words := light.text("#friend-panel"); !strings.Contains(words, "has not opened the link") {
		t.Errorf("before the friend has come the page says %q", words)
	}
	light.placeHere("CAnF5", engine.Light)
	light.awaitMoves(1)
	dark := openInvitation(t, first)
	light.inviteFriend("dark", "")
	light.await("the other game is there", `document.querySelectorAll("#moves li").length === 0 && document.querySelector("#hand-dark .hand-name").textContent === "You"`)
	dark.placeHere("CSnE8", engine.Dark)
	dark.awaitMoves(2)
	light.click("#games")
	light.await("both games are listed", `document.querySelectorAll(".saved-game").length === 2`)
	light.clickOn("the first game", `[...document.querySelectorAll(".saved-game")].at(-1).querySelector("button")`)
	light.awaitMoves(2)
	light.await("the clock is that of the server", `/^(10|9):\d\d$/.test(document.querySelector("#hand-dark .hand-clock").textContent)`)
	light.placeHere("TAnA1", engine.Light)
	dark.awaitMoves(3)

	// A link that opens nothing leaves the game as it is.
	evaluate[chromedp.Void](light, `location.hash = "#friend=nonsense"`)
	light.await("the link is refused", `/opens no game/.test(document.getElementById("toast").textContent)`)
	dark.placeHere("TAnJ1", engine.Dark)
	light.awaitMoves(4)
}

// All that is shown of a game with a friend is in the catalogue, and axe-core has
// nothing to say against it.
func TestBrowserFriendsInOtherLanguages(t *testing.T) {
	enginetest.Long(t)
	server := friendPages(t)
	address := translated(t, server.page(""), bracketed(t))
	p := openAxe(t, address)
	p.click("#rules-done")
	p.click("#invite")
	p.await("the dialog is open", `document.getElementById("invite-dialog")?.open`)
	p.checkView("an invitation")
	evaluate[chromedp.Void](p, `document.querySelector("#invite-dialog select").value = "light"`)
	p.click("#make-invitation")
	p.await("there is a link and its code", `document.querySelector("#link-dialog[open] svg")`)
	link := evaluate[string](p, `document.getElementById("friend-link-field").value`)
	p.checkView("a link for a friend")
	p.click("#link-dialog form button")
	p.checkView("a friend who has not come")
	placeWithMouse(p, engine.Light, mustMove(t, "CAnF5", engine.Light))
	p.awaitMoves(1)

	friend := openAxe(t, link)
	friend.await("the greeting is there", `document.querySelector("#greeting-dialog[open]")`)
	friend.checkView("an invitation that was opened")
	friend.click("#greeting-board")
	friend.awaitMoves(1)
	p.await("the friend is there", `!document.getElementById("friend-link")`)
	p.checkLanguage("a friend who is there")
	p.click("#undo")
	friend.await("a take-back is asked for", `document.getElementById("friend-agree")`)
	friend.checkLanguage("a take-back that is asked for")
	p.await("it was asked for", `document.getElementById("friend-decline")`)
	p.checkView("a take-back that was asked for")
	friend.click("#friend-decline")
	p.await("the friend has declined", `!document.getElementById("friend-decline")`)
	evaluate[chromedp.Void](friend, `document.getElementById("resign").click(), document.getElementById("resign").click()`)
	p.await("the end is told", `document.getElementById("gameover-dialog").open`)
	friend.await("the end is told", `document.getElementById("gameover-dialog").open`)
	friend.click("#rematch")
	p.await("a rematch is offered", `document.getElementById("gameover-series").textContent`)
	p.checkView("a rematch that is offered")
	friend.do(chromedp.Navigate("about:blank"))
	p.await("the friend is away", `/away/.test(document.querySelector("#hand-dark .hand-name").textContent)`)
	p.checkLanguage("a friend who is away")
}

// Two browsers play a whole game. One is closed and opened again, the server is killed
// and started again, and one who watches sees it all. Then they play a rematch.
func TestBrowserFriendsPlayAWholeGame(t *testing.T) {
	enginetest.Long(t)
	const (
		seed    = 11
		reopens = 5 // the ply before which one comes back
		kills   = 9 // the ply before which the server is killed
	)
	server := friendPages(t)
	light := openPage(t, server.page(""), window{width: 1280, height: 800, hurried: true})
	link, watch := light.inviteFriend("light", "")
	dark, third := openInvitation(t, link), openPage(t, watch, desktop)
	pages := []*page{light, dark, third}
	for _, p := range pages {
		p.expected = connectionLost
	}
	chance := rand.New(rand.NewPCG(seed, seed))
	position := engine.Start(engine.Rules{})
	for ply := 0; !position.Over(); ply++ {
		switch ply {
		case reopens:
			dark.do(chromedp.Navigate("about:blank"))
			light.await("the friend is away", `/away/.test(document.querySelector("#hand-dark .hand-name").textContent)`)
			dark.visit(link)
			dark.awaitMoves(ply)
			light.await("the friend is back", `!/away/.test(document.querySelector("#hand-dark .hand-name").textContent)`)
		case kills:
			server.kill()
			for _, p := range pages {
				p.await("the connection is lost", `!`+noTrouble)
			}
			server.start()
			for _, p := range pages {
				p.await("the connection is back", noTrouble)
			}
		}
		moves := position.Moves(nil)
		move := moves[chance.IntN(len(moves))]
		if move != engine.Pass { // which the server plays
			pages[position.Side()].placeHere(move.String(), position.Side())
		}
		for _, p := range pages {
			p.await("the move is there", fmt.Sprintf(`document.querySelectorAll("#moves li").length > %d`, ply))
		}
		position = position.Play(move)
	}
	for _, p := range pages[:2] {
		p.await("the end is told", `document.getElementById("gameover-dialog").open`)
		checkResult(p, &position)
	}
	light.click("#rematch")
	dark.await("the rematch is offered", `document.getElementById("friend-agree")`)
	dark.click("#rematch")
	dark.await("sides are swapped", `/^(Your|Light's) turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === "light" && document.querySelector("#hand-light .hand-name").textContent === "You"`)
	for _, p := range pages[:2] {
		p.awaitMoves(0)
	}
	dark.placeHere("CAnF5", engine.Light)
	light.awaitMoves(1)
	light.resign()
	dark.await("the end is told", `document.getElementById("gameover-title").textContent === "You have won"`)
}

// checkResult holds the result that the page shows against that of a position.
func checkResult(p *page, position *engine.Position) {
	p.t.Helper()
	words := map[engine.Outcome]string{engine.LightWins: "Light wins", engine.DarkWins: "Dark wins", engine.Draw: "A draw"}
	if status := p.text("#status") + ". " + p.text("#last-move"); !strings.Contains(status, words[position.Outcome()]) {
		p.t.Errorf("the page says %q of a game that ended %s", status, position.Outcome())
	}
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
	if err := json.Unmarshal([]byte(saved), &games); err != nil || len(games) != 1 || len(games[0].Moves) != position.Ply() || !strings.HasPrefix(games[0].ID, "friend-") {
		p.t.Errorf("the games in the browser are %s", saved)
	}
}
