package puzzles

import (
	"slices"
	"strings"
	"unicode"

	"cathedral/engine"
)

// alikeSquares is the least number of squares in which the boards of different puzzles differ.
const alikeSquares = 15

// likeness is the board of a puzzle, with which those of others are compared. It has the letters
// of the squares, row by row, after none, one, two and three quarter turns. If Dark is to move,
// the board is mirrored and the sides' letters are swapped, since the mirrored buildings of one
// side are those of the other.
type likeness struct {
	rules  engine.Rules
	turned [4]string
}

func likenessOf(p *engine.Position) likeness {
	l := likeness{rules: p.Rules()}
	for quarters := range l.turned {
		turned := p.Rotate(quarters)
		letters := boardLetters(&turned)
		if p.Side() == engine.Dark {
			for i, letter := range letters {
				letters[i] = swappedLetter(letter)
			}
			for row := range slices.Chunk(letters, engine.Columns) {
				slices.Reverse(row)
			}
		}
		l.turned[quarters] = string(letters)
	}
	return l
}

// boardLetters returns the letters of a position's squares, row by row, with a space for each empty one.
func boardLetters(p *engine.Position) []byte {
	board, _, _ := strings.Cut(p.String(), " ")
	letters := make([]byte, 0, boardSquares)
	for _, row := range strings.Split(strings.ReplaceAll(board, "10", strings.Repeat(" ", 10)), "/") {
		for _, letter := range []byte(row) {
			if letter >= '1' && letter <= '9' {
				letters = append(letters, strings.Repeat(" ", int(letter-'0'))...)
			} else {
				letters = append(letters, letter)
			}
		}
	}
	return letters
}

// swappedLetter returns the letter for the other side of what a letter stands for.
func swappedLetter(letter byte) byte {
	switch {
	case letter == 'L': // the sides' territory
		return 'd'
	case letter == 'd':
		return 'L'
	case unicode.IsUpper(rune(letter)):
		return byte(unicode.ToLower(rune(letter)))
	}
	return byte(unicode.ToUpper(rune(letter)))
}

// isLike reports whether the boards differ in few squares if one of them is turned.
func (l *likeness) isLike(other *likeness) bool {
	return l.rules == other.rules && slices.ContainsFunc(l.turned[:], func(turned string) bool {
		different := 0
		for i := range len(turned) {
			if turned[i] != other.turned[0][i] {
				different++
			}
		}
		return different < alikeSquares
	})
}

// likenesses are those of the puzzles of a list.
type likenesses []likeness

func (all *likenesses) add(p *Puzzle) { *all = append(*all, likenessOf(&p.Position)) }

// find returns the index of the first that a puzzle is like, -1 if there is none.
func (all likenesses) find(p *Puzzle) int {
	l := likenessOf(&p.Position)
	return slices.IndexFunc(all, func(known likeness) bool { return l.isLike(&known) })
}
