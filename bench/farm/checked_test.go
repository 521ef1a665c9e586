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
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// claimed is what a worker says of a number's square.
type claimed struct{ number, square int }

// unsure is the square that a worker states whose check breaks down.
const unsure = -1

// squaring is a run of squares, all of which are checked.
type squaring struct {
	farm.Checked[claimed, int]
	queue   []int
	keys    map[int]string // of the results that count, by number
	repeats int            // decisions so far
	dropped chan struct{}  // closed by a dismissal
	vouched chan struct{}  // closed by vouch, for which checks here wait
	vouch   func()
}

func newSquaring(count int, file string) *squaring {
	s := &squaring{keys: map[int]string{}, dropped: make(chan struct{}), vouched: make(chan struct{})}
	drop := sync.OnceFunc(func() { close(s.dropped) })
	s.vouch = sync.OnceFunc(func() { close(s.vouched) })
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
			s.Add(farm.Check[claimed, int]{Result: c, Name: "the square of " + result.Job, Key: result.Key})
			return true, nil
		},
		Again: func(ctx context.Context, c farm.Check[claimed, int]) (int, bool, error) {
			select {
			case <-s.vouched:
			case <-ctx.Done():
			}
			return c.Result.number * c.Result.number, true, nil
		},
		Holds: func(_ context.Context, c farm.Check[claimed, int], found int) (wrong, err error) {
			if found != c.Result.square {
				wrong = fmt.Errorf("%s is not %d", c.Name, c.Result.square)
			}
			return wrong, nil
		},
		Same: func(a, b int) bool { return a == b },
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
		ForOthers: func(c farm.Check[claimed, int]) any { return c.Result.number },
		Read: func(_ farm.Check[claimed, int], payload json.RawMessage) (found int, isSure bool, err error) {
			s.vouch()
			err = json.Unmarshal(payload, &found)
			return found, found != unsure, err
		},
		Repeats: func() bool { // one of eight
			s.repeats++
			return s.repeats%8 == 0
		},
		AtOnce: 1, DismissedFile: file,
	}
	return s
}

// Keys that lie about results or about the results of others are dismissed, and no others; their
// results are done again.
func TestKeysThatLieAreDismissed(t *testing.T) {
	lie := func(any) any { return 7_777_777 }
	breakDown := func(any) any { return unsure }
	for name, test := range map[string]struct {
		workers   farmtest.Farm // besides an honest one
		patience  time.Duration
		dismissed []string
		checks    int // by other keys, at least
	}{
		"alone":             {nil, time.Hour, nil, 0},
		"honest":            {farmtest.Farm{{Key: "friend"}}, time.Hour, nil, 50},
		"own results":       {farmtest.Farm{{Key: "liar", Change: lie}}, 0, []string{"liar"}, 0},
		"checks":            {farmtest.Farm{{Key: "liar", ChangeCheck: lie}}, time.Hour, []string{"liar"}, 1},
		"checks break down": {farmtest.Farm{{Key: "weak", ChangeCheck: breakDown}}, time.Millisecond, nil, 0},
		"vouch for each other": {farmtest.Farm{
			{Key: "one", Change: lie, ChangeCheck: lie}, {Key: "two", Change: lie, ChangeCheck: lie},
		}, time.Hour, []string{"one", "two"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSquaring(200, filepath.Join(t.TempDir(), "squares"+farm.DismissedSuffix))
			if s.Patience = test.patience; test.checks == 0 {
				s.vouch()
			}
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
			checks := 0
			for _, w := range workers {
				checks += w.Checked
			}
			counts := s.Counts()
			if counts.Passed < 200 || counts.Pending > 0 || counts.Failed != len(test.dismissed) || checks < test.checks || test.workers == nil && checks > 0 {
				t.Errorf("%+v with %d checks by others", counts, checks)
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
