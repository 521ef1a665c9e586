package command

import (
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

// AtMostOneFile rejects more than one argument. other is what is read without one, such as
// "standard input".
func AtMostOneFile(other string) cobra.PositionalArgs {
	return func(_ *cobra.Command, arguments []string) error {
		if len(arguments) > 1 {
			return UsageErrorf("unexpected argument %q: want one file, or none for %s", arguments[1], other)
		}
		return nil
	}
}

// One demands one argument, which the error calls what, such as "the folder to write to".
func One(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, arguments []string) error {
		if len(arguments) != 1 {
			return UsageErrorf("want %s", what)
		}
		return nil
	}
}

// Some demands as many arguments or more, which the error calls what.
func Some(least int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, arguments []string) error {
		if len(arguments) < least {
			return UsageErrorf("want %s", what)
		}
		return nil
	}
}

// First returns the first argument, or "" if there is none.
func First(arguments []string) string {
	if len(arguments) == 0 {
		return ""
	}
	return arguments[0]
}

// Unknown rejects the arguments of a command that takes only subcommands.
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
