package book

// The file of a book, which BOOKS.md describes: a line of text, and then columns of
// numbers that gzip has compressed and whose checksum it adds. The columns keep similar
// numbers together, which compresses best. A position is not written: it is the one
// after a move of an earlier position, except for the first ones, the roots.

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"cathedral/engine"
)

// heading is the first line of a file. The number is the version of the format.
const heading = HeadingBegin + "1\n"

// HeadingBegin begins the file of every book.
const HeadingBegin = "Cathedral book "

// Limits of a file, so that a hostile one cannot take much memory.
const (
	mostBytes     = 4 << 20 // of the columns
	mostPositions = 1 << 17
	mostGames     = 1 << 30 // won, drawn or lost
)

// Values are written in these units, in hundredths of a square.
const (
	valueUnit = 5
	errorUnit = 10
)

const (
	mostCenti = 100 * engine.SideSquares
	mostError = 2 * mostCenti
)

// The bits of a move in the column of marks.
const (
	markFollows = 1 << iota // the position after the move is in the file, and not before
	markProven
	markGames // it has games
	markUnexplored
	allMarks = 1<<iota - 1
)

// columns are the columns of a file, in its order.
type columns struct {
	roots  []byte // a line for each: the rules and the position text
	counts []byte // moves of each position
	// Of each move:
	high, low []byte // its index in the list of legal moves, divided by 256 and the rest
	marks     []byte
	values    []byte // the difference to the value that is expected, in units
	errors    []byte // in units
	games     []byte // wins, draws and losses, if it has games
}

func (c *columns) all() []*[]byte {
	return []*[]byte{&c.roots, &c.counts, &c.high, &c.low, &c.marks, &c.values, &c.errors, &c.games}
}

// Write writes the book as a file that Read reads. Values are rounded to 5 hundredths of
// a square, and errors up to 10. Equal books have equal files. It returns w's error, or
// one about a move that cannot be written.
func (b *Book) Write(w io.Writer) error { return b.write(w, b.children()) }

func (b *Book) write(w io.Writer, children map[uint64][]uint64) error {
	c, err := b.columns(children)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, heading); err != nil {
		return err
	}
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	for _, column := range c.all() {
		if _, err := packed.Write(binary.AppendUvarint(nil, uint64(len(*column)))); err != nil {
			return err
		}
		if _, err := packed.Write(*column); err != nil {
			return err
		}
	}
	return packed.Close()
}

var errTooMany = errors.New("positions are more than a file may have")

// columns returns the book as columns.
func (b *Book) columns(children map[uint64][]uint64) (*columns, error) {
	c := &columns{}
	for _, root := range b.roots(children) {
		c.roots = append(c.roots, rootLine(&root)...)
	}
	var fault error
	expected := map[uint64]int{} // values of positions that follow, in units
	b.walk(children, func(e *Entry, follows []bool) bool {
		fault = c.add(e, follows, expected)
		return fault == nil
	})
	size := 0
	for _, column := range c.all() {
		size += len(*column)
	}
	if fault == nil && (size > mostBytes || b.Len() > mostPositions) {
		fault = fmt.Errorf("%d %w", b.Len(), errTooMany)
	}
	return c, fault
}

// add adds a position, whose value is expected under its key, and expects those of the
// positions that follow.
func (c *columns) add(e *Entry, follows []bool, expected map[uint64]int) error {
	legal := e.Position.Moves(nil)
	c.counts = binary.AppendUvarint(c.counts, uint64(len(e.Moves)))
	value := expected[e.Position.Key()]
	for i, move := range e.Moves {
		index := slices.Index(legal, move.Move)
		if index < 0 || move.Move == engine.NoMove {
			return fmt.Errorf("%s is not legal, or appears twice, in %s", move.Move, &e.Position)
		}
		legal[index] = engine.NoMove
		if !move.isPlausible() {
			return fmt.Errorf("the figures of %s are impossible in %s", move.Move, &e.Position)
		}
		c.high, c.low = append(c.high, byte(index>>8)), append(c.low, byte(index))
		marks := byte(0)
		if follows[i] {
			marks |= markFollows
		}
		if move.Proven {
			marks |= markProven
		}
		if move.Unexplored {
			marks |= markUnexplored
		}
		if move.Games() > 0 {
			marks |= markGames
			c.games = binary.AppendUvarint(c.games, uint64(move.Wins))
			c.games = binary.AppendUvarint(c.games, uint64(move.Draws))
			c.games = binary.AppendUvarint(c.games, uint64(move.Losses))
		}
		c.marks = append(c.marks, marks)
		rounded := move.valueUnits()
		c.values = binary.AppendVarint(c.values, int64(rounded-value))
		value = rounded
		c.errors = binary.AppendUvarint(c.errors, uint64((move.Error+errorUnit-1)/errorUnit))
		if follows[i] {
			next := e.Position.Play(move.Move)
			expected[next.Key()] = valueAfter(&e.Position, &next, value)
		}
	}
	return nil
}

