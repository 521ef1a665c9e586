package pagetest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// The windows in which the page has to be at hand: phones upright and on their side,
// tablets, a small laptop, a desk. The board is at least as wide as the table says; it
// is bounded by the window's shorter side, and by what has to be seen beside it.
var windows = []struct {
	width, height int64
	board         float64 // pixels across, walls included
	always        bool    // also without CATHEDRAL_LONG
}{
	{320, 568, 280, false},
	{390, 844, 382, true},
	{844, 390, 378, true},
	{932, 430, 418, false},
	{667, 375, 285, false},
	{568, 320, 186, false},
	{768, 1024, 700, false},
	{1024, 768, 620, false},
	{1024, 600, 585, false},
	{1440, 900, 740, false},
}

// screenViews are the views of VIEWS.md that each window is tried with, in a new analysis with the book
// open; without CATHEDRAL_LONG it is only the first shortViews of them.
var screenViews = []string{"play", "analyse", "new analyse", "review", "new play", "watch", "edit", "learn", "question", "puzzle"}

const shortViews = 2

// Whatever the window, all is in it and nothing on something else: see screenProblems.
// The long test tries all windows, and with -artifacts keeps their pictures, to be
// looked at.
func TestBrowserFitsEveryScreen(t *testing.T) {
	fitScreens(t, bookServer(t), enginetest.IsLong(t))
}

// The same holds for languages whose words are longer than the English ones.
func TestBrowserFitsEveryScreenWithLongerWords(t *testing.T) {
	enginetest.Long(t)
	fitScreens(t, translated(t, bookServer(t), lengthened(t)), true)
}

// fitScreens tries the windows with the views, all of them if long is true.
func fitScreens(t *testing.T, address string, long bool) {
	t.Helper()
	p := openPage(t, address, window{width: 390, height: 844, touch: true})
	for i, view := range screenViews {
		if i >= shortViews && !long {
			break
		}
		p.visit(address + viewStates[view].fragment)
		p.await("the view is complete", viewStates[view].ready)
		switch view {
		case "play": // of two people, who have no names
			p.visit(address + twoPeople)
		case "new analyse":
			p.click("#book summary")
			p.await("the book is open", bookShows(6))
		}
		for _, w := range windows {
			if !w.always && !long {
				continue
			}
			name := fmt.Sprintf("%s-%dx%d", view, w.width, w.height)
			t.Run(name, func(t *testing.T) {
				p.resize(window{width: w.width, height: w.height, touch: true})
				if long {
					p.keepPicture(t, name)
				}
				problems := []string{screenProblems, passingProblems}
				if view == "play" {
					problems = append(problems, dialogProblems) // they are those of all views
				}
				for _, expression := range problems {
					for _, problem := range evaluate[[]string](p, expression) {
						t.Error(problem)
					}
				}
				board := evaluate[float64](p, `document.querySelector("#board svg").getBoundingClientRect().width`)
				if board < w.board {
					t.Errorf("the board is %.0f pixels wide, want at least %.0f", board, w.board)
				}
			})
		}
	}
}

// Names are whole if there is room for them, including that of a friend who has left. Each count
// stands at its own building, and in a large window the buildings of a hand are large.
func TestBrowserSeatsUseTheirRoom(t *testing.T) {
	windows, _ := foldTables(t)
	p := openPage(t, pageServer(t)+"#light=person&dark=level+journeyman&"+midgame, window{width: 1440, height: 900})
	p.awaitMoves(midgamePlies)
	for _, w := range windows {
		p.resize(window{width: w.width, height: w.height, touch: w.width < 1000})
		for _, problem := range evaluate[[]string](p, seatProblems) {
			t.Errorf("%dx%d: %s", w.width, w.height, problem)
		}
		if w.width == 1440 {
			if across := evaluate[float64](p, `document.querySelector(".near .building-button:not(.gone)").getBoundingClientRect().width`); across < 60 {
				t.Errorf("a building in a hand has %.0f pixels, want 60 at least", across)
			}
		}
	}
}

