package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxPly is the highest ply of a position. A game that continues from there counts from
// the ply before, so that the side stays right and every position has a text.
const MaxPly = 999

// maxPositionText is longer than any position text can be: a hundred squares,
// nine slashes, the fields, and a square's name and a comma for each spared piece.
const maxPositionText = 400

// String returns the position text, which record/FORMATS.md describes.
func (p Position) String() string {
	var board [Rows * Columns]byte
	for i := range board {
		board[i] = '.'
	}
	put := func(squares Bitboard, letter byte) {
		for square := range squares.Squares() {
			board[square.Row()*Columns+square.Column()] = letter
		}
	}
	put(p.cathedral, Cathedral.letter(Light))
	put(p.territory[Light], 'L')
	put(p.territory[Dark], 'd')
	for _, side := range []Side{Light, Dark} {
		for piece := range p.Pieces(side) {
			put(piece.Squares(), piece.Building().letter(side))
		}
	}
	var text strings.Builder
	for row := range Rows {
		if row > 0 {
			text.WriteByte('/')
		}
		run := 0
		for column := range Columns {
			letter := board[row*Columns+column]
			if letter == '.' {
				run++
				continue
			}
			if run > 0 {
				text.WriteString(strconv.Itoa(run))
				run = 0
			}
			text.WriteByte(letter)
		}
		if run > 0 {
			text.WriteString(strconv.Itoa(run))
		}
	}
	side, cathedral := 'l', '-'
	if p.side == Dark {
		side = 'd'
	}
	if p.CathedralPending() {
		cathedral = 'C'
	}
	fmt.Fprintf(&text, " %c %c %d", side, cathedral, p.ply)
	separator := byte(' ')
	for square := range p.sparedFirsts().Squares() {
		text.WriteByte(separator)
		text.WriteString(square.String())
		separator = ','
	}
	return text.String()
}

// ParsePosition reads a position text under the given rules. The text has to be
// exactly as record/FORMATS.md says, except for the white space between fields. An
// error names the field and the place in it.
func ParsePosition(text string, rules Rules) (Position, error) {
	if len(text) > maxPositionText {
		return Position{}, fmt.Errorf("position text: %d characters are more than any position has", len(text))
	}
	fields := strings.Fields(text)
	names := []string{"board", "side to move", "cathedral", "ply"}
	if len(fields) < len(names) {
		return Position{}, fmt.Errorf("position text: field %d (%s) is missing", len(fields)+1, names[len(fields)])
	}
	if len(fields) > len(names)+1 {
		return Position{}, fmt.Errorf("position text: %.30q after the spared pieces: a position has at most five fields", fields[5])
	}
	p := Position{hands: [2]Hand{fullHand(), fullHand()}, rules: rules, unsettled: [2]bool{true, true}}
	reader := boardReader{position: &p}
	if err := reader.read(fields[0]); err != nil {
		return Position{}, err
	}
	if err := p.readTurn(fields[1], fields[2], fields[3]); err != nil {
		return Position{}, err
	}
	var spared Bitboard
	if len(fields) == 5 {
		var err error
		if spared, err = reader.readSpared(fields[4]); err != nil {
			return Position{}, err
		}
	}
	if err := reader.place(spared); err != nil {
		return Position{}, err
	}
	pieces := 0
	for _, side := range []Side{Light, Dark} {
		for range p.Pieces(side) {
			pieces++
		}
	}
	if p.cathedralPiece != NoMove {
		pieces++
	}
	if int(p.ply) < pieces {
		return Position{}, fmt.Errorf("ply %d: there are %d pieces on the board already", p.ply, pieces)
	}
	p.findLone()
	p.key = p.computeKey()
	return p, nil
}

