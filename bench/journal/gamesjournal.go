package journal

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"cathedral/engine/record"
)

// Journal is a file of game records to which games are appended. It belongs to one
// process at a time.
type Journal struct {
	// Sync makes Add force each game to the disk.
	Sync  bool
	file  *os.File
	isNew bool  // Open has created the file, and it has no game
	end   int64 // the offset after the last whole game
	fault error // of the text after it, or nil
}

// nul fills what a file system had not yet written before a power failure.
const nul = "\x00"

// Open opens or creates a file, locks it, and calls recorded with each game in it. A last
// game that was cut off, as by a power failure, is left to Repair; any other fault is an
// error. Open does not change the file. The errors name it. The caller closes the
// journal.
func Open(path string, recorded func(*record.Game) error) (*Journal, error) {
	_, missing := os.Stat(path)
	file, err := Lock(path)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, isNew: errors.Is(missing, os.ErrNotExist)}
	if err := j.load(recorded); err != nil {
		err = cmp.Or(record.CheckKind(file, "games"), err)
		file.Close()
		return nil, named(file, err)
	}
	return j, nil
}

// load reads the games up to the last complete one.
func (j *Journal) load(recorded func(*record.Game) error) error {
	if err := record.CheckPlain(j.file); err != nil {
		return err
	}
	reader := record.NewReader(j.file)
	for {
		game, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, new(*record.LineError)):
			if j.fault == nil {
				j.fault = err
			}
		case err != nil:
			return err
		case j.fault != nil:
			return fmt.Errorf("%w; other games follow it, so correct or delete it", j.fault)
		default:
			j.end = reader.Offset()
			if err := recorded(game); err != nil {
				return err
			}
		}
	}
}

// Repair removes a last game that was cut off, so that games can be appended. Any other
// text after the last whole game is an error and leaves the file unchanged.
func (j *Journal) Repair() error { return named(j.file, j.repair()) }

func (j *Journal) repair() error {
	tail, err := io.ReadAll(io.NewSectionReader(j.file, j.end, record.MaxGame))
	if err != nil {
		return err
	}
	if rest := strings.TrimSpace(strings.TrimRight(string(tail), nul)); rest != "" && !beginsRecord(rest) {
		return cmp.Or(record.CheckKind(j.file, "games"), j.fault, errors.New("the end of the file is not a game"))
	}
	if err := j.file.Truncate(j.end); err != nil {
		return err
	}
	if _, err := j.file.Seek(j.end, io.SeekStart); err != nil || j.end == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := j.file.ReadAt(last, j.end-1); err != nil {
		return err
	}
	separator := "\n"
	if last[0] != '\n' {
		separator = "\n\n"
	}
	_, err = j.file.WriteString(separator)
	return err
}

// beginsRecord reports whether text is the beginning, however short, of a record that
// a journal has written.
func beginsRecord(text string) bool {
	const first = `[Event "`
	return strings.HasPrefix(text, first) || strings.HasPrefix(first, text)
}

// Add appends a game in a single write. Repair has to come before the first.
func (j *Journal) Add(game *record.Game) error { return named(j.file, j.add(game)) }

func (j *Journal) add(game *record.Game) error {
	var text bytes.Buffer
	if err := game.Write(&text); err != nil {
		return err
	}
	j.isNew = false
	if _, err := j.file.Write(text.Bytes()); err != nil {
		return err
	}
	if j.Sync {
		return j.file.Sync()
	}
	return nil
}

// Move moves the games for which leaves returns true to the end of the file at path, which
// it creates if need be. If the process is killed before Move returns, these games are in
// both files or in the journal alone. leaves is called with each game in turn.
func (j *Journal) Move(path string, leaves func(*record.Game) bool) error {
	return named(j.file, j.move(path, leaves))
}

func (j *Journal) move(path string, leaves func(*record.Game) bool) error {
	text, err := io.ReadAll(io.NewSectionReader(j.file, 0, math.MaxInt64))
	if err != nil {
		return err
	}
	var stay, leave bytes.Buffer
	reader, begin := record.NewReader(bytes.NewReader(text)), int64(0)
	for {
		game, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		to := &stay
		if leaves(game) {
			to = &leave
		}
		to.Write(text[begin:reader.Offset()])
		begin = reader.Offset()
	}
	stay.Write(text[begin:])
	if leave.Len() == 0 {
		return nil
	}
	leave.WriteString("\n\n")
	if err := appendTo(path, bytes.TrimLeft(leave.Bytes(), "\n")); err != nil {
		return err
	}
	return j.replace(bytes.TrimLeft(stay.Bytes(), "\n"))
}

// appendTo appends text to a file and forces it to the disk.
func appendTo(path string, text []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Sync(), file.Close())
}

// replace replaces the text of the file, by another file that takes its name.
func (j *Journal) replace(text []byte) error {
	name, err := filepath.EvalSymlinks(j.file.Name())
	if err != nil {
		return err
	}
	fresh := name + ".new"
	if old, err := os.ReadFile(fresh); err == nil && !beginsRecord(string(old)) {
		return fmt.Errorf("%s is in the way: it is not a record", fresh)
	}
	if err := os.Remove(fresh); err != nil && !errors.Is(err, os.ErrNotExist) { // of a process that was killed
		return err
	}
	if err := appendTo(fresh, text); err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	path := j.file.Name()
	if err := errors.Join(j.file.Close(), os.Rename(fresh, name)); err != nil {
		return err
	}
	if j.file, err = Lock(path); err != nil {
		return err
	}
	j.end, err = j.file.Seek(0, io.SeekEnd)
	return err
}

// Close closes the file and so unlocks it. A file that Open created and that no game came to is
// removed.
func (j *Journal) Close() error {
	if j.isNew {
		if info, err := j.file.Stat(); err == nil && info.Size() == 0 {
			os.Remove(j.file.Name())
		}
	}
	return j.file.Close()
}
