// Package command has the commands of the program, a file for each, and what they share:
// streams, usage errors, rules of flags, input files, progress, and work for other machines. A
// command that needs several files is a package below this one.
package command

import (
	"io"
	"os"
)

// Factory gives a command its streams, so that tests can replace them. Several commands may
// share it.
type Factory struct {
	In       io.Reader
	Out, Err io.Writer
	// Colour reports whether drawings may be coloured.
	Colour bool
	// Screen reports whether Out is a terminal on which lines can be written again.
	Screen bool
	// Interactive reports whether In and Err are terminals.
	Interactive bool
	// Profile is the file of the command's profile. It is "" if there is none.
	Profile string

	created []string // by CheckOutputs
}

// NewFactory returns the factory for the streams in, out and err. Only terminals are
// interactive and get colours.
func NewFactory(in, out, err *os.File) *Factory {
	return &Factory{
		In: in, Out: out, Err: err,
		Colour:      isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		Screen:      isTerminal(out) && os.Getenv("TERM") != "dumb",
		Interactive: isTerminal(in) && isTerminal(err),
	}
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
