package pagetest

// What is checked of a view in a window: the sizes and places of all that it has.

import (
	"fmt"
	"strings"
)

// resize gives a page another window, in the same browser.
func (p *page) resize(w window) {
	p.t.Helper()
	p.setWindow(w)
	p.await(fmt.Sprintf("the page has the window %dx%d", w.width, w.height), fmt.Sprintf(`innerHeight === %d && new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))`, w.height))
}

// outOfSight returns, for each element that is not seen whole, its selector and why.
func (p *page) outOfSight(selectors ...string) []string {
	p.t.Helper()
	return evaluate[[]string](p, fmt.Sprintf(`%q.split(",").map((selector) => [selector, (%s)(selector)]).filter(([, why]) => why).map((told) => told.join(" "))`, strings.Join(selectors, ","), whyOutOfSight))
}

// whyOutOfSight is a function for why the element of a selector is not seen whole, or "".
const whyOutOfSight = `(selector) => {
	const element = document.querySelector(selector);
	if (!element) return "is not there";
	if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return "is hidden";
	const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
	const at = " at " + [left, top, right, bottom].map(Math.round).join();
	if (width < 2 || height < 2) return "is empty" + at;
	if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).textOverflow !== "ellipsis" && element.clientWidth > 0) return "is cut off" + at;
	for (let around = element.parentElement; around; around = around.parentElement) {
		const { overflowX, overflowY } = getComputedStyle(around);
		const bounds = around.getBoundingClientRect();
		if (overflowY !== "visible" && (top < bounds.top - 1 || bottom > bounds.bottom + 1)) return "is not whole" + at;
		if (overflowX !== "visible" && (left < bounds.left - 1 || right > bounds.right + 1)) return "is not whole" + at;
	}
	if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return "is not in the window" + at;
	const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
	return element.contains(hit) ? "" : "is covered by " + hit?.id + "." + hit?.className;
}`

// marksInSight is an expression for the number of marked moves that are seen whole in their list.
const marksInSight = `(() => {
	const boxes = ["#moves", "#record", "aside"].map((place) => document.querySelector(place));
	for (const box of boxes.slice(0, 2)) box.scrollTop = 0;
	const around = boxes.map((box) => box.getBoundingClientRect()).filter(({ height }) => height > 0);
	return [...document.querySelectorAll("#moves [data-marked]")].filter((item) => {
		const { top, bottom } = item.getBoundingClientRect();
		return around.every((box) => top >= box.top - 1 && bottom <= box.bottom + 1);
	}).length;
})()`

// barProblems is an expression for what is wrong with the buttons of the bar, and with the list of
// moves, in which a gain leaves its room to the square.
const barProblems = `(() => {
	const problems = [];
	const seen = [...document.querySelectorAll("#actions button, #actions label")].filter((element) => element.checkVisibility());
	const filled = seen.filter((element) => element.matches(".primary"));
	if (filled.length > 1) problems.push(filled.length + " buttons are filled");
	if (filled.length === 1 && seen.at(-1) !== filled[0]) problems.push("the filled button is not the last one");
	for (const element of seen) {
		const { left, right, top, bottom } = element.getBoundingClientRect();
		if (left < 0 || right > innerWidth || bottom > innerHeight) problems.push(element.id + " leaves the window");
		if (right - left < 39.5 || bottom - top < 39.5) problems.push(element.id + " is too small");
		if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1) problems.push("the words of " + element.id + " are cut");
		if (element.disabled && element.id !== "place" && !element.closest(".steps")) problems.push(element.id + " is shown and cannot be pressed");
	}
	if (seen.some((element) => element.matches(".deeds *") && element.textContent.trim())) { // words fill the bar
		const bar = document.getElementById("actions").getBoundingClientRect();
		let at = bar.left;
		for (const { left, right } of [...seen.map((element) => element.getBoundingClientRect()), { left: bar.right, right: bar.right }]) {
			if (left - at > 16) problems.push("the bar is empty from " + at + " to " + left);
			at = Math.max(at, right);
		}
	}
	const moves = document.getElementById("moves");
	for (const bar of ["", "15px"]) { // a bar that scrolls may take room
		moves.style.paddingRight = bar;
		for (const words of moves.querySelectorAll(".move-words")) {
			if (words.scrollWidth > words.clientWidth) problems.push("the list of moves cuts " + words.textContent + (bar && " beside a bar"));
		}
	}
	moves.style.paddingRight = "";
	return problems;
})()`

// typeProblems is an expression for the sizes of type, if they are more than a designer would use.
const typeProblems = `(() => {
	const written = [...document.querySelectorAll("body :not(svg *, .unseen)")].filter((element) =>
		element.checkVisibility({ visibilityProperty: true }) && [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim()));
	const sizes = new Set(written.map((element) => getComputedStyle(element).fontSize).filter((size) => size !== "0px"));
	return sizes.size > 5 ? ["words have the sizes " + [...sizes].sort().join()] : [];
})()`

