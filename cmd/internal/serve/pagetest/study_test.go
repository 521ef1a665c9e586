package pagetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/serve"
)

// boardDrawing returns what is drawn of the position.
func (p *page) boardDrawing() string {
	p.t.Helper()
	return evaluate[string](p, `["territory", "pieces", "last"].flatMap((name) =>
		[...document.querySelector(".layer-" + name).children].map((child) => child.outerHTML)).sort().join("\n")`)
}

// hide makes the page believe that it is hidden, or seen again.
func (p *page) hide(hidden bool) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`(() => {
		Object.defineProperty(document, "hidden", { value: %t, configurable: true });
		document.dispatchEvent(new Event("visibilitychange"));
	})()`, hidden))
}

// awaitQuiet waits until the engine has said nothing for a second.
func (p *page) awaitQuiet() {
	p.t.Helper()
	before := -1
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Second) {
		p.mutex.Lock()
		frames := p.frames
		p.mutex.Unlock()
		if frames == before {
			return
		}
		before = frames
	}
	p.t.Fatal("the engine talks on")
}

// startMatch starts a match in which these play, with a number of milliseconds for a move.
func (p *page) startMatch(light, dark, moveTime string) {
	p.t.Helper()
	for side, player := range map[string]string{"light": light, "dark": dark} {
		card := fmt.Sprintf(`#panel-watch .player-card.%s`, side)
		p.click(card)
		p.await("one chooses who sits there", `document.getElementById("setup-dialog")?.open`)
		kind, name, _ := strings.Cut(player, " ")
		engine, level, shown := name, 0, name+"null"
		if kind == "level" {
			before, _, _ := strings.Cut(pageFile(p.t, "game/strengthlevels.js"), fmt.Sprintf("{ id: %q", name))
			engine, level, shown = "", strings.Count(before, "{ id: "), name
		}
		evaluate[chromedp.Void](p, fmt.Sprintf(`(({ elements: { engine, level } }) => {
			engine.value = %q;
			level.value = %d;
			level.dispatchEvent(new Event("input", { bubbles: true }));
		})(document.getElementById("setup-form"))`, engine, level))
		p.click("#setup-form [value=start]")
		p.await(player+" sits there", fmt.Sprintf(`document.querySelector(%q).dataset.shows.endsWith(%q)`, card, shown))
	}
	evaluate[chromedp.Void](p, fmt.Sprintf(`document.querySelector("#panel-watch form").elements.moveTime.value = %q`, moveTime))
	p.click("#start-match")
}

// An engine author's engine fails: the page says how, in a game against a person too. Nothing of that
// match is left over the next one, of two levels. One stops that, steps back and forth, looks at
// something else, sees the match to its end, and reviews a game.
func TestBrowserWatchesMatches(t *testing.T) {
	server := longServer(t, func(config *serve.Config) {
		cheating, missing := config.Engines[2], config.Engines[2]
		cheating.Name, cheating.Arguments = "cheating", []string{"be-cheating"}
		missing.Name, missing.Command = "missing", "/no/engine"
		config.Engines = append(config.Engines, cheating, missing)
	})
	p := openPage(t, server.page("#light=person&dark=engine+missing&moves=CAnE5"), desktop)
	p.await("it is told that the engine is missing", `document.getElementById("trouble").textContent.startsWith("The engine missing failed: the server cannot do this now.")`)
	p.visit(server.page("#light=person&dark=engine+cheating&moves=CAnE5.TAnA1.TAnA3"))
	p.await("it is told that the engine cheats, which it does again and again", `/^The engine cheating made an illegal move: move 4, "CAnF5": .*Next try in [4-8] s/.test(document.getElementById("trouble").textContent)`)
	w := desktop
	w.hurried = true
	p = openPage(t, server.page("#do=watch"), w)
	p.startMatch("engine greedy", "engine mortal", "100")
	p.await("it is told how the engine failed", `/mortal. crashed: exit status 3.*this is too much[^]*be-mortal$/.test(document.getElementById("match-fault").textContent)`)
	p.checkText("#status", "The match stopped: an engine failed.")

	p.startMatch("level mason", "level journeyman", "100")
	p.await("moves are shown", `document.querySelectorAll("#moves li").length > 4`)
	p.checkText("#match-fault", "")
	p.checkText("#match-score", "Mason 0 – Journeyman 0")
	p.click("#pause-match")
	p.click("#previous")
	p.await("one looks back", `document.querySelector("#next:enabled")`)
	ply := evaluate[int](p, `Number(document.querySelector("#moves [aria-current]").dataset.ply)`)
	p.click("#tab-learn")
	p.await("the lesson is there", `document.body.dataset.mode === "learn" && document.querySelector(".lesson-task").textContent`)
	p.click("#tab-watch")
	p.await("one is where one was", fmt.Sprintf(`document.querySelector("#moves [aria-current]")?.dataset.ply === "%d"`, ply))
	p.click("#next")
	p.await("one steps forward", fmt.Sprintf(`document.querySelector("#moves [aria-current]")?.dataset.ply === "%d"`, ply+1))
	p.click("#pause-match")
	p.await("a game is over", `document.querySelectorAll(".finished li").length === 1`)
	p.await("the other one begins without a score", `document.querySelector("#bar").hidden && document.querySelectorAll("#moves li").length < 9`)
	p.await("the match is over", `document.getElementById("last-move").textContent === "The match is over."`)
	p.failIf("the score of the last search is still there", `document.getElementById("bar").checkVisibility()`)
	p.click(".finished button")
	p.await("it is reviewed", `document.body.dataset.mode === "review" && document.querySelectorAll("#moves li").length > 9 && document.getElementById("story").checkVisibility()`)
}
