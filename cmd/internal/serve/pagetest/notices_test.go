package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// A note that comes while a dialog is open is seen over it and read out once: what is
// outside of a modal dialog is neither. When the dialog closes, the note stays.
func TestBrowserNoteOverADialog(t *testing.T) {
	const noteTime = 5000 // milliseconds after which a note goes away by itself: here it does not
	p := longPage(t, "#light=person&dark=person&"+midgame, window{width: 390, height: 844, touch: true, prepare: fmt.Sprintf(
		`{ const later = window.setTimeout; window.setTimeout = (act, time, ...rest) => time === %d ? 0 : later(act, time, ...rest); }`, noteTime)})
	p.click("#games")
	p.await("the games are listed", `document.getElementById("games-about").textContent`)
	evaluate[chromedp.Void](p, `import("./texts/gamemessages.js").then(({ note }) => note("Something has happened."))`)
	if seen := evaluate[bool](p, `(() => {
		const { left, top, width, height } = document.getElementById("toast").getBoundingClientRect();
		const toast = document.getElementById("toast");
		toast.style.pointerEvents = "auto";
		const hit = document.elementFromPoint(left + width / 2, top + height / 2);
		toast.style.pointerEvents = "";
		return width > 40 && hit === toast;
	})()`); !seen {
		t.Error("the note is not seen over the dialog")
	}
	alerts := evaluate[int](p, `[...document.querySelectorAll("dialog:modal [role=alert]")].filter((alert) => alert.textContent === "Something has happened.").length`)
	said := evaluate[int](p, `[...document.querySelectorAll("#live p")].filter((line) => line.textContent === "Something has happened.").length`)
	if alerts != 1 || said != 0 {
		t.Errorf("the note is an alert %d times in the dialog, and said %d times behind it", alerts, said)
	}
	p.click("#games-dialog form button")
	p.await("the note has left the dialog", `document.getElementById("toast").parentElement === document.body && !document.getElementById("toast").role`)
	p.failUnless("the note goes away with the dialog", `document.getElementById("toast").checkVisibility()`)
	evaluate[chromedp.Void](p, `import("./texts/gamemessages.js").then(({ note }) => note("Something else."))`)
	p.await("it is said where no dialog is open", `document.getElementById("live").lastChild.textContent === "Something else."`)
}
