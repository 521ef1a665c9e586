package pagetest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search"
)

var writesIdeas = flag.Bool("ideas", false, "write HOW-TO-PLAY-WELL.md and its pictures again")

// idea is an idea of good play: see page/modes/learnmode.js.
type idea struct {
	ID, Game, Start string
	Goal            struct{ Moves []string }
	Wrong           []struct {
		ID          string
		Moves, Then []string
	}

	position    engine.Position
	move, other engine.Move   // the one to find, and what it is compared with
	then        []engine.Move // that answer the other one
}

// readIdeas returns the ideas of the page, whose moves are legal and lead to their positions.
func readIdeas(t *testing.T) []idea {
	t.Helper()
	ideas := readList[idea](t, "modes/ideas.json")
	names := map[string]bool{}
	for _, l := range readLessons(t) {
		names[l.ID] = true
	}
	for i := range ideas {
		d := &ideas[i]
		if names[d.ID] {
			t.Fatalf("two lessons or ideas have the name %s", d.ID)
		}
		names[d.ID] = true
		play := func(from engine.Position, text ...string) (engine.Position, []engine.Move) {
			moves, err := record.ParseMoves(strings.Join(text, " "), from)
			enginetest.Must(t, err)
			for _, m := range moves {
				from = from.Play(m)
			}
			return from, moves
		}
		d.position, _ = play(engine.Start(engine.Rules{}), d.Game)
		if got := d.position.String(); got != d.Start || len(d.Wrong) != 1 {
			t.Fatalf("%s: the game leads to %s", d.ID, got)
		}
		for _, good := range d.Goal.Moves {
			play(d.position, good)
		}
		after, moves := play(d.position, d.Wrong[0].Moves...)
		d.other = moves[0]
		_, d.then = play(after, d.Wrong[0].Then...)
		_, moves = play(d.position, d.Goal.Moves[0])
		d.move = moves[0]
	}
	return ideas
}

// The texts of each idea name the places of the building to find, of the other one and of its answer.
func TestTheIdeasSayWhereToBuild(t *testing.T) {
	for _, language := range languages(t) {
		catalogue := readCatalogueOf(t, language.file)
		for _, d := range readIdeas(t) {
			places := map[string][]string{"title": nil, "why": nil, "done": {d.move.String()[3:]}, "other": {d.other.String()[3:]}}
			if len(d.then) == 1 {
				places["other"] = append(places["other"], d.then[0].String()[3:])
			}
			for name, squares := range places {
				entry := catalogue["idea."+d.ID+"."+name]
				for _, square := range squares {
					if entry != nil && !strings.Contains(entry.text, square) {
						t.Errorf("%s: idea.%s.%s does not name %s", language.tag, d.ID, name, square)
					}
				}
				if entry == nil {
					t.Errorf("%s: there is no text idea.%s.%s", language.tag, d.ID, name)
				}
			}
		}
	}
}

// At 100,000 nodes the engine prefers the building of an idea to the other one by a square or more.
func TestTheEngineBearsOutTheIdeas(t *testing.T) {
	enginetest.Long(t)
	searcher, err := search.New(16)
	enginetest.Must(t, err)
	for _, d := range readIdeas(t) {
		value := func(m engine.Move) int {
			searcher.Clear()
			limits := search.Limits{Nodes: 100_000, Moves: []engine.Move{m}}
			result := searcher.Search(t.Context(), &d.position, limits, search.DefaultOptions(), func(search.Info) {})
			if result.Best != m {
				t.Fatalf("%s: %v was searched in place of %v", d.ID, result.Best, m)
			}
			return result.Info.Score.Centi
		}
		better, worse := value(d.move), value(d.other)
		t.Logf("%s: %v %+d, %v %+d", d.ID, d.move, better, d.other, worse)
		if better-worse < 100 {
			t.Errorf("%s: %v is worth %+d hundredths of a square, %v %+d", d.ID, d.move, better, d.other, worse)
		}
	}
}

// ideasDocument is the document of the ideas, beside which a folder has their pictures.
const ideasDocument = "../../../../engine/HOW-TO-PLAY-WELL.md"

