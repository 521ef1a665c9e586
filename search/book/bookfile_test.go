package book

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// written returns the file of a book.
func written(t testing.TB, b *Book) []byte {
	t.Helper()
	var file bytes.Buffer
	enginetest.Must(t, b.Write(&file))
	return file.Bytes()
}

// Reading gives what was written, with values rounded to their units; what is read is
// written as it was.
func TestABookSurvivesItsFile(t *testing.T) {
	entries := seededBook(450)
	b := New(entries)
	file := written(t, b)
	read, err := Read(bytes.NewReader(file))
	enginetest.Must(t, err)
	if read.Len() != b.Len() {
		t.Fatalf("%d positions, want %d", read.Len(), b.Len())
	}
	for _, entry := range entries {
		moves := read.Moves(&entry.Position)
		if len(moves) != len(entry.Moves) {
			t.Fatalf("%s has the moves %v, want %v", &entry.Position, moves, entry.Moves)
		}
		for i, got := range moves {
			want := entry.Moves[i]
			off := got.Centi - want.Centi
			surer := want.Error - got.Error
			got.Centi, got.Error = want.Centi, want.Error
			if got != want || off < -5 || off > 5 || surer > 0 || surer <= -10 {
				t.Fatalf("%s: move %+v, want %+v", &entry.Position, moves[i], want)
			}
		}
	}
	if again := written(t, read); !bytes.Equal(again, file) {
		t.Error("the book that was read is written differently")
	}
	slices.Reverse(entries)
	if again := written(t, New(entries)); !bytes.Equal(again, file) {
		t.Error("the file depends on the order of the entries")
	}
}

func TestRoundingKeepsAProvenResult(t *testing.T) {
	start := engine.Start(engine.Rules{})
	moves := start.Moves(nil)
	b := New([]Entry{{start, []Move{
		{Move: moves[0], Centi: 1, Proven: true}, {Move: moves[1], Proven: true}, {Move: moves[2], Centi: -1, Proven: true},
	}}})
	read, err := Read(bytes.NewReader(written(t, b)))
	enginetest.Must(t, err)
	for i, move := range read.Moves(&start) {
		if got, want := move.Centi, []int{5, 0, -5}[i]; got != want || !move.Proven {
			t.Errorf("%+v, want the value %d", move, want)
		}
	}
}

// The file that testdata holds was written when version 1 of the format was made: what the
// numbers of the moves mean must never change.
func TestAnOldFileIsStillRead(t *testing.T) {
	file, err := os.ReadFile("testdata/version1.book")
	enginetest.Must(t, err)
	old, err := Read(bytes.NewReader(file))
	enginetest.Must(t, err)
	entries := seededBook(120)
	for i := range entries {
		for j := range entries[i].Moves {
			entries[i].Moves[j].Unexplored = false // the mark came later
		}
	}
	now := New(entries)
	if !bytes.Equal(unpacked(t, written(t, old)), unpacked(t, written(t, now))) {
		t.Error("the file has another meaning than it had")
	}
}

// unpacked returns the columns of a file: how gzip compresses them does not matter.
func unpacked(t testing.TB, file []byte) []byte {
	t.Helper()
	packed, err := gzip.NewReader(bytes.NewReader(file[len(heading):]))
	enginetest.Must(t, err)
	text, err := io.ReadAll(packed)
	enginetest.Must(t, err)
	return text
}

const startLine = "classic 10/10/10/10/10/10/10/10/10/10 l C 0\n"

// one returns a file of the start with its first move, but for the columns that are given.
func one(given columns) []byte {
	sound := columns{[]byte(startLine), []byte{1}, []byte{0}, []byte{0}, []byte{0}, []byte{0}, []byte{0}, nil}
	var text []byte
	for i, column := range sound.all() {
		if other := *given.all()[i]; other != nil {
			*column = other
		}
		text = append(binary.AppendUvarint(text, uint64(len(*column))), *column...)
	}
	return pack(text)
}

func TestASoundFileOfOneMoveIsRead(t *testing.T) {
	b, err := Read(bytes.NewReader(one(columns{})))
	start := engine.Start(engine.Rules{})
	if err != nil || len(b.Moves(&start)) != 1 {
		t.Errorf("error %v", err)
	}
}

