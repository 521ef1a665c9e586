package pagetest

import (
	"net"
	"slices"
	"strings"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

func TestBrowserOnYourPhone(t *testing.T) {
	server := longServer(t, pageConfig)
	p := openPage(t, server.page("#light=level+mason&dark=person&"+midgame), desktop)
	openDevices := func(p *page) {
		t.Helper()
		p.click("#share")
		p.await("the share dialog is open", `document.getElementById("share-dialog").open`)
		p.click("#devices")
		p.await("the dialog is open", `document.getElementById("devices-dialog").open`)
	}
	openDevices(p)
	p.checkPart("#devices-dialog p", "--listen")

	// The same server now listens at every address.
	_, port, err := net.SplitHostPort(server.address)
	enginetest.Must(t, err)
	p.expected = connectionLost
	server.kill()
	p.await("the connection is lost", `!`+noTrouble)
	listening := &net.TCPAddr{IP: net.IPv4zero}
	if listening.Port, err = net.LookupPort("tcp", port); err != nil {
		t.Fatal(err)
	}
	server.address = "0.0.0.0:" + port
	server.start()
	p.await("the connection is back", noTrouble)
	p.click("#devices-dialog form button")
	addresses := serve.NetworkAddresses(listening)
	if len(addresses) == 0 {
		t.Skip("this machine has no network")
	}
	openDevices(p)
	p.await("there is a code", `document.querySelector("#devices-dialog svg")`)
	if shown := evaluate[[]string](p, `[...document.querySelectorAll("#devices-dialog option")].map((option) => option.textContent)`); !slices.Equal(shown, addresses) {
		t.Errorf("the addresses are %s, want %s", shown, addresses)
	}
	checkCode(p, addresses[0])
	p.click("#devices-dialog [type=checkbox]")
	p.await("the game is in the code", `/moves=/.test(document.querySelector("#devices-dialog svg")?.getAttribute("aria-label"))`)
	link := evaluate[string](p, `document.querySelector("#devices-dialog [readonly]").value`)
	checkCode(p, link)

	// The link opens the game, and the dialog there knows the address by which one came.
	other := openPage(t, link, desktop)
	other.expected = "Cross-Origin-Opener-Policy" // which browsers ignore there, and say so
	other.awaitMoves(midgamePlies)
	other.checkText("#hand-light .hand-name", "Mason")
	openDevices(other)
	other.await("there is a code", `document.querySelector("#devices-dialog svg")`)
	checkCode(other, evaluate[string](other, `location.origin + "/"`))
}

// checkCode compares the picture of a code with what the server says of the text.
func checkCode(p *page, text string) {
	p.t.Helper()
	label := evaluate[string](p, `document.querySelector("#devices-dialog svg").getAttribute("aria-label")`)
	if label != "QR code of "+text {
		p.t.Errorf("it is called %q, want that of %s", label, text)
	}
	code, err := serve.TerminalCode(text)
	if err != nil {
		p.t.Fatal(err)
	}
	dark := strings.Count(code, "▀") + strings.Count(code, "▄") + 2*strings.Count(code, "█")
	checkIs(p, `document.querySelector("#devices-dialog path").getAttribute("d").match(/M/g).length`, dark)
}