// In Review, the names of the players are whole at all sizes, in two lines if need be.
func TestBrowserReviewHasWholeNames(t *testing.T) {
	windows, _ := foldTables(t)
	p := openPage(t, pageServer(t)+"#do=review&"+blunderOfDark, window{width: 1440, height: 900})
	p.await("the game is there", `document.querySelector(".graph-mark")`)
	for _, w := range append(windows, foldWindow{width: 320, height: 568}) {
		p.resize(window{width: w.width, height: w.height, touch: w.width < 1000})
		for _, problem := range evaluate[[]string](p, nameProblems) {
			t.Errorf("%dx%d: %s", w.width, w.height, problem)
		}
	}
}

// nameProblems is an expression for the names that the seats cut, or words that they
// break, a list of sentences.
const nameProblems = `["Penelope", "Mary O'Hara"].flatMap((name) => [...document.querySelectorAll(".hand-name")].flatMap((place) => {
	const before = place.textContent;
	place.textContent = name;
	const { clientWidth, clientHeight, scrollWidth, scrollHeight } = place;
	const cut = !place.checkVisibility() || scrollWidth > clientWidth || scrollHeight > clientHeight + 2 || (!name.includes(" ") && clientHeight > 1.8 * parseFloat(getComputedStyle(place).fontSize));
	place.textContent = before;
	return cut ? name + " has " + scrollWidth + "x" + scrollHeight + " pixels in " + clientWidth + "x" + clientHeight : [];
}))`

// In a narrow list of moves, a gain leaves its room to the square, in the longest words too.
func TestBrowserMovesNameTheirSquares(t *testing.T) {
	p := openPage(t, pageServer(t)+"#do=analyse&"+finishedGame, window{width: 1024, height: 768})
	p.chooseLanguage(language{tag: "de", file: "texts/german.json"})
	p.await("the gains are known", `document.querySelectorAll("#moves .gain:not(:empty)").length > 1`)
	if cut := evaluate[[]string](p, `[...document.querySelectorAll("#moves .move-words")].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`); len(cut) > 0 {
		t.Errorf("the list of moves cuts %q", cut)
	}
	p.resize(window{width: 1440, height: 900})
	p.await("a wide list has the gains", `document.querySelector("#moves .gain")?.checkVisibility()`)
}

// seatProblems is an expression for what is wrong with the seats, a list of sentences.
const seatProblems = `(() => {
	const problems = [];
	for (const name of ["Journeyman", "Friend, away"]) {
		const place = document.querySelector(".far .hand-name");
		const before = place.textContent;
		place.textContent = name;
		if (place.checkVisibility() && place.scrollWidth > place.clientWidth) problems.push(name + " is cut");
		place.textContent = before;
	}
	for (const count of document.querySelectorAll(".count:not(:empty)")) {
		const button = count.parentElement;
		if (!count.checkVisibility()) continue;
		const own = button.querySelector(".building-icon > *").getBoundingClientRect();
		const { left, top, right, bottom } = count.getBoundingClientRect();
		if (left > own.right + 1 || right < own.left || top > own.bottom + 3 || bottom < own.top) problems.push("the count of " + button.dataset.code + " stands apart from its building");
		for (const other of button.parentElement.querySelectorAll(".building-button:not(.gone)")) {
			const box = other.querySelector(".building-icon > *").getBoundingClientRect();
			if (other !== button && left < box.right && box.left < right && top < box.bottom && box.top < bottom) problems.push("the count of " + button.dataset.code + " lies on " + other.dataset.code);
		}
	}
	return problems;
})()`

// keepPicture keeps a picture of the window as an artifact of the test.
func (p *page) keepPicture(t *testing.T, name string) {
	t.Helper()
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(t.ArtifactDir(), name+".png"), picture, 0o666)
	}
	if err != nil {
		t.Error(err)
	}
}

// resize gives a page another window, in the same browser.
func (p *page) resize(w window) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: w.width, Height: w.height, DeviceScaleFactor: 1, Mobile: w.touch,
	})
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: w.touch})
	p.await("the page has the window", fmt.Sprintf(`innerHeight === %d && new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))`, w.height))
}

