package messages

import (
	"strings"
	"testing"

	"rsc.io/qr"

	"cathedral/engine/enginetest"
)

func TestCodesHaveADigitForEachModule(t *testing.T) {
	const address = "http://192.168.0.7:8080/"
	rows, err := QRCode(address)
	enginetest.Must(t, err)
	code, err := qr.Encode(address, qr.M)
	if err != nil || len(rows) != code.Size {
		t.Fatalf("%d rows: %v", len(rows), err)
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
