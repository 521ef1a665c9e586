package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

var errUTF16 = errors.New("this is UTF-16: save it as UTF-8")

// CheckPlain returns an error if nothing can be appended to the text of a file, because gzip has
// compressed it or it is UTF-16.
func CheckPlain(file io.ReaderAt) error {
	begin := make([]byte, 2)
	switch n, _ := file.ReadAt(begin, 0); { // an error recurs when the text is read
	case string(begin[:n]) == gzipMark:
		return errors.New("it is compressed, so nothing can be added to it: unpack it first")
	case utf16Order(begin[:n]) != nil:
		return errUTF16
	}
	return nil
}

// CheckKind returns an error that names the kind of a file if its beginning shows that it is none
// of the wanted kinds, such as "games or positions". Only these two may be UTF-16.
func CheckKind(file io.ReaderAt, wanted string) error {
	begin := make([]byte, MaxLine)
	n, _ := file.ReadAt(begin, 0)
	begin = begin[:n]
	if utf16Order(begin) != nil && !strings.Contains(wanted, "games") && !strings.Contains(wanted, "positions") {
		return errUTF16
	}
	if kind := kindOf(begin); !strings.Contains(wanted, kind) {
		return fmt.Errorf("these are %s, not %s", kind, wanted)
	}
	return nil
}

// kindOf returns the kind of a file that begins so, or "" if it is not known.
func kindOf(begin []byte) string {
	text := Unpack(bytes.NewReader(begin))
	for _, kind := range []struct{ heading, name string }{
		{"Cathedral certificate ", "certificates"},
		{"Cathedral book ", "moves of an opening book"},
		{"# cathedral tune: ", "results of cathedral tune"},
	} {
		if heading, _ := text.Peek(len(kind.heading)); string(heading) == kind.heading {
			return kind.name
		}
	}
	reader := NewReader(text)
	item, _ := reader.NextItem()
	switch {
	case item.Entry != nil:
		return "positions"
	case reader.Cut() != nil, item.Game != nil && len(item.Game.Tags)+len(item.Game.Moves) > 0:
		return "games"
	}
	return ""
}
