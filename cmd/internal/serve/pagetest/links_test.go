package pagetest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/messages"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// answerTo returns a field of the answer to a request of the page.
func answerTo[T any](t *testing.T, field string, request map[string]any) T {
	t.Helper()
	request["id"], request["do"] = 1, field
	text, err := json.Marshal(request)
	enginetest.Must(t, err)
	text, err = json.Marshal(messages.Reply(messages.RulebookRequests().Answer(messages.Rulebook{}, text)))
	enginetest.Must(t, err)
	var answer map[string]json.RawMessage
	enginetest.Must(t, json.Unmarshal(text, &answer))
	var value T
	if err := json.Unmarshal(answer[field], &value); err != nil {
		t.Fatalf("the answer to %v is %s", request, text)
	}
	return value
}

// What the page and the program show of a game is read again, in every language, and so is what a
// mail makes of it. Moves behind a semicolon are named.
func TestWhatIsGivenOutIsTakenBack(t *testing.T) {
	const rich = `{"rules":"mattel","optionalCapture":true,"fair":"4.5","start":"10/10/10/10/5+4/4+++3/5+4/5+4/10/10 d - 1","moves":["TOeD1","TAnB1"],
		"comment":"Try [E4]","comments":["","50 % & more }\n\n(good)."],"variations":[],"tags":[],"result":"*"}`
	moves := strings.Fields("CAnF5 TOeD1 TAnB1 ACnI5 TAnJ10 STnA3")
	dotted, spaced := strings.Join(moves, "."), strings.Join(moves, " ")
	var links []string
	runInNode(t, fmt.Sprintf(`import { writeLink } from "./game/gamelink.js";
		console.log(JSON.stringify([writeLink({ rules: "classic", comments: [], moves: %q.split(" "), ply: 3 }, "review"),
			writeLink({ ...%s, ply: 2 }, "play", { light: "person", dark: "engine x (1)" })]));`, spaced, rich), &links)
	saved := answerTo[struct{ Record, List string }](t, "save", map[string]any{"moves": moves})
	type openedText struct {
		Games  []messages.GameText
		Faults []struct {
			Column, Length int
			Reason         struct{ Code string }
		}
	}
	for _, language := range languages(t) {
		catalogue := readCatalogueOf(t, language.file)
		then, _, _ := strings.Cut(catalogue["analysis.then"].text, " {")
		names := map[string]string{then: ""}
		list, coded := "", ""
		var inWords []string
		for i, move := range moves {
			name, turn := catalogue["building."+move[:2]].text, catalogue["compass."+move[2:3]].text
			names[strings.ToLower(name)], names[strings.ToLower(turn)] = move[:2], move[2:3]
			words := name + " " + move[3:] + strings.TrimSuffix(" "+turn, " "+catalogue["compass.n"].text)
			inWords = append(inWords, words)
			list += fmt.Sprintf("%d %s +%d\n", i, words, i)
			coded += fmt.Sprintf("%d %s %s %s +4 %s \u2212%d\n", i, []string{"\u00a7", "??", ""}[i%3], name, move[3:], move, i)
		}
		read := func(text string) openedText {
			return answerTo[openedText](t, "open", map[string]any{"text": text, "names": names})
		}
		texts := []string{
			list, coded, strings.Join(inWords, ". "), saved.Record, saved.List, dotted, dotted + ".",
			"\u22120.3\n" + moves[0] + " (claims three squares), " + then + " " + strings.Join(inWords[1:], ", "),
			"position startpos moves " + spaced, "info depth 9 score cp -30 pv " + spaced,
			"0. CAnF5 (0. CAnE5 1. TAnA1 ) 1. " + strings.Join(moves[1:], " "),
			"https://games.example/c/?in=" + language.tag + "&" + links[0][1:],
		}
		for _, end := range []string{"", ")", ").", ",", "%20", ">", "&amp;x=1"} {
			texts = append(texts, links[0]+end, "<https://games.example/"+links[0]+end+" (so)", "#do=play&amp;moves="+dotted+end)
		}
		for _, text := range texts {
			for _, text := range []string{text, "> " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> ")} {
				if got := read(text); len(got.Games) != 1 || len(got.Faults) > 0 || !slices.Equal(got.Games[0].Moves, moves) {
					t.Errorf("%s: %s\nis read as %+v", language.tag, text, got)
				}
			}
		}
		text := strings.Join(inWords, "; ")
		hidden := text[len(inWords[0]):]
		if got := read(text); len(got.Games) != 1 || len(got.Games[0].Moves) != 1 || len(got.Faults) != 1 || got.Faults[0].Reason.Code != "semicolon" ||
			got.Faults[0].Column != len([]rune(inWords[0]))+1 || got.Faults[0].Length != len([]rune(hidden)) {
			t.Errorf("%s: %s\nis read as %+v", language.tag, text, got)
		}
	}
	var want any
	enginetest.Must(t, json.Unmarshal([]byte(rich), &want))
	if got := answerTo[struct{ Games []any }](t, "open", map[string]any{"text": links[1], "rules": "woods"}); !reflect.DeepEqual(got.Games, []any{want}) {
		t.Errorf("%s\nis read as %+v, want %+v", links[1], got, want)
	}
}