// readTurn reads the side to move, whether the Cathedral is pending, and the ply,
// which have to agree with each other.
func (p *Position) readTurn(side, cathedral, ply string) error {
	if side != "l" && side != "d" {
		return fmt.Errorf("side to move: %.30q is neither l nor d", side)
	}
	if cathedral != "C" && cathedral != "-" {
		return fmt.Errorf("cathedral: %.30q is neither C nor -", cathedral)
	}
	number, err := strconv.ParseUint(ply, 10, 16)
	if err != nil || number > MaxPly || strconv.FormatUint(number, 10) != ply {
		return fmt.Errorf("ply: %.30q is not a whole number from 0 to %d", ply, MaxPly)
	}
	p.ply = uint16(number)
	p.side = p.rules.SideAt(int(number))
	if (p.side == Light) != (side == "l") {
		return fmt.Errorf("side to move: %s is not to move at ply %d in %s, %s is", side, number, p.rules.Set, p.side)
	}
	if p.CathedralPending() && cathedral != "C" {
		return fmt.Errorf("cathedral: - at ply %d, but the Cathedral is still to come in %s", number, p.rules.Set)
	}
	if !p.CathedralPending() && cathedral != "-" {
		return fmt.Errorf("cathedral: C at ply %d, but the Cathedral's turn has passed in %s", number, p.rules.Set)
	}
	if p.CathedralPending() && !p.cathedral.IsEmpty() {
		return fmt.Errorf("cathedral: C, but the Cathedral is on the board at %s", p.cathedral.First())
	}
	return nil
}

// boardReader collects the squares of each letter of a board and then divides them
// into buildings.
type boardReader struct {
	position *Position
	squares  [2][NumBuildings]Bitboard
}

func (r *boardReader) read(board string) error {
	rows := strings.Split(board, "/")
	if len(rows) != Rows {
		return fmt.Errorf("board: %d rows, want %d", len(rows), Rows)
	}
	for row, text := range rows {
		if err := r.readRow(row, text); err != nil {
			return fmt.Errorf("board row %d: %w", row+1, err)
		}
	}
	return nil
}

func (r *boardReader) readRow(row int, text string) error {
	p := r.position
	column := 0
	for i := 0; i < len(text); {
		letter := text[i]
		if letter >= '0' && letter <= '9' {
			digits := 1
			for i+digits < len(text) && text[i+digits] >= '0' && text[i+digits] <= '9' {
				digits++
			}
			run := text[i : i+digits]
			number, err := strconv.Atoi(run)
			if err != nil || number < 1 || number > Columns || run[0] == '0' {
				return fmt.Errorf("%.30q is not a number from 1 to %d", run, Columns)
			}
			column += number
			i += digits
			if column > Columns {
				return fmt.Errorf("more than %d squares at %.30q", Columns, run)
			}
			continue
		}
		i++
		if column >= Columns {
			return fmt.Errorf("more than %d squares at %.30q", Columns, string(rune(letter)))
		}
		square := NewSquare(row, column)
		column++
		switch letter {
		case 'L':
			p.territory[Light] = p.territory[Light].With(square)
		case 'd':
			p.territory[Dark] = p.territory[Dark].With(square)
		case '+':
			p.cathedral = p.cathedral.With(square)
		default:
			building, side, known := buildingOfLetter(letter)
			if !known {
				return fmt.Errorf("column %c: %q is not the letter of a building", 'A'+column-1, letter)
			}
			r.squares[side][building] = r.squares[side][building].With(square)
		}
	}
	if column != Columns {
		return fmt.Errorf("%d squares, want %d", column, Columns)
	}
	return nil
}

// readSpared reads the first squares of the spared pieces.
func (r *boardReader) readSpared(text string) (Bitboard, error) {
	var firsts Bitboard
	last := -1
	for name := range strings.SplitSeq(text, ",") {
		square, err := ParseSquare(name)
		switch {
		case err != nil:
			return Bitboard{}, fmt.Errorf("spared: %w", err)
		case name != square.String():
			return Bitboard{}, fmt.Errorf("spared: %.30q is not written with a capital", name)
		case int(square) <= last:
			return Bitboard{}, fmt.Errorf("spared: %s is out of reading order", square)
		}
		last = int(square)
		firsts = firsts.With(square)
	}
	return firsts, nil
}

