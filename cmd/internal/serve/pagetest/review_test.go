package pagetest

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search"
)

// carelessGame is a game of random moves, with many mistakes. Proofs of its last moves
// take almost no time.
const carelessGame = "CAnF3 ACwG2 CSeB4 TOsG10 MAsB8 BReJ1 INeC2 INwD6 INnD2 MAeJ5 TAnJ10 TAnC6 STeH7 TAnA8 BRnC8 STnE1 " +
	"STeH9 STeF7 TAnB10 INnD9 ABeD4 TAnH8 SQnG5 CSwI9"

// reviewNodes are the nodes of each search in the reviews of the tests.
const reviewNodes = 1000

// reviewCareless opens the review of carelessGame, and waits until all is judged.
func reviewCareless(t *testing.T, address string, w window) *page {
	t.Helper()
	p := openPage(t, address+"#do=review", w)
	evaluate[chromedp.Void](p, fmt.Sprintf(`(() => {
		const effort = document.getElementById("effort");
		effort.add(new Option("test", "%d"));
		effort.value = "%[1]d";
		effort.dispatchEvent(new Event("change"));
		document.querySelector("#review-text").value = %q;
	})()`, reviewNodes, "[White \"engine\"]\n\n"+carelessGame+"\n"))
	p.click("#load-text")
	p.awaitMoves(len(carelessMoves(t)))
	p.awaitJudged()
	return p
}

func (p *page) awaitJudged() {
	p.t.Helper()
	p.await("the game is judged", `document.querySelector("#panel-review").dataset.judged === "true"`)
}

func carelessMoves(t *testing.T) []engine.Move {
	t.Helper()
	moves, err := record.ParseMoves(carelessGame, engine.Start(engine.Rules{}))
	enginetest.Must(t, err)
	return moves
}

// after returns the position after the first moves of carelessGame.
func after(t *testing.T, plies int) engine.Position {
	t.Helper()
	p := engine.Start(engine.Rules{})
	for _, m := range carelessMoves(t)[:plies] {
		p = p.Play(m)
	}
	return p
}

// goToMove shows the position after a move of the list.
func (p *page) goToMove(ply int) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`document.querySelector("#moves [data-ply='%d']").click()`, ply))
	p.await("one is there", fmt.Sprintf(`document.querySelector("#moves [aria-current]")?.dataset.ply === "%d"`, ply))
}

// mark is what a review says of a move.
type mark struct {
	Ply  int // after the move
	Sign string
	Text string // the words of the mark, with those of the move before
}

func (p *page) marks() []mark {
	p.t.Helper()
	text := evaluate[string](p, `JSON.stringify([...document.querySelectorAll("#moves .mark")].map((sign) => {
		const button = sign.closest("button");
		return { Ply: Number(button.dataset.ply), Sign: sign.textContent, Text: button.lastChild.textContent };
	}))`)
	var marks []mark
	if err := json.Unmarshal([]byte(text), &marks); err != nil {
		p.t.Fatal(err)
	}
	return marks
}

// proven returns a proven margin of a position of carelessGame for Light: the final one,
// or one of the same sign if only the verdict is asked for.
func proven(t *testing.T, searcher *search.Searcher, plies int, verdict bool) int {
	t.Helper()
	position := after(t, plies)
	found := searcher.Search(context.Background(), &position, search.Limits{Solve: true, Verdict: verdict}, search.DefaultOptions(), nil)
	if position.Side() == engine.Dark {
		return -found.Info.Score.Squares()
	}
	return found.Info.Score.Squares()
}

