package journal_test

import (
	"compress/gzip"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
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
		if err := errors.Join(j.Repair(), j.Add(newGame()), j.Close()); err != nil {
			t.Fatal(err)
		}
		text := benchtest.Read(t, path)
		benchtest.Write(t, path, text+"[Event \"cut off\"]\n[Wh")
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
		benchtest.Write(t, path, text)
		j, _, err := open(path)
		if err == nil {
			err = j.Repair()
			j.Close()
		}
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that names the file and says %q", text, err, want)
		}
		if left := benchtest.Read(t, path); left != text {
			t.Errorf("%q has become %q", text, left)
		}
	}
}
