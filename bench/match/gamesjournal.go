package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"cathedral/engine/record"
)

// journal is the file to which a match appends the record of each finished game. It
// belongs to one match at a time.
type journal struct {
	file *os.File
	sync bool // each game is forced to the disk
}

// openJournal opens or creates the file of a match, locks it, and calls recorded with
// each game in it. It removes a last game that was cut off, as by a power failure.
// Any other fault in the file is an error and leaves the file unchanged. The caller
// closes the journal.
func openJournal(path string, sync bool, recorded func(*record.Game) error) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	j := &journal{file, sync}
	if err := j.load(recorded); err != nil {
		file.Close()
		return nil, fmt.Errorf("record %s: %w", path, err)
	}
	return j, nil
}

func (j *journal) load(recorded func(*record.Game) error) error {
	if err := j.lock(); err != nil {
		return err
	}
	reader := record.NewReader(j.file)
	var fault error
	for {
		game, err := reader.Next()
		var inText *record.LineError
		switch {
		case errors.Is(err, io.EOF):
			return j.cut(reader.Offset(), fault)
		case errors.As(err, &inText):
			if fault == nil {
				fault = err
			}
		case err != nil:
			return err
		case fault != nil:
			return fault // not the last game
		default:
			if err := recorded(game); err != nil {
				return err
			}
		}
	}
}

// lock locks the file for this match. It tries for a second, because an engine that a
// killed match was just starting holds the lock until it has started.
func (j *journal) lock() error {
	for range 20 {
		free, err := lock(j.file)
		if err != nil {
			return fmt.Errorf("locking it: %w", err)
		}
		if free {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return errors.New("another match is writing it")
}

// cut truncates the file at offset, after its last whole game. The rest of the file
// must be the beginning of a record; fault is the error of reading it, or nil.
func (j *journal) cut(offset int64, fault error) error {
	tail, err := io.ReadAll(io.NewSectionReader(j.file, offset, record.MaxGame))
	if err != nil {
		return err
	}
	if rest := strings.TrimSpace(string(tail)); rest != "" && !beginsRecord(rest) {
		if fault == nil {
			fault = errors.New("the end of the file is not a game")
		}
		return fault
	}
	if err := j.file.Truncate(offset); err != nil {
		return err
	}
	if _, err := j.file.Seek(offset, io.SeekStart); err != nil || offset == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := j.file.ReadAt(last, offset-1); err != nil {
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
// a match has written.
func beginsRecord(text string) bool {
	const first = `[Event "`
	return strings.HasPrefix(text, first) || strings.HasPrefix(first, text)
}

// add appends a game in a single write.
func (j *journal) add(game *record.Game) error {
	var text bytes.Buffer
	if err := game.Write(&text); err != nil {
		return err
	}
	if _, err := j.file.Write(text.Bytes()); err != nil {
		return err
	}
	if j.sync {
		return j.file.Sync()
	}
	return nil
}

func (j *journal) close() error { return j.file.Close() }
