package messages

import (
	"fmt"

	"rsc.io/qr"
)

// longestCode is the maximum number of bytes in a QR code. Longer ones have modules that
// are too small for the camera of a phone.
const longestCode = 1000

// QRCode returns the rows of a text's QR code from the top. A row has a 1 for each dark
// module and a 0 for each light one. The quiet zone of four modules around the code is left
// out. It returns an error if the text is empty or longer than 1000 bytes.
func QRCode(text string) ([]string, error) {
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
