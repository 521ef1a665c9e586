package farm

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go"
)

// A result that is too large for a message comes in pieces. They are messages like other results.

// mostPieces is the number of pieces that a result may have: 250 MB.
const mostPieces = 2000

// unfinished are the pieces of a result that have arrived.
type unfinished struct {
	job    string
	pieces [][]byte
	left   int
}

// whole returns the payload of a result that has arrived, or nil if pieces of it are missing.
func (d *dispatch) whole(job string, result arrival) []byte {
	var id string
	var number, count int
	if _, err := fmt.Sscan(result.header.Get(pieceHeader), &id, &number, &count); err != nil {
		return result.payload
	}
	u := d.arrived[id]
	if u == nil && d.isOffered(job) && count <= mostPieces {
		u = &unfinished{job, make([][]byte, max(0, count)), count}
		d.arrived[id] = u
	}
	if u == nil || number < 0 || number >= len(u.pieces) || u.pieces[number] != nil {
		return nil
	}
	u.pieces[number] = result.payload
	if u.left--; u.left > 0 {
		return nil
	}
	delete(d.arrived, id)
	return bytes.Join(u.pieces, nil)
}

// isOffered reports whether a job is offered and not done.
func (d *dispatch) isOffered(job string) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.ledger.jobs[job] != nil
}

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
	id, pieces := rand.Text(), slices.Collect(slices.Chunk(payload, largestPayload))
	if len(pieces) > mostPieces {
		return fmt.Errorf("a result of %d bytes; the maximum is %d", len(payload), mostPieces*largestPayload)
	}
	run.sending.Lock() // so that the pieces of large results do not wait for each other
	defer run.sending.Unlock()
	for number, piece := range pieces {
		if err := s.send(run, job, piece, nats.Header{pieceHeader: {fmt.Sprint(id, " ", number, " ", len(pieces))}}); err != nil {
			return err
		}
	}
	return nil
}
