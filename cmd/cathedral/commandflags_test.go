package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"cathedral/engine"
	"cathedral/engine/record"
)

// testFactory returns a factory that reads a text and writes to out.
func testFactory(in string, out io.Writer) *factory {
	return &factory{in: strings.NewReader(in), out: out, err: io.Discard}
}

// execute calls a command with arguments.
func execute(cmd *cobra.Command, arguments ...string) error {
	cmd.SetArgs(arguments)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	return cmd.ExecuteContext(context.Background())
}

func TestPerftFlagsBecomeOptions(t *testing.T) {
	var got *perftOptions
	cmd := newPerftCommand(testFactory("", io.Discard), func(_ context.Context, options *perftOptions) error {
		got = options
		return nil
	})
	const text = "10/10/10/10/10/10/10/10/10/10 d C 0"
	if err := execute(cmd, "7", "--threads", "3", "--divide", "--rules", "Woods", "--optional-capture", "--fen", text); err != nil {
		t.Fatal(err)
	}
	rules := engine.Rules{Set: engine.Woods, OptionalCapture: true}
	if got.depth != 7 || got.threads != 3 || !got.divide || got.position.Rules() != rules || got.position.Side() != engine.Dark {
		t.Errorf("options %+v", got)
	}
}

func TestShowFlagsBecomeOptions(t *testing.T) {
	var got *showOptions
	cmd := newShowCommand(testFactory("", io.Discard), func(_ context.Context, options *showOptions) error {
		got = options
		return nil
	})
	if err := execute(cmd); err != nil {
		t.Fatal(err)
	}
	if got.game != 0 || got.plies != -1 || got.all || got.colour {
		t.Errorf("without flags: options %+v", got)
	}
	if err := execute(cmd, "--game", "2", "--ply", "0", "games.txt"); err != nil {
		t.Fatal(err)
	}
	if got.game != 2 || got.plies != 0 || got.all {
		t.Errorf("options %+v", got)
	}
}

func TestWorksErrorIsTheCommands(t *testing.T) {
	broken := errors.New("broken")
	cmd := newConvertCommand(testFactory("", io.Discard), func(context.Context, *convertOptions) error { return broken })
	if err := execute(cmd); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

func TestEveryCommandHasHelpWithExamples(t *testing.T) {
	root := newRootCommand(testFactory("", io.Discard), &profiler{})
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Short == "" || cmd.Long == "" || cmd.Example == "" {
			t.Errorf("%s: the help text is not complete", cmd.CommandPath())
		}
		for line := range strings.Lines(cmd.Long + "\n" + cmd.Example) {
			if length := len([]rune(strings.TrimRight(line, "\n"))); length > 100 {
				t.Errorf("%s: a line of the help text has %d characters", cmd.CommandPath(), length)
			}
		}
	}
}

// failingWriter is an output that nobody reads any more.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestCommandsEndWhenTheirOutputFails(t *testing.T) {
	full := errors.New("no space left")
	const moves = "CAnF5 CSnB8"
	const position = "10/10/10/10/10/10/10/10/10/10 l C 0"
	for _, test := range []struct {
		name, in  string
		command   func(f *factory) *cobra.Command
		arguments []string
	}{
		{"show a game", moves, func(f *factory) *cobra.Command { return newShowCommand(f, nil) }, nil},
		{"show a position", position, func(f *factory) *cobra.Command { return newShowCommand(f, nil) }, nil},
		{"convert a game", moves, func(f *factory) *cobra.Command { return newConvertCommand(f, nil) }, nil},
		{"convert to moves", moves, func(f *factory) *cobra.Command { return newConvertCommand(f, nil) }, []string{"--to", "moves"}},
		{"convert to positions", moves, func(f *factory) *cobra.Command { return newConvertCommand(f, nil) }, []string{"--to", "positions"}},
		{"convert a position", position, func(f *factory) *cobra.Command { return newConvertCommand(f, nil) }, nil},
		{"check", moves, func(f *factory) *cobra.Command { return newConvertCommand(f, nil) }, []string{"--check"}},
		{"perft", "", func(f *factory) *cobra.Command { return newPerftCommand(f, nil) }, []string{"1"}},
		{"version", "", newVersionCommand, nil},
	} {
		err := execute(test.command(testFactory(test.in, failingWriter{full})), test.arguments...)
		if !errors.Is(err, full) {
			t.Errorf("%s: error %v, want %v", test.name, err, full)
		}
	}
}

func TestReadingEndsWithTheContext(t *testing.T) {
	waiting, write := io.Pipe() // nobody writes
	defer write.Close()
	ctx, cancel := context.WithCancel(context.Background())
	f := &factory{in: waiting, out: io.Discard, err: io.Discard}
	in, err := openInput(ctx, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	err = in.each(engine.Rules{}, func(int, record.Item) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestFlagsThatExcludeEachOtherAreAUsageError(t *testing.T) {
	for _, test := range []struct {
		command   *cobra.Command
		arguments []string
	}{
		{newBenchCommand(testFactory("", io.Discard), nil), []string{"--suite", "--scaling"}},
		{newBenchCommand(testFactory("", io.Discard), nil), []string{"--paths", "--suite"}},
		{newBenchCommand(testFactory("", io.Discard), nil), []string{"--against", "HEAD", "--scaling"}},
		{newBenchCommand(testFactory("", io.Discard), nil), []string{"--paths", "--against", "HEAD", "--record"}},
		{newShowCommand(testFactory("", io.Discard), nil), []string{"--ply", "1", "--all"}},
		{newMatchCommand(testFactory("", io.Discard), nil), []string{"--openings", "a.txt", "--random-plies", "2"}},
	} {
		err := execute(test.command, test.arguments...)
		if usage := (*usageError)(nil); !errors.As(err, &usage) || !strings.HasSuffix(err.Error(), " are mutually exclusive") {
			t.Errorf("%s %q: error %v", test.command.Name(), test.arguments, err)
		}
	}
}
