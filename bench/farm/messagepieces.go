package farm

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go"
)

// A result that is too large for a message comes in pieces, with the sum of the whole. They are
// messages like other results.

const (
	// largestWhole is the size in bytes of a result that comes in pieces.
	largestWhole = 192 << 20
	// mostUnfinished bounds the unfinished results of a key, in bytes. An honest one may begin a
	// second result while the last pieces of the first are on their way.
	mostUnfinished = 2 * largestWhole
)

// piece describes a piece: the size in bytes and the SHA-256 of the whole, and where the piece
// begins.
type piece struct {
	Size   int    `json:"size"`
	Sum    []byte `json:"sum"`
	Offset int    `json:"offset"`
}

// newPiece describes the first piece of a whole.
func newPiece(whole []byte) piece {
	sum := sha256.Sum256(whole)
	return piece{Size: len(whole), Sum: sum[:]}
}

// of returns the bytes of the piece, or nil if the whole has none there.
func (p piece) of(whole []byte) []byte {
	if p.Offset < 0 || p.Offset >= len(whole) {
		return nil
	}
	return whole[p.Offset:min(len(whole), p.Offset+largestPayload)]
}

// unfinished are the pieces of a result that have arrived.
type unfinished struct {
	key, job string
	whole    piece
	pieces   [][]byte
	left     int
}

// assembly puts pieces together.
type assembly []*unfinished // the oldest first

// add takes a piece by a key, and returns the whole if nothing is missing, or a *RefusedError.
func (a *assembly) add(key, job string, p piece, data []byte) (whole []byte, err error) {
	switch {
	case p.Size > largestWhole:
		return nil, Refuse("job %s: %d bytes; the maximum is %d", job, p.Size, largestWhole)
	case p.Size <= 0 || p.Offset < 0 || p.Offset >= p.Size || p.Offset%largestPayload != 0 || len(data) != min(largestPayload, p.Size-p.Offset):
		return nil, Refuse("job %s: the piece at %d of %d cannot have %d bytes", job, p.Offset, p.Size, len(data))
	}
	u := a.of(key, job, p)
	if number := p.Offset / largestPayload; u.pieces[number] == nil { // otherwise it is a repetition
		u.pieces[number] = data
		u.left--
	}
	if u.left > 0 {
		return nil, nil
	}
	a.forget(func(other *unfinished) bool { return other == u })
	whole = bytes.Join(u.pieces, nil)
	if !bytes.Equal(newPiece(whole).Sum, p.Sum) {
		return nil, Refuse("job %s: its pieces do not have the announced sum", job)
	}
	return whole, nil
}

// of returns the whole to which a piece belongs. A key that begins too many loses the oldest, and
// one that begins a result again loses its earlier pieces.
func (a *assembly) of(key, job string, p piece) *unfinished {
	for _, u := range *a {
		if u.key == key && u.job == job && u.whole.Size == p.Size && bytes.Equal(u.whole.Sum, p.Sum) {
			return u
		}
	}
	a.forget(func(u *unfinished) bool { return u.key == key && u.job == job })
	size := p.Size
	for _, u := range *a {
		if u.key == key {
			size += u.whole.Size
		}
	}
	a.forget(func(u *unfinished) bool {
		isTooMuch := u.key == key && size > mostUnfinished
		if isTooMuch {
			size -= u.whole.Size
		}
		return isTooMuch
	})
	count := (p.Size + largestPayload - 1) / largestPayload
	u := &unfinished{key, job, p, make([][]byte, count), count}
	*a = append(*a, u)
	return u
}

// forget drops what drop reports true for.
func (a *assembly) forget(drop func(*unfinished) bool) { *a = slices.DeleteFunc(*a, drop) }

// give sends a result, in pieces if it is large: again and again until the runner has it or the
// run is over.
func (s *service) give(run *servedRun, job string, result any) error {
	payload, err := json.Marshal(result)
	if err != nil {
		return err
	}
	if len(payload) <= largestPayload {
		return s.send(run, job, payload, nats.Header{})
	}
	p := newPiece(payload)
	if p.Size > largestWhole {
		return fmt.Errorf("a result of %d bytes; the maximum is %d", p.Size, largestWhole)
	}
	run.sending.Lock() // so that the pieces of large results do not wait for each other
	defer run.sending.Unlock()
	for ; err == nil && p.Offset < p.Size; p.Offset += largestPayload {
		var text []byte
		if text, err = json.Marshal(p); err == nil {
			err = s.send(run, job, p.of(payload), nats.Header{pieceHeader: {string(text)}})
		}
	}
	return err
}

// whole returns the payload of a result that has arrived, unless pieces of it are missing, or a
// *RefusedError.
func (a *assembly) whole(key, job string, result arrival) (payload []byte, isWhole bool, err error) {
	text := result.header.Get(pieceHeader)
	if text == "" {
		return result.payload, true, nil
	}
	var p piece
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return nil, false, Refuse("job %s: it is not a piece of a result: %w", job, err)
	}
	payload, err = a.add(key, job, p, result.payload)
	return payload, payload != nil, err
}
