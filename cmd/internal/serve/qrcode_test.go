package serve

import (
	"strings"
	"testing"

	"rsc.io/qr"
)

const codedAddress = "http://192.168.0.7:8080/"

// The three corners of a code have the pattern by which cameras find it.
func TestCodesHaveTheirFinders(t *testing.T) {
	rows, err := qrCode(codedAddress)
	if err != nil {
		t.Fatal(err)
	}
	code, err := qr.Encode(codedAddress, qr.M)
	if err != nil {
		t.Fatal(err)
	}
	finder := []string{"1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"}
	last := len(rows) - len(finder)
	for _, corner := range [][2]int{{0, 0}, {last, 0}, {0, last}} {
		for y, want := range finder {
			if got := rows[corner[1]+y][corner[0]:][:len(want)]; got != want {
				t.Errorf("row %d of the corner at %v is %s, want %s", y, corner, got, want)
			}
		}
	}
	for y, row := range rows {
		for x := range row {
			if code.Black(x, y) != (row[x] == '1') {
				t.Fatalf("the module in column %d of row %d is %c", x, y, row[x])
			}
		}
	}
}

// What a terminal shows is the code with the quiet zone around it.
func TestTerminalCodesAreTheCode(t *testing.T) {
	text, err := TerminalCode(codedAddress)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := qrCode(codedAddress)
	if err != nil {
		t.Fatal(err)
	}
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

func TestCodesHaveALimit(t *testing.T) {
	for _, text := range []string{"", strings.Repeat("x", longestCode+1)} {
		if _, err := qrCode(text); err == nil {
			t.Errorf("a text of %d bytes has a code", len(text))
		}
	}
	if _, err := qrCode(strings.Repeat("x", longestCode)); err != nil {
		t.Error(err)
	}
}