// TestBrowserReview looks at the review of a game, at its mistakes in several ways, and at what is
// kept of it. Another review of the same game says the same.
func TestBrowserReview(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	p := reviewCareless(t, address, window{width: 1280, height: 800, motion: true, hurried: true})
	marks, told := p.marks(), p.text("#proven")
	for _, element := range []string{".graph-line", ".graph-mark", ".graph-proven"} {
		if evaluate[int](p, fmt.Sprintf("document.querySelectorAll(%q).length", element)) == 0 {
			t.Errorf("there is no %s", element)
		}
	}
	drawn := evaluate[string](p, `document.querySelector(".graph").innerHTML`)
	reviewTellsTheStory(t, p, marks)
	reviewProves(t, p, marks, told)
	reviewSaysWhatLinesDo(t, p)
	reviewShowsTheBetterLineAndTheWayBack(t, p)
	reviewLetsOneTryAgain(t, p)
	reviewRetriesTheMistakes(t, p, marks)

	// The game plays by itself from its start.
	p.click("#first")
	p.await("one is at the start", `!document.querySelector("#moves [aria-current]") && !document.getElementById("story").checkVisibility()`)
	p.click("#auto")
	p.await("it has played to the end", fmt.Sprintf(`document.querySelector("#moves [aria-current]")?.dataset.ply === "%d" && document.getElementById("auto").ariaLabel === "Play through the game"`, len(carelessMoves(t))))

	// Two lines are compared in a table, and the graph leaves room for positions without a score.
	const side = `{ claimed: 0, captured: [], left: 9 }`
	checkIs(p, `import("/texts/mistakereasons.js").then(({ sumsTable }) => [...sumsTable({
		better: { plies: 6, light: { claimed: 11, captured: ["TA"], left: 20 }, dark: `+side+`, margin: 3 },
		played: { plies: 6, light: { claimed: 4, captured: [], left: 25 }, dark: `+side+`, margin: 0 },
	}).rows].map((row) => [...row.cells].map((cell) => cell.textContent).join()).join(";"))`,
		"In 6 moves,Better line,Game;Light claims,11,4;Light captures,tavern,–;Light has left,20,25;Dark has left,9,9;Result,Light +3,draw")
	checkIs(p, `import("/modes/evaluationgraph.js").then(({ EvaluationGraph }) => {
		const graph = new EvaluationGraph();
		graph.show([null, 0, 0, null, 0, null, 0, 0].map((centi) => (centi === null ? null : { centi })), 0, new Map(), null);
		return [...graph.svg.querySelectorAll(".graph-dark")].map((part) => [part.getAttribute("x"), part.getAttribute("width")].map(Math.round)).join(" ");
	})`, "91,83 509,91")

	// The record has its tags, and the link opens the same game at the same place.
	if game := p.sharedRecord(); game.Tag("White") != "engine" {
		t.Errorf("in the record, %q plays Light", game.Tag("White"))
	}
	before := p.boardDrawing()
	p.reload()
	p.await("it is reviewed again", `document.querySelector(".graph-here")`)
	if p.boardDrawing() != before {
		t.Error("the link opens another position")
	}

	// A game that was reviewed before, other positions, another tab: nothing changes it.
	p.click("#tab-play")
	again := reviewCareless(t, address, desktop)
	if got := again.marks(); fmt.Sprint(got) != fmt.Sprint(marks) || again.text("#proven") != told {
		t.Errorf("the second time it marks\n%v\n%s\nand the first time\n%v\n%s", got, again.text("#proven"), marks, told)
	}
	if evaluate[string](again, `document.querySelector(".graph").innerHTML`) != drawn {
		t.Error("the second time the graph is another one")
	}
}

