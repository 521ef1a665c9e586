package record

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// gzipMark begins a text that gzip has compressed.
const gzipMark = "\x1f\x8b"

// Unpack returns a reader of the text in as UTF-8. It unpacks the text if gzip has compressed it,
// and decodes it if it begins with the mark of UTF-16. Its buffer holds MaxLine bytes.
func Unpack(in io.Reader) *bufio.Reader {
	return bufio.NewReaderSize(&unpacker{in: bufio.NewReader(in)}, MaxLine)
}

// unpacker looks at the beginning of a text when the text is first read.
type unpacker struct {
	in   *bufio.Reader
	text io.Reader // nil at first
}

// Read implements io.Reader.
func (u *unpacker) Read(buffer []byte) (int, error) {
	if u.text == nil {
		begin, _ := u.in.Peek(2) // an error recurs when the text is read
		if string(begin) == gzipMark {
			unpacked, err := gzip.NewReader(u.in)
			if err != nil {
				return 0, err
			}
			u.in = bufio.NewReader(unpacked)
			begin, _ = u.in.Peek(2)
		}
		u.text = u.in
		if order := utf16Order(begin); order != nil {
			u.in.Discard(len(begin))
			u.text = &utf16Reader{in: u.in, order: order}
		}
	}
	return u.text.Read(buffer)
}

// utf16Order returns the order of the bytes in a text that begins with the mark of UTF-16, and
// nil for any other text.
func utf16Order(begin []byte) binary.ByteOrder {
	for mark, order := range map[string]binary.ByteOrder{"\xff\xfe": binary.LittleEndian, "\xfe\xff": binary.BigEndian} {
		if len(begin) >= len(mark) && string(begin[:len(mark)]) == mark {
			return order
		}
	}
	return nil
}

// utf16Reader reads UTF-16 as UTF-8, a character at a time. Half a character, also that of an odd
// last byte, becomes U+FFFD.
type utf16Reader struct {
	in    *bufio.Reader
	order binary.ByteOrder
	left  []byte // of the last character
}

// Read implements io.Reader.
func (u *utf16Reader) Read(buffer []byte) (int, error) {
	if len(u.left) == 0 {
		units, err := u.in.Peek(4) // fewer at the end
		if len(units) == 0 {
			return 0, err
		}
		character, size := rune(utf8.RuneError), min(2, len(units))
		if size == 2 {
			character = rune(u.order.Uint16(units))
		}
		if len(units) == 4 && utf16.IsSurrogate(character) {
			if pair := utf16.DecodeRune(character, rune(u.order.Uint16(units[2:]))); pair != utf8.RuneError {
				character, size = pair, 4
			}
		}
		u.in.Discard(size)
		u.left = utf8.AppendRune(nil, character)
	}
	n := copy(buffer, u.left)
	u.left = u.left[n:]
	return n, nil
}
