package pagetest

import "testing"

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
