package serve

import (
	"strings"

	"cathedral/cmd/internal/messages"
)

// TerminalCode returns the QR code of text as lines for a terminal with colours. Each
// character shows two modules, one above the other.
func TerminalCode(text string) (string, error) {
	const (
		quiet           = 4
		blackOnWhite    = "\x1b[30;107m"
		ordinaryColours = "\x1b[0m"
	)
	rows, err := messages.QRCode(text)
	if err != nil {
		return "", err
	}
	dark := func(x, y int) int { // 1 for a dark module, otherwise 0
		if x >= 0 && x < len(rows) && y >= 0 && y < len(rows) && rows[y][x] == '1' {
			return 1
		}
		return 0
	}
	halves := []rune(" ▀▄█")
	var lines strings.Builder
	for y := -quiet; y < len(rows)+quiet; y += 2 {
		lines.WriteString(blackOnWhite)
		for x := -quiet; x < len(rows)+quiet; x++ {
			lines.WriteRune(halves[dark(x, y)+2*dark(x, y+1)])
		}
		lines.WriteString(ordinaryColours + "\n")
	}
	return lines.String(), nil
}
