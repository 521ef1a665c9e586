package pagetest

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/review"
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
	})()`, reviewNodes, carelessGame+"\n"))
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
	if err != nil {
		t.Fatal(err)
	}
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
		return { Ply: Number(button.dataset.ply), Sign: sign.textContent, Text: button.title };
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

// TestBrowserReviewIsTheSameEachTime reviews a game twice, the second time after others,
// and holds what is said of proven results against proofs.
func TestBrowserReviewIsTheSameEachTime(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	p := reviewCareless(t, address, desktop)
	marks, told := p.marks(), p.text("#proven")
	drawn := evaluate[string](p, `document.querySelector(".graph").innerHTML`)
	thrown := map[int]bool{}
	for _, m := range marks {
		thrown[m.Ply-1] = m.Sign == "✗"
	}

	searcher, err := search.New(16)
	if err != nil {
		t.Fatal(err)
	}
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

func sign(margin int) int { return max(-1, min(margin, 1)) }

// resultWords returns a result as the page says it.
func resultWords(margin int) string {
	return map[int]string{1: "won for Light", 0: "drawn", -1: "won for Dark"}[sign(margin)]
}

// TestBrowserReviewExplainsMistakes looks at the mistakes of a game in several ways.
func TestBrowserReviewExplainsMistakes(t *testing.T) {
	enginetest.Long(t)
	p := reviewCareless(t, pageServer(t), window{width: 1280, height: 800, motion: true, hurried: true})
	marksWeighTheResult(t, p)
	reviewSaysWhatLinesDo(t, p)
	reviewShowsTheBetterLineAndTheWayBack(t, p)
	reviewLetsOneTryAgain(t, p)
}

// marksWeighTheResult holds marks against evaluations that are made for it: those before
// and after a move of Light, or with "dark" of Dark.
func marksWeighTheResult(t *testing.T, p *page) {
	for _, test := range []struct{ before, after, side, want string }{
		// Who wins anyway has slipped at worst, and who loses anyway too.
		{`{ centi: 1200, final: true, verdict: 1, share: 1 }`, `{ centi: 200, final: true, verdict: 1, share: 1 }`, "light", "slip"},
		{`{ centi: 300, final: true, verdict: 1, share: 1 }`, `{ centi: 100, final: true, verdict: 1, share: 1 }`, "light", "none"},
		{`{ centi: 300, final: true, verdict: 1, share: 1 }`, `{ centi: 900, final: true, verdict: 1, share: 1 }`, "dark", "slip"},
		{`{ centi: 1100, final: false, verdict: null, share: 0.99 }`, `{ centi: 600, final: false, verdict: null, share: 0.97 }`, "light", "slip"},
		// A square is enough to throw a result away.
		{`{ centi: 100, final: true, verdict: 1, share: 1 }`, `{ centi: 0, final: true, verdict: 0, share: 0.5 }`, "light", "thrown"},
		{`{ centi: 0, final: true, verdict: 0, share: 0.5 }`, `{ centi: 100, final: true, verdict: 1, share: 1 }`, "dark", "thrown"},
		{`{ centi: 0, final: true, verdict: 0, share: 0.5 }`, `{ centi: 100, final: true, verdict: 1, share: 1 }`, "light", "none"},
		// Without a proof, both squares and chances count.
		{`{ centi: 300, final: false, verdict: null, share: 0.8 }`, `{ centi: -300, final: false, verdict: null, share: 0.2 }`, "light", "blunder"},
		{`{ centi: 100, final: false, verdict: null, share: 0.6 }`, `{ centi: -120, final: false, verdict: null, share: 0.4 }`, "light", "mistake"},
		{`{ centi: 100, final: false, verdict: null, share: 0.6 }`, `{ centi: -50, final: false, verdict: null, share: 0.4 }`, "light", "none"},
	} {
		got := evaluate[string](p, fmt.Sprintf(`(async () => {
			const { judgeMove } = await import("/modes/mistakes.js");
			return judgeMove("TAnA1", { ...%s, best: "TAnB1" }, %s, %q)?.kind ?? "none";
		})()`, test.before, test.after, test.side))
		if got != test.want {
			t.Errorf("from %s to %s for %s: %s, want %s", test.before, test.after, test.side, got, test.want)
		}
	}
	for evaluations, want := range map[string]string{
		`[null, 1, 1, 0, -1]`: "From move 1 on the game was proven won for Light. Move 2 threw it away: from then on it was drawn. " +
			"Move 3 threw it away: from then on it was won for Dark. From move 4 on the margin is proven too: with best play Dark wins by 3 squares.",
		`[null, null, 0, 0]`:  "From move 2 on the game was proven drawn.",
		`[null, 1, null, -1]`: "The game was won for Dark; nothing earlier is proven.",
		`[null, 1, null]`:     "",
	} {
		got := evaluate[string](p, fmt.Sprintf(`(async () => {
			const { provenWords } = await import("/modes/mistakes.js");
			return provenWords(%s.map((verdict, ply, all) => ({ verdict, final: ply === all.length - 1, centi: 300 * verdict })));
		})()`, evaluations))
		if got != want {
			t.Errorf("%s: it says\n%s\nwant\n%s", evaluations, got, want)
		}
	}
}

// reviewSaysWhatLinesDo compares what is said of each mistake with the lines that it is about,
// and these with what the engine finds.
func reviewSaysWhatLinesDo(t *testing.T, p *page) {
	searcher, err := search.New(16)
	if err != nil {
		t.Fatal(err)
	}
	said, reasoned, losses, ended := 0, 0, 0, 0
	for _, m := range p.marks() {
		p.goToMove(m.Ply)
		p.await("it says why", fmt.Sprintf(`document.getElementById("why").textContent && document.getElementById("why").dataset.played.startsWith(%q)`,
			carelessMoves(t)[m.Ply-1].String()))
		better := evaluate[string](p, `document.getElementById("why").dataset.better`)
		played := evaluate[string](p, `document.getElementById("why").dataset.played`)
		before := after(t, m.Ply-1)
		plies := evaluate[int](p, `Number(document.getElementById("why").dataset.plies)`)
		compared := review.Compare(&before, legalLine(t, before, better), legalLine(t, before, played))
		want := comparisonInWords(&compared, carelessMoves(t)[m.Ply-1].Building())
		if plies != compared.Plies {
			t.Errorf("move %d: it compares %d plies, want %d", m.Ply-1, plies, compared.Plies)
		}
		reasoned += len(compared.Reasons)
		if strings.Contains(want, "played to its end") {
			ended++
		}
		if want == "" {
			t.Errorf("move %d: it says nothing", m.Ply-1)
		}
		if words := p.text("#why"); words != want {
			t.Errorf("move %d: it says\n%s\nthe lines are %s and %s, so that\n%s", m.Ply-1, words, better, played, want)
		}
		best, err := engine.ParseMove(strings.Fields(better)[0], before.Side())
		if err != nil {
			t.Fatal(err)
		}
		name := named(carelessMoves(t)[m.Ply-1])[1:] // the first letter may be a capital one
		if !strings.HasSuffix(m.Text, "; better is "+named(best)) || !strings.Contains(m.Text, name) {
			t.Errorf("move %d: %s, and the better line is %s", m.Ply-1, m.Text, better)
		}
		if m.Sign != "✗" { // whose better line is that of a proof
			best := reviewSearch(searcher, before)
			if line := moveWords(best.PV); line != better {
				t.Errorf("move %d: the better line is %s, and the engine's %s", m.Ply-1, better, line)
			}
			after := reviewSearch(searcher, before.Play(carelessMoves(t)[m.Ply-1]))
			if loss := float64(best.Score.Centi+after.Score.Centi) / 100; best.Score.Bound == search.Exact && after.Score.Bound == search.Exact {
				losses++
				if said := lossOf(t, m.Text); math.Abs(said-loss) > 0.051 { // written with a digit
					t.Errorf("move %d: it says a loss of %g, and that is %g", m.Ply-1, said, loss)
				}
			}
		}
		said++
	}
	if said < 6 || reasoned < 3 || losses < 3 || ended == 0 {
		t.Errorf("%d moves are marked, with %d reasons, %d losses compared, %d ends told: too few to tell anything", said, reasoned, losses, ended)
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

// lossOf returns how many squares the words of a mark say that a move loses.
func lossOf(t *testing.T, words string) float64 {
	t.Helper()
	match := regexp.MustCompile(`loses (-?[0-9.]+) square`).FindStringSubmatch(words)
	if match == nil {
		t.Fatalf("%q does not say a loss", words)
	}
	loss, err := strconv.ParseFloat(match[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return loss
}

// moveWords returns moves separated by spaces.
func moveWords(moves []engine.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, m.String())
	}
	return strings.Join(words, " ")
}

// legalLine returns the moves of a line from a position.
func legalLine(t *testing.T, p engine.Position, line string) (moves []engine.Move) {
	t.Helper()
	for _, word := range strings.Fields(line) {
		m := enginetest.Move(t, &p, word)
		moves, p = append(moves, m), p.Play(m)
	}
	return moves
}

// comparisonInWords returns what a review says of two lines, of which the one that was played
// begins with a building.
func comparisonInWords(c *review.Comparison, played engine.Building) string {
	var words []string
	say := func(format string, arguments ...any) { words = append(words, fmt.Sprintf(format, arguments...)) }
	if len(c.Better.Gains)+len(c.Played.Gains) > 0 {
		say("In the better line %s.", gainsInWords(&c.Better, c.Plies))
		say("After the %s that was played, %s.", strings.ToLower(played.String()), gainsInWords(&c.Played, c.Plies))
	}
	for _, reason := range c.Reasons {
		say("%s", reasonInWords(&reason))
	}
	if c.Better.Ends && c.Played.Ends {
		say("With the better line played to its end, %s; after the move of the game, %s.", marginInWords(c.Better.Margin), marginInWords(c.Played.Margin))
	}
	return strings.Join(words, " ")
}

func gainsInWords(line *review.Line, plies int) string {
	var now string
	var later []string
	for _, gain := range line.Gains {
		if gain.Ply == 0 {
			now = gainInWords(gain.Side, line.Gains[:1]) + " at once"
		} else if len(later) == 0 || !strings.HasPrefix(later[0], gain.Side.String()) && len(later) == 1 {
			later = append(later, gainInWords(gain.Side, line.Gains))
		}
	}
	switch then := strings.Join(later, ", and "); {
	case len(line.Gains) == 0:
		return "nothing is claimed or captured in " + counted(plies, "move")
	case now == "":
		return then
	case then == "":
		return now
	default:
		return now + "; then " + then
	}
}

// gainInWords returns what a side gains: by the only gain, or by all after the first move.
func gainInWords(side engine.Side, gains []review.Gain) string {
	claimed, parts := 0, []string{}
	for _, gain := range gains {
		if gain.Side != side || gain.Ply == 0 && len(gains) > 1 {
			continue
		}
		claimed += gain.Claimed.Count()
		for _, piece := range gain.Captured {
			name := fmt.Sprintf("%s's %s", side.Opponent(), strings.ToLower(piece.Building().String()))
			if piece.Building() == engine.Cathedral {
				name = "the Cathedral"
			}
			parts = append(parts, "captures "+name)
		}
	}
	if claimed > 0 {
		parts = append([]string{"claims " + squaresInWords(claimed)}, parts...)
	}
	return fmt.Sprintf("%s %s", side, joined(parts))
}

// reasonInWords returns what a review says besides gains.
func reasonInWords(r *review.Reason) string {
	building := fmt.Sprintf("%s's %s", r.Side, strings.ToLower(r.Building.String()))
	atMost := func(squares int) string {
		if squares == 0 {
			return "nothing"
		}
		return "at most " + squaresInWords(squares)
	}
	placement := func() string { return strings.SplitN(named(r.Move), " (", 2)[0] }
	switch r.Kind {
	case review.NoRoom:
		words := building + " no longer fits anywhere; in the better line it does."
		if r.Plies > 1 {
			return fmt.Sprintf("After %d moves %s", r.Plies, words)
		}
		return words
	case review.Shut:
		if r.Plies > 1 {
			return fmt.Sprintf("After %d moves of the better line %s fits nowhere; now it does.", r.Plies, building)
		}
		return fmt.Sprintf("After the better move %s fits nowhere; now it does.", building)
	case review.Threat:
		return fmt.Sprintf("%s can now gain %s with %s; after the better move, %s.", r.Side, squaresInWords(r.Played), placement(), atMost(r.Better))
	case review.Plan:
		return fmt.Sprintf("The better move prepares %s, which would gain %s; now the next building gains %s.", placement(), squaresInWords(r.Better), atMost(r.Played))
	case review.Places:
		return fmt.Sprintf("%s now fits in %s, and after the better move in %d.", building, counted(r.Played, "place"), r.Better)
	case review.Wall:
		return fmt.Sprintf("The better move makes a wall of %s, the move of the game one of %s.", counted(r.Better, "square"), counted(r.Played, "square"))
	case review.Left:
		return fmt.Sprintf("After %s %s has %s left to place, and in the better line %d.", counted(r.Plies, "move"), r.Side, counted(r.Played, "square"), r.Better)
	}
	return fmt.Sprintf("a reason of the kind %q", r.Kind)
}

// counted returns "1 move" or "3 moves".
func counted(count int, noun string) string {
	return fmt.Sprintf("%d %s%s", count, noun, map[bool]string{false: "s"}[count == 1])
}

// marginInWords returns how a game ends with a margin for Light.
func marginInWords(margin int) string {
	switch {
	case margin == 0:
		return "it is a draw"
	case margin < 0:
		return "Dark wins by " + counted(-margin, "square")
	}
	return "Light wins by " + counted(margin, "square")
}

// squaresInWords returns "one square", "two squares" and so on.
func squaresInWords(count int) string {
	numbers := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	switch {
	case count == 1:
		return "one square"
	case count < len(numbers):
		return numbers[count] + " squares"
	}
	return fmt.Sprintf("%d squares", count)
}

func joined(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

func reviewShowsTheBetterLineAndTheWayBack(t *testing.T, p *page) {
	marks := p.marks()
	p.goToMove(marks[len(marks)-1].Ply)
	before := p.boardDrawing()
	p.await("it says why", `document.getElementById("why").textContent`)
	plies := evaluate[int](p, `Number(document.getElementById("why").dataset.plies)`)
	p.click("#show-better")
	p.await("the line is played out", fmt.Sprintf(`document.querySelector(".caption").textContent.startsWith("Better line, move %d of %[1]d: ")`, plies))
	p.await("it is labelled", `!document.querySelector(".caption").hidden && !document.getElementById("back-to-game").hidden`)
	if p.boardDrawing() == before {
		t.Error("the board shows the game")
	}
	p.click("#back-to-game")
	p.await("one is back", `document.querySelector(".caption").hidden && document.getElementById("back-to-game").hidden`)
	if p.boardDrawing() != before {
		t.Error("the board does not show the game again")
	}
	if ply := evaluate[string](p, `document.querySelector("#moves [aria-current]").dataset.ply`); ply != fmt.Sprint(marks[len(marks)-1].Ply) {
		t.Errorf("one is at move %s", ply)
	}
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
			document.querySelector("#hand-`+strings.ToLower(position.Side().String())+` .building-button:not(:disabled)")`)
		evaluate[chromedp.Void](p, fmt.Sprintf(`document.querySelector("#hand-%s [data-code=%s]").click()`, strings.ToLower(position.Side().String()), move[:2]))
		m, err := engine.ParseMove(move, position.Side())
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if p.offer(m); evaluate[bool](p, fmt.Sprintf(`document.querySelector("#board svg").dataset.inTheAir === %q`, move)) {
				break
			}
			p.click("#turn-right")
		}
		p.click("#place")
		p.await("it is judged", `/^(Good|Better|Still|That)/.test(document.getElementById("tried").textContent)`)
		return p.text("#tried")
	}
	if words := try(best); !strings.HasPrefix(words, "Good: ") {
		t.Errorf("of the best move it says %q", words)
	}
	if words := try(losing(t, position, moves[thrown.Ply-1].String()).String()); !strings.Contains(words, "Still bad: it throws the proven") && !strings.Contains(words, "does not keep the proven") {
		t.Errorf("of a move that loses it says %q", words)
	}
	if words := try(moves[thrown.Ply-1].String()); words != "That is the move of the game." {
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
	if err != nil {
		t.Fatal(err)
	}
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

// offer moves the pointer to where the building in the air covers a move's squares, if it
// is turned as that: to the middle of the rectangle about them.
func (p *page) offer(m engine.Move) {
	p.t.Helper()
	top, left, bottom, right := engine.Rows, engine.Columns, 0, 0
	for square := range m.Squares().Squares() {
		top, left = min(top, square.Row()), min(left, square.Column())
		bottom, right = max(bottom, square.Row()+1), max(right, square.Column()+1)
	}
	p.hover(float64(left+right)/2, float64(top+bottom)/2)
}

// On a small laptop, the move under discussion is seen in the list of marked moves, however long the
// reason is, and its name is whole.
func TestBrowserReviewShowsTheMarkInItsList(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=review&"+finishedGame, window{width: 1024, height: 768, hurried: true})
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
	if longest < 160 {
		t.Errorf("the longest reason has %d letters: that is no trial", longest)
	}
}

// lateCareless is carelessGame without its last moves, so that a proof takes no time.
const lateCareless = 21

// TestBrowserSaysWhatIsProvenInTheSameWords looks at a proven position in analysis, as a
// hint and in review.
func TestBrowserSaysWhatIsProvenInTheSameWords(t *testing.T) {
	enginetest.Long(t)
	searcher, err := search.New(16)
	if err != nil {
		t.Fatal(err)
	}
	margin := proven(t, searcher, lateCareless, false)
	want := fmt.Sprintf("%s wins by %d squares, proven", map[int]engine.Side{1: engine.Light, -1: engine.Dark}[sign(margin)], max(margin, -margin))
	moves := strings.Join(strings.Fields(carelessGame)[:lateCareless], ".")

	p := openPage(t, pageServer(t)+"#light=person&dark=person&moves="+moves, desktop)
	p.awaitMoves(lateCareless)
	p.click("#hint-button")
	p.await("there is a hint", `/^Try the /.test(document.getElementById("hint-words").textContent)`)
	if words := p.text("#hint-words"); !strings.HasSuffix(words, ". "+want+".") {
		t.Errorf("the hint is %q, want %q at its end", words, want)
	}
	p.click("#tab-analyse")
	p.await("all lines are proven", `[...document.querySelectorAll(".line .proof")].filter(({ textContent }) => textContent === "proven").length === 3`)
	if words := p.text("#score-words"); words != want {
		t.Errorf("analysis says %q, want %q", words, want)
	}
	p.click("#tab-review")
	p.await("it is judged here", `document.body.dataset.mode === "review" && !document.getElementById("bar").hidden`)
	if words := p.text("#score-words"); words != want {
		t.Errorf("review says %q, want %q", words, want)
	}

	// One of several lines may be proven and the others not; a proof stays known.
	told := evaluate[string](p, `(async () => {
		const { ProvenMoves } = await import("/engine/provenmoves.js");
		const { proofWords, evaluationWords } = await import("/texts/scoretexts.js");
		const proven = new ProvenMoves("dark");
		const line = (move, score, more = {}) => ({ line: 1, score, final: false, bound: undefined, verdict: null, pv: [move], ...more });
		proven.add(line("TAnA1", 120));
		const first = proofWords(proven.ofLine(line("TAnA1", 120)));
		proven.add(line("TAnB1", 100, { bound: "lowerbound", verdict: 1 }));
		proven.add(line("TAnB1", 230));
		const words = ["TAnA1", "TAnB1"].map((move) => proofWords(proven.ofLine(line(move, 230))));
		const position = evaluationWords(proven.ofPosition(line("TAnA1", 230)));
		const lost = new ProvenMoves("dark");
		lost.add(line("TAnA1", -100, { bound: "upperbound", verdict: -1 }));
		return [first, ...words, position, proofWords(lost.ofLine(line("TAnC1", -300)))].join("|");
	})()`)
	if told != "||Dark wins, proven|Dark wins, proven|Light wins, proven" {
		t.Errorf("of moves that are proven and others it says %q", told)
	}
}
