package journal_test

import (
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/journal"
	"cathedral/engine"
	"cathedral/engine/enginetest"
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
	for want, tail := range []string{"[Event \"cut off\"]\n[Wh", "[Event \"cut\x00\x00", "\x00\x00\x00", ""} {
		j, games, err := open(path)
		if err != nil || games != want {
			t.Fatalf("%d games, %v, want %d", games, err, want)
		}
		enginetest.Must(t, errors.Join(j.Repair(), j.Add(newGame()), j.Close()))
		text := benchtest.Read(t, path)
		benchtest.Write(t, path, text+tail)
	}
}

// A new file without a game is removed when the journal is closed; an existing one stays.
func TestOnlyAFileThatWasThereStaysEmpty(t *testing.T) {
	for path, isThere := range map[string]bool{filepath.Join(t.TempDir(), "new.txt"): false, filepath.Join(t.TempDir(), "empty.txt"): true} {
		if isThere {
			benchtest.Write(t, path, "")
		}
		j, _, err := open(path)
		enginetest.Must(t, errors.Join(err, j.Repair(), j.Close()))
		if _, err := os.Stat(path); (err == nil) != isThere {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Lines that do not end like those of their file stay too, if there is nothing but them.
func TestLinesOfOthersStay(t *testing.T) {
	for text, heading := range map[string]string{"Dear all,": "", "Dear all,\nyours": "# Results\n", "# Res\n": "# Results\n", "\x1f\x8bpacked": "", "\xfe\xff\x00#\x00\n": "# Results\n"} {
		path := filepath.Join(t.TempDir(), "letter.txt")
		benchtest.Write(t, path, text)
		lines, err := journal.OpenLines(path, heading, func([]byte) error { return nil })
		if err == nil {
			lines.Close()
		}
		if left := benchtest.Read(t, path); err == nil || !strings.HasPrefix(err.Error(), path+": ") || left != text {
			t.Errorf("%q has become %q: %v", text, left, err)
		}
	}
}

// A file of which only a part was written keeps its whole games, and others are added.
func TestAFileThatWasCutOffAnywhereKeepsItsGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	var game strings.Builder
	played := newGame()
	start := engine.Start(engine.Rules{})
	played.Moves = []record.Move{{Move: enginetest.Move(t, &start, "CAnF5"), Comment: "+0.30/5"}}
	enginetest.Must(t, played.Write(&game))
	whole := strings.Repeat(game.String(), 2)
	for length := range len(whole) {
		benchtest.Write(t, path, whole[:length])
		j, games, err := open(path)
		if err := errors.Join(err, j.Repair(), j.Add(newGame()), j.Close()); err != nil {
			t.Fatalf("cut off after %d bytes: %v", length, err)
		}
		text := benchtest.Read(t, path)
		if list := benchtest.Games(t, text); len(list) != games+1 || !strings.HasPrefix(text, whole[:games*game.Len()]) || games < length/game.Len() {
			t.Fatalf("cut off after %d bytes, %d games become %d:\n%s", length, games, len(list)-1, text)
		}
	}
}

func TestTextsThatAreNotRecordsStay(t *testing.T) {
	var game strings.Builder
	enginetest.Must(t, newGame().Write(&game))
	var packed strings.Builder
	writer := gzip.NewWriter(&packed)
	if _, err := writer.Write([]byte(game.String())); err != nil || writer.Close() != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"Dear all,\n": "", game.String() + "remember the milk\n": "", packed.String(): "compressed", "\xff\xfe[\x00": "save it as UTF-8",
		"10/10/10/10/10/10/10/10/10/10 l C 0\n": "these are positions, not games", "Cathedral certificate 1\n": "these are certificates, not games",
		strings.Replace(game.String(), "*", "+", 2) + "\n" + game.String(): "; other games follow it, so correct or delete it"} {
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

// Games that leave are in the other file, those that stay are followed by the next ones, and
// the file keeps its name.
func TestGamesLeaveForAnotherFile(t *testing.T) {
	folder := t.TempDir()
	path, other := filepath.Join(folder, "games.txt"), filepath.Join(folder, "other.txt")
	add := func(j *journal.Journal, rounds ...string) {
		for _, round := range rounds {
			game := newGame()
			game.SetTag("Round", round)
			enginetest.Must(t, j.Add(game))
		}
	}
	rounds := func(path string) (list []string) {
		for _, game := range benchtest.Games(t, benchtest.Read(t, path)) {
			list = append(list, game.Tag("Round"))
		}
		return list
	}
	benchtest.Write(t, path+".new", "[Event \"of a process that was killed")
	j, _, err := open(path)
	enginetest.Must(t, err)
	defer func() { j.Close() }()
	enginetest.Must(t, j.Repair())
	move := func(leaves ...string) {
		enginetest.Must(t, j.Move(other, func(game *record.Game) bool { return slices.Contains(leaves, game.Tag("Round")) }))
	}
	add(j, "1", "2", "3", "4")
	move("1", "3")
	add(j, "5")
	move("4")
	move("9")
	add(j, "6")
	if got := rounds(path); !slices.Equal(got, []string{"2", "5", "6"}) {
		t.Errorf("the rounds %q stay", got)
	}
	if got := rounds(other); !slices.Equal(got, []string{"1", "3", "4"}) {
		t.Errorf("the rounds %q leave", got)
	}
	move("2", "5", "6")
	if text := benchtest.Read(t, path); text != "" {
		t.Errorf("%q is left", text)
	}
}
