package serve

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// longestCode is the maximum number of bytes in a QR code. Longer ones have modules that
// are too small for the camera of a phone.
const longestCode = 1000

// qrCode returns the QR code of a text: its rows from the top, each with a 1 for every dark
// module and a 0 for every light one. The quiet zone around the code, which is four modules
// wide, is not part of it.
func qrCode(text string) ([]string, error) {
	if text == "" || len(text) > longestCode {
		return nil, fmt.Errorf("a code of %d bytes: want 1 to %d", len(text), longestCode)
	}
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, err
	}
	rows := make([]string, code.Size)
	for y := range rows {
		row := make([]byte, code.Size)
		for x := range row {
			row[x] = '0'
			if code.Black(x, y) {
				row[x] = '1'
			}
		}
		rows[y] = string(row)
	}
	return rows, nil
}

// TerminalCode returns the QR code of a text as lines for a terminal with colours. Each
// character shows two modules, one above the other.
func TerminalCode(text string) (string, error) {
	const (
		quiet           = 4
		blackOnWhite    = "\x1b[30;107m"
		ordinaryColours = "\x1b[0m"
	)
	rows, err := qrCode(text)
	if err != nil {
		return "", err
	}
	isDark := func(x, y int) bool {
		return x >= 0 && x < len(rows) && y >= 0 && y < len(rows) && rows[y][x] == '1'
	}
	var lines strings.Builder
	for y := -quiet; y < len(rows)+quiet; y += 2 {
		lines.WriteString(blackOnWhite)
		for x := -quiet; x < len(rows)+quiet; x++ {
			switch above, below := isDark(x, y), isDark(x, y+1); {
			case above && below:
				lines.WriteRune('█')
			case above:
				lines.WriteRune('▀')
			case below:
				lines.WriteRune('▄')
			default:
				lines.WriteByte(' ')
			}
		}
		lines.WriteString(ordinaryColours + "\n")
	}
	return lines.String(), nil
}
