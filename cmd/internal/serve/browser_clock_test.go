package serve_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// Who has little time left sees it on the clock, and hears it once.
func TestBrowserWarnsOfLittleTime(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#light=person&dark=person", window{width: 1280, height: 800})
	p.click("#new-game")
	evaluate[chromedp.Void](p, `(() => {
		const { light, dark, clock } = document.getElementById("setup-form").elements;
		light.value = dark.value = "person";
		clock.add(new Option("test", "22+0"));
		clock.value = "22+0";
	})()`)
	p.click("#setup-form [value=start]")
	p.await("the clock runs, and is not low yet", `/^0:2\d$/.test(document.querySelector("#hand-light .hand-clock").textContent) && !document.querySelector(".hand-clock.low")`)
	p.await("it is low", `document.querySelector("#hand-light .hand-clock.low")`)
	p.await("time goes on", `/^0:1[0-8]$/.test(document.querySelector("#hand-light .hand-clock").textContent)`)
	const told = `[...document.querySelectorAll("#live p")].filter((line) => line.textContent === "Light has less than 20 seconds left.").length`
	if times := evaluate[int](p, told); times != 1 {
		t.Errorf("it is said %d times", times)
	}
	if evaluate[bool](p, `document.querySelector("#hand-dark .hand-clock").classList.contains("low")`) {
		t.Error("the other clock is low as well")
	}
}
