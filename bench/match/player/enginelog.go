package player

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// LogFolder returns a function for Plan.Log that writes a file into a folder for each
// process: A-1.log, A-2.log and so on for a player A. Underscores replace what a file's name
// should not have. The function creates the folder and keeps existing files.
func LogFolder(folder string) func(player string) (io.WriteCloser, error) {
	return func(player string) (io.WriteCloser, error) {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
		name := strings.Map(func(r rune) rune {
			if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
				return '_'
			}
			return r
		}, strings.ToValidUTF8(player[:min(len(player), 200)], "")) // file systems allow 255 bytes in all
		if strings.HasPrefix(name, ".") {
			name = "_" + name[1:] // or else the file is hidden
		}
		for number := 1; ; number++ {
			path := filepath.Join(folder, fmt.Sprintf("%s-%d.log", name, number))
			file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
			if !errors.Is(err, fs.ErrExist) {
				return file, err
			}
		}
	}
}

// engineLog logs the lines to and from one process of an engine.
type engineLog struct {
	out    io.WriteCloser // nil: keeps nothing
	failed func(error)    // called once, at the first write that fails
}

// note writes a line with its time. The mark is > for a line sent, < for a line
// received and ! for a remark.
func (l *engineLog) note(mark, text string) {
	if l.out == nil {
		return
	}
	if _, err := fmt.Fprintf(l.out, "%s %s %s\n", time.Now().Format("15:04:05.000"), mark, text); err != nil {
		l.failed(err)
		l.close()
	}
}

func (l *engineLog) close() {
	if l.out != nil {
		l.out.Close()
		l.out = nil
	}
}
