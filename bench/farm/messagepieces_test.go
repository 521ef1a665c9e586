package farm

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// A result is put together whatever the order of its pieces, even if some come twice.
func TestPiecesMakeAResult(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	whole := make([]byte, 1_000_000)
	for i := range whole {
		whole[i] = byte(random.Uint32())
	}
	pieces := slices.Collect(slices.Chunk(whole, largestPayload))
	d := &dispatch{ledger: newLedger(time.Second), arrived: map[string]*unfinished{}}
	d.ledger.add("1", nil)
	results := 0
	for _, number := range append(random.Perm(len(pieces))[1:], random.Perm(len(pieces))...) {
		got := d.whole("1", arrival{header: nats.Header{pieceHeader: {fmt.Sprint("id ", number, " ", len(pieces))}}, payload: pieces[number]})
		if got == nil {
			continue
		}
		if results++; !bytes.Equal(got, whole) {
			t.Error("the result is another one")
		}
	}
	if results != 1 {
		t.Errorf("%d results", results)
	}
	for _, header := range []string{"x -1 3", "x 3 3", "x 1 -1", "x 0 1000000000"} {
		if got := d.whole("1", arrival{header: nats.Header{pieceHeader: {header}}, payload: pieces[0]}); got != nil {
			t.Errorf("%s is a result", header)
		}
	}
}
