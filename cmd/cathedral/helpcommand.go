package main

import (
	"github.com/spf13/cobra"
)

// The commands help and completion. The library has both, but takes words that it
// does not know for a wish to see the help text, and ends with status 0.

// newHelpCommand returns the command that shows the help text of another one.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Say what a command does",
		Long: `Say what a command does, which flags it has, and how it is called. Without
COMMAND, list all commands. COMMAND --help does the same.`,
		Example: "  cathedral help match",
		RunE: func(cmd *cobra.Command, arguments []string) error {
			about, unknown, err := cmd.Root().Find(arguments)
			if err == nil {
				err = unknownCommand(about, unknown)
			}
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag() // so that it is in the list of flags
			return about.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, arguments []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var names []cobra.Completion
			if about, unknown, err := cmd.Root().Find(arguments); err == nil && len(unknown) == 0 {
				for _, command := range about.Commands() {
					if command.IsAvailableCommand() {
						names = append(names, cobra.CompletionWithDesc(command.Name(), command.Short))
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// addCompletionCommand adds the library's command that writes what makes a shell
// complete command lines. Unlike the library's it refuses unknown shells.
func addCompletionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		cmd.Example = "  source <(cathedral completion bash)"
		cmd.Args = unknownCommand
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		for _, shell := range cmd.Commands() {
			shell.Args = noArguments
		}
	}
}
