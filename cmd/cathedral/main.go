// Cathedral is an engine for the board game Cathedral, with tools for matches,
// measurements and tuning. Without arguments it speaks the protocol of
// protocol/PROTOCOL.md on standard input and output. Every other command has a
// file of its own; rootcommand.go lists them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Exit statuses.
const (
	statusOK          = 0
	statusError       = 1
	statusUsage       = 2
	statusInterrupted = 130 // what shells report for a program that ^C ended
)

func main() {
	os.Exit(run(os.Args[1:], newFactory(os.Stdin, os.Stdout, os.Stderr)))
}

// run runs the program and returns its exit status. A profile is written even
// if the command fails.
func run(arguments []string, f *factory) int {
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer restore()
	context.AfterFunc(ctx, restore) // a second ^C ends the program at once
	// If nobody reads the output any more, as in `cathedral show | head`, a
	// write must fail so that the command ends in order; without Notify, Go
	// would kill the program. A command that has nothing to write for long must
	// end as well.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := context.WithCancelCause(ctx)
	go func() {
		if f.hungUp() {
			stop(syscall.EPIPE)
		}
	}()

	var profiles profiler
	defer profiles.stop()
	root := newRootCommand(f, &profiles)
	root.SetArgs(arguments)
	command, err := root.ExecuteContextC(ctx)
	return report(f.err, command.CommandPath(), ctx, err)
}

// report prints the error, if any, and returns the exit status.
func report(out io.Writer, command string, ctx context.Context, err error) int {
	var usage *usageError
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return statusOK
	case errors.Is(context.Cause(ctx), syscall.EPIPE) && errors.Is(err, ctx.Err()):
		return statusOK
	case errors.As(err, &usage):
		fmt.Fprintf(out, "%s: %v\nTry: %s --help\n", command, err, command)
		return statusUsage
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return statusInterrupted
	}
	fmt.Fprintf(out, "%s: %v\n", command, err)
	return statusError
}
