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

// Positions is a position file to which entries are appended. It belongs to one process
// at a time.
type Positions struct{ file *os.File }

// OpenPositions opens or creates a position file, locks it, and calls recorded with each
// entry in it, which is read under the rules. The first line of the file is the heading, a
// comment that says what the file is for; a file with another one is an error and stays as
// it is. A last line that was cut off, as by a power failure, is removed; any other fault
// is an error. The errors name the file. The caller closes it.
func OpenPositions(path, heading string, rules engine.Rules, recorded func(*record.Entry) error) (*Positions, error) {
	file, err := openLocked(path)
	if err != nil {
		return nil, err
	}
	p := &Positions{file: file}
	if err := p.load(heading+"\n", rules, recorded); err != nil {
		file.Close()
		return nil, named(file, err)
	}
	return p, nil
}

// load reads the entries and goes to the end of the last whole line.
func (p *Positions) load(heading string, rules engine.Rules, recorded func(*record.Entry) error) error {
	text, err := io.ReadAll(p.file)
	if err != nil {
		return err
	}
	if strings.HasPrefix(heading, string(text)) { // new, or cut off in the first line
		if _, err := p.file.WriteAt([]byte(heading), 0); err != nil {
			return err
		}
		text = []byte(heading)
	}
	if !bytes.HasPrefix(text, []byte(heading)) {
		return errors.New("it does not begin with " + strings.TrimSpace(heading) + ", so nothing is added to it: name another file")
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	reader := record.NewPositionReader(bytes.NewReader(whole), rules)
	for {
		entry, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = recorded(entry)
		}
		if err != nil {
			return err
		}
	}
	if err := p.file.Truncate(int64(len(whole))); err != nil {
		return err
	}
	_, err = p.file.Seek(int64(len(whole)), io.SeekStart)
	return err
}

// Write appends text, which is one or more whole lines, in a single write.
func (p *Positions) Write(text []byte) (int, error) {
	n, err := p.file.Write(text)
	return n, named(p.file, err)
}

// Close closes the file and so unlocks it.
func (p *Positions) Close() error { return p.file.Close() }
