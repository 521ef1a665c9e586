package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// Who has little time left sees it on the clock, and hears it once. The test turns the
// time on, so that it is not over before one looks.
func TestBrowserWarnsOfLittleTime(t *testing.T) {
	p := longPage(t, "#light=person&dark=person", window{width: 1280, height: 800, prepare: `
		window.now = 0;
		performance.now = () => window.now;`})
	p.openNewGame()
	p.choosePlayers("person", "person")
	evaluate[chromedp.Void](p, `(() => {
		const { clock } = document.getElementById("setup-form").elements;
		clock.add(new Option("test", "22+0"));
		clock.value = "22+0";
	})()`)
	p.click("#setup-form [value=start]")
	shows := func(seconds int) {
		t.Helper()
		p.await(fmt.Sprintf("the clock shows %d seconds", seconds), fmt.Sprintf(`document.querySelector("#hand-light .hand-clock").textContent === "0:%d"`, seconds))
	}
	shows(22)
	evaluate[chromedp.Void](p, `now += 1500`)
	shows(20)
	p.failIf("the clock is low too early", `document.querySelector(".hand-clock.low") !== null`)
	evaluate[chromedp.Void](p, `now += 1500`)
	p.await("it is low", `document.querySelector("#hand-light .hand-clock.low")`)
	evaluate[chromedp.Void](p, `now += 3000`)
	shows(16)
	const told = `[...document.querySelectorAll("#live p")].filter((line) => line.textContent === "Light has 0:19 left.").length`
	checkIs(p, told, 1)
	p.failIf("the other clock is low as well", `document.querySelector("#hand-dark .hand-clock").classList.contains("low")`)
}