// reviewProves holds what is said of proven results against proofs.
func reviewProves(t *testing.T, p *page, marks []mark, told string) {
	thrown := map[int]bool{}
	for _, m := range marks {
		thrown[m.Ply-1] = m.Sign == "✗"
	}

	searcher, err := search.New(16)
	enginetest.Must(t, err)
	var from int
	if _, err := fmt.Sscanf(told, "From move %d on the game was proven ", &from); err != nil || from > 20 {
		t.Fatalf("of the result it says %q", told)
	}
	before := proven(t, searcher, from, true)
	want := fmt.Sprintf("From move %d on the game was proven %s.", from, resultWords(before))
	for ply := from; ply < len(carelessMoves(t)); ply++ {
		now := proven(t, searcher, ply+1, true)
		if sign(before) != sign(now) {
			want += fmt.Sprintf(" Move %d threw it away: from then on it was %s.", ply, resultWords(now))
		}
		if thrown[ply] != (sign(before) != sign(now)) {
			t.Errorf("move %d leads from %d to %d, marked as thrown away: %t", ply, before, now, thrown[ply])
		}
		before = now
	}
	if !strings.HasPrefix(told, want) {
		t.Errorf("of the result it says\n%s\nwant\n%s", told, want)
	}
	// By how much is said of the end alone.
	rest := strings.TrimSpace(strings.TrimPrefix(told, want))
	var margin, squares int
	var winner string
	if _, err := fmt.Sscanf(rest, "From move %d on the margin is proven too: with best play %s wins by %d square", &margin, &winner, &squares); err != nil {
		t.Errorf("of the margin it says %q: %v", rest, err)
	} else if is := proven(t, searcher, margin, false); "won for "+winner != resultWords(is) || max(is, -is) != squares {
		t.Errorf("it says that from move %d on %s wins by %d, and the margin is %d", margin, winner, squares, is)
	}
}

func sign(margin int) int { return max(-1, min(margin, 1)) }

// resultWords returns a result as the page says it.
func resultWords(margin int) string {
	return map[int]string{1: "won for Light", 0: "drawn", -1: "won for Dark"}[sign(margin)]
}

// reviewTellsTheStory holds the sentence, the numbers and the turning point that a review opens with against its marks.
func reviewTellsTheStory(t *testing.T, p *page, marks []mark) {
	erred := map[string]int{}
	costly := map[string]bool{}
	for _, m := range marks {
		erred[[]string{"dark", "light"}[m.Ply%2]]++
		costly[fmt.Sprint(m.Ply-1)] = true
	}
	end := after(t, len(carelessMoves(t)))
	winner := map[int]engine.Side{1: engine.Light, -1: engine.Dark}[sign(end.Margin(engine.Light))]
	want := regexp.MustCompile(fmt.Sprintf(`^%s wins by \w+ squares; moves (\d+) and (\d+) cost most\.$`, winner))
	if named := want.FindStringSubmatch(p.text("#story-heading")); named == nil || !costly[named[1]] || !costly[named[2]] {
		t.Errorf("it opens with %q", p.text("#story-heading"))
	}
	checkIs(p, `document.querySelector(".tally").textContent`, fmt.Sprintf("%d mistakes by Light%d mistakes by Dark", erred["light"], erred["dark"]))
	checkIs(p, `import("/modes/gamestory.js").then(({ GameStory }) => {
		const story = new GameStory();
		story.turningPly = 3;
		const marks = new Map([["mistake", 1], ["slip", 0], ["blunder", 2]].map(([kind, share], index) => [index, { kind, share }]));
		story.show({ game: { ended: false }, own: null, marks, sides: ["light", "light", "dark"], judged: true });
		return story.numbers.textContent;
	})`, "1 mistake by Light, 1 slip1 mistake by Dark")
	checkIs(p, `!document.getElementById("proof-fold").open && /^Decided at move \d+$/.test(document.querySelector("#proof-fold summary").textContent)`, true)
	turning := evaluate[int](p, `Number(document.getElementById("turning-point").dataset.move)`)
	p.click("#turning-point")
	p.await("one is at the turning point", fmt.Sprintf(`document.querySelector("#moves [aria-current]").dataset.ply === "%d" && document.getElementById("why").textContent`, turning+1))
	if !costly[fmt.Sprint(turning)] {
		t.Errorf("the turning point is move %d, which has no mark", turning)
	}
}

