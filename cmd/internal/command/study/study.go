// Package study is the command that studies the opening.
package study

import (
	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
)

// Command returns the command that studies the opening. Its subcommands report to f.
func Command(f *command.Factory) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "study",
		Short: "Study the opening",
		Long: `Study the opening: play games of the engine against itself from every placement of the
Cathedral, and grow a tree of openings.`,
		Example: `  cathedral study games games.txt --concurrency 2
  cathedral study grow tree.txt --games games.txt --concurrency 2
  cathedral study show tree.txt CAnF5`,
	}, newGamesCommand(f), newGrowCommand(f),
		newMergeCommand(f), newShowCommand(f))
}
