package serve_test

import (
	"slices"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/engine"
	"cathedral/search/book"
)

// The placement of the Cathedral and Dark's replies to it that the book of the tests has
// after the start. A castle is the best reply, an abbey may be as good, a manor is even, and a
// tavern is proven to lose.
const (
	bookPlacement = "CAnF5"
	bestReply     = "CSnE8"
	goodReply     = "ABnB2"
	evenReply     = "MAnB2"
	losingReply   = "TAnA1"
)

// testBook returns a function that returns a small opening book. Of the placements of the Cathedral, bookPlacement is
// the best for Light, and then those that engine.CathedralPlacements lists first.
func testBook(t testing.TB) func() (*book.Book, error) {
	t.Helper()
	start := engine.Start(engine.Rules{})
	first := book.Entry{Position: start}
	parse := func(text string, side engine.Side) engine.Move {
		move, err := engine.ParseMove(text, side)
		if err != nil {
			t.Fatal(err)
		}
		return move
	}
	best := parse(bookPlacement, engine.Light)
	first.Moves = append(first.Moves, book.Move{Move: best, Centi: -196, Error: 45, Wins: 4, Losses: 36})
	for i, placement := range engine.CathedralPlacements() {
		if !slices.Contains([]engine.Move{placement, placement.Rotate(1), placement.Rotate(2), placement.Rotate(3)}, best) {
			first.Moves = append(first.Moves, book.Move{Move: placement, Centi: -200 - 4*i, Error: 45, Wins: 2, Draws: 1, Losses: 37})
		}
	}
	second := book.Entry{Position: start.Play(best)}
	for _, reply := range []book.Move{
		{Move: parse(bestReply, engine.Dark), Centi: 320, Error: 40, Wins: 38, Draws: 1, Losses: 1},
		{Move: parse(goodReply, engine.Dark), Centi: 290, Error: 120, Wins: 20},
		{Move: parse(evenReply, engine.Dark), Centi: 0, Error: 90, Wins: 4, Losses: 4},
		{Move: parse(losingReply, engine.Dark), Centi: -400, Proven: true},
	} {
		if !second.Position.IsLegal(reply.Move) {
			t.Fatalf("%v is not legal", reply.Move)
		}
		second.Moves = append(second.Moves, reply)
	}
	small := book.New([]book.Entry{first, second})
	return func() (*book.Book, error) { return small, nil }
}

// withBook gives a server the book of the tests.
func withBook(t testing.TB) func(*serve.Config) {
	return func(config *serve.Config) { config.Book = testBook(t) }
}

// shownBookMove is a move of an answer to book.
type shownBookMove struct {
	Move                string
	Alike               []string
	Centi, Error        int
	Proven, Good        bool
	Wins, Draws, Losses int
}

func TestMovesOfTheBook(t *testing.T) {
	page := startServer(t, withBook(t)).connect(t)
	var moves []shownBookMove
	decode(t, page.mustAsk(`"do":"book"`)["book"], &moves)
	if len(moves) != 56 || len(moves[0].Alike) != 3 || moves[0].Centi != -196 || moves[0].Losses != 36 {
		t.Errorf("at the start there are %d moves, the first is %+v", len(moves), moves[0])
	}
	decode(t, page.mustAsk(`"do":"book","moves":[%q]`, bookPlacement)["book"], &moves)
	good := ""
	for _, move := range moves {
		if move.Good {
			good += move.Move + " "
		}
	}
	if want := bestReply + " " + goodReply + " "; len(moves) != 4 || good != want || !moves[3].Proven {
		t.Errorf("the good moves are %q of %+v, want %q", good, moves, want)
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

// A page learns that a server has no book, in a form that it can put into words.
func TestServersWithoutABook(t *testing.T) {
	page := startServer(t, nil).connect(t)
	answer := page.ask(`"do":"book"`)
	var reason struct{ Code string }
	if decode(t, answer["reason"], &reason); answer["error"] == nil || reason.Code != "noBook" {
		t.Errorf("the answer is %s", answer)
	}
}
