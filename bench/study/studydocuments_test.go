package study

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search/book"
	"cathedral/search/book/builtin"
)

// The tables and pictures of the documents are those of the games and of the built-in book; the
// commands that the documents name make them.
func TestTheDocumentsTablesAreThoseOfTheGames(t *testing.T) {
	builtIn, err := builtin.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range []struct {
		name  string
		book  *book.Book
		games []string
	}{
		{"OPENINGS.md", builtIn, []string{"classic", "practice-30k", "practice-60k"}},
		{"OTHERRULES.md", nil, []string{"woods", "mattel", "optional"}},
	} {
		text, err := os.ReadFile(document.name)
		if err != nil {
			t.Fatal(err)
		}
		games := recordedGames(t, document.games...)
		want, pictures := string(text), 0
		for _, rules := range rulesOf(games) {
			report := NewReport(rules, nil, document.book, games)
			if want, err = ReplaceTables(want, report.Tables()); err != nil {
				t.Fatal(err)
			}
			for _, picture := range report.Pictures() {
				if !strings.Contains(want, "]("+picture.Name+")") {
					continue
				}
				pictures++
				if drawn, err := os.ReadFile(picture.Name); err != nil || string(drawn) != picture.SVG {
					t.Errorf("%s is not the picture of the games: %v", picture.Name, err)
				}
			}
		}
		if string(text) != want {
			t.Errorf("the tables of %s are not those of the games: run the command that it names", document.name)
		}
		for _, name := range document.games {
			if !strings.Contains(want, "--games bench/study/games/"+name+".txt.gz") {
				t.Errorf("no command of %s names the games %s", document.name, name)
			}
		}
		if shown := strings.Count(want, ".svg)"); shown != pictures {
			t.Errorf("%s shows %d pictures, and %d are drawn", document.name, shown, pictures)
		}
	}
	if drawn, _ := filepath.Glob("*.svg"); len(drawn) != 5 {
		t.Errorf("there are the pictures %v, want 5", drawn)
	}
}

// rulesOf returns the rules of games, each once, in their order.
func rulesOf(games []*record.Game) []engine.Rules {
	var rules []engine.Rules
	seen := map[engine.Rules]bool{}
	for _, game := range games {
		if !seen[game.Rules] {
			seen[game.Rules] = true
			rules = append(rules, game.Rules)
		}
	}
	return rules
}

// forks reports whether the side that has just built can claim a number of squares with its next
// building, wherever the side to move in p builds before.
func forks(p *engine.Position, squares int) bool {
	claims := func(q *engine.Position, move engine.Move) bool {
		return move.IsPlacement() && q.IsLegal(move) && q.Settlement(move).Claimed.Count() >= squares
	}
	var known []engine.Move // the last one that claimed comes first
	for _, answer := range p.Moves(nil) {
		q := p.Play(answer)
		found := false
		for i, move := range known {
			if found = claims(&q, move); found {
				known[0], known[i] = known[i], known[0]
				break
			}
		}
		if found {
			continue
		}
		for _, move := range q.Moves(nil) {
			if found = claims(&q, move); found {
				known = append(known, move)
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// The document's numbers of forks are those of the built-in book's best first buildings, and of
// a sample of all first buildings.
func TestTheDocumentsForksAreThoseOfTheBook(t *testing.T) {
	builtIn, err := builtin.Open()
	if err != nil {
		t.Fatal(err)
	}
	start := engine.Start(engine.Rules{})
	best, all := map[int]int{}, map[int]sample{}
	for number, placement := range engine.CathedralPlacements() {
		p := start.Play(placement)
		q := p.Play(builtIn.Moves(&p)[0].Move)
		for _, squares := range []int{3, 4, 5} {
			if forks(&q, squares) {
				best[squares]++
			}
		}
		if number%8 != 4 {
			continue
		}
		for i, move := range p.Moves(nil) {
			for _, squares := range []int{3, 5} {
				if i%31 != 0 {
					continue
				}
				q, share := p.Play(move), 0.0
				if forks(&q, squares) {
					share = 1
				}
				all[squares] = append(all[squares], share)
			}
		}
	}
	if best[3] != 56 || best[4] != 37 || best[5] != 20 {
		t.Errorf("%v of the best first buildings fork by 3, 4 and 5 squares; the document has 56, 37 and 20", best)
	}
	if three, five := all[3].mean(), all[5].mean(); three < 0.88 || three > 0.96 || five > 0.03 {
		t.Errorf("%.2f of all first buildings fork by 3 squares and %.3f by 5; the document has 0.92 and 0.01", three, five)
	}
}
