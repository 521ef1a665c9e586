package pagetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"cathedral/engine/enginetest"
)

// pageInNode lets modules of the page be imported without a browser; elements keep what is written on them.
const pageInNode = `
	import { readFileSync } from "node:fs";
	class Element extends EventTarget {
		constructor() { super(); this.dataset = {}; this.children = []; this.textContent = ""; this.isConnected = true; }
		append(...children) { this.children.push(...children); }
		get firstChild() { return { remove: () => this.children.shift() }; }
		replaceChildren(...children) { this.children = children; }
		setAttribute() {}
		removeAttribute() {}
	}
	const page = new Map();
	const get = (id) => page.get(id) ?? page.set(id, new Element()).get(id);
	get("catalogue").href = "data:application/json;base64," + readFileSync("./texts/english.json").toString("base64");
	Object.assign(globalThis, {
		document: { documentElement: { lang: "en-GB", dataset: {} }, createElement: () => new Element(), createElementNS: () => new Element(), getElementById: get, addEventListener() {} },
		matchMedia: () => ({ matches: false, addEventListener() {} }), addEventListener() {}, Element,
	});
	await (await import("./texts/texts.js")).textsLoaded;
`

// A headline names the moves that are tried again, the turning point is one of them, and slips come up
// only if there is nothing else.
func TestAReviewNamesTheMovesThatItRetries(t *testing.T) {
	type mark struct {
		Kind        string  `json:"kind"`
		Share, Loss float64 `json:",omitempty"`
		Side        string
	}
	random := rand.New(rand.NewPCG(58, 6))
	games := make([][]mark, 200)
	for i := range games {
		for range random.IntN(7) {
			games[i] = append(games[i], mark{[]string{"slip", "mistake", "blunder"}[random.IntN(3)], random.Float64(), random.Float64(), []string{"light", "dark"}[random.IntN(2)]})
		}
	}
	input, err := json.Marshal(games)
	enginetest.Must(t, err)
	var reviews []struct {
		Own     string
		Heading string
		Turning int
		Retried []int
	}
	runInNode(t, fmt.Sprintf(pageInNode+`
		const { GameStory } = await import("./modes/gamestory.js");
		const { ReviewMode } = await import("./modes/reviewmode.js");
		const mistakes = Object.getOwnPropertyDescriptor(ReviewMode.prototype, "mistakes").get;
		console.log(JSON.stringify(%s.map((game, number) => {
			const marks = new Map((game ?? []).map(({ kind, Share: share, Loss: loss }, index) => [index, { kind, share, loss }]));
			const sides = [...(game ?? []).map(({ Side }) => Side), "light"];
			const own = [null, "light", "dark"][number %% 3];
			const story = new GameStory();
			const views = sides.map((side) => ({ side, pieces: [], territory: { light: [], dark: [] } }));
			story.show({ game: { ended: false, views }, own, marks, sides, judged: true });
			return { own, heading: story.heading.textContent, turning: (story.turningPly ?? 0) - 1, retried: mistakes.call({ lost: marks, views, personSide: own }) };
		})));`, input), &reviews)
	for i, review := range reviews {
		var named []int
		for _, number := range regexp.MustCompile(`\d`).FindAllString(review.Heading, -1) {
			named = append(named, int(number[0]-'0'))
		}
		worst, slips := -1, 0
		for index, one := range games[i] {
			if slices.Contains(review.Retried, index) && (worst < 0 || one.Share > games[i][worst].Share) {
				worst = index
			}
			if slices.Contains(review.Retried, index) && one.Kind == "slip" {
				slips++
			}
		}
		within := func(index int) bool { return slices.Contains(review.Retried, index) }
		if len(named) != min(2, len(review.Retried)) || !slices.ContainsFunc(named, within) && len(named) > 0 || worst >= 0 && (review.Turning != worst || !slices.Contains(named, worst)) || slips != 0 && slips != len(review.Retried) {
			t.Errorf("of %v it says %+v", games[i], review)
		}
	}
}