// screenProblems is an expression for what is wrong with the page in its window, a list
// of sentences. Each control can be brought into the window whole, has 40 pixels or more
// both ways and is covered by nothing. As the page opens, the whole board is seen, with
// the hand to place from, in all but low windows both hands, and what one places or
// steps with. Nothing lies on something else, and the page does not scroll.
const screenProblems = `(() => {
	const problems = [];
	const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".unseen");
	const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
	const name = (element) => {
		const within = element.closest("[id]");
		const label = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 30);
		return (element === within ? "#" + element.id : (within ? "#" + within.id + " " : "") + element.className.toString()) + " (" + label + ")";
	};
	const box = (element) => {
		const { left, top, right, bottom } = element.getBoundingClientRect();
		return { left, top, right, bottom };
	};
	const inside = ({ left, top, right, bottom }, slack = 1) => left > -slack && top > -slack && right < innerWidth + slack && bottom < innerHeight + slack;
	const text = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join();
	const clipped = (element) => {
		const part = box(element);
		for (let around = element.parentElement; around; around = around.parentElement) {
			if (getComputedStyle(around).overflowY === "visible") continue;
			const bounds = box(around);
			part.left = Math.max(part.left, bounds.left);
			part.top = Math.max(part.top, bounds.top);
			part.right = Math.min(part.right, bounds.right);
			part.bottom = Math.min(part.bottom, bounds.bottom);
		}
		return part;
	};

	if (document.documentElement.scrollWidth > innerWidth) problems.push("the page scrolls sideways");
	if (document.documentElement.scrollHeight > innerHeight) problems.push("the page scrolls, and not the panel alone");
	for (const element of all("body *")) {
		if (element.scrollWidth > element.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(element).overflowX)) problems.push(name(element) + " scrolls sideways");
	}

	// as the page opens
	const scrollUp = () => [document.documentElement, ...document.querySelectorAll("body *")].forEach((element) => { element.scrollTop = 0; });
	scrollUp();
	const buildings = all(".building-button:not(.gone)");
	const fewest = { learn: 1, puzzle: 2, review: 0, watch: 0 }[document.body.dataset.mode] ?? 8; // where nothing is placed, the counts say enough
	if (buildings.length < fewest) problems.push("only " + buildings.length + " buildings are seen");
	const placeable = buildings.filter((button) => innerHeight > 600 || !button.disabled);
	for (const element of [...all("#board, #place, .steps button, .tools button"), ...placeable]) {
		if (!inside(clipped(element))) problems.push(name(element) + " is at " + text(box(element)) + ", not in sight");
		const part = clipped(element);
		const whole = box(element);
		if ((part.right - part.left < whole.right - whole.left - 1 || part.bottom - part.top < whole.bottom - whole.top - 1)) problems.push(name(element) + " is cut off");
	}
	const things = all("h1, header button, #tools-button, #board, #bar p, #hint, #tools > *, .deeds > *, .steps button, .hand-head > *, .building-button:not(.gone), #status, aside button, aside select, aside textarea, aside p, aside .graph, aside summary");
	const parts = things.map(clipped);
	for (const [index, one] of things.entries()) {
		const a = parts[index];
		for (let next = index + 1; next < things.length; next++) {
			const other = things[next];
			if (one.contains(other) || other.contains(one)) continue;
			const b = parts[next];
			const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
			const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
			if (across > 1 && down > 1) problems.push(name(one) + " at " + text(a) + " and " + name(other) + " at " + text(b) + " overlap");
		}
	}

	for (const element of all("#status, #hint, aside p, aside label")) {
		if (element.scrollHeight > element.clientHeight + 2) problems.push(name(element) + " is higher than its place");
	}

	// the tabs and the corner of the header, which narrow windows have in menus, and the menu of the panel
	const reach = (place, opener) => {
		const menu = seen(document.getElementById(opener));
		if (menu) document.getElementById(place).showPopover();
		const shown = all("#" + place + " :is(button, select)");
		if (shown.length === 0) problems.push("#" + place + " is empty");
		for (const element of shown) {
			element.scrollIntoView({ block: "nearest" });
			const at = box(element);
			if (!inside(at)) problems.push(name(element) + " cannot be reached at " + text(at));
			if (at.right - at.left < 39.5 || at.bottom - at.top < 39.5) problems.push(name(element) + " is too small");
		}
		if (menu) document.getElementById(place).hidePopover();
		return shown.length;
	};
	if (reach("modes", "mode-button") !== 6) problems.push("not all modes can be reached");
	if (reach("corner", "more") !== 4) problems.push("not all of the corner can be reached");
	reach("menu", "tools-button");

	// brought into the window
	for (const element of buildings) {
		element.scrollIntoView({ block: "nearest", inline: "nearest" });
		if (!inside(clipped(element))) problems.push(name(element) + " cannot be brought into the window");
	}
	for (const element of all("button, select, input, textarea, summary, #board, .graph")) {
		element.scrollIntoView({ block: "nearest", inline: "nearest" });
		const at = box(element);
		const across = at.right - at.left;
		const down = at.bottom - at.top;
		const picture = element.matches(".building-button:disabled");
		const target = element.matches("input[type=checkbox]") ? box(element.closest("label")) : at;
		if (!inside(at, 2)) problems.push(name(element) + " at " + text(at) + " leaves the window"); // what scrolls it there rounds to pixels
		if (!picture && (target.right - target.left < 39.5 || target.bottom - target.top < 39.5)) problems.push(name(element) + " has " + across + " x " + down + " pixels");
		const hit = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
		if (!picture && !element.contains(hit)) problems.push(name(element) + " is covered by " + (hit ? name(hit) : "nothing"));
	}
	scrollUp();
	return problems;
})()`

