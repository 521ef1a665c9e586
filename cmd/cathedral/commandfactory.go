package main

import (
	"io"
	"os"
)

// factory is what every command is given of the world around it, so that a
// command can be tested without one.
type factory struct {
	in       io.Reader
	out, err io.Writer
	// colour tells whether drawings may be coloured.
	colour bool
	// interactive tells whether a person sits at in and sees err.
	interactive bool
	// hungUp waits until nobody reads out any more, as hungUp of the file does.
	hungUp func() bool
}

// newFactory returns the factory of a program with these streams.
func newFactory(in, out, err *os.File) *factory {
	return &factory{
		in: in, out: out, err: err,
		colour:      isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		interactive: isTerminal(in) && isTerminal(err),
		hungUp:      func() bool { return hungUp(out) },
	}
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
