package friends

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"cathedral/engine/enginetest"
)

// oldStores returns the files of an earlier version, with the number of their games.
func oldStores(t testing.TB) map[int][]byte {
	t.Helper()
	stores := map[int][]byte{}
	for games, name := range map[int]string{2: "small", 35: "large"} {
		packed, err := os.Open(filepath.Join("testdata", name+".bbolt.gz"))
		enginetest.Must(t, err)
		defer packed.Close()
		reader, err := gzip.NewReader(packed)
		enginetest.Must(t, err)
		stores[games], err = io.ReadAll(reader)
		enginetest.Must(t, err)
	}
	return stores
}

func write(t testing.TB, path string, content []byte) {
	t.Helper()
	enginetest.Must(t, os.WriteFile(path, content, 0o600))
}

// texts returns the games of a house as they are stored.
func (h *House) texts(t testing.TB) map[string]string {
	t.Helper()
	all := map[string]string{}
	for id, r := range h.rooms {
		text, err := json.Marshal(r.game)
		enginetest.Must(t, err)
		all[id] = string(text)
	}
	return all
}

func TestOldStoresAreTakenOver(t *testing.T) {
	for games, content := range oldStores(t) {
		now := new(testClock)
		path := filepath.Join(t.TempDir(), "friends.db")
		write(t, path, content)
		h := openHouse(t, path, now)
		before := h.texts(t)
		if len(before) != games || h.Damage() != "" {
			t.Errorf("%d games of %d; %s", len(before), games, h.Damage())
		}
		h.Close()
		if kept, err := os.ReadFile(path + oldSuffix); err != nil || !bytes.Equal(kept, content) {
			t.Errorf("the old file is not kept: %v", err)
		}
		if err := os.Rename(path, path+freshSuffix); err != nil { // as if the server had been killed before the last step
			t.Fatal(err)
		}
		checkGames(t, openHouse(t, path, now), before)
	}
}

// checkGames checks that a house has all games, or says how many are missing.
func checkGames(t *testing.T, h *House, want map[string]string) {
	t.Helper()
	have := h.texts(t)
	if len(have)+h.unreadable != len(want) || (h.unreadable > 0) != strings.Contains(h.Damage(), " cannot be read: restore ") {
		t.Errorf("%d games of %d; it says %q", len(have), len(want), h.Damage())
	}
	for id, text := range have {
		if text != want[id] {
			t.Errorf("game %s has become %s", id, text)
		}
	}
}

// damages are the ways in which the tests damage a file.
var damages = map[string]func(*rand.Rand, []byte) []byte{
	"cut": func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b))] },
	"bit": func(r *rand.Rand, b []byte) []byte {
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		return b
	},
	"zeros": func(r *rand.Rand, b []byte) []byte {
		at := r.IntN(len(b)) &^ 4095
		clear(b[at:min(at+4096, len(b))])
		return b
	},
	"noise": func(r *rand.Rand, b []byte) []byte {
		for at := r.IntN(len(b)) &^ 4095; at < len(b) && r.IntN(100) > 0; at++ {
			b[at] = byte(r.Uint32())
		}
		return b
	},
	"foreign": func(r *rand.Rand, b []byte) []byte { return []byte(strings.Repeat("no games ", 1+r.IntN(1000))) },
}

// A damaged file of an earlier version is refused in one sentence, or it has all games but
// those that are said to be missing.
func TestDamagedOldStores(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	refused := 0
	empty := filepath.Join(t.TempDir(), "friends.db")
	write(t, empty, nil)
	if _, err := Open(empty, 100, func(string) {}); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), empty) {
		t.Errorf("an empty file: %v", err)
	}
	for games, content := range oldStores(t) {
		for name, damage := range damages {
			for range 10 {
				path := filepath.Join(t.TempDir(), "friends.db")
				damaged := damage(random, bytes.Clone(content))
				write(t, path, damaged)
				h, err := Open(path, 100, func(string) {})
				if err != nil {
					refused++
					if kept, _ := os.ReadFile(path); !errors.Is(err, ErrDamaged) || strings.Contains(err.Error(), "\n") || !bytes.Equal(kept, damaged) {
						t.Errorf("%s: %v", name, err)
					}
					continue
				}
				if len(h.rooms)+h.unreadable != games {
					t.Errorf("%s: %d games of %d; it says %q", name, len(h.rooms), games, h.Damage())
				}
				h.Close()
			}
		}
	}
	t.Logf("%d are refused", refused)
}

// While a server runs its files are damaged in 200 ways. The games continue. The next server has
// those that have changed since, and says how many others are missing.
func TestFilesAreDamagedWhileTheServerRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	now := new(testClock)
	folder := filepath.Join(t.TempDir(), "friends")
	h := openHouse(t, folder, now)
	h.most = 1000
	for name, damage := range damages {
		for i := range 40 {
			invitation := h.invite(t, "")
			file := filepath.Join(folder, fileName(invitation.Host[:idLength]))
			content, err := os.ReadFile(file)
			enginetest.Must(t, err)
			write(t, file, damage(random, content))
			if i%2 == 0 {
				continue
			}
			if err := h.Play(ticketOf(invitation.Host), 0, "CAnF5"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	want := h.texts(t)
	h.Close()
	h = openHouse(t, folder, now)
	checkGames(t, h, want)
	if h.unreadable > len(want)/2 {
		t.Errorf("games that went on are missing: %s", h.Damage())
	}
}

// A copy that is made while games are played has all that were stored before, each whole.
func TestACopyOfTheFolderIsABackup(t *testing.T) {
	now := new(testClock)
	folder := filepath.Join(t.TempDir(), "friends")
	h := openHouse(t, folder, now)
	var done atomic.Bool
	var playing sync.WaitGroup
	defer playing.Wait()
	defer done.Store(true)
	for range 4 {
		ticket := ticketOf(h.invite(t, "").Host)
		playing.Go(func() {
			for !done.Load() {
				if err := errors.Join(h.Offer(ticket, draw), h.Decline(ticket)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 20 {
		h.invite(t, "")
		files, err := filepath.Glob(filepath.Join(folder, "*"+gameSuffix))
		enginetest.Must(t, err)
		backup := t.TempDir()
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Error(err)
			}
			write(t, filepath.Join(backup, filepath.Base(file)), content)
		}
		restored := openHouse(t, backup, now)
		if restored.Damage() != "" || len(restored.rooms) != len(h.rooms) {
			t.Errorf("a copy has %d of %d games; it says %q", len(restored.rooms), len(h.rooms), restored.Damage())
		}
	}
}
