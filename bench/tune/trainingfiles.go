package tune

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cathedral/bench/rating"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
	"cathedral/search/book"
)

// The games of one opening in heldOut, beginning with the first, are held out from the fits to
// measure their errors.
const heldOut = 10

// openings are those of games, and whether they are held out.
type openings map[uint64]bool

// isHeld reports whether a game with moments is held out.
func (o openings) isHeld(moments []Moment) bool {
	opening := openingOf(moments)
	if _, known := o[opening]; !known {
		o[opening] = len(o)%heldOut == 0
	}
	return o[opening]
}

// openingOf returns a number for the position after a game's random plies, the same for all of its
// rotations, and for mirror images of the Cathedral alone. There are few such openings, and the
// engine always plays the same after one.
func openingOf(moments []Moment) uint64 {
	first := slices.IndexFunc(moments, func(m Moment) bool { return m.Position.Ply() > 0 })
	p := &moments[max(0, first)].Position
	if p.Ply() == 1 {
		for at, placement := range engine.CathedralPlacements() { // in rows of eight
			for quarters := range 4 {
				if p.CathedralPiece() == placement.Rotate(quarters) {
					return uint64(at/8*4 + min(at%8, 7-at%8))
				}
			}
		}
	}
	canonical, _ := book.Canonical(p)
	return canonical.Key()
}

// FileOrigin describes the games of a file.
type FileOrigin struct {
	Name   string // without its directory
	SHA256 string // of its content
	Origin
}

// String returns the description on one line.
func (o FileOrigin) String() string {
	var line strings.Builder
	fmt.Fprintf(&line, "%s: %s", o.Name, wording.Count(o.Games, "game"))
	for _, tag := range []struct{ name, value string }{{"seed", o.Seed}, {"nodes", o.Nodes}, {"noise", o.Noise}} {
		if tag.value != "" {
			fmt.Fprintf(&line, ", %s %s", tag.name, tag.value)
		}
	}
	if o.Unused > 0 {
		fmt.Fprintf(&line, "; %d without a score", o.Unused)
	}
	if o.Faulty > 0 {
		fmt.Fprintf(&line, "; %d more were faulty", o.Faulty)
	}
	if o.Copies > 0 {
		fmt.Fprintf(&line, "; %d more were copies", o.Copies)
	}
	fmt.Fprintf(&line, ", SHA-256 %.16s", o.SHA256)
	return line.String()
}

// ReadFiles reads files of game records one after the other, each with a game at least. It calls
// use with each moment and whether its game is held out, and after each game report with the number
// of bytes read so far and in total. It returns the error of use. The reader that open returns fails
// at the end of ctx.
func ReadFiles(ctx context.Context, paths []string, open func(path string) (io.ReadCloser, error), report func(read, total int64), use func(moment *Moment, held bool) error) ([]FileOrigin, error) {
	var total int64
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		total += info.Size()
	}
	counting := countingReader{ctx: ctx}
	var observations rating.Observations
	var origins []FileOrigin
	met := openings{}
	for _, path := range paths {
		file, err := open(path)
		if err != nil {
			return nil, err
		}
		sum := sha256.New()
		counting.in = io.TeeReader(file, sum)
		origin, err := readMoments(&counting, &observations, func(moments []Moment) error {
			held := met.isHeld(moments)
			for i := range moments {
				if err := use(&moments[i], held); err != nil {
					return err
				}
			}
			report(counting.read, total)
			return nil
		})
		if err == nil && origin.Games+origin.Copies == 0 {
			err = errors.New("there are no games")
			if text, isFile := file.(io.ReaderAt); isFile {
				err = cmp.Or(record.CheckKind(text, "games with scores"), err)
			}
		}
		file.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		origins = append(origins, FileOrigin{filepath.Base(path), hex.EncodeToString(sum.Sum(nil)), origin})
	}
	return origins, nil
}

// countingReader counts the bytes that it reads, and fails once ctx is cancelled.
type countingReader struct {
	ctx  context.Context
	in   io.Reader
	read int64
}

func (c *countingReader) Read(buffer []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.in.Read(buffer)
	c.read += int64(n)
	return n, err
}