// Whatever stands in a field of a link or behind it, the link is read, and what cannot belong to the
// field is ignored.
func TestDamagedLinksAreRead(t *testing.T) {
	var problems []string
	runInNode(t, `
		import { FIELDS, addressField, readLink } from "./game/gamelink.js";
		const good = { game: "k3", light: "person", dark: "level visitor", do: "play", rules: "woods", optional: "1", fair: "stable-1", start: "10/10+l+C+0",
			moves: "CAnE4.ACwE9", ply: "1", friend: "a-_B", ask: "Where", key: "a-_" };
		const problems = [];
		for (const mode of ["play", "analyse", "review", "watch", "learn", "puzzle", "proof", "edit", "question"]) {
			for (const field of [...FIELDS, "key"]) {
				const { [field]: value, ...others } = { ...good, do: mode };
				const before = Object.entries(others).map((pair) => pair.join("=")).join("&");
				const read = (written) => readLink("#" + before + "&" + field + "=" + written);
				const whole = JSON.stringify(read(value));
				for (const damage of [")", ",", ".", ">", "%20", " abc", "-1", "1.5", "999", ""]) {
					for (const written of [value + damage, damage]) {
						const link = read(written);
						const { ply, game } = link;
						if (!(ply === undefined || (Number.isInteger(ply) && ply >= 0)) || game.moves.includes("") || game.comments.length !== game.moves.length) problems.push(field + "=" + written);
						if (field !== "ask" && written !== damage && /^(\W|%20|)$/.test(damage) && JSON.stringify(link) !== whole) problems.push(field + "=" + written + " is another");
					}
				}
			}
			if (JSON.stringify(readLink("#do=" + mode + "&amp;moves=CAnE4.")) !== JSON.stringify(readLink("#do=" + mode + "&moves=CAnE4"))) problems.push(mode + " in a page's source");
		}
		globalThis.location = { hash: "#do=puzzle&puzzle=12)" };
		if (addressField("puzzle") !== "12" || readLink("#abc") !== null) problems.push("puzzle");
		console.log(JSON.stringify(problems));`, &problems)
	if len(problems) > 0 {
		t.Errorf("%d links are read wrong: %q", len(problems), problems)
	}
}

// A damaged link opens each view with a board and a heading.
func TestBrowserOpensDamagedLinks(t *testing.T) {
	p := longPage(t, "#light=person&dark=person&moves=cane4.acwe9&ply=1)", desktop)
	for mode, fragment := range map[string]string{
		"play": "light=person&dark=person&moves=cane4.acwe9&ply=1)", "analyse": "do=analyse&amp;moves=CAnE4.ACwE9&ply=abc", "review": "do=review&moves=CAnE4.ACwE9&ply=1.5",
		"watch": "do=watch,", "learn": "do=learn&lesson=end%20", "puzzle": "do=puzzle&puzzle=-1", "proof": proofLink(wonByDark)[1:] + ")",
		"edit": "do=edit&moves=CAnE4.999", "question": "do=question&moves=CAnE4>",
	} {
		evaluate[chromedp.Void](p, fmt.Sprintf(`location.hash = %q`, fragment))
		p.await(mode+" is shown", fmt.Sprintf(`document.body.dataset.mode === %q && document.querySelector("#board svg").childElementCount > 0
			&& [...document.querySelectorAll(".status, h2")].some((heading) => heading.textContent && heading.checkVisibility())`, mode))
	}

	// Moves continue as the rules write them.
	to := func(fragment, moves string) {
		t.Helper()
		evaluate[chromedp.Void](p, fmt.Sprintf(`location.hash = %q`, fragment))
		p.await("the moves are there", fmt.Sprintf(`document.body.dataset.mode === "play" && %s === %q`, movesOfPage, moves))
	}
	to("#light=person&dark=person&moves=cane4.acwe9", "CAnE4 ACwE9")
	placeWithMouse(p, engine.Light, mustMove(t, "CSwG7", engine.Light))
	p.await("the address has them", `new URLSearchParams(location.hash.slice(1)).get("moves") === "CAnE4.ACwE9.CSwG7"`)

	// Moves before a mistake are loaded, and the address stays until one continues.
	for _, test := range [][2]string{
		{"start=abc", "This link can't be read. This text doesn't describe a possible position."},
		{"moves=CAnE4.ACwE9.CSwG7.CSwG7.TAnA1)", "This link can't be read from “CSwG7” on. There is a building on G5. The game is loaded up to there."},
	} {
		fragment := "#light=person&dark=person&" + test[0]
		to(fragment, "CAnE4 ACwE9 CSwG7")
		p.awaitToast(test[1])
		checkIs(p, "location.hash", fragment)
	}
	p.press("u")
	p.await("the address is that of the game", `location.hash.endsWith("moves=CAnE4.ACwE9")`)

	// A link without a game is followed where texts are loaded.
	p.click("#tab-review")
	p.click("#load-game")
	p.loadText(p.origin() + "#do=learn&lesson=end.")
	p.await("the lesson is shown", `document.body.dataset.mode === "learn" && location.hash.includes("lesson=end")`)
}