// pack returns a file with the given columns and their lengths.
func pack(columns []byte) []byte {
	file := bytes.NewBufferString(heading)
	packed := gzip.NewWriter(file)
	packed.Write(columns)
	packed.Close()
	return file.Bytes()
}

func TestWhatIsNotABookIsRefused(t *testing.T) {
	file := written(t, New(seededBook(9)))
	text := unpacked(t, file)
	flipped := bytes.Clone(file)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	for _, test := range []struct {
		name, want string
		file       []byte
	}{
		{"nothing", "not an opening book", nil},
		{"another file", "not an opening book", []byte("[Event \"A game\"]\n\n1. CAnF5 *\n")},
		{"a later version", "version \"2\" of the format", append([]byte("Cathedral book 2\n"), file[len(heading):]...)},
		{"a file that was cut off", "damaged", file[:len(file)/2]},
		{"a file with more after it", "unexpected data after its end", append(bytes.Clone(file), 0)},
		{"a wrong checksum", "damaged: gzip: invalid checksum", flipped},
		{"columns that were cut off", "too few numbers", pack(text[:len(text)-1])},
		{"more columns", "too many numbers", pack(append(bytes.Clone(text), 0))},
		{"too much", "larger than a file may be", pack(make([]byte, mostBytes+1))},
		{"no columns", "too few numbers", pack(nil)},
		{"a root that is not a position", "side to move", one(columns{roots: []byte("classic 10/10/10/10/10/10/10/10/10/10 d C 0\n")})},
		{"rules that are unknown", "not a rule set", one(columns{roots: []byte("chess x\n")})},
		{"a position without moves", "has no moves", one(columns{counts: []byte{0}})},
		{"more moves than are legal", "impossible", one(columns{counts: []byte{0xff, 0x7f}})},
		{"a position that appears twice", "appears twice", one(columns{roots: []byte(startLine + startLine)})},
		{"a move that is not legal", "not legal", one(columns{high: []byte{1}})},
		{"a move that appears twice", "appears twice", one(columns{
			counts: []byte{2}, high: make([]byte, 2), low: make([]byte, 2), marks: make([]byte, 2), values: make([]byte, 2), errors: make([]byte, 2)})},
		{"an unknown mark", "unknown", one(columns{marks: []byte{16}})},
		{"an impossible value", "impossible", one(columns{values: []byte{0xff, 0x7f}})},
		{"a value that is too high", "impossible", one(columns{values: []byte{0xfe, 0x0f}})},
		{"games without a number", "too few", one(columns{marks: []byte{markGames}, games: []byte{1}})},
	} {
		b, err := Read(bytes.NewReader(test.file))
		if err == nil || b != nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one about %q", test.name, err, test.want)
		}
	}
}

