package messages

import (
	"strings"
	"testing"

	"rsc.io/qr"
)

const codedAddress = "http://192.168.0.7:8080/"

// The three corners of a code have the pattern by which cameras find it.
func TestCodesHaveTheirFinders(t *testing.T) {
	rows, err := QRCode(codedAddress)
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

func TestCodesHaveALimit(t *testing.T) {
	for _, text := range []string{"", strings.Repeat("x", longestCode+1)} {
		if _, err := QRCode(text); err == nil {
			t.Errorf("a text of %d bytes has a code", len(text))
		}
	}
	if _, err := QRCode(strings.Repeat("x", longestCode)); err != nil {
		t.Error(err)
	}
}
