package main

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/command/commandtest"
	"cathedral/cmd/internal/command/match"
	"cathedral/engine"
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

// eachCommand calls visit with each command that the help shows, and the words that call it.
func eachCommand(cmd *cobra.Command, visit func(cmd *cobra.Command, words ...string)) {
	visit(cmd, strings.Fields(cmd.CommandPath())[1:]...)
	for _, subcommand := range cmd.Commands() {
		if subcommand.IsAvailableCommand() {
			eachCommand(subcommand, visit)
		}
	}
}

// All commands refuse wrong subcommands, flags and arguments in the same words.
func TestAllCommandsJudgeTheirCommandLinesAlike(t *testing.T) {
	wants := func(fault string, words ...string) {
		t.Helper()
		root := newRootCommand(commandtest.Factory("", io.Discard), &profiler{})
		root.SetArgs(words)
		_, err := execute(t.Context(), root)
		var usage *command.UsageError
		if !errors.As(err, &usage) || !regexp.MustCompile(fault).MatchString(err.Error()) {
			t.Errorf("%q: %v, want %s", words, err, fault)
		}
	}
	wants(`unknown command "foo"$`, "help", "foo")
	wants(`unknown command "mtach"; did you mean match\?$`, "mtach", "--help")
	wants(`unknown command "shwo"; did you mean show\?$`, "book", "shwo")
	wants(`--gaems; did you mean --games\?$`, "match", "--gaems", "3")
	wants(`--concurrency 0: want`, "openings", "--threads", "0")
	eachCommand(newRootCommand(commandtest.Factory("", io.Discard), &profiler{}), func(cmd *cobra.Command, words ...string) {
		words = slices.Clip(words)
		wants("unknown flag: --nosuch$", append(words, "--nosuch")...)
		for _, quoted := range regexp.MustCompile(`"([^" /]+(?:/[^" /]+){3,} [^"]+)"`).FindAllStringSubmatch(cmd.Example, -1) {
			if _, err := engine.ParsePosition(quoted[1], engine.Rules{}); err != nil {
				t.Errorf("%s: the example %s: %v", cmd.CommandPath(), quoted[1], err)
			}
		}
		if cmd.HasAvailableSubCommands() {
			wants(`unknown command "nosuch"$`, append(words, "nosuch")...)
			wants(`unknown command "nosuch"$`, append(words, "nosuch", "--help")...)
		}
		if use := strings.Fields(cmd.Use); len(use) > 1 && !strings.HasPrefix(use[1], "[") {
			wants("^"+strings.TrimSuffix(use[1], "...")+" is missing: want ", words...)
		}
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			name, usage := pflag.UnquoteUsage(flag)
			if slices.Contains([]string{"int", "uint", "duration", "float", "string"}, name) || strings.ContainsAny(name, "=,") {
				t.Errorf("%s --%s %s: %s", cmd.CommandPath(), flag.Name, name, usage)
			}
		})
	})
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
		{"show a game", moves, command.NewShow, nil},
		{"show a position", position, command.NewShow, nil},
		{"convert a game", moves, command.NewConvert, nil},
		{"convert to moves", moves, command.NewConvert, []string{"--to", "moves"}},
		{"convert to positions", moves, command.NewConvert, []string{"--to", "positions"}},
		{"convert a position", position, command.NewConvert, nil},
		{"check", moves, command.NewConvert, []string{"--check"}},
		{"perft", "", command.NewPerft, []string{"1"}},
		{"version", "", command.NewVersion, nil},
		{"match", "", match.Command, []string{"--engine", "random", "--engine", "greedy", "--games", "100000"}},
		{"match in JSON", "", match.Command, []string{"--engine", "random", "--engine", "greedy", "--games", "100000", "--json"}},
	} {
		err := commandtest.Run(test.newCommand(commandtest.Factory(test.in, commandtest.FailingWriter{Err: full})), test.arguments...)
		if !errors.Is(err, full) {
			t.Errorf("%s: error %v, want %v", test.name, err, full)
		}
	}
}
