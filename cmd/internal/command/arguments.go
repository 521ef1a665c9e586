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
	return func(cmd *cobra.Command, arguments []string) error {
		if len(arguments) > 1 {
			return UsageErrorf("unexpected argument %q: want only %s", arguments[1], what)
		}
		return Some(1, what)(cmd, arguments)
	}
}

// Some demands no fewer than least arguments, which the error describes by what.
func Some(least int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, arguments []string) error {
		if given := len(arguments); given < least {
			name := strings.TrimSuffix(strings.Fields(cmd.Use)[1+given], "...")
			return UsageErrorf("%s is missing: want %s", name, what)
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
		if err := checkOutputName(*file); err != nil {
			return err
		}
		return run(cmd.Context())
	}
}

// Unknown rejects the arguments of cmd, a command that takes only subcommands. The error
// suggests similar names.
func Unknown(cmd *cobra.Command, arguments []string) error {
	if len(arguments) == 0 {
		return nil
	}
	return UsageErrorf("unknown command %q%s", arguments[0], suggest(cmd, arguments[0], ""))
}

// suggest returns words for the end of an error that propose the subcommands of names whose
// names are similar to word, each with prefix.
func suggest(names *cobra.Command, word, prefix string) string {
	names.SuggestionsMinimumDistance = min(2, len(word)/2) // letters
	similar := names.SuggestionsFor(word)
	if len(similar) == 0 {
		return ""
	}
	return "; did you mean " + prefix + strings.Join(similar, " or "+prefix) + "?"
}

// Similar returns what suggest does for any names.
func Similar(word, prefix string, names ...string) string {
	commands := &cobra.Command{} // which alone have suggestions
	for _, name := range names {
		commands.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	return suggest(commands, word, prefix)
}

// Group makes cmd a command that takes only subcommands. Alone it prints its help.
func Group(cmd *cobra.Command, subcommands ...*cobra.Command) *cobra.Command {
	cmd.Args = Unknown
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(subcommands...)
	return cmd
}
