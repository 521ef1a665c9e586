package tune

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// heldOut is which games are kept from a fit to measure it by: the first of so
// many, and every so many after it.
const heldOut = 10

// FileOrigin tells what a file gave.
type FileOrigin struct {
	Name string // without its folder
	Origin
}

// String tells it in a line.
func (o FileOrigin) String() string {
	var line strings.Builder
	fmt.Fprintf(&line, "%s: %d games", o.Name, o.Games)
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
	return line.String()
}

// ReadFiles reads files of game records one after the other. It hands every
// moment over and tells whether its game is held out from fitting, and reports
// after each game how many bytes of all were read.
func ReadFiles(ctx context.Context, paths []string, report func(read, total int64), use func(moment *Moment, held bool)) ([]FileOrigin, error) {
	var total int64
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		total += info.Size()
	}
	counting := countingReader{ctx: ctx}
	var origins []FileOrigin
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		counting.in = file
		origin, err := ReadMoments(&counting, func(game int, moments []Moment) {
			for i := range moments {
				use(&moments[i], game%heldOut == 0)
			}
			report(counting.read, total)
		})
		file.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		origins = append(origins, FileOrigin{filepath.Base(path), origin})
	}
	return origins, nil
}

// countingReader counts what is read, and ends with ctx.
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