// passingProblems is an expression for what goes wrong when words come and go: a note
// covers what one presses or holds, or a longer status moves a button.
const passingProblems = `(() => {
	const problems = [];
	const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
	const toast = document.getElementById("toast");
	toast.textContent = "The building would stand on the Cathedral, which is on this square already.";
	toast.hidden = false;
	const note = toast.getBoundingClientRect();
	if (note.left < 0 || note.right > innerWidth || note.top < 0) problems.push("the note leaves the window");
	for (const element of seen("#tools button, .steps button, .building-button:enabled, #hint")) {
		const box = element.getBoundingClientRect();
		if (box.left < note.right && note.left < box.right && box.top < note.bottom && note.top < box.bottom) problems.push("a note covers " + (element.id || element.ariaLabel));
	}
	toast.hidden = true;

	const places = () => JSON.stringify(seen("button, #board").map((element) => [element.getBoundingClientRect().left, element.getBoundingClientRect().top]));
	const status = document.getElementById("status");
	const hint = document.getElementById("hint");
	const last = document.getElementById("last-move");
	const before = [status.textContent, hint.textContent, last.textContent];
	const show = (words, hinted, moved) => {
		status.textContent = words;
		hint.textContent = hinted;
		last.textContent = moved;
	};
	const still = places();
	const longest = "Dark (Journeyman) is thinking…";
	const captures = "Dark places the academy at I8, claims eleven squares and captures the light tavern.";
	for (const [words, hinted, moved] of [["Light's turn", "", ""], [longest, "", before[2]], ["", "Encloses 3 squares and captures the dark infirmary.", before[2]], ["Light's turn", "", captures]]) {
		if (status.textContent === "" || ["review", "watch"].includes(document.body.dataset.mode)) break;
		show(words, hinted, moved);
		document.body.classList.toggle("thinking", words === longest);
		if (places() !== still) problems.push("buttons move for " + (moved === captures ? moved : words || hinted));
		document.body.classList.remove("thinking");
	}
	show(...before);
	return problems;
})()`

// dialogProblems is an expression for what is wrong with the dialogs: each opens at its
// title, with what closes it in sight, within the window, and scrolls only downwards.
const dialogProblems = `(() => {
	const problems = [];
	for (const dialog of document.querySelectorAll("dialog")) {
		dialog.showModal();
		const complain = (text) => problems.push("#" + dialog.id + " " + text);
		const box = dialog.getBoundingClientRect();
		const inside = (part) => part.left >= box.left && part.right <= box.right && part.top >= box.top && part.bottom <= box.bottom;
		if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight) complain("leaves the window");
		if (dialog.scrollWidth > dialog.clientWidth) complain("scrolls sideways");
		if (dialog.scrollTop > 0) complain("opens scrolled down");
		if (!inside(dialog.querySelector("h2").getBoundingClientRect())) complain("opens without its title");
		for (const element of dialog.querySelectorAll("button, select, input, textarea")) {
			if (!element.checkVisibility()) continue;
			const part = element.getBoundingClientRect();
			if (part.left < box.left || part.right > box.right) complain("is too narrow for " + (element.name || element.textContent));
			if (element.closest(".end") && !inside(part)) complain("hides its button " + element.textContent);
			const target = element.type === "checkbox" ? element.closest("label").getBoundingClientRect() : part;
			if (target.width < 39.5 || target.height < 39.5) complain("has a small target: " + (element.name || element.textContent));
		}
		dialog.close("");
	}
	return problems;
})()`