// place divides every letter's squares into buildings and puts them on the board.
// Each square of sparedFirsts has to become the first square of a piece.
func (r *boardReader) place(sparedFirsts Bitboard) error {
	p := r.position
	var firsts Bitboard // of all pieces
	for _, side := range []Side{Light, Dark} {
		for b := Tavern; b < Cathedral; b++ {
			squares := r.squares[side][b]
			if squares.IsEmpty() {
				continue
			}
			if count := squares.Count(); count > b.Size()*b.Copies() {
				return fmt.Errorf("board: %d squares of %c, but %s has only %d (%d %s)",
					count, b.letter(side), side, b.Size()*b.Copies(), b.Copies(), b)
			}
			pieces, whole := cut(squares, b, side, sparedFirsts)
			if !whole {
				return fmt.Errorf("board: the squares of %c (from %s) make no %s", b.letter(side), squares.First(), b)
			}
			p.buildings[side] = p.buildings[side].Or(squares)
			for i, piece := range pieces {
				p.placed[side][firstSlot[b]+i] = piece
				p.hands[side] = p.hands[side].Without(b)
				firsts = firsts.With(piece.Squares().First())
				if sparedFirsts.Has(piece.Squares().First()) {
					p.spared = p.spared.Or(piece.Squares())
				}
			}
		}
	}
	if !p.cathedral.IsEmpty() {
		pieces, whole := cut(p.cathedral, Cathedral, Light, Bitboard{})
		if !whole || len(pieces) != 1 {
			return fmt.Errorf("board: the squares of + (from %s) make no Cathedral", p.cathedral.First())
		}
		p.cathedralPiece = pieces[0]
		firsts = firsts.With(p.cathedral.First())
		if sparedFirsts.Has(p.cathedral.First()) {
			p.spared = p.spared.Or(p.cathedral)
		}
	}
	if wrong := sparedFirsts.AndNot(firsts); !wrong.IsEmpty() {
		return fmt.Errorf("spared: %s is not the first square of a piece", wrong.First())
	}
	return nil
}

// cut divides squares into buildings of one kind, and reports whether it can. If
// possible, every wanted square among them is the first square of a building. The
// buildings are in the reading order of their first squares.
func cut(squares Bitboard, b Building, side Side, wanted Bitboard) ([]Move, bool) {
	var other []Move
	for pieces := range cuts(squares, b, side) {
		var firsts Bitboard
		for _, piece := range pieces {
			firsts = firsts.With(piece.Squares().First())
		}
		if firsts.Contains(wanted.And(squares)) {
			return pieces, true
		}
		other = pieces
	}
	return other, other != nil
}

// cuts yields all divisions of squares into buildings of one kind. There are at most
// two buildings, so the search is short.
func cuts(squares Bitboard, b Building, side Side) func(yield func([]Move) bool) {
	return func(yield func([]Move) bool) {
		var pieces []Move
		var rest func(left Bitboard) bool
		rest = func(left Bitboard) bool {
			if left.IsEmpty() {
				return yield(append([]Move(nil), pieces...))
			}
			for s := Shape(1); s <= NumShapes; s++ {
				if shapes[s].building != b || !shapes[s].owner[side] {
					continue
				}
				m := s.StartingAt(left.First())
				if m == NoMove || !left.Contains(m.Squares()) {
					continue
				}
				pieces = append(pieces, m)
				goOn := rest(left.AndNot(m.Squares()))
				pieces = pieces[:len(pieces)-1]
				if !goOn {
					return false
				}
			}
			return true
		}
		rest(squares)
	}
}

// computeKey computes the hash key from the whole position. PlayInto keeps it up to
// date.
func (p *Position) computeKey() uint64 {
	key := rulesKey(p.rules) ^ plyKey(int(p.ply)) ^ p.cathedralPiece.key(Light)
	for _, side := range []Side{Light, Dark} {
		for piece := range p.Pieces(side) {
			key ^= piece.key(side)
		}
		key ^= territoryKeys(side, p.territory[side])
	}
	for square := range p.sparedFirsts().Squares() {
		key ^= sparedKey(square)
	}
	return key
}
