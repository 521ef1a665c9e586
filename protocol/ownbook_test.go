package protocol

import (
	"errors"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/book"
)

// With variety, or below full strength, the worse move is chosen too; with the same seed
// always the same.
func TestOpeningsVary(t *testing.T) {
	start := engine.Start(engine.Rules{})
	built := book.New([]book.Entry{{Position: start, Moves: []book.Move{
		{Move: enginetest.Move(t, &start, "CAnF5"), Centi: -310, Error: 40},
		{Move: enginetest.Move(t, &start, "CAnE5"), Centi: -330, Error: 60},
	}}})
	for _, lines := range [][]string{
		{"setoption name BookVariety value 100"},
		{"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 882"},
	} {
		c := converseAs(t, Config{Name: "Test", Version: "1", Book: func() (*book.Book, error) { return built, nil }})
		c.send(append(lines, "setoption name OwnBook value true")...)
		ask := func() string {
			c.send("go depth 1")
			answer := c.until("bestmove")
			return answer[len(answer)-1]
		}
		varied, tries := false, 0
		for first := ask(); !varied && tries < 200; tries++ { // each move has 40 % or more of the draws
			varied = ask() != first
		}
		if !varied {
			t.Errorf("%v: the same move in 200 draws", lines)
		}
		c.send("setoption name Seed value 7")
		first := ask()
		for range 50 {
			if again := ask(); again != first {
				t.Fatalf("%v: with one seed %q and %q", lines, first, again)
			}
		}
	}
}

func TestABuiltInBookThatCannotBeReadIsReported(t *testing.T) {
	c := converseAs(t, Config{Name: "Test", Version: "1", Book: func() (*book.Book, error) { return nil, errors.New("broken") }})
	c.send("setoption name OwnBook value true")
	c.expectError("OwnBook", "broken")
	c.send("query book")
	c.expectError("broken")
	c.send("go depth 1")
	c.until("bestmove CAnB1")
}
