package serve

import (
	"strings"
	"testing"

	"cathedral/cmd/internal/messages"
	"cathedral/engine/enginetest"
)

// What a terminal shows is the code with the quiet zone around it.
func TestTerminalCodesAreTheCode(t *testing.T) {
	const address = "http://192.168.0.7:8080/"
	text, err := TerminalCode(address)
	enginetest.Must(t, err)
	rows, err := messages.QRCode(address)
	enginetest.Must(t, err)
	halves := map[rune][2]byte{' ': {'0', '0'}, '▀': {'1', '0'}, '▄': {'0', '1'}, '█': {'1', '1'}}
	var shown []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimPrefix(line, "\x1b[30;107m"), "\x1b[0m\n")
		var upper, lower []byte
		for _, character := range line {
			half, known := halves[character]
			if !known {
				t.Fatalf("%q in %q", character, line)
			}
			upper, lower = append(upper, half[0]), append(lower, half[1])
		}
		shown = append(shown, string(upper), string(lower))
	}
	for y, row := range shown {
		want := strings.Repeat("0", len(rows)+8)
		if y >= 4 && y < 4+len(rows) {
			want = "0000" + rows[y-4] + "0000"
		}
		if row != want {
			t.Errorf("row %d is %s, want %s", y, row, want)
		}
	}
	if len(shown) < len(rows)+8 {
		t.Errorf("%d rows of %d", len(shown), len(rows)+8)
	}
}
