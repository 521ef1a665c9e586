// Cathedral is an engine for the board game Cathedral, with tools for matches,
// measurements and tuning. Without arguments it speaks the protocol of
// protocol/PROTOCOL.md on standard input and output. Its commands are the packages in
// cmd/internal/command; rootcommand.go lists them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
)

// Exit statuses.
const (
	statusOK    = 0
	statusError = 1
	statusUsage = 2
	// statusUnchecked is that of a check that gave up.
	statusUnchecked = 3
	// statusSignal is added to the number of the signal that ended a command, as
	// shells do: 130 after ^C.
	statusSignal = 128
)

func main() {
	cobra.MousetrapHelpText = "" // which would end a program that Explorer has started
	f := command.NewFactory(os.Stdin, os.Stdout, os.Stderr)
	if fromExplorer(os.Args[1:], f, ownsConsole) {
		os.Exit(runFromExplorer(f))
	}
	os.Exit(run(os.Args[1:], f))
}

// interruption is the signal that ended the program.
type interruption struct{ syscall.Signal }

func (i interruption) Error() string { return i.String() }

// endOnSignal calls end with an interruption at the first signal that asks the program to
// end. A second one ends the program at once.
func endOnSignal(end context.CancelCauseFunc) {
	ending := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup does
		ending = append(ending, syscall.SIGHUP)
	}
	arrived := make(chan os.Signal, 1)
	signal.Notify(arrived, ending...)
	go func() {
		number, _ := (<-arrived).(syscall.Signal)
		signal.Reset(ending...)
		end(interruption{number})
	}()
}

// run runs the program and returns its exit status. A profile is written even
// if the command fails.
func run(arguments []string, f *command.Factory) int {
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	endOnSignal(stop)
	// If the output loses its reader, as in `cathedral show | head`, a write
	// must fail so that the command can clean up; without Notify, Go would kill
	// the program. A command that writes rarely must end too.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go func() {
		if hungUp(os.Stdout) {
			stop(syscall.EPIPE)
		}
	}()

	var profiles profiler
	defer f.RemoveUnused() // after the profile is written
	defer profiles.stop()
	root := newRootCommand(f, &profiles)
	root.SetArgs(arguments)
	called, err := execute(ctx, root)
	return report(f.Err, called.CommandPath(), ctx, err)
}

// report prints the error, if any, and returns the exit status.
func report(out io.Writer, called string, ctx context.Context, err error) int {
	var usage *command.UsageError
	var unchecked *command.UncheckedError
	var signal interruption
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return statusOK
	case errors.Is(context.Cause(ctx), syscall.EPIPE) && errors.Is(err, ctx.Err()):
		return statusOK
	case errors.As(err, &usage):
		fmt.Fprintf(out, "%s: %v\nTry: %s --help\n", called, err, called)
		return statusUsage
	case errors.As(context.Cause(ctx), &signal) && (errors.Is(err, ctx.Err()) || errors.Is(err, signal)):
		return statusSignal + int(signal.Signal)
	}
	fmt.Fprintf(out, "%s: %v\n", called, err)
	if errors.As(err, &unchecked) {
		return statusUnchecked
	}
	return statusError
}
