// Package commandtest runs commands in tests.
package commandtest

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
)

// Factory returns a factory that reads a text and writes to out.
func Factory(in string, out io.Writer) *command.Factory {
	return &command.Factory{In: strings.NewReader(in), Out: out, Err: io.Discard}
}

// Run runs a command with arguments and returns its error.
func Run(cmd *cobra.Command, arguments ...string) error {
	cmd.SetArgs(append([]string{}, arguments...)) // nil would mean the program's own arguments
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	return cmd.ExecuteContext(context.Background())
}

// Options returns the options that a command has when arguments have been read, and the error
// about them. newCommand returns the command with the work that is not to be done.
func Options[T any](newCommand func(*command.Factory, func(*T, context.Context) error) *cobra.Command, arguments ...string) (*T, error) {
	var got *T
	cmd := newCommand(Factory("", io.Discard), func(options *T, _ context.Context) error {
		got = options
		return nil
	})
	err := Run(cmd, arguments...)
	return got, err
}

// FailingWriter is an output without a reader: every write fails with Err.
type FailingWriter struct{ Err error }

// Write implements io.Writer.
func (w FailingWriter) Write([]byte) (int, error) { return 0, w.Err }
