package proofs

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"

	"cathedral/bench/jobs"
)

// A worker delivers a result in pieces, each of which is a result of the job: a certificate can
// be far larger than a message. A key needs the same rights for these as for any result.

// piece is a part of a proofResult's JSON.
type piece struct {
	Number int    // from 0
	Count  int    // of the pieces
	Sum    []byte // SHA-256 of the whole
	Data   []byte
}

const (
	// pieceSize is the size in bytes of every piece but the last one. As JSON a piece fits
	// into a message of 128 kB.
	pieceSize = 90_000
	// mostPieces bounds a result: a certificate takes four thirds of its size as JSON.
	mostPieces = (mostCertificate/3*4 + mostCertificate/16) / pieceSize
	// mostUnfinished bounds the pieces of all unfinished results of a key. An honest one may begin
	// a second result while the last pieces of the first are on their way.
	mostUnfinished = 2 * mostPieces
)

// deliverPieces delivers a result in pieces.
func deliverPieces(result *proofResult, deliver func(any) error) error {
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	p := piece{Count: (len(text) + pieceSize - 1) / pieceSize, Sum: sum[:]}
	for p.Data = range slices.Chunk(text, pieceSize) {
		if err := deliver(p); err != nil {
			return err
		}
		p.Number++
	}
	return nil
}

// unfinished are the pieces of a result that have arrived.
type unfinished struct {
	key, job string
	sum      []byte
	pieces   [][]byte
	left     int
}

// assembly puts the pieces of results together.
type assembly struct{ results []*unfinished } // the oldest first

// add takes a piece of a job's result by a key, and returns the result if it is whole. The
// error is that of a refused result.
func (a *assembly) add(key, job string, text json.RawMessage) (*proofResult, error) {
	var p piece
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, jobs.Refuse("job %s: it is not a piece of a result: %w", job, err)
	}
	switch {
	case p.Count > mostPieces:
		return nil, jobs.Refuse("job %s: a result of %d pieces; the maximum is %d", job, p.Count, mostPieces)
	case p.Number < 0 || p.Number >= p.Count || len(p.Data) > pieceSize || len(p.Data) < pieceSize && p.Number < p.Count-1:
		return nil, jobs.Refuse("job %s: piece %d of %d cannot have %d bytes", job, p.Number, p.Count, len(p.Data))
	}
	u := a.of(key, job, &p)
	if u.pieces[p.Number] == nil { // otherwise it is a repetition
		u.pieces[p.Number] = p.Data
		u.left--
	}
	if u.left > 0 {
		return nil, nil
	}
	a.forget(func(other *unfinished) bool { return other == u })
	whole := bytes.Join(u.pieces, nil)
	if sum := sha256.Sum256(whole); !bytes.Equal(sum[:], u.sum) {
		return nil, jobs.Refuse("job %s: its pieces do not have the announced sum", job)
	}
	result := &proofResult{}
	if err := json.Unmarshal(whole, result); err != nil {
		return nil, jobs.Refuse("job %s: it is not a result: %w", job, err)
	}
	return result, nil
}

// of returns the result to which a piece belongs. A key that begins too many loses the oldest,
// and one that begins a result again loses its earlier pieces.
func (a *assembly) of(key, job string, p *piece) *unfinished {
	for _, u := range a.results {
		if u.key == key && u.job == job && len(u.pieces) == p.Count && bytes.Equal(u.sum, p.Sum) {
			return u
		}
	}
	a.forget(func(u *unfinished) bool { return u.key == key && u.job == job })
	count := p.Count
	for _, u := range a.results {
		if u.key == key {
			count += len(u.pieces)
		}
	}
	a.forget(func(u *unfinished) bool {
		tooMany := u.key == key && count > mostUnfinished
		if tooMany {
			count -= len(u.pieces)
		}
		return tooMany
	})
	u := &unfinished{key, job, p.Sum, make([][]byte, p.Count), p.Count}
	a.results = append(a.results, u)
	return u
}

// forget drops the results for which drop reports true.
func (a *assembly) forget(drop func(*unfinished) bool) {
	a.results = slices.DeleteFunc(a.results, drop)
}
