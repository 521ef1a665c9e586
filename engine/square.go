package engine

import "fmt"

// Rows and columns of the city. Columns are A to J from left to right, rows are
// 1 to 10 from the top down.
const (
	Rows    = 10
	Columns = 10
)

// stride is the number of bits from a square to the one below it: ten columns
// and two of padding, which keep sideways shifts from wrapping around.
const stride = 12

// Square is a square of the city, as the index of its bit in a Bitboard. The index is
// row*12 + column, both from 0. It runs from 0 (A1) to 117 (J10) and skips the padding.
type Square uint8

// SquareIndexes is the length of an array that squares index. It counts the padding
// too.
const SquareIndexes = Rows * stride

// NewSquare returns the square at a row and a column, both from 0 to 9.
func NewSquare(row, column int) Square { return Square(row*stride + column) }

// Row returns the square's row, 0 at the top.
func (s Square) Row() int { return int(s) / stride }

// Column returns the square's column, 0 at the left.
func (s Square) Column() int { return int(s) % stride }

// String returns the square's name, such as "E8".
func (s Square) String() string {
	return fmt.Sprintf("%c%d", 'A'+s.Column(), s.Row()+1)
}

// ParseSquare returns the square whose name is text, such as "E8" or "e8". The row has no
// leading zero.
func ParseSquare(text string) (Square, error) {
	if len(text) < 2 || len(text) > 3 {
		return 0, fmt.Errorf("%q is not a square: want a column A to J and a row 1 to 10", text)
	}
	column := int(text[0]|0x20) - 'a'
	row := 0
	for _, digit := range []byte(text[1:]) {
		if digit < '0' || digit > '9' || (row == 0 && digit == '0') {
			return 0, fmt.Errorf("%q is not a square: %q is not a row from 1 to 10", text, text[1:])
		}
		row = 10*row + int(digit-'0')
	}
	if column < 0 || column >= Columns {
		return 0, fmt.Errorf("%q is not a square: %q is not a column from A to J", text, text[:1])
	}
	if row > Rows {
		return 0, fmt.Errorf("%q is not a square: %q is not a row from 1 to 10", text, text[1:])
	}
	return NewSquare(row-1, column), nil
}
