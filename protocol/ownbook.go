package protocol

// The engine's own opening book, whose moves it plays without a search.

import (
	"fmt"
	"math/rand/v2"

	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/book"
)

// MaxBookVariety is the largest value of the option BookVariety, in hundredths of a square.
const MaxBookVariety = 100

// bookSettings are the values of the options about the book.
type bookSettings struct {
	own     bool       // its moves are played
	named   bool       // a file is named, which replaces the built-in book
	file    *book.Book // nil: none, or it could not be read
	variety int
}

// bookOptions returns the options about the book.
func (s *session) bookOptions() []option {
	chosen := &s.settings.book
	own := check("OwnBook", &chosen.own)
	setOwn := own.set
	own.set = func(value string) error {
		if err := setOwn(value); err != nil || !chosen.own {
			return err
		}
		_, err := s.book() // reads it before a clock runs
		return err
	}
	options := []option{own}
	if read := s.config.ReadBook; read != nil {
		options = append(options, text("BookFile", func(path string) (err error) {
			chosen.named, chosen.file = path != "", nil
			if chosen.named {
				chosen.file, err = read(path)
			}
			return err
		}))
	}
	return append(options, spin("BookVariety", 0, MaxBookVariety, chosen.variety, func(n int) { chosen.variety = n }))
}

// book returns the book, nil if there is none.
func (s *session) book() (*book.Book, error) {
	switch {
	case s.settings.book.named:
		return s.settings.book.file, nil
	case s.config.Book != nil:
		return s.config.Book()
	}
	return nil, nil
}

// answerFromBook answers a go with a move of the book, if that is wanted and the book has
// one. While the client ponders, the answer waits for the end of that.
func (s *session) answerFromBook(request *goRequest) bool {
	chosen, limits := &s.settings.book, &request.limits
	if !chosen.own || limits.Infinite || limits.Solve {
		return false
	}
	own, err := s.book()
	if err != nil {
		return false // the option OwnBook has reported it
	}
	options := s.settings.searchOptions()
	random := rand.New(rand.NewPCG(s.settings.nextSeed(), s.position.Key()))
	variety := max(chosen.variety, options.Strength.BookVariety())
	move, line, found := own.Choose(&s.position, limits.Moves, variety, random)
	if !found {
		return false
	}
	result := search.Result{Best: move.Move, Info: search.Info{
		Depth: len(line), SelectiveDepth: len(line), Score: search.Score{Centi: move.Centi}, PV: line,
	}}
	if len(line) > 1 {
		result.Ponder = line[1]
	}
	report := reporter{out: s.out, speaksUCI: s.speaksUCI, showWDL: s.settings.showWDL, ply: s.position.Ply()}
	ponders := s.settings.ponder
	s.answerAtOnce(request.ponder, func() {
		report.out.printf("info string book: %s\n", bookFigures(&move))
		report.result(&result, ponders)
	})
	return true
}

// queryBook writes the book's moves of a position, the best first.
func (s *session) queryBook(position *engine.Position) error {
	own, err := s.book()
	if err != nil {
		return fmt.Errorf("the built-in book: %w", err)
	}
	var lines []byte
	for _, move := range own.Moves(position) {
		lines = fmt.Appendf(lines, "response %s cp %d %s\n", move.Move, move.Centi, bookFigures(&move))
	}
	s.out.lines(append(lines, "response\n"...))
	return nil
}

// bookFigures returns all that is known of a move but its value.
func bookFigures(m *book.Move) string {
	figures := fmt.Sprintf("error %d wins %d draws %d losses %d", m.Error, m.Wins, m.Draws, m.Losses)
	if m.Proven {
		figures += " proven"
	}
	if m.Unexplored {
		figures += " unexplored"
	}
	return figures
}