func TestAReadersErrorIsTheReaders(t *testing.T) {
	broken := errors.New("broken")
	file := written(t, New(seededBook(9)))
	for _, length := range []int{0, 5, len(heading), len(file) / 2, len(file)} {
		_, err := Read(io.MultiReader(bytes.NewReader(file[:length]), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) {
			t.Errorf("after %d bytes: error %v", length, err)
		}
	}
}

// What Read would refuse is not written.
func TestWhatABookCannotHaveIsNotWritten(t *testing.T) {
	start := engine.Start(engine.Rules{})
	sound := Move{Move: start.Moves(nil)[0]}
	tooHigh, negative := sound, sound
	tooHigh.Centi, negative.Losses = 4701, -1
	for _, test := range []struct {
		want  string
		moves []Move
	}{
		{"TAnA1 is not legal", []Move{{Move: engine.NewMove(1, engine.NewSquare(0, 0))}}},
		{"none is not legal", []Move{sound, {Move: engine.NoMove}}},
		{"appears twice", []Move{sound, sound}},
		{"figures of CAnB1 are impossible", []Move{tooHigh}},
		{"figures of CAnB1 are impossible", []Move{negative}},
	} {
		var file bytes.Buffer
		err := New([]Entry{{start, test.moves}}).Write(&file)
		if err == nil || !strings.Contains(err.Error(), test.want) || file.Len() > 0 {
			t.Errorf("%d bytes and error %v, want one about %q", file.Len(), err, test.want)
		}
	}
}

// The likeliest positions stay, and what they need to be reached.
func TestABookShrinksToALimit(t *testing.T) {
	b := New(seededBook(150))
	whole := len(written(t, b))
	for _, limit := range []int{whole, whole - 1, whole / 2, 500} {
		part, err := b.Within(limit)
		enginetest.Must(t, err)
		size := len(written(t, part))
		if size > limit || size < limit*9/10 {
			t.Errorf("%d bytes for a limit of %d", size, limit)
		}
		if roots := part.roots(part.children()); len(roots) > 3 {
			t.Errorf("a limit of %d bytes leaves %d positions that nothing leads to", limit, len(roots)-3)
		}
	}
	if _, err := b.Within(20); err == nil {
		t.Error("20 bytes hold a book")
	}
	start := engine.Start(engine.Rules{})
	faulty := New([]Entry{{start, []Move{{Move: start.Moves(nil)[0], Wins: -1}}}})
	if _, err := faulty.Within(whole); err == nil {
		t.Error("a book that cannot be written fits")
	}
}

// A book that leaves out more is a part of one that leaves out less. It has the starts of
// games, and of the positions that nothing leads to only what is left when all others fit.
func TestASmallerBookIsPartOfALarger(t *testing.T) {
	entries := seededBook(150)
	known := New(entries).Len()
	for i := range entries[:30] { // after moves that the book does not have
		legal := entries[i].Position.Moves(nil)
		stray := entries[i].Position.Play(legal[len(legal)/2])
		if !stray.Over() {
			entries = append(entries, Entry{Position: stray, Moves: []Move{{Move: stray.Moves(nil)[0]}}})
		}
	}
	b := New(entries)
	if b.Len() < known+20 {
		t.Fatalf("%d positions, of which %d are reached", b.Len(), known)
	}
	smaller := New(nil)
	for limit, whole := 400, len(written(t, b)); limit <= whole; limit += whole / 9 {
		part, err := b.Within(limit)
		enginetest.Must(t, err)
		for _, rules := range []engine.Rules{{}, {Set: engine.Woods}, {Set: engine.Mattel, OptionalCapture: true}} {
			if start := engine.Start(rules); len(part.Moves(&start)) == 0 {
				t.Errorf("%d bytes do not hold the start of %v", limit, rules)
			}
		}
		for entry := range smaller.Entries() {
			if len(part.Moves(&entry.Position)) == 0 {
				t.Errorf("%d bytes do not hold %s, and fewer do", limit, &entry.Position)
			}
		}
		if roots := len(part.roots(part.children())); roots > 3 && part.Len() < known {
			t.Errorf("%d bytes hold %d positions that nothing leads to, and not all others", limit, roots-3)
		}
		smaller = part
	}
}

func FuzzRead(f *testing.F) {
	file := written(f, New(seededBook(9)))
	f.Add(file)
	f.Add(pack(unpacked(f, file)[:40]))
	f.Add([]byte(heading))
	f.Fuzz(func(t *testing.T, file []byte) { readSoundly(t, file) })
}

// FuzzColumns has what lies behind the checksum.
func FuzzColumns(f *testing.F) {
	f.Add(unpacked(f, written(f, New(seededBook(9)))))
	f.Fuzz(func(t *testing.T, text []byte) { readSoundly(t, pack(text)) })
}

// readSoundly checks that a file is refused or gives a book of legal moves that can be
// written.
func readSoundly(t *testing.T, file []byte) {
	b, err := Read(bytes.NewReader(file))
	if err != nil {
		return
	}
	for entry := range b.Entries() {
		for _, move := range entry.Moves {
			enginetest.Must(t, entry.Position.Check(move.Move))
		}
	}
	if again, err := Read(bytes.NewReader(written(t, b))); err != nil || again.Len() != b.Len() {
		t.Fatalf("the book cannot be read again: %v", err)
	}
}
