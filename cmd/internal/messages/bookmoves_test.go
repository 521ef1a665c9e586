package messages

import (
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/book"
)

// On the empty board each placement of the book comes with its three rotations, and all of
// them together are all placements of the Cathedral.
func TestPlacementsOfTheBookComeInAllRotations(t *testing.T) {
	start := engine.Start(engine.Rules{})
	entry := book.Entry{Position: start}
	for i, placement := range engine.CathedralPlacements() {
		entry.Moves = append(entry.Moves, book.Move{Move: placement, Centi: -200 - i, Error: 10, Unexplored: i > 0, Wins: 1, Draws: 2, Losses: 3})
	}
	page := newAsker(t)
	page.rulebook.Opening = func() (*book.Book, error) { return book.New([]book.Entry{entry}), nil }
	var moves []struct {
		Move                              string
		Alike                             []string
		Centi, Error, Wins, Draws, Losses int
		Proven, Good, Unexplored          bool
	}
	decodeJSON(t, page.mustAsk(`"do":"book"`)["book"], &moves)
	var found []string
	for _, move := range moves {
		found = append(append(found, move.Move), move.Alike...)
	}
	var want []string
	for _, move := range start.Moves(nil) {
		want = append(want, move.String())
	}
	slices.Sort(found)
	slices.Sort(want)
	if !slices.Equal(found, want) {
		t.Errorf("the book has %d placements, want %d: %v", len(found), len(want), found)
	}
	if best := moves[0]; best.Centi != -200 || best.Error != 10 || best.Wins != 1 || best.Draws != 2 || best.Losses != 3 || best.Proven || !best.Good || best.Unexplored || !moves[1].Unexplored {
		t.Errorf("the best placements are %+v and %+v", best, moves[1])
	}
	for _, unknown := range []string{`"moves":["CAnE4"]`, `"rules":"woods"`, `"optionalCapture":true`} {
		if list := page.mustAsk(`"do":"book",%s`, unknown)["book"]; string(list) != "[]" {
			t.Errorf("%s: the book has %s", unknown, list)
		}
	}
	if answer := page.ask(`"do":"book","moves":["CAnF5","CAnF5"]`); answer["error"] == nil {
		t.Errorf("after an illegal move the book has %s", answer["book"])
	}
}

// After the Cathedral, a fair game leaves only the book's moves that it allows, and compares
// them with the best one of these.
func TestTheBookOfAFairGame(t *testing.T) {
	start := engine.Start(engine.Rules{})
	parse := func(text string, side engine.Side) engine.Move {
		move, err := engine.ParseMove(text, side)
		enginetest.Must(t, err)
		return move
	}
	entry := book.Entry{Position: start.Play(parse("CAnF5", engine.Light)), Moves: []book.Move{
		{Move: parse("CSnE8", engine.Dark), Centi: 320, Error: 40},
		{Move: parse("STnA1", engine.Dark), Centi: -50, Error: 40},
	}}
	page := newAsker(t)
	page.rulebook.Opening = func() (*book.Book, error) { return book.New([]book.Entry{entry}), nil }
	for fair, want := range map[string][]string{"": {"CSnE8"}, "stable-1": {"STnA1"}, "inn-or-bridge+0.5": nil} {
		moves := get[[]bookMove](page, "book", `,"fair":%q,"moves":["CAnF5"]`, fair)
		var good []string
		for _, move := range moves {
			if move.Good {
				good = append(good, move.Text)
			}
		}
		if fair != "" && len(moves) != len(want) || !slices.Equal(good, want) {
			t.Errorf("%q: the book has %+v, want %v as good", fair, moves, want)
		}
	}
}

// Without a book, a page learns so in a form that it can put into words.
func TestThereMayBeNoBook(t *testing.T) {
	if answer := newAsker(t).ask(`"do":"book"`); answer["error"] == nil || string(answer["reason"]) != `{"code":"noBook"}` {
		t.Errorf("the answer is %s", answer)
	}
}

// A move is good if it may be as good as the best one, and never if it gives a proven
// result away.
func TestGoodMovesOfTheBook(t *testing.T) {
	for _, test := range []struct {
		name       string
		best, move book.Move
		want       bool
	}{
		{"the difference is within its error", book.Move{Centi: 300, Error: 60}, book.Move{Centi: 210, Error: 80}, true},
		{"the difference is clear", book.Move{Centi: 300, Error: 60}, book.Move{Centi: 190, Error: 80}, false},
		{"a proven win is given away", book.Move{Centi: 100, Proven: true}, book.Move{Centi: 90, Error: 500}, false},
		{"a smaller win is proven too", book.Move{Centi: 500, Proven: true}, book.Move{Centi: 100, Proven: true}, true},
		{"the move is proven to lose", book.Move{Centi: -10, Error: 500}, book.Move{Centi: -100, Proven: true}, false},
		{"a proven draw is given away", book.Move{Proven: true}, book.Move{Centi: -10, Error: 500}, false},
		{"a draw may be played on", book.Move{Centi: 10, Error: 500}, book.Move{Proven: true}, true},
		{"another draw is proven", book.Move{Proven: true}, book.Move{Proven: true}, true},
		{"all is lost", book.Move{Centi: -100, Proven: true}, book.Move{Centi: -300, Proven: true}, true},
	} {
		if got := isGood(&test.move, book.Keeping([]book.Move{test.best, test.move})); got != test.want {
			t.Errorf("%s: good is %t", test.name, got)
		}
	}
}

// A line of the book with which a game begins evenly ends where the book says so, and is
// legal in all rotations.
func TestEvenLinesOfTheBook(t *testing.T) {
	start := engine.Start(engine.Rules{})
	placement := engine.CathedralPlacements()[3]
	position := start.Play(placement)
	replies := position.Moves(nil)
	even, uneven := replies[40], replies[90]
	b := book.New([]book.Entry{
		{Position: start, Moves: []book.Move{{Move: placement, Centi: -320, Error: 40}}},
		{Position: position, Moves: []book.Move{{Move: uneven, Centi: 320, Error: 40}, {Move: even, Centi: 30, Error: 60}}},
	})
	seen := map[string]bool{}
	for range 50 {
		line := evenBookLine(engine.Rules{}, b)
		if len(line) != 2 {
			t.Fatalf("the line is %v", line)
		}
		if !slices.Contains(start.Moves(nil), line[0]) {
			t.Fatalf("%v is not legal", line[0])
		}
		quarters := 0
		for placement.Rotate(quarters) != line[0] {
			quarters++
		}
		if line[1] != even.Rotate(quarters) {
			t.Errorf("%v goes on with %v, want %v", line[0], line[1], even.Rotate(quarters))
		}
		seen[line[0].String()] = true
	}
	if len(seen) < 2 {
		t.Errorf("the lines begin with %v only", seen)
	}
	if line := evenBookLine(engine.Rules{Set: engine.Woods}, b); line != nil {
		t.Errorf("for other rules the line is %v", line)
	}
}
