package main

import (
	"io"
	"os"
)

// factory gives a command its streams, so that tests can replace them.
type factory struct {
	in       io.Reader
	out, err io.Writer
	// colour reports whether drawings may be coloured.
	colour bool
	// interactive reports whether in and err are terminals.
	interactive bool
	// hungUp waits until out has no reader, like the function hungUp.
	hungUp func() bool
	// ownsConsole reports whether no other program uses the console.
	ownsConsole func() bool
}

// newFactory returns the factory for the given streams.
func newFactory(in, out, err *os.File) *factory {
	return &factory{
		in: in, out: out, err: err,
		colour:      isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		interactive: isTerminal(in) && isTerminal(err),
		hungUp:      func() bool { return hungUp(out) },
		ownsConsole: ownsConsole,
	}
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
