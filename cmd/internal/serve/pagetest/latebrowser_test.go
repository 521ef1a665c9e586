package pagetest

import (
	"maps"
	"testing"
)

// If the browser answers late or never, the page neither takes itself for another tab nor leaves a button without words.
func TestABrowserMayAnswerLateOrNever(t *testing.T) {
	got := inNode[map[string]any](t, `async () => {
		const later = setTimeout;
		globalThis.setTimeout = (act, time) => later(act, time / 20);
		AbortSignal.timeout = (time) => {
			const controller = new AbortController();
			setTimeout(() => controller.abort(), time);
			return controller.signal;
		};
		const never = () => new Promise(() => {});
		const navigator = {};
		Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
		const { TabOwnership } = await import("./game/tabownership.js");
		const { copy } = await import("./dialogs/linkfield.js");
		const took = (query, wait) => {
			navigator.locks = { query, request: (name, { signal }, held) => new Promise((end, refuse) => {
				signal.addEventListener("abort", () => refuse(signal.reason));
				if (wait) setTimeout(() => end(held({ name })), wait);
			}) };
			return new TabOwnership().take("mine");
		};
		const copied = (writeText) => new Promise((tell) => {
			navigator.clipboard = { writeText };
			document.execCommand = () => false;
			copy({ value: "text", focus() {}, select() {} }, tell);
		});
		const isHeld = (name) => async () => ({ held: [{ name }] });
		return {
			"the lock comes at once": await took(isHeld("another"), 1),
			"the lock comes late": await took(isHeld("another"), 3000),
			"the lock comes late, and nobody says who has it": await took(never, 3000),
			"the lock comes late, and nobody may ask who has it": await took(() => Promise.reject(new Error()), 3000),
			"another tab has it": await took(isHeld("cathedral-game-mine"), 0),
			"nothing comes": await took(never, 0),
			"it is copied": await copied(async () => {}),
			"it must not be copied": await copied(() => Promise.reject(new Error())),
			"the clipboard says nothing": await copied(never),
		};
	}`, nil)
	want := map[string]any{
		"the lock comes at once": true, "the lock comes late": true, "the lock comes late, and nobody says who has it": true,
		"the lock comes late, and nobody may ask who has it": true,
		"another tab has it": false, "nothing comes": false,
		"it is copied":               "Copied.",
		"it must not be copied":      "Not copied yet: press Ctrl+C, or ⌘C on a Mac.",
		"the clipboard says nothing": "Not copied yet: press Ctrl+C, or ⌘C on a Mac.",
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