// reviewRetriesTheMistakes goes through the mistakes as puzzles, finds the first, and leaves them twice on the way.
func reviewRetriesTheMistakes(t *testing.T, p *page, marks []mark) {
	marks = slices.DeleteFunc(slices.Clone(marks), func(m mark) bool { return m.Sign == "?!" })
	evaluate[chromedp.Void](p, `document.getElementById("last").click()`)
	p.await("the story is told again", `document.getElementById("retry").checkVisibility()`)
	for i, m := range marks {
		p.click("#retry")
		task := fmt.Sprintf(`document.getElementById("tried").textContent.startsWith("Mistake %d of %d: ")`, i+1, len(marks))
		p.await("the task is said", task)
		if i == 1 {
			p.click("#last")
			p.await("the story is told", `document.getElementById("story").checkVisibility()`)
			p.click("#retry")
			p.await("it goes on with the same mistake", task)
		}
		if i == 2 {
			p.click("#tab-play")
			p.await("the try is left", `document.body.dataset.mode === "play" && !document.getElementById("tried").textContent`)
			p.click("#tab-review")
			p.await("it goes on where one left it", task+` && document.querySelector(".building-button:enabled")`)
		}
		if side := after(t, m.Ply-1); i == 0 {
			best := strings.TrimSuffix(m.Text[strings.LastIndex(m.Text, "(")+1:], ")")
			p.await("one may place", `document.querySelector(".building-button:enabled")`)
			placeWithMouse(p, side.Side(), mustMove(t, best, side.Side()))
			p.await("it is found", `document.getElementById("tried").textContent.startsWith("Good: ")`)
		} else {
			p.click("#back-to-game")
			p.await("the answer is shown", `document.getElementById("why").textContent`)
		}
	}
	p.checkText("#retry", "Done")
	p.click("#retry")
	p.await("it is said how many were found", fmt.Sprintf(`document.getElementById("toast").textContent === "1 of %d solved at the first attempt."`, len(marks)))
	p.await("the story is told", `document.getElementById("story").checkVisibility()`)
	p.checkText("#retry", "Do it again")
}

// reviewSaysWhatLinesDo compares what is said of each mistake with the lines that it is about,
// and these with what the engine finds.
func reviewSaysWhatLinesDo(t *testing.T, p *page) {
	searcher, err := search.New(16)
	enginetest.Must(t, err)
	said, losses := 0, 0
	for _, m := range p.marks() {
		p.goToMove(m.Ply)
		p.await("it says why, and shows it", fmt.Sprintf(`document.getElementById("why").textContent && document.getElementById("why").dataset.played.startsWith(%q)`,
			carelessMoves(t)[m.Ply-1].String()))
		checkIs(p, `!/ claim| capture/.test(document.getElementById("why").textContent) || document.querySelector(".layer-heat > *") !== null`, true)
		better := evaluate[string](p, `document.getElementById("why").dataset.better`)
		before := after(t, m.Ply-1)
		best, err := engine.ParseMove(strings.Fields(better)[0], before.Side())
		enginetest.Must(t, err)
		name := named(carelessMoves(t)[m.Ply-1])[1:] // the first letter may be a capital one
		if !strings.HasSuffix(m.Text, "; better is "+named(best)) || !strings.Contains(m.Text, name) {
			t.Errorf("move %d: %s, and the better line is %s", m.Ply-1, m.Text, better)
		}
		if m.Sign != "✗" { // whose better line is that of a proof
			best := reviewSearch(searcher, before)
			if line := strings.Trim(fmt.Sprint(best.PV), "[]"); !strings.HasPrefix(better, line) { // a short one is continued
				t.Errorf("move %d: the better line is %s, and the engine's %s", m.Ply-1, better, line)
			}
			after := reviewSearch(searcher, before.Play(carelessMoves(t)[m.Ply-1]))
			if loss := float64(best.Score.Centi+after.Score.Centi) / 100; best.Score.Bound == search.Exact && after.Score.Bound == search.Exact {
				losses++
				_, words, _ := strings.Cut(m.Text, "loses ")
				var digits float64
				if _, err := fmt.Sscanf(words, "%g square", &digits); err != nil || math.Abs(digits-loss) > 0.051 { // written with a digit
					t.Errorf("move %d: %s, and the loss is %g", m.Ply-1, m.Text, loss)
				}
			}
		}
		said++
	}
	if said < 6 || losses < 3 {
		t.Errorf("%d moves are marked, %d losses compared: too few to tell anything", said, losses)
	}
}

