package tune

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"cathedral/engine/record"
)

// gamesFile is a file of games in the order of their numbers. A recipe and an engine
// determine every byte of it, regardless of interruptions and of the number of
// goroutines.
type gamesFile struct {
	file  *os.File
	games int          // in the file
	last  *record.Game // the last of them, nil if there is none
	end   int64        // the offset after that game
	fault error        // of the text after it
}

// openGamesFile opens or creates a file of games and reads it. A fault in any game but
// the last is an error. The caller closes the file.
func openGamesFile(path string) (*gamesFile, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	g := &gamesFile{file: file}
	if err := g.load(); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return g, nil
}

// load reads the games up to the last complete one.
func (g *gamesFile) load() error {
	reader := record.NewReader(g.file)
	for {
		game, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, new(*record.LineError)):
			if g.fault == nil {
				g.fault = err
			}
		case err != nil:
			return err
		case g.fault != nil:
			return g.fault
		default:
			g.games++
			g.last, g.end = game, reader.Offset()
		}
	}
}

// repair removes a last game that was cut off, so that games can be appended. Any other
// text after the last game is an error and leaves the file unchanged.
func (g *gamesFile) repair() error {
	tail, err := io.ReadAll(io.NewSectionReader(g.file, g.end, record.MaxGame))
	if err != nil {
		return err
	}
	const first = `[Event "`
	rest := strings.TrimSpace(string(tail))
	switch {
	case strings.HasPrefix(rest, first) || strings.HasPrefix(first, rest):
	case g.fault != nil:
		return fmt.Errorf("%s: %w", g.file.Name(), g.fault)
	default:
		return fmt.Errorf("%s: the end of the file is not a game", g.file.Name())
	}
	if err := g.file.Truncate(g.end); err != nil || g.end == 0 {
		return err
	}
	return g.closeLast()
}

// closeLast writes the empty line after the last game.
func (g *gamesFile) closeLast() error {
	last := make([]byte, 1)
	if _, err := g.file.ReadAt(last, g.end-1); err != nil {
		return err
	}
	ending := "\n"
	if last[0] != '\n' {
		ending = "\n\n"
	}
	_, err := g.file.WriteAt([]byte(ending), g.end)
	return err
}

// check returns an error if the last game in the file differs from replayed, the game of
// the same number: the file then belongs to another recipe or engine.
func (g *gamesFile) check(replayed *record.Game) error {
	var in, anew bytes.Buffer
	if err := g.last.Write(&in); err != nil {
		return err
	}
	if err := replayed.Write(&anew); err != nil {
		return err
	}
	if !bytes.Equal(in.Bytes(), anew.Bytes()) {
		return fmt.Errorf("%s has other games than these settings and this engine give (game %d differs): name a new file",
			g.file.Name(), g.games)
	}
	return nil
}

// add appends the next game.
func (g *gamesFile) add(game *record.Game) error {
	if _, err := g.file.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	if err := game.Write(g.file); err != nil {
		return err
	}
	g.games++
	return nil
}

func (g *gamesFile) close() error { return g.file.Close() }