// nameProblems is an expression for the names of levels and people that the seats cut, the words that
// they break, and the choices that cut one of their texts, a list of sentences. If a side's name has no
// room beside that of its player, none of it may be seen.
const nameProblems = `(async () => {
	const { LEVELS, levelName } = await import("./game/strengthlevels.js");
	const { text } = await import("./texts/texts.js");
	const problems = [];
	const seats = [...document.querySelectorAll(".seat")].map((seat) => [seat, ...[".hand-name", ".hand-side"].map((part) => seat.querySelector(part))]).filter(([, place]) => place.checkVisibility());
	const before = seats.map(([, place]) => place.textContent);
	for (const name of ["Penelope", "Mary O'Hara", text("friend.away", { name: text("friend.name") }), ...LEVELS.map(levelName)]) {
		for (const [, place] of seats) place.textContent = name; // in all seats, since the page is laid out again for each name
		for (const [seat, place, side] of seats) {
			const { clientWidth, clientHeight, scrollWidth, scrollHeight } = place;
			const broken = !name.includes(" ") && clientHeight > 1.8 * parseFloat(getComputedStyle(place).fontSize);
			if (broken || scrollWidth > clientWidth || scrollHeight > clientHeight + 2) problems.push(name + " has " + scrollWidth + "x" + scrollHeight + " pixels in " + clientWidth + "x" + clientHeight);
			const words = document.createRange();
			words.selectNodeContents(side);
			const [{ top, bottom, right }] = [...words.getClientRects(), { top: Infinity }].slice(-2);
			const bounds = side.getBoundingClientRect();
			if ((top + bottom) / 2 < bounds.bottom && // most letters are higher than their line, seen or not
				 right > bounds.right + 1) problems.push(side.textContent + " is cut beside " + name);
			for (const part of seat.querySelectorAll(".hand-head > *, .hand-list")) {
				const { left, right, width } = part.getBoundingClientRect();
				if (width > 0 && (left < seat.getBoundingClientRect().left || right > seat.getBoundingClientRect().right)) problems.push(part.className + " leaves the seat of " + name);
			}
		}
	}
	for (const [index, [, place]] of seats.entries()) place.textContent = before[index];
	const selects = [...document.querySelectorAll("select")].map((select) => [select, select.getBoundingClientRect().width, select.style.cssText]).filter(([, width]) => width > 0);
	for (const [select] of selects) select.style.cssText = "position: absolute; width: max-content; max-width: none";
	const wanted = selects.map(([select]) => select.getBoundingClientRect().width);
	for (const [index, [select, width, style]] of selects.entries()) {
		select.style.cssText = style;
		const lines = select.closest("dialog") ? 1.8 : 1; // what is long there takes two
		if (wanted[index] > lines * width + 1) problems.push("the choice " + (select.name || select.id || select.parentElement.textContent) + " has " + width + " pixels of " + wanted[index]);
	}
	return problems;
})()`

// graphProblems is an expression for a graph of the evaluations that is seen in part, or not without scrolling.
const graphProblems = `(() => {
	const graph = document.querySelector(".graph");
	if (!graph?.checkVisibility()) return [];
	const { top, bottom, height } = graph.getBoundingClientRect();
	const panel = document.querySelector("aside").getBoundingClientRect();
	return top >= panel.top && bottom <= panel.bottom && height >= 40 ? [] : ["the graph is at " + top + " to " + bottom + " in a panel from " + panel.top + " to " + panel.bottom];
})()`

// seatProblems is an expression for what is wrong with the seats, a list of sentences.
const seatProblems = `(() => {
	const problems = [];
	const [first] = document.querySelectorAll(".near .building-button:not(.gone)");
	if (innerWidth === 1440 && first.getBoundingClientRect().width < (first.dataset.code === "CA" ? 45 : 50)) problems.push("the buildings of a hand are small");
	for (const count of document.querySelectorAll(".count:not(:empty)")) {
		const button = count.closest("button");
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
	const fewest = { learn: 1, puzzle: 2, review: 0, watch: 0 }[document.body.dataset.mode] ?? (document.querySelector(".building-button:enabled") ? 8 : 0); // where nothing is placed, the counts say enough
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
	if (reach("corner", "more") !== 2) problems.push("not all of the corner can be reached");
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
		const high = element.matches("#moves button") && !matchMedia("(pointer: coarse)").matches ? 31.5 : 39.5; // fingers need more than a mouse
		if (!inside(at, 2)) problems.push(name(element) + " at " + text(at) + " leaves the window"); // what scrolls it there rounds to pixels
		if (!picture && (target.right - target.left < 39.5 || target.bottom - target.top < high)) problems.push(name(element) + " has " + across + " x " + down + " pixels");
		const hit = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
		if (!picture && !element.contains(hit)) problems.push(name(element) + " is covered by " + (hit ? name(hit) : "nothing"));
	}
	scrollUp();
	return problems;
})()`

// passingProblems is an expression for what goes wrong when words come and go: a note
// covers what one presses or holds, or a longer status moves a button that stays after the first move.
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

	const places = () => JSON.stringify(seen("button:not(#beginning *), #board").map((element) => [element.getBoundingClientRect().left, element.getBoundingClientRect().top]));
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
		const filled = [...dialog.querySelectorAll("button.primary")].filter((element) => element.checkVisibility());
		if (filled.length > 1) complain("has the filled buttons " + filled.map(({ textContent }) => textContent).join());
		for (const element of dialog.querySelectorAll("button, select, input, textarea, summary")) {
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