// TestTheDocumentOfTheIdeas makes the document and its pictures from what the page has, and compares them:
//
//	go test ./cmd/internal/serve/pagetest -run DocumentOfTheIdeas -ideas
func TestTheDocumentOfTheIdeas(t *testing.T) {
	catalogue := readCatalogueOf(t, catalogueFile)
	files := map[string]string{}
	ideas := readIdeas(t)
	var text strings.Builder
	text.WriteString(ideasHeading)
	for i, d := range ideas {
		words := func(name string) string { return catalogue["idea."+d.ID+"."+name].text }
		fmt.Fprintf(&text, "\n## %d. %s\n\n%s\n\n![%s or %s](ideas/%s.svg)\n\n%s\n%s\n", i+1, words("title"), wrapped(words("why")),
			d.move, d.other, d.ID, wrapped(fmt.Sprintf("- **%s:** %s", d.move, words("done"))), wrapped(fmt.Sprintf("- **%s:** %s", d.other, words("other"))))
		files["ideas/"+d.ID+".svg"] = d.picture()
	}
	if words := len(strings.Fields(text.String())); words > 1200 || len(ideas) < 8 || len(ideas) > 12 {
		t.Errorf("%d ideas in %d words", len(ideas), words)
	}
	files["HOW-TO-PLAY-WELL.md"] = text.String()
	for name, made := range files {
		path := filepath.Join(filepath.Dir(ideasDocument), name)
		if *writesIdeas {
			enginetest.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
			enginetest.Must(t, os.WriteFile(path, []byte(made), 0o644))
		}
		if is, err := os.ReadFile(path); err != nil || string(is) != made {
			t.Errorf("%s is not what the ideas of the page make: %v", name, err)
		}
	}
}

const ideasHeading = `# How to play well

These ideas come from games of the engine against itself, two of them from matches against other programs. [RULES.md](RULES.md) has
the rules. On the page, *Learn* sets each idea as a puzzle.

On the left, what to build is outlined in green; on the right, what not to build in red, with the answer to it. A test checks that the
engine, with 100,000 nodes, prefers the first by a square or more.
`

// wrapped breaks the lines of a paragraph, or of an item of a list.
func wrapped(text string) string {
	words := strings.Fields(text)
	line, lines := words[0], ""
	for _, word := range words[1:] {
		if len(line)+len(word) < 132 {
			line += " " + word
			continue
		}
		lines += line + "\n"
		if line = word; words[0] == "-" {
			line = "  " + word
		}
	}
	return lines + line
}

