package farm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// claimed is what a worker says of a number's square.
type claimed struct{ number, square int }

// unsure is a square whose check breaks down.
const unsure = -1

// squaring is a run of squares, all of which are checked.
type squaring struct {
	farm.Checked[claimed, int]
	queue   []int
	keys    map[int]string // of the results that count, by number
	dropped chan struct{}  // closed by a dismissal
}

func newSquaring(count int, file string) *squaring {
	s := &squaring{keys: map[int]string{}, dropped: make(chan struct{})}
	drop := sync.OnceFunc(func() { close(s.dropped) })
	for number := range count {
		s.queue = append(s.queue, number)
	}
	s.Checked = farm.Checked[claimed, int]{
		Next: func() (job farm.Job, more bool) {
			if len(s.queue) == 0 {
				return job, false
			}
			number := s.queue[0]
			s.queue = s.queue[1:]
			return farm.Job{ID: strconv.Itoa(number), Payload: number}, true
		},
		IsOver: func() bool {
			waiting, _ := s.Pending()
			return waiting == 0 && len(s.keys) == count
		},
		Accept: func(result farm.Result) (bool, error) {
			number, err := strconv.Atoi(result.Job)
			c := claimed{number: number}
			if err != nil || json.Unmarshal(result.Payload, &c.square) != nil {
				return false, farm.Refuse("junk")
			}
			s.keys[number] = result.Key
			s.Add(farm.Check[claimed]{Result: c, Name: "the square of " + result.Job, Key: result.Key})
			return true, nil
		},
		Again: func(_ context.Context, c farm.Check[claimed]) (int, bool, error) {
			return c.Result.number * c.Result.number, c.Result.square != unsure, nil
		},
		Holds: func(_ context.Context, c farm.Check[claimed], found int) (wrong, err error) {
			if found != c.Result.square {
				wrong = fmt.Errorf("%s is not %d", c.Name, c.Result.square)
			}
			return wrong, nil
		},
		Drop: func(key, _ string) error {
			drop()
			for number, its := range s.keys {
				if its == key {
					delete(s.keys, number)
					s.queue = append(s.queue, number)
				}
			}
			return nil
		},
		AtOnce: 1, DismissedFile: file,
	}
	return s
}

// Keys that lie are dismissed, and no others; their results are done again.
func TestKeysThatLieAreDismissed(t *testing.T) {
	lie := func(any) any { return 7_777_777 }
	breakDown := func(any) any { return unsure }
	for name, test := range map[string]struct {
		workers   farmtest.Farm // besides an honest one
		dismissed []string
	}{
		"alone":             {nil, nil},
		"honest":            {farmtest.Farm{{Key: "friend"}}, nil},
		"liar":              {farmtest.Farm{{Key: "liar", Change: lie}}, []string{"liar"}},
		"checks break down": {farmtest.Farm{{Key: "weak", Change: breakDown}}, nil},
		"two liars":         {farmtest.Farm{{Key: "one", Change: lie}, {Key: "two", Change: lie}}, []string{"one", "two"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSquaring(200, filepath.Join(t.TempDir(), "squares"+farm.DismissedSuffix))
			workers := append(test.workers, &farmtest.Worker{Key: "honest"})
			if len(workers) > 2 {
				workers[2].Begins = s.dropped
			}
			var begun sync.WaitGroup // so that nobody is without a job
			begun.Add(min(2, len(workers)))
			for _, w := range workers {
				var first sync.Once
				w.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
					first.Do(func() {
						if w.Begins == nil {
							begun.Done()
						}
						begun.Wait()
					})
					return square(ctx, payload, deliver)
				}
			}
			enginetest.Must(t, s.Carry(limited(t), workers, farm.Run{}))
			if counts := s.Counts(); counts.Pending > 0 || counts.Failed != len(test.dismissed) || counts.Passed < 200 && name != "checks break down" {
				t.Errorf("%+v", counts)
			}
			dismissed, err := farm.DismissedKeys(s.DismissedFile)
			for _, key := range test.dismissed {
				if !dismissed[key] || slices.Contains(slices.Collect(maps.Values(s.keys)), key) {
					t.Errorf("%s is not dismissed", key)
				}
			}
			if err != nil || len(dismissed) != len(test.dismissed) {
				t.Errorf("dismissed are %v, %v", dismissed, err)
			}
		})
	}
}

// The lines of dismissed keys are read whatever is cut off, and so are the games of older versions.
// A comment of a liar dismisses nobody.
func TestDismissedKeysAreRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	benchtest.Write(t, path, "# Dismissed: UONE: game 1.1: no\n[Event \"match\"]\n[Key \"UTWO\"]\n\n1. CAnF5 {it is\n# Dismissed: UHONEST: x\n# Dismissed: UHONEST: y\n} *\n\n# Dismissed: UTHREE\n[Key \"UFOUR")
	keys, err := farm.DismissedKeys(path)
	if err != nil || len(keys) != 2 || !keys["UONE"] || !keys["UTWO"] {
		t.Errorf("%v, %v", keys, err)
	}
	if keys, err := farm.DismissedKeys(path + ".none"); err != nil || len(keys) > 0 {
		t.Errorf("%v, %v", keys, err)
	}
}

func FuzzDismissedKey(f *testing.F) {
	f.Add("# Dismissed: UONE: game 1.1: no\n")
	f.Add(`[Key "UTWO"]`)
	f.Fuzz(func(t *testing.T, line string) {
		if key := farm.DismissedKey(line); !strings.Contains(line, key) {
			t.Errorf("%q names %q", line, key)
		}
	})
}
