package farm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nats-io/nats.go"

	"cathedral/engine/enginetest"
)

// A result is put together whatever the order of its pieces, even if some come twice.
func TestPiecesMakeAResult(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	whole := make([]byte, 1_000_000)
	for i := range whole {
		whole[i] = byte(random.Uint32())
	}
	count := (len(whole) + largestPayload - 1) / largestPayload
	order := append(random.Perm(count), random.Perm(count)...)
	var a assembly
	results := 0
	for _, number := range order {
		p := newPiece(whole)
		p.Offset = number * largestPayload
		got, err := a.add("key", "1-0", p, p.of(whole))
		enginetest.Must(t, err)
		if got != nil {
			if results++; !bytes.Equal(got, whole) {
				t.Error("the result is another one")
			}
		}
	}
	if results != 2 && results != 1 {
		t.Errorf("%d results", results)
	}
}

// A key holds no more pieces than it may.
func TestUnfinishedResultsAreBounded(t *testing.T) {
	var a assembly
	for job := range 50 {
		if _, err := a.add("key", fmt.Sprint(job), piece{Size: largestWhole / 2}, make([]byte, largestPayload)); err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, u := range a {
			size += u.whole.Size
		}
		if size > mostUnfinished {
			t.Fatalf("a key has %d unfinished bytes", size)
		}
	}
}

func TestImpossiblePiecesAreRefused(t *testing.T) {
	full := make([]byte, largestPayload)
	for name, test := range map[string]struct {
		piece
		data []byte
	}{
		"another sum":         {piece{Size: 1}, []byte("x")},
		"too large":           {piece{Size: largestWhole + 1}, full},
		"a piece too many":    {piece{Size: len(full), Offset: len(full)}, nil},
		"a negative piece":    {piece{Size: len(full), Offset: -len(full)}, full},
		"between two pieces":  {piece{Size: 2 * len(full), Offset: 1}, full},
		"an empty piece":      {piece{Size: 2 * len(full)}, nil},
		"a piece too long":    {piece{Size: len(full) - 1}, full},
		"a result of nothing": {},
	} {
		var a assembly
		if _, err := a.add("key", "0-0", test.piece, test.data); !errors.As(err, new(*RefusedError)) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func FuzzPieces(f *testing.F) {
	f.Add(`{"size":2,"sum":"AA==","offset":0}`, []byte("ab"), `{"offset":-1}`)
	f.Fuzz(func(t *testing.T, first string, data []byte, second string) {
		var a assembly
		for _, text := range []string{first, second} {
			payload, isWhole, err := a.whole("key", "1-0", arrival{header: nats.Header{pieceHeader: {text}}, payload: data})
			var p piece
			if text != "" && err == nil && isWhole && (json.Unmarshal([]byte(text), &p) != nil || !bytes.Equal(newPiece(payload).Sum, p.Sum)) {
				t.Errorf("%q is a result", payload)
			}
		}
	})
}
