package journal

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// OpenPositions opens or creates a position file as OpenLines does, and calls recorded with
// each entry in it, which is read under the rules. The heading is a comment.
func OpenPositions(path, heading string, rules engine.Rules, recorded func(*record.Entry) error) (*os.File, error) {
	return OpenLines(path, heading+"\n", func(lines []byte) error {
		return record.ReadPositions(bytes.NewReader(lines), rules, recorded)
	})
}

// OpenFile opens or creates a file to read and to write, and locks it for this process. The
// first lines are the heading, which states the file's purpose; a file with another one is an
// error and stays as it is. The errors name the file. The caller closes it.
func OpenFile(path, heading string) (*os.File, error) {
	file, err := Lock(path)
	if err != nil {
		return nil, err
	}
	if err := begin(file, heading); err != nil {
		file.Close()
		return nil, named(file, err)
	}
	return file, nil
}

// begin writes the heading of a file that has no more than a part of it, and goes to the
// beginning.
func begin(file *os.File, heading string) error {
	text, err := io.ReadAll(io.LimitReader(file, int64(len(heading))))
	if err != nil {
		return err
	}
	text = bytes.TrimRight(text, nul)
	switch err := record.CheckPlain(file); {
	case err != nil:
		return err
	case !strings.HasPrefix(heading, string(text)):
		first, _, _ := strings.Cut(heading, "\n")
		return errors.New("it does not begin with " + first + ", so nothing is added to it: name another file")
	case string(text) != heading: // new, or cut off in the heading
		if _, err := file.WriteAt([]byte(heading), 0); err != nil {
			return err
		}
	}
	_, err = file.Seek(0, io.SeekStart)
	return err
}

// OpenLines opens or creates a file as OpenFile does, calls read with the whole lines in it, and
// goes to its end. A last line that was cut off, as by a power failure, is removed. The caller
// appends whole lines, each in a single write.
func OpenLines(path, heading string, read func(lines []byte) error) (*os.File, error) {
	file, err := OpenFile(path, heading)
	if err != nil {
		return nil, err
	}
	if err := load(file, read); err != nil {
		file.Close()
		return nil, named(file, err)
	}
	return file, nil
}

// load reads the lines of a file and goes to the end of the last whole one.
func load(file *os.File, read func(lines []byte) error) error {
	text, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if len(whole) == 0 && len(text) > 0 { // without a heading nothing shows whose it is
		return errors.New("its only line has no end, so nothing is added to it: name another file")
	}
	if err := read(whole); err != nil {
		return err
	}
	if err := file.Truncate(int64(len(whole))); err != nil {
		return err
	}
	_, err = file.Seek(int64(len(whole)), io.SeekStart)
	return err
}