// isPlausible reports whether the figures are those that a move can have.
func (m *Move) isPlausible() bool {
	return -mostCenti <= m.Centi && m.Centi <= mostCenti && 0 <= m.Error && m.Error <= mostError &&
		0 <= m.Wins && m.Wins <= mostGames && 0 <= m.Draws && m.Draws <= mostGames && 0 <= m.Losses && m.Losses <= mostGames
}

// valueUnits returns the value in units, rounded, but not to 0: that could change a proven
// result.
func (m *Move) valueUnits() int {
	units := (2*max(m.Centi, -m.Centi) + valueUnit) / (2 * valueUnit)
	if units == 0 && m.Centi != 0 {
		units = 1
	}
	if m.Centi < 0 {
		return -units
	}
	return units
}

// valueAfter returns the value, for its side to move, of the position after a move with
// the given value. A study has backed it up from there, so its best move has that value.
func valueAfter(p, next *engine.Position, value int) int {
	if next.Side() == p.Side() {
		return value
	}
	return -value
}

// rootLine returns a position and its rules as a line of the file.
func rootLine(p *engine.Position) string {
	rules := p.Rules()
	if rules.OptionalCapture {
		return rules.Set.String() + " optional " + p.String() + "\n"
	}
	return rules.Set.String() + " " + p.String() + "\n"
}

// parseRoot reads a line of the file without its end.
func parseRoot(line string) (engine.Position, error) {
	name, text, _ := strings.Cut(line, " ")
	set, err := engine.ParseRuleSet(name)
	if err != nil {
		return engine.Position{}, err
	}
	text, optional := strings.CutPrefix(text, "optional ")
	return engine.ParsePosition(text, engine.Rules{Set: set, OptionalCapture: optional})
}

// Read reads a book that Write has written, up to its end. It returns in's error, or one
// sentence about why the text is not a book.
func Read(in io.Reader) (*Book, error) {
	buffered := bufio.NewReader(in)
	first := make([]byte, len(heading))
	if _, err := io.ReadFull(buffered, first); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if string(first) != heading {
		if bytes.HasPrefix(first, []byte(heading[:len(heading)-2])) {
			return nil, fmt.Errorf("the book has version %.1q of the format, and this program reads version %.1q",
				first[len(first)-2:], heading[len(heading)-2:])
		}
		return nil, errors.New("it is not an opening book")
	}
	text, err := unpack(buffered)
	if err != nil {
		return nil, err
	}
	reader := bookReader{book: &Book{entries: map[uint64]Entry{}}}
	if err := reader.read(text); err != nil {
		return nil, fmt.Errorf("the book is damaged: %w", err)
	}
	return reader.book, nil
}

// ReadFile reads the book in the file at path, as Write or as WriteText has written it. The
// error names the file.
func ReadFile(path string) (*Book, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b, err := ReadEither(file)
	if err != nil && !errors.As(err, new(*os.PathError)) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return b, err
}

// ReadEither reads a book that Write has written, or a text with one position or more, up to its
// end. It returns in's error, or one sentence about why it is neither.
func ReadEither(in io.Reader) (*Book, error) {
	buffered := bufio.NewReader(in)
	begin, _ := buffered.Peek(len(HeadingBegin))
	if strings.HasPrefix(heading, string(begin)) {
		return Read(buffered)
	}
	entries, err := ReadText(buffered)
	if err != nil {
		return nil, fmt.Errorf("it is not an opening book, and not the text of one: %w", err)
	}
	if len(entries) == 0 {
		return nil, errors.New("it has no positions")
	}
	return New(entries), nil
}

// unpack returns the columns of a file with their lengths.
func unpack(in *bufio.Reader) ([]byte, error) {
	packed, err := gzip.NewReader(in)
	var text []byte
	if err == nil {
		packed.Multistream(false)
		text, err = io.ReadAll(io.LimitReader(packed, mostBytes+1))
	}
	if err == nil && len(text) > mostBytes {
		return nil, errors.New("the book is larger than a file may be")
	}
	if err == nil {
		if _, after := in.ReadByte(); after == nil {
			err = errors.New("unexpected data after its end")
		} else if !errors.Is(after, io.EOF) {
			return nil, after
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the book is damaged: %w", err)
	}
	return text, nil
}
