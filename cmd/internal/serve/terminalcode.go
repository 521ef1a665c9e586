package serve

import (
	"strings"

	"cathedral/cmd/internal/messages"
)

// TerminalCode returns the QR code of a text as lines for a terminal with colours. Each
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