// reviewSearch returns what the engine says of a position in the reviews of the tests: the
// last that is no mere bound, if it is about the move chosen.
func reviewSearch(searcher *search.Searcher, p engine.Position) search.Info {
	searcher.Clear()
	var exact search.Info
	last := searcher.Search(context.Background(), &p, search.Limits{Nodes: reviewNodes}, search.DefaultOptions(), func(info search.Info) {
		if info.Score.Bound == search.Exact {
			exact = info
		}
	}).Info
	if len(exact.PV) > 0 && exact.PV[0] == last.PV[0] {
		return exact
	}
	return last
}

// named returns a placement as a review names it: "the tower at D1 (TOnD1)".
func named(m engine.Move) string {
	notation := m.String()
	return fmt.Sprintf("the %s at %s (%s)", strings.ToLower(m.Building().String()), strings.TrimSuffix(notation[3:], "-"), notation)
}

func reviewShowsTheBetterLineAndTheWayBack(t *testing.T, p *page) {
	marks := p.marks()
	p.goToMove(marks[len(marks)-1].Ply)
	before := p.boardDrawing()
	p.await("it says why", `document.getElementById("why").textContent`)
	p.await("what was lost is told in words", `/^\S+ The \w+ at [A-J]\d+ (loses|throws) /.test(document.getElementById("verdict").textContent)`)
	p.await("the better move is named", `/^Better is the \w+ at [A-J]\d+ \(\w+\)\.$/.test(document.getElementById("better").textContent)`)
	for _, told := range []string{"true Less", "false More"} {
		p.click("#why-more")
		checkIs(p, `document.getElementById("why-more").ariaExpanded + " " + document.getElementById("why-more").textContent`, told)
	}
	plies := evaluate[int](p, `Number(document.getElementById("why").dataset.plies)`)
	p.click("#show-better")
	p.await("the line is played out", fmt.Sprintf(`document.querySelector(".caption").textContent.startsWith("Better line, %d of %[1]d: ")`, plies))
	p.await("it is labelled", `!document.querySelector(".caption").hidden && !document.getElementById("back-to-game").hidden`)
	if p.boardDrawing() == before {
		t.Error("the board shows the game")
	}
	p.click("#back-to-game")
	p.await("one is back", `document.querySelector(".caption").hidden && document.getElementById("back-to-game").hidden`)
	checkIs(p, `[...document.querySelectorAll("#actions button.primary")].filter((button) => button.checkVisibility()).map(({ textContent }) => textContent).join()`, "Retry the mistakes")
	if p.boardDrawing() != before {
		t.Error("the board does not show the game again")
	}
	checkIs(p, `document.querySelector("#moves [aria-current]").dataset.ply`, fmt.Sprint(marks[len(marks)-1].Ply))
}

func reviewLetsOneTryAgain(t *testing.T, p *page) {
	var thrown mark
	for _, m := range p.marks() {
		if m.Sign == "✗" {
			thrown = m
		}
	}
	p.goToMove(thrown.Ply)
	before := p.boardDrawing()
	moves := carelessMoves(t)
	position := after(t, thrown.Ply-1)
	best := strings.TrimSuffix(thrown.Text[strings.LastIndex(thrown.Text, "(")+1:], ")")

	// try places a building as a person would, and returns what is said of it.
	try := func(move string) string {
		p.click("#try-again")
		p.await("one may place", `/^Place a better building than the /.test(document.getElementById("tried").textContent) &&
			document.querySelector(".building-button:enabled")`)
		placeWithMouse(p, position.Side(), mustMove(t, move, position.Side()))
		p.await("it is judged", `/^(Good|Better|Still|That)/.test(document.getElementById("tried").textContent)`)
		return p.text("#tried")
	}
	if words := try(best); !strings.HasPrefix(words, "Good: ") {
		t.Errorf("of the best move it says %q", words)
	}
	if words := try(losing(t, position, moves[thrown.Ply-1].String()).String()); !strings.Contains(words, "Still bad: it throws the proven") && !strings.Contains(words, "doesn't keep the proven") {
		t.Errorf("of a move that loses it says %q", words)
	}
	if words := try(moves[thrown.Ply-1].String()); words != "That's the move of the game." {
		t.Errorf("of the move of the game it says %q", words)
	}
	p.click("#back-to-game")
	p.await("one is back in the game", fmt.Sprintf(`document.querySelector("#moves [aria-current]").dataset.ply === "%d" && document.body.dataset.mode === "review"`, thrown.Ply))
	if p.boardDrawing() != before {
		t.Error("the board is not as it was")
	}
	p.awaitMoves(len(moves))
}

