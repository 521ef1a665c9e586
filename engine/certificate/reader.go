package certificate

import (
	"fmt"
	"io"

	"cathedral/engine"
)

const (
	bufferSize = 1 << 16
	// longestLine is longer than the line of any claim: a position text has at most
	// 400 bytes.
	longestLine = 512
	// emptyReads is the number of reads without a byte and without an error that are
	// borne.
	emptyReads = 100
)

// malformed is the error of unexpected bytes.
type malformed string

// Error returns what is wrong.
func (m malformed) Error() string { return string(m) }

// reader reads the parts of a certificate. All its methods return io.EOF if the file
// ends before or within the part, and otherwise malformed or the error of the source.
type reader struct {
	source    io.Reader
	buffer    []byte
	next, end int   // of buffer, what is still to be read
	passed    int64 // bytes of the file before the buffer
	err       error // of the source, once it has given one
}

func newReader(source io.Reader) reader {
	return reader{source: source, buffer: make([]byte, bufferSize)}
}

// offset returns the place in the file of the next byte.
func (r *reader) offset() int64 { return r.passed + int64(r.next) }

// byte reads a byte.
func (r *reader) byte() (byte, error) {
	if r.next == r.end {
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
	b := r.buffer[r.next]
	r.next++
	return b, nil
}

// fill fills the buffer, which has been read to its end, with at least one byte.
func (r *reader) fill() error {
	r.passed += int64(r.end)
	r.next, r.end = 0, 0
	for range emptyReads {
		if r.err != nil {
			return r.err
		}
		r.end, r.err = r.source.Read(r.buffer)
		if r.end > 0 {
			return nil
		}
	}
	if r.err == nil {
		r.err = io.ErrNoProgress
	}
	return r.err
}

// line reads a line and returns it without its line feed.
func (r *reader) line() (string, error) {
	var line []byte
	for {
		b, err := r.byte()
		switch {
		case err != nil:
			return "", err
		case b == '\n':
			return string(line), nil
		case len(line) == longestLine:
			return "", malformed(fmt.Sprintf("the line is longer than %d bytes", longestLine))
		}
		line = append(line, b)
	}
}

// number reads an unsigned LEB128 number of at most 32 bits.
func (r *reader) number() (uint32, error) {
	var number uint64
	for shift := 0; shift < 35; shift += 7 {
		b, err := r.byte()
		if err != nil {
			return 0, err
		}
		number |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if number>>32 != 0 {
				break
			}
			return uint32(number), nil
		}
	}
	return 0, malformed("the number is too large")
}

// move reads a placement. Certificates write a move with the bits that the engine gives
// it, a test sees to that.
func (r *reader) move() (engine.Move, error) {
	high, err := r.byte()
	if err != nil {
		return engine.NoMove, err
	}
	low, err := r.byte()
	if err != nil {
		return engine.NoMove, err
	}
	m := engine.Move(high)<<8 | engine.Move(low)
	if !m.IsPlacement() {
		return engine.NoMove, malformed(fmt.Sprintf("the bytes %02x %02x are not a move", high, low))
	}
	return m, nil
}

// place returns the square of a placement in its shape's placement map.
func place(m engine.Move) engine.Square { return engine.Square(m & 0x7f) }
