package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// A headline names the moves that are tried again, the turning point is one of them, and slips come up
// only if there is nothing else.
func TestAReviewNamesTheMovesThatItRetries(t *testing.T) {
	var problems []string
	runInNode(t, pageInNode+`
		const { SIDES } = await import("./game/game.js");
		const { GameStory } = await import("./modes/gamestory.js");
		const { ReviewMode } = await import("./modes/reviewmode.js");
		const mistakes = Object.getOwnPropertyDescriptor(ReviewMode.prototype, "mistakes").get;
		let seed = 58;
		const random = (most) => (seed = seed * 48271 % 2147483647) % most;
		const problems = [];
		for (let number = 0; number < 200; number++) {
			const marks = new Map(Array.from({ length: random(7) }, (_, index) => [index, { kind: ["slip", "mistake", "blunder"][random(3)], share: random(1e6), loss: random(1e6) }]));
			const views = Array.from({ length: marks.size + 1 }, () => ({ side: SIDES[random(2)], pieces: [], territory: { light: [], dark: [] } }));
			const own = [null, ...SIDES][number % 3];
			const story = new GameStory();
			story.show({ game: { ended: false, views }, own, marks, sides: views.map(({ side }) => side), judged: true });
			const named = (story.heading.textContent.match(/\d/g) ?? []).map(Number);
			const retried = mistakes.call({ lost: marks, views, personSide: own });
			const [worst] = [...retried].sort((one, other) => marks.get(other).share - marks.get(one).share);
			const slips = retried.filter((index) => marks.get(index).kind === "slip").length;
			if (named.length !== Math.min(2, retried.length) || (retried.length > 0 && (story.turningPly - 1 !== worst || !named.includes(worst))) || (slips > 0 && slips < retried.length)) {
				problems.push(story.heading.textContent + " " + JSON.stringify([...marks]) + " " + retried);
			}
		}
		console.log(JSON.stringify(problems));`, &problems)
	if len(problems) > 0 {
		t.Errorf("%d reviews contradict themselves: %q", len(problems), problems)
	}
}

// What a person's own mistakes in the last ten reviewed games are about is counted, in squares and number, with the
// worst of each kind. Slips, the other side's moves, games of two people, and what is damaged in the database do not count.
func TestReviewedGamesTellWhatCostsMost(t *testing.T) {
	mark := func(ply int, side, kind, reason string, loss, captured int) string {
		return fmt.Sprintf(`{ply: %d, side: %q, kind: %q, reason: %q, loss: %d, captured: %d}`, ply, side, kind, reason, loss, captured)
	}
	told := inNode[string](t, `async () => {
		const { costsOf, lastReviewed } = await import("./savedgames/reviewedgames.js");
		const { soundGame } = await import("./savedgames/soundgames.js");
		const moves = ["CAnE4", "TOwC5", "ACsC6"];
		const own = { light: "person", dark: "level visitor" };
		const stored = {
			first: { moves, players: own, marks: [`+mark(2, "light", "mistake", "missed", 7, 0)+`, `+mark(0, "light", "slip", "missed", 50, 0)+`,
				`+mark(1, "dark", "blunder", "let", 50, 0)+`, null, 5, `+mark(9, "light", "mistake", "missed", 50, 0)+`, { ply: 2, side: "light", kind: {}, loss: "x", reason: "constructor" }] },
			second: { moves, players: own, marks: [`+mark(0, "light", "blunder", "let", 5, 1)+`, `+mark(2, "light", "thrown", "wall", 9, 0)+`] },
			pair: { moves, players: { light: "person", dark: "person" }, marks: [`+mark(2, "light", "mistake", "missed", 50, 0)+`] },
			unreviewed: { moves, players: own }, damaged: { moves: 7, marks: 7 }, odd: { moves, players: own, marks: "x" },
		};
		for (let old = 0; old < 12; old++) stored["old" + old] = { moves, players: own, marks: old < 8 ? [] : [`+mark(2, "light", "mistake", "noRoom", 50, 0)+`] };
		const saved = (ids) => ({ getBoard: async () => ids, get: async (id) => { const game = soundGame({ id, ...stored[id] }); return game.broken ? null : game; } });
		const games = await lastReviewed(saved([...Object.keys(stored), 7, null]));
		const none = [];
		for (const ids of [null, 7, {}, ["gone"]]) none.push((await lastReviewed(saved(ids))).length);
		return games.length + " " + costsOf(games).map(({ subject, squares, count, worst }) => [subject, squares, count, worst.game.id, worst.ply].join()).join(" ") + " " + none;
	}`, nil)
	if want := "10 walls,16,2,second,2 captures,5,1,second,0 0,0,0,0"; told != want {
		t.Errorf("it counts %q, want %q", told, want)
	}
}

// A review keeps its marks in the saved game once all is judged. Review says then what cost most, and its card opens the
// game where that happened, to try again; the answer comes although the game is judged again. The game's marks
// are kept when it has another name, and go when it continues.
func TestBrowserLearnsFromReviewedGames(t *testing.T) {
	p := longPage(t, "", window{width: 1440, height: 900, hurried: true, prepare: shortAnalysis})
	const games = `import("/savedgames/savedgames.js").then(({ SavedGames }) => new SavedGames())`
	evaluate[chromedp.Void](p, fmt.Sprintf(games+`.then(async (games) => {
		await games.put({ id: "own", name: "own", created: 1, updated: Date.now(), moves: %q.split(" "), players: { light: "person", dark: "level visitor" }, outcome: "1-0" });
	})`, carelessGame))
	openList(p)
	act(p, "own", "Show")
	p.await("it is over", `document.getElementById("review-here").checkVisibility()`)
	p.click("#review-here")
	p.await("it is said what cost most", `/^In your last reviewed game, .* cost you most: [0-9]+ squares in [0-9]+ moves?$/.test(document.querySelector("#habits summary").textContent)`)
	p.failUnless("it says whose mistakes they are", `/mistakes? of yours/.test(document.querySelector(".errors.light").textContent)`)
	checkIs(p, games+`.then((games) => games.get("own")).then(({ marks }) => marks.length === document.querySelectorAll("#moves [data-marked]").length && JSON.stringify(marks).length < 2000)`, true)
	p.click("#tab-play")
	evaluate[chromedp.Void](p, games+`.then((games) => games.rename("own", "other"))`)
	p.await("it has another name", games+`.then((games) => games.get("own")).then(({ name, marks }) => name === "other" && marks?.length > 0)`)

	p.visit(p.origin() + "?again#do=review")
	p.await("it says so without a game", `document.getElementById("habits").checkVisibility()`)
	p.click("#habits summary")
	p.await("there are cards", `document.querySelector("#habits .board-card .small-building")`)
	p.click("#habits .board-card")
	p.await("one may try", `document.getElementById("tried").textContent.startsWith("Place a better building than") && document.querySelector("#hand-light .building-button:enabled")`)
	p.placeSomething()
	p.await("the try is judged", `document.getElementById("retry").textContent === "Done" && document.getElementById("retry").checkVisibility()`)

	p.click("#tab-play")
	openList(p)
	act(p, "other", "Show")
	p.await("it is over", `document.getElementById("review-here").checkVisibility()`)
	p.click("#undo")
	p.await("the marks are gone", games+`.then((games) => games.get("own")).then(({ marks }) => marks === null)`)
}
