package main

import (
	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
)

// The help and completion commands. Cobra's own versions answer an unknown word
// with the help text and status 0; these report an error.

// newHelpCommand returns the command that prints the help text of another
// command.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show help for a command",
		Long: `Show the description, flags and examples of a command. Without COMMAND, list all
commands. COMMAND --help does the same.`,
		Example: "  cathedral help match",
		RunE: func(cmd *cobra.Command, arguments []string) error {
			about, unknown, err := cmd.Root().Find(arguments)
			if err == nil {
				err = command.Unknown(about, unknown)
			}
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag() // adds --help to the list of flags
			return about.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, arguments []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var names []cobra.Completion
			if about, unknown, err := cmd.Root().Find(arguments); err == nil && len(unknown) == 0 {
				for _, found := range about.Commands() {
					if found.IsAvailableCommand() {
						names = append(names, cobra.CompletionWithDesc(found.Name(), found.Short))
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// addCompletionCommand adds cobra's completion command, which writes completion
// scripts for shells, but rejects unknown shells.
func addCompletionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		cmd.Example = "  source <(cathedral completion bash)"
		cmd.Args = command.Unknown
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		for _, shell := range cmd.Commands() {
			shell.Args = command.NoArguments
		}
	}
}
