package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/command/commandtest"
	"cathedral/cmd/internal/command/convert"
	"cathedral/cmd/internal/command/perft"
	"cathedral/cmd/internal/command/show"
	"cathedral/cmd/internal/command/version"
)

func TestEveryCommandHasHelpWithExamples(t *testing.T) {
	root := newRootCommand(commandtest.Factory("", io.Discard), &profiler{})
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

func TestCommandsEndWhenTheirOutputFails(t *testing.T) {
	full := errors.New("no space left")
	const moves = "CAnF5 CSnB8"
	const position = "10/10/10/10/10/10/10/10/10/10 l C 0"
	for _, test := range []struct {
		name, in   string
		newCommand func(f *command.Factory) *cobra.Command
		arguments  []string
	}{
		{"show a game", moves, show.Command, nil},
		{"show a position", position, show.Command, nil},
		{"convert a game", moves, convert.Command, nil},
		{"convert to moves", moves, convert.Command, []string{"--to", "moves"}},
		{"convert to positions", moves, convert.Command, []string{"--to", "positions"}},
		{"convert a position", position, convert.Command, nil},
		{"check", moves, convert.Command, []string{"--check"}},
		{"perft", "", perft.Command, []string{"1"}},
		{"version", "", version.Command, nil},
	} {
		err := commandtest.Run(test.newCommand(commandtest.Factory(test.in, commandtest.FailingWriter{Err: full})), test.arguments...)
		if !errors.Is(err, full) {
			t.Errorf("%s: error %v, want %v", test.name, err, full)
		}
	}
}
