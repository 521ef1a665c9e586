package pagetest

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/serve"
	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/engine/enginetest"
)

// wonByDark is a position that Dark wins. Its proof waits, and answers one by one.
const wonByDark = "CC1+4YL/LC++++1YYL/CC1+4YY/6f3/2c1cfffqq/2ccc1f1qq/S9/SOO1oo2yy/LLOO1ooyyd/LLLO2odyd l - 10"

// proofLink is the fragment of a walk through a proof.
func proofLink(position string) string {
	return "#" + url.Values{"do": {"proof"}, "start": {position}}.Encode()
}

// awaitChoice waits until one may play for the side that loses, or the game is over.
func (p *page) awaitChoice() {
	p.t.Helper()
	p.await("one may play", `(document.getElementById("proof-moves").checkVisibility() && document.querySelector(".zone")) ||
		document.getElementById("proof-words").textContent === "The count is as proven."`)
}

// checkCertificate checks the certificate that the page saves.
func (p *page) checkCertificate() {
	p.t.Helper()
	saved := evaluate[string](p, `new Promise((resolve) => {
		URL.createObjectURL = (blob) => { blob.arrayBuffer().then((bytes) => resolve([...new Uint8Array(bytes)].map((byte) => String.fromCharCode(byte)).join(""))); return "#"; };
		document.getElementById("save-proof").click();
	})`)
	file := make([]byte, 0, len(saved))
	for _, letter := range saved {
		file = append(file, byte(letter))
	}
	if totals, err := certificate.Verify(bytes.NewReader(file), certificate.Limits{}, nil); err != nil || totals.Claims != 1 {
		p.t.Errorf("the certificate of %d bytes: %d claims, %v", len(file), totals.Claims, err)
	}
}

// playAnswered places a building that the proof answers.
func (p *page) playAnswered() {
	p.t.Helper()
	move := evaluate[string](p, `document.querySelector("#proof-moves optgroup:first-child option").value`)
	placeWithMouse(p, engine.Light, mustMove(p.t, move, engine.Light))
	p.await("the proof has answered", fmt.Sprintf(`location.hash.includes("moves=%s.")`, move))
	p.awaitChoice()
}

// One walks through a proof from a review: with moves of the list and of the board, back to try
// another one, and on to the end, where the winner has won. The certificate can be had.
func TestBrowserWalksThroughAProof(t *testing.T) {
	enginetest.Long(t)
	p := reviewCareless(t, pageServer(t), window{width: 1280, height: 800, hurried: true})
	p.click("#proof-fold summary")
	p.click("#walk-review")
	p.awaitChoice()
	claim := p.text("#proof-claim")
	if !strings.Contains(claim, "wins. Play anything for ") {
		t.Errorf("the claim is %q", claim)
	}
	p.click("#proof-leave")
	p.await("the review is back", `document.body.dataset.mode === "review"`)

	p.visit(p.origin() + proofLink(wonByDark))
	p.awaitChoice()
	p.checkText("#proof-claim", "Dark wins. Play anything for Light.")
	p.checkPart("#proof-words", "Only the framed squares matter")
	position := enginetest.Position(t, wonByDark, engine.Rules{})
	legal := position.CountMoves()
	checkIs(p, `document.querySelectorAll("#proof-moves option").length`, legal)
	if evaluate[int](p, `document.querySelectorAll(".layer-ideas rect").length`) == 0 {
		t.Error("nothing of the city is veiled")
	}

	// A move that changes nothing, from the list; then back.
	evaluate[chromedp.Void](p, `(() => {
		const moves = document.getElementById("proof-moves");
		moves.value = moves.querySelector("optgroup:last-child option").value;
		document.getElementById("proof-play").click();
	})()`)
	p.await("the proof has waited", `document.getElementById("proof-words").textContent.startsWith("That made no difference: Dark answered as if Light had passed.")`)
	p.click("#proof-undo")
	p.await("one is back", `document.getElementById("proof-undo").hidden && document.querySelector(".zone")`)

	// Another, on the board, that the proof answers.
	p.playAnswered()

	// And on to the end.
	for range 60 {
		p.awaitChoice()
		if p.text("#proof-words") == "The count is as proven." {
			break
		}
		evaluate[chromedp.Void](p, `(() => {
			const moves = [...document.querySelectorAll("#proof-moves option")];
			document.getElementById("proof-moves").value = moves[Math.floor(moves.length / 2)].value;
			window.plies = document.querySelectorAll("#moves button").length;
			document.getElementById("proof-play").click();
		})()`)
		p.await("the move is played", `document.querySelectorAll("#moves button").length > window.plies`)
	}
	p.checkPart("#status", "Dark wins by")

	p.checkCertificate()
}

// On the site, a worker makes the proof. The walk goes on after a reload, and the page can be used
// while a proof is being made.
func TestBrowserSiteWalksThroughAProof(t *testing.T) {
	enginetest.Night(t)
	address, _ := startSite(t)
	p := openPage(t, address+proofLink(wonByDark), siteWindow)
	p.awaitChoice()
	p.checkText("#proof-claim", "Dark wins. Play anything for Light.")
	p.playAnswered()
	p.checkCertificate()
	moves := evaluate[string](p, movesOfPage)
	p.reload()
	p.awaitChoice()
	checkIs(p, movesOfPage, moves)

	p.visit(address + "?start#do=proof")
	p.await("the proof is being made", `document.getElementById("proof-claim").textContent === "Making and checking the proof…"`)
	p.click("#tab-play")
	p.await("one may place", `document.querySelector("[data-code=CA]:enabled")`)
	p.visit(address + "?broken" + proofLink("10/10"))
	p.await("it is said what is wrong", `/^This link can't be read/.test(document.getElementById("toast").textContent)`)
	p.await("one may place instead", `document.body.dataset.mode === "play" && document.querySelector("[data-code=CA]:enabled")`)
}

// What is too much for the page has a command; and a lost connection is no more than a delay.
func TestBrowserShowsTheCommandForALargeProof(t *testing.T) {
	server := longServer(t, func(config *serve.Config) {
		pageConfig(config)
		config.Limits.HashMiB = 8
	})
	p := openPage(t, server.page(proofLink(wonByDark)), window{width: 1280, height: 800, hurried: true})
	p.awaitChoice()
	p.expected = connectionLost
	server.kill()
	server.start()
	evaluate[chromedp.Void](p, `document.getElementById("proof-play").click()`)
	p.await("it is answered", `document.querySelectorAll("#moves button").length > 1`)
	p.awaitChoice()
	p.visit(p.origin() + fmt.Sprintf("#do=proof&moves=%s", "CAnF5.TOeD1"))
	p.await("there is a command", `document.getElementById("proof-command").value.includes("cathedral solve --verdict") && document.getElementById("proof-command").checkVisibility()`)
	p.checkText("#proof-claim", "This proof is too large for the page.")
}
