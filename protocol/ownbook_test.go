package protocol

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/book"
)

// smallBook has the start with two moves, and the position after CAnF5 with one.
func smallBook(t *testing.T) *book.Book {
	start := engine.Start(engine.Rules{})
	move := func(text string) engine.Move { return enginetest.Move(t, &start, text) }
	after := start.Play(move("CAnF5"))
	return book.New([]book.Entry{
		{Position: start, Moves: []book.Move{
			{Move: move("CAnF5"), Centi: -310, Error: 40, Wins: 1, Draws: 2, Losses: 37},
			{Move: move("CAnE5"), Centi: -330, Error: 60},
		}},
		{Position: after, Moves: []book.Move{{Move: enginetest.Move(t, &after, "CSnE8"), Centi: 310, Error: 30, Proven: true}}},
	})
}

// converseWithBook starts a server with smallBook built in and a fake searcher.
func converseWithBook(t *testing.T) *conversation {
	t.Helper()
	built := smallBook(t)
	return converseAs(t, Config{Name: "Test", Version: "1", Book: func() (*book.Book, error) { return built, nil }, ReadBook: book.ReadFile})
}

const (
	bookAnswer  = "info string book: error 40 wins 1 draws 2 losses 37"
	bookInfo    = "info depth 2 seldepth 2 multipv 1 score cp -310 nodes 0 nps 0 hashfull 0 time 0 pv CAnF5 CSnE8"
	replyAnswer = "info string book: error 30 wins 0 draws 0 losses 0 proven"
)

func TestTheBookIsPlayedOnlyWhenItIsOn(t *testing.T) {
	c := converseWithBook(t)
	c.send("go depth 1")
	c.until("bestmove CAnB1")
	c.call()
	for _, line := range []string{"go depth 1", "go movetime 1000", "go p1time 1000 p2time 1000", "go nodes 5"} {
		c.send("setoption name OwnBook value true", line)
		c.expect(bookAnswer, bookInfo, "bestmove CAnF5")
	}
	c.send("position startpos moves CAnF5", "go depth 1")
	c.expect(replyAnswer)
	c.until("bestmove CSnE8")
	c.send("position startpos moves CAnF5 CSnE8", "go depth 1")
	c.until("bestmove TAnA1") // beyond the book
	c.send("position startpos", "setoption name OwnBook value false", "go depth 1")
	c.until("bestmove CAnB1")
	c.expectQuiet()
}

// A client that asks what the search says gets a search.
func TestWhatAsksForASearchIsSearched(t *testing.T) {
	for _, line := range []string{"go infinite", "go", "go ponder infinite", "go solve", "go mate 3", "go searchmoves CAnB1"} {
		c := converseWithBook(t)
		c.send("setoption name OwnBook value true", line, "stop")
		for _, answer := range c.until("bestmove CAnB1") {
			if strings.HasPrefix(answer, "info string book") {
				t.Errorf("%s is answered from the book", line)
			}
		}
	}
}

// So an opponent who plays the expected reply does not lead the engine out of its book.
func TestPonderingEndsInAMoveOfTheBook(t *testing.T) {
	for _, end := range []string{"ponderhit", "stop"} {
		c := converseWithBook(t)
		c.send("setoption name OwnBook value true", "go ponder movetime 5")
		c.expectQuiet()
		c.send(end)
		c.expect(bookAnswer, bookInfo, "bestmove CAnF5")
	}
}

func TestSearchMovesChooseAmongTheBooks(t *testing.T) {
	c := converseWithBook(t)
	c.send("setoption name OwnBook value true", "go depth 1 searchmoves CAnB1 CAnE5")
	c.until("bestmove CAnE5")
	c.send("go depth 1 searchmoves CAnB1")
	c.until("bestmove CAnB1")
}

func TestTheBooksReplyIsPonderedOn(t *testing.T) {
	c := converseWithBook(t)
	c.send("setoption name OwnBook value true", "setoption name Ponder value true", "go depth 1")
	c.until("bestmove CAnF5 ponder CSnE8")
}

func TestAGoFromTheBookStopsTheSearch(t *testing.T) {
	c := converseWithBook(t)
	c.send("go infinite")
	c.line()
	c.send("setoption name OwnBook value true", "go depth 1")
	c.until("bestmove CAnB1")
	c.expect(bookAnswer, bookInfo, "bestmove CAnF5")
}

// With variety, or below full strength, the worse move is chosen too; with the same seed
// always the same.
func TestOpeningsVary(t *testing.T) {
	for _, lines := range [][]string{
		{"setoption name BookVariety value 100"},
		{"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 834"},
	} {
		c := converseWithBook(t)
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

// The words after the figures are those of the page.
func TestQueryBookSaysWhatIsUnexplored(t *testing.T) {
	start := engine.Start(engine.Rules{})
	unexplored := book.New([]book.Entry{{Position: start, Moves: []book.Move{{Move: enginetest.Move(t, &start, "CAnF5"), Centi: -310, Unexplored: true}}}})
	c := converseAs(t, Config{Name: "Test", Version: "1", Book: func() (*book.Book, error) { return unexplored, nil }})
	c.send("query book")
	c.expect("response CAnF5 cp -310 error 0 wins 0 draws 0 losses 0 unexplored", "response")
}

func TestQueryBookListsTheMoves(t *testing.T) {
	c := converseWithBook(t)
	c.send("query book")
	c.expect(
		"response CAnF5 cp -310 error 40 wins 1 draws 2 losses 37",
		"response CAnE5 cp -330 error 60 wins 0 draws 0 losses 0",
		"response")
	c.send("position startpos moves CAnF5", "query book")
	c.expect("response CSnE8 cp 310 error 30 wins 0 draws 0 losses 0 proven", "response")
	c.send("position startpos moves CAnF5 CSnE8", "query book")
	c.expect("response")
	c = converse(t, nil) // without a built-in book
	c.send("query book", "setoption name OwnBook value true", "go depth 1")
	c.expect("response")
	c.until("bestmove CAnB1")
}

// A file, whatever its name, replaces the built-in book until an empty name brings that back. One that cannot
// be read leaves no book.
func TestBookFileReplacesTheBook(t *testing.T) {
	start := engine.Start(engine.Rules{})
	other := book.New([]book.Entry{{Position: start, Moves: []book.Move{{Move: enginetest.Move(t, &start, "CAnD4")}}}})
	var file bytes.Buffer
	if err := other.Write(&file); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "my  own #1.book")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(folder, "text")
	if err := os.WriteFile(text, []byte("CAnF5 CSnE8\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := converseWithBook(t)
	c.send("setoption name OwnBook value true", "setoption name BookFile value "+path, "go depth 1")
	c.until("bestmove CAnD4")
	for _, faulty := range []struct{ path, fault string }{{text, "not an opening book"}, {filepath.Join(folder, "none"), "none"}} {
		c.send("setoption name BookFile value " + faulty.path)
		c.expectError("option BookFile", faulty.fault)
		c.send("query book", "go depth 1")
		c.expect("response")
		c.until("bestmove CAnB1")
	}
	for _, empty := range []string{" <empty>", ""} {
		c.send("setoption name BookFile value "+path, "setoption name BookFile value"+empty, "go depth 1")
		c.until("bestmove CAnF5")
	}
	c.send("setoption name BookFile")
	c.expectError("after word 3")
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