// picture draws the board after the building of the idea, and beside it the one after the other building and its answers.
func (d *idea) picture() string {
	const unit, wide = 16, 13 * 16
	var p strings.Builder
	squares := func(set engine.Bitboard, left int, look string) {
		if set.IsEmpty() {
			return
		}
		p.WriteString(`<path d="`)
		for s := range set.Squares() {
			fmt.Fprintf(&p, "M%d %dh16v16h-16z", left+unit*s.Column(), unit*s.Row())
		}
		fmt.Fprintf(&p, `" %s/>`+"\n", look)
	}
	outline := func(set engine.Bitboard, left int, look string) {
		p.WriteString(`<path d="`)
		for s := range set.Squares() {
			x, y := left+unit*s.Column(), unit*s.Row()
			has := func(row, column int) bool {
				return row >= 0 && row < engine.Rows && column >= 0 && column < engine.Columns && set.Has(engine.NewSquare(row, column))
			}
			for _, edge := range []struct {
				inside bool
				path   string
			}{
				{has(s.Row()-1, s.Column()), fmt.Sprintf("M%d %dh16", x, y)}, {has(s.Row()+1, s.Column()), fmt.Sprintf("M%d %dh16", x, y+unit)},
				{has(s.Row(), s.Column()-1), fmt.Sprintf("M%d %dv16", x, y)}, {has(s.Row(), s.Column()+1), fmt.Sprintf("M%d %dv16", x+unit, y)},
			} {
				if !edge.inside {
					p.WriteString(edge.path)
				}
			}
		}
		fmt.Fprintf(&p, `" fill="none" stroke-linecap="round" %s/>`+"\n", look)
	}
	board := func(left int, moves []engine.Move, frame string) {
		at := d.position
		for _, m := range moves {
			at = at.Play(m)
		}
		fmt.Fprintf(&p, `<rect x="%d" width="160" height="160" fill="#b5b398"/>`+"\n", left)
		for i := range engine.Rows {
			fmt.Fprintf(&p, `<text x="%d" y="-4">%c</text><text x="%d" y="%d">%d</text>`+"\n", left+unit*i+8, 'A'+i, left-9, unit*i+12, i+1)
		}
		squares(at.Territory(engine.Light), left, `fill="url(#light)"`)
		squares(at.Territory(engine.Dark), left, `fill="url(#dark)"`)
		for side, look := range []string{engine.Light: `#e8cf96`, engine.Dark: `#6b3d24`} {
			squares(at.Buildings(engine.Side(side)), left, fmt.Sprintf("fill=%q", look))
			for piece := range at.Pieces(engine.Side(side)) {
				outline(piece.Squares(), left, `stroke="#2c160b"`)
			}
		}
		squares(at.CathedralSquares(), left, `fill="#8496ad"`)
		outline(moves[0].Squares(), left, fmt.Sprintf(`stroke=%q stroke-width="3"`, frame))
	}
	board(0, []engine.Move{d.move}, "#1a9850")
	board(wide, append([]engine.Move{d.other}, d.then...), "#d73027")
	hatch := func(name, ground, line string) string {
		return fmt.Sprintf(`<pattern id=%q width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill=%q/><rect width="2" height="6" fill=%q/></pattern>`, name, ground, line)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-18 -16 %d 180" width="640" font-family="sans-serif" font-size="10" text-anchor="middle" fill="#777">`, wide+160+22) +
		"\n" + hatch("light", "#f6ecd2", "#d8bd7e") + hatch("dark", "#c9b3a2", "#6b3d24") + "\n" + p.String() + "</svg>\n"
}

// An idea is played with the buildings of the side to move. The other building is answered on the board and in words, one may try
// again, and only the building that is meant, found without help, counts.
func TestBrowserIdea(t *testing.T) {
	ideas := readIdeas(t)
	cut := &ideas[2]
	p := openPage(t, pageServer(t)+"#do=learn&lesson="+cut.ID, window{width: 1024, height: 768, hurried: true})
	const outcome = `document.querySelector("#panel-learn").dataset.outcome`
	const done = `document.querySelectorAll("#panel-learn [data-done]").length`
	start := func() {
		t.Helper()
		p.await("one may place", outcome+` === "" && document.querySelector("#hand-dark [data-code=TO]:enabled")?.checkVisibility()`)
	}
	start()
	placeWithMouse(p, engine.Dark, cut.other)
	p.await("the try is judged", outcome+` === "wrong"`)
	p.await("the answer is played out", `document.querySelector(".caption").textContent.includes("G5")`)
	p.checkPart("[data-of=learn] .lesson-words", "The academy at E3")
	p.click("#lesson-again")
	start()
	p.click("#lesson-show")
	p.await("the solution is shown", outcome+` === "done"`)
	checkIs(p, done, 0)
	p.visit(p.origin() + "?again#do=learn&lesson=" + cut.ID)
	start()
	placeWithMouse(p, engine.Dark, cut.move)
	p.await("the idea is found", outcome+` === "done"`)
	checkIs(p, done, 1)
	p.checkPart("#panel-learn section:not(.later) .progress", "How to play well: 1 of 12 done")
}

// A game in which a side was walled out of the whole city says so at its end.
func TestBrowserAGameSaysWhoWasWalledOut(t *testing.T) {
	ideas := readIdeas(t)
	position := ideas[2].position.Play(ideas[2].move)
	moves := strings.Fields(ideas[2].Game + " " + ideas[2].move.String())
	for !position.Over() {
		largest := position.Moves(nil)[0]
		for _, m := range position.Moves(nil) {
			if m.IsPlacement() && m.Building().Size() > largest.Building().Size() {
				largest = m
			}
		}
		position = position.Play(largest)
		moves = append(moves, largest.String())
	}
	p := openPage(t, pageServer(t)+"#light=person&dark=person&moves="+strings.Join(moves, "."), desktop)
	p.await("the game is over", `document.getElementById("status").textContent.includes("wins")`)
	p.checkPart("#last-move", "The tower at I3 walled Light out of the whole city")
}
