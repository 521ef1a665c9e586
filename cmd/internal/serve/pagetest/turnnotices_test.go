package pagetest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/push"
	"cathedral/cmd/internal/serve"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// pushServer is a server that notifies players of turns, with a push service.
type pushServer struct {
	*serverAt
	posted chan bool    // package push tests what is posted
	status atomic.Int32 // with which the service answers
}

// openPushServer starts a server that notifies players of turns, and returns a window whose browser is
// reached by its push service. Chromium has none in profiles that are not kept. The person has agreed to
// notices, unless the page's storage has another answer; with "unreachable" there, the browser cannot subscribe.
func openPushServer(t *testing.T) (*pushServer, window) {
	folder := t.TempDir()
	keys, err := push.OpenKeys(filepath.Join(folder, "keys.json"))
	enginetest.Must(t, err)
	s := &pushServer{posted: make(chan bool, 10)}
	s.status.Store(http.StatusCreated)
	service := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(int(s.status.Load()))
		s.posted <- true
	}))
	client := service.Client()
	client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, service.Listener.Addr().String())
	}
	house, err := friends.Open(filepath.Join(folder, "games"), 10, func(string) {})
	enginetest.Must(t, err)
	t.Cleanup(func() {
		enginetest.Must(t, house.Close())
		service.Close()
	})
	s.serverAt = mortalServer(t, func(config *serve.Config) {
		pageConfig(config)
		config.Friends, config.Push = house, push.NewPoster(keys, "https://games.example", client, func(string) {})
	})
	w := friendsWindow
	w.prepare = fmt.Sprintf(`if (globalThis.PushManager) {
		Object.defineProperty(Notification, "permission", { get: () => localStorage.getItem("agreed") ?? "default" });
		Notification.requestPermission = async () => localStorage.setItem("agreed", localStorage.getItem("answer") ?? "granted");
		const made = { toJSON: () => ({ endpoint: "https://example.com/browser", expirationTime: null, keys: { p256dh: %q, auth: "BTBZMqHH6r4Tts7J_aSIgg" } }) };
		Object.defineProperty(made, "endpoint", { value: "https://example.com/browser" });
		PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made : null);
		PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
			if (localStorage.getItem("unreachable")) throw new DOMException("Registration failed - push service error", "AbortError");
			if (!userVisibleOnly || applicationServerKey !== %q) throw new DOMException("refused", "NotAllowedError");
			localStorage.setItem("subscribed", "yes");
			return made;
		};
	}`, keys.Public, keys.Public) // any key will do for the browser's
	return s, w
}

// A player who has agreed to it gets a notice of a turn when no page is open, which names the friend. The
// page asks when the game has begun. A page that is seen says it itself. The worker that takes the place
// of a site's leaves the one for notices alone.
func TestBrowserATurnIsToldWhenThePageIsClosed(t *testing.T) {
	enginetest.Night(t)
	server, w := openPushServer(t)
	light := openPage(t, server.page(""), w)
	light.expected = "/favicon.ico" // beside a picture
	info := call(light, target.GetTargetInfo, target.GetTargetInfoParams{}).TargetInfo
	call(light, browser.SetPermission, browser.SetPermissionParams{
		Permission: &browser.PermissionDescriptor{Name: "notifications"}, Setting: browser.PermissionSettingGranted, BrowserContextID: info.BrowserContextID,
	})
	workers := make(chan *serviceworker.Registration, 100)
	enginetest.Must(t, chromedp.Listen(light.ctx, func(event any) {
		if event, isUpdate := event.(*serviceworker.EventWorkerRegistrationUpdated); isUpdate {
			for _, registration := range event.Registrations {
				workers <- registration
			}
		}
	}))
	call(light, serviceworker.Enable, cdp.Empty{})

	link, _ := light.inviteFriend("light", "", "")
	dark := openPage(t, link, friendsWindow)
	dark.enterName("#greeting", "Anna")
	dark.click("#greeting-board")
	light.await("the friend is there", `document.querySelector("#hand-dark .hand-name").textContent === "Anna"`)
	light.failIf("it is asked before the game has begun", `document.getElementById("turn-tell")`)
	light.placeHere("CAnF5", engine.Light)
	evaluate[chromedp.Void](light, `caches.open("friends").then((kept) => Promise.all(Array.from({ length: 60 }, (_, old) => kept.put("turns/old" + old, new Response("Old")))))`)
	light.click("#turn-tell")
	<-server.posted
	light.await("the last friends are kept", `caches.open("friends").then((kept) => kept.keys()).then((games) => games.length === 50)`)
	light.await("telling works", `document.querySelector("#friend-panel p")?.textContent === "You'll be told when it's your turn, even with the page closed."`)
	game := evaluate[string](light, `location.hash.split("=")[1]`)
	worker := <-workers
	if !strings.HasSuffix(worker.ScopeURL, "/turns/") {
		t.Fatalf("the worker for notices is in %s", worker.ScopeURL)
	}
	deliver := func(message string) {
		call(light, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{
			Origin: strings.TrimSuffix(server.page(""), "/"), RegistrationID: worker.RegistrationID, Data: message,
		})
	}
	const notices = `navigator.serviceWorker.getRegistration("/turns/").then((worker) => worker.getNotifications())`

	checkNotice := func(message, name string) {
		t.Helper()
		light.do(chromedp.Navigate("about:blank"))
		deliver(message)
		light.do(chromedp.Navigate(server.page("icon.svg"))) // a document without a script
		light.await("there is one notice, which names the friend and is heard", fmt.Sprintf(
			`%s.then((all) => all.map(({ title, body, tag, data, renotify }) => [title, body, tag, data, renotify].join()).join() === "It's your turn,%[3]s,%[2]s,%[2]s,true")`, notices, message, name))
	}

	light.do(chromedp.Navigate("about:blank"))
	dark.await("the friend is away", `/away/.test(document.querySelector("#hand-light .hand-name").textContent)`)
	dark.placeHere("CSnE8", engine.Dark)
	<-server.posted
	checkNotice(game, "Anna")

	// A notice that is pressed leads to the game, in a page that shows something else; so does a note, which
	// comes in the place of a notice while such a page is seen. The game that is seen has no notice.
	for _, press := range []string{
		fmt.Sprintf(`%s.then(([notice]) => void navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { game: notice.data } })))`, notices),
		`document.querySelector("#toast button").click()`,
	} {
		light.visit(server.page("#do=puzzle&puzzle=1"))
		light.await("it hears the worker", `performance.getEntriesByType("resource").some(({ name }) => name.includes("crossings.js"))`)
		if strings.Contains(press, "toast") {
			deliver(game)
			light.awaitToast("Anna: It's your turn Go there")
		}
		evaluate[chromedp.Void](light, press)
		light.awaitMoves(2)
		light.await("the game is shown", `document.body.dataset.mode === "play"`)
		light.await("the notices are taken away", notices+`.then((all) => all.length === 0)`)
	}
	deliver(game) // while one looks at the game
	checkNotice("another", "")

	light.visit(server.page(""))
	evaluate[chromedp.Void](light, `navigator.serviceWorker.register("/serviceworker.js").then(() => {})`)
	light.await("the worker in the place of a site's has gone", usable+" && "+`performance.getEntriesByType("navigation")[0].name.includes("?reload") &&
		navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => new URL(scope).pathname).join() === "/turns/")`)

	// The settings end the notices, and the page does not begin again by itself.
	light.press("?")
	light.failUnless("the switch is not on", `document.querySelector("#settings-form [name=notices]").checked`)
	light.click("#settings-form [name=notices]")
	const noWorker = `navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)`
	light.await("no worker tells of turns", noWorker)
	asked := light.countSent(`"do":"notify"`)
	light.visit(server.page("#friend=" + game))
	light.await("it is the person's turn", `/^Your turn/.test(document.getElementById("status").textContent)`)
	light.press("?")
	light.click("#settings-form [name=notices]")
	light.awaitSentTimes(`"do":"notify"`, asked+1)
	if got := light.countSent(`"do":"notify"`); got != asked+1 {
		t.Errorf("the page asks for notices %d times, want %d", got, asked+1)
	}
}

