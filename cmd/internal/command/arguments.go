package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
)

// NoArguments rejects arguments that are not flags.
func NoArguments(_ *cobra.Command, arguments []string) error {
	if len(arguments) > 0 {
		return UsageErrorf("unexpected argument %q: want only flags", arguments[0])
	}
	return nil
}

// AtMostOneFile rejects more than one argument. other names what is read without one, such as
// "standard input".
func AtMostOneFile(other string) cobra.PositionalArgs {
	return func(_ *cobra.Command, arguments []string) error {
		if len(arguments) > 1 {
			return UsageErrorf("unexpected argument %q: want one file, or none for %s", arguments[1], other)
		}
		return nil
	}
}

// One demands one argument, which the error describes by what, such as "the folder to write
// to".
func One(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, arguments []string) error {
		if len(arguments) != 1 {
			return UsageErrorf("want %s", what)
		}
		return nil
	}
}

// Some demands no fewer than least arguments, which the error describes by what.
func Some(least int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, arguments []string) error {
		if len(arguments) < least {
			return UsageErrorf("want %s", what)
		}
		return nil
	}
}

// First returns the first of arguments, or "" if there are none.
func First(arguments []string) string {
	if len(arguments) == 0 {
		return ""
	}
	return arguments[0]
}

// TakeInput makes cmd run with one file or standard input as its argument. It stores the name
// of the file, "" if there is none, in input.
func TakeInput(cmd *cobra.Command, input *string, run func(context.Context) error) {
	cmd.Args = AtMostOneFile("standard input")
	cmd.RunE = func(cmd *cobra.Command, arguments []string) error {
		*input = First(arguments)
		return run(cmd.Context())
	}
}

// TakeFile makes cmd run with one file or folder as its argument, which the error about a
// missing one describes by what. It stores the name in file.
func TakeFile(cmd *cobra.Command, what string, file *string, run func(context.Context) error) {
	cmd.Args = One(what)
	cmd.RunE = func(cmd *cobra.Command, arguments []string) error {
		*file = arguments[0]
		return run(cmd.Context())
	}
}

// Unknown rejects the arguments of cmd, a command that takes only subcommands. The error
// suggests similar names.
func Unknown(cmd *cobra.Command, arguments []string) error {
	if len(arguments) == 0 {
		return nil
	}
	if similar := cmd.SuggestionsFor(arguments[0]); len(similar) > 0 {
		return UsageErrorf("unknown command %q; did you mean %s?", arguments[0], strings.Join(similar, " or "))
	}
	return UsageErrorf("unknown command %q", arguments[0])
}

// Group makes cmd a command that takes only subcommands. Alone it prints its help.
func Group(cmd *cobra.Command, subcommands ...*cobra.Command) *cobra.Command {
	cmd.Args = Unknown
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(subcommands...)
	return cmd
}
