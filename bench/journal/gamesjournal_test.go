package journal_test

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/bench/journal"
	"cathedral/engine"
	"cathedral/engine/record"
)

func open(path string) (*journal.Journal, int, error) {
	games := 0
	j, err := journal.Open(path, func(*record.Game) error {
		games++
		return nil
	})
	return j, games, err
}

func newGame() *record.Game { return record.New(engine.Start(engine.Rules{})) }

func TestGamesAreAppendedToWhatIsWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	for want := range 4 {
		j, games, err := open(path)
		if err != nil || games != want {
			t.Fatalf("%d games, %v, want %d", games, err, want)
		}
		if err := j.Repair(); err != nil {
			t.Fatal(err)
		}
		if err := j.Add(newGame()); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(text, "[Event \"cut off\"]\n[Wh"...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTextsThatAreNotRecordsStay(t *testing.T) {
	var game strings.Builder
	if err := newGame().Write(&game); err != nil {
		t.Fatal(err)
	}
	var packed strings.Builder
	writer := gzip.NewWriter(&packed)
	if _, err := writer.Write([]byte(game.String())); err != nil || writer.Close() != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"Dear all,\n": "", game.String() + "remember the milk\n": "", packed.String(): "compressed"} {
		path := filepath.Join(t.TempDir(), "letter.txt")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		j, _, err := open(path)
		if err == nil {
			err = j.Repair()
			j.Close()
		}
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that names the file and says %q", text, err, want)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != text {
			t.Errorf("%q has become %q (%v)", text, left, err)
		}
	}
}