// The page says whether notices come, where the question stood and in the settings, and tries again: with
// permission denied, without a push service, refused by it, without its answer, and then well. A first
// message is shown as a notice. On an iPhone the page says what to do, and that the Home Screen begins with
// the game's seat.
func TestBrowserSaysWhetherTurnsAreTold(t *testing.T) {
	enginetest.Long(t)
	server, w := openPushServer(t)
	light := openPage(t, server.page(""), w)
	light.expected = "/favicon.ico"
	link, _ := light.inviteFriend("light", "", "")
	openInvitation(t, link, friendsWindow)
	light.await("the friend is there", `!document.getElementById("friend-link")`)
	light.placeHere("CAnF5", engine.Light)
	for _, test := range []struct {
		storage string // is set first
		status  int
		want    string
	}{
		{`answer = "denied"`, 0, "The browser doesn't let this page notify you. Allow it in the browser's settings for this page."},
		{`unreachable = "yes"; localStorage.answer = "granted"`, 0, "This browser can't be reached when the page is closed: keep the tab open."},
		{`unreachable = ""`, http.StatusForbidden, "Notifications from this server are blocked for this browser: keep the tab open."},
		{`unreachable = ""`, http.StatusServiceUnavailable, "The browser's push service isn't answering. The server will try again at your next turn."},
		{`unreachable = ""`, http.StatusCreated, "You'll be told when it's your turn, even with the page closed."},
	} {
		server.status.Store(int32(test.status))
		evaluate[string](light, "localStorage."+test.storage)
		light.click(":is(#turn-tell, #turn-again)")
		light.await(test.want, fmt.Sprintf(`["#friend-panel", "#notices-state"].every((place) => document.querySelector(place).textContent.startsWith(%q))`, test.want))
	}
	light.failIf("what works is tried again", `document.querySelector("#turn-again, #notices-state button")`)
	light.press("?")
	light.failUnless("the settings do not say it", `document.getElementById("notices-state").checkVisibility()`)
	light.press("Escape")

	w.prepare = `Object.defineProperty(navigator, "standalone", { value: false }); delete globalThis.PushManager; delete globalThis.Notification;`
	phone := openPage(t, server.page(""), w)
	phone.expected = "/favicon.ico"
	link, _ = phone.inviteFriend("light", "", "")
	openInvitation(t, link, friendsWindow)
	phone.await("the friend is there", `!document.getElementById("friend-link")`)
	phone.placeHere("CAnF5", engine.Light)
	phone.await("the way to the Home Screen is told", `/Add to Home Screen/.test(document.getElementById("friend-panel").textContent)`)
	phone.click("#turn-ready")
	phone.await("the address is that of the seat", `/^#friend=[\w-]{36}&key=[\w-]{24}$/.test(location.hash)`)
	phone.failUnless("there is no page for the Home Screen", `fetch(document.querySelector("link[rel=manifest]").href).then((answer) => answer.json()).then(({ display, icons }) =>
		display === "standalone" && Promise.all(icons.map(({ src }) => fetch(src))).then((all) => all.every(({ ok }) => ok)))`)
	phone.click("#turn-not")
	phone.await("it is not said again", `!/Home Screen/.test(document.getElementById("friend-panel").textContent)`)
}