// losing returns the first move, apart from one, after which the other side is proven to win.
func losing(t *testing.T, p engine.Position, apart string) engine.Move {
	t.Helper()
	searcher, err := search.New(16)
	enginetest.Must(t, err)
	for _, m := range p.Moves(nil) {
		after := p.Play(m)
		score := searcher.Search(context.Background(), &after, search.Limits{Solve: true}, search.DefaultOptions(), nil).Info.Score
		if wins := score.Squares() > 0 == (after.Side() != p.Side()); m.String() != apart && score.Squares() != 0 && wins {
			return m
		}
	}
	t.Fatal("no move loses")
	return engine.NoMove
}

// On a small laptop, the move under discussion is seen in the list of marked moves, however long the
// reason is, and its name is whole.
func TestBrowserReviewShowsTheMarkInItsList(t *testing.T) {
	p := longPage(t, "#do=review&"+finishedGame, window{width: 1024, height: 768, hurried: true})
	p.awaitJudged()
	p.await("the marked moves are listed", `document.querySelector("#moves.marked")`)
	const current = `#moves [aria-current] .move-words`
	longest := 0
	for _, ply := range evaluate[[]int](p, `[...document.querySelectorAll("#moves [data-marked] button")].map((button) => Number(button.dataset.ply))`) {
		p.goToMove(ply)
		p.await("it is told why", fmt.Sprintf(`document.querySelector("#moves [aria-current]")?.dataset.ply === "%d" && document.getElementById("why").textContent`, ply))
		longest = max(longest, len(p.text("#why")))
		p.await("the list has scrolled", fmt.Sprintf(`(%s)(%q) === ""`, whyOutOfSight, current))
	}
	if longest < 70 {
		t.Errorf("the longest reason has %d letters: that is no trial", longest)
	}
}

// lateCareless is carelessGame without its last moves, so that a proof takes no time.
const lateCareless = 21

// TestBrowserSaysWhatIsProvenInTheSameWords looks at a proven position in analysis, as a
// hint and in review.
func TestBrowserSaysWhatIsProvenInTheSameWords(t *testing.T) {
	searcher, err := search.New(16)
	enginetest.Must(t, err)
	margin := proven(t, searcher, lateCareless, false)
	want := fmt.Sprintf("%s wins by %d squares, proven", map[int]engine.Side{1: engine.Light, -1: engine.Dark}[sign(margin)], max(margin, -margin))
	moves := strings.Join(strings.Fields(carelessGame)[:lateCareless], ".")

	p := longPage(t, "#light=person&dark=person&moves="+moves, desktop)
	p.awaitMoves(lateCareless)
	p.click("#hint-button")
	p.await("there is a hint", `/^Try the /.test(document.getElementById("hint-words").textContent)`)
	p.checkPart("#hint-words", ". "+want+".")
	p.click("#tab-analyse")
	p.await("all lines are proven", `[...document.querySelectorAll(".line .proof")].filter(({ textContent }) => textContent === "proven").length === 3`)
	p.checkText("#score-words", want)
	p.click("#tab-review")
	p.await("it is judged here", `document.body.dataset.mode === "review" && !document.getElementById("bar").hidden`)
	p.checkText("#score-words", want)
}
