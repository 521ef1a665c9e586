package pagetest

import (
	"regexp"
	"slices"
	"testing"
)

// Ten puzzles that one passes over are ten different ones.
func TestTenSkipsGiveTenPuzzles(t *testing.T) {
	var names []string
	runInNode(t, pageInNode+`
		const { PuzzleMode } = await import("./modes/puzzlemode.js");
		const list = Array.from({ length: 12 }, (_, index) => ({ name: String(index + 1), rating: 800 + 37 * index % 100, grade: "easy", themes: [] }));
		const names = [];
		const mode = Object.assign(Object.create(PuzzleMode.prototype), {
			list, grade: "", theme: "", puzzle: list[0], passes: new Map(),
			go(name) { names.push(name); this.puzzle = list.find((each) => each.name === name); },
		});
		for (let skip = 0; skip < 10; skip++) await mode.goOn();
		console.log(JSON.stringify(names));`, &names)
	slices.Sort(names)
	if len(slices.Compact(names)) != 10 {
		t.Errorf("ten skips give %q", names)
	}
}

// A swipe turns a building once, as does each notch of a mouse's wheel; after a rest another swipe begins.
func TestASwipeTurnsOnce(t *testing.T) {
	var turns []int
	runInNode(t, pageInNode+`
		const { isTurn } = await import("./board/draganddrop.js");
		const count = (events) => events.filter((event, index) => isTurn({ deltaMode: 0, ...event }, events[index - 1]?.timeStamp ?? -1e9)).length;
		const swipe = Array.from({ length: 45 }, (_, index) => ({ deltaY: 30 - 29 * index / 44, wheelDeltaY: -3, timeStamp: 22 * index }));
		const notches = [0, 50, 100].map((timeStamp) => ({ deltaY: 120, wheelDeltaY: -120, timeStamp }));
		const later = [...swipe, { deltaY: -8, timeStamp: 1200 }, { deltaY: 0, timeStamp: 2000 }];
		const lines = [0, 50].map((timeStamp) => ({ deltaMode: 1, deltaY: 3, timeStamp }));
		console.log(JSON.stringify([swipe, notches, later, lines].map(count)));`, &turns)
	if !slices.Equal(turns, []int{1, 3, 2, 2}) {
		t.Errorf("a swipe, three notches, two swipes and two lines turn %v times", turns)
	}
}

// In French, no sign that has a space before it begins a line.
func TestFrenchSpacesDoNotBreak(t *testing.T) {
	breaks := regexp.MustCompile(`[\p{L}})0-9»][ \x{a0}][:;!?»](?:\s|$)|«[ \x{a0}]`)
	for key, entry := range readCatalogueOf(t, "texts/french.json") {
		for _, words := range entry.words() {
			if breaks.MatchString(words) {
				t.Errorf("%s: %q has a space that breaks", key, words)
			}
		}
	}
}
