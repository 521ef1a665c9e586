// Package tune is the command that fits the engine's parameters to its own games, and tunes
// numbers of any engine by games.
package tune

import (
	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
)

// Command returns the command whose subcommands fit the engine's parameters, with the
// streams of f.
func Command(f *command.Factory) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "tune",
		Short: "Fit the engine's parameters to its own games",
		Long: `Fit the engine's parameters to its own games: play the games, then fit the
evaluation to scores, and the chances of a win, a draw and a loss to the results. The
policy, which ranks the moves of the opening, is fitted to the moves that searches
choose. The parameters are written as files for the next build.
Other subcommands tune numbers of the search, or options of any engine, by games
between settings of them.

bench/tune/TUNING.md describes how the current parameters were made.`,
		Example: `  cathedral tune games --games 3000 games.txt
  cathedral tune evaluation games.txt --out search/evaluation
  cathedral tune policy --out search/ordering/policy.bin
  cathedral tune wdl games.txt --out search/windrawloss.go
  cathedral tune techniques run.txt --concurrency 2`,
	}, newGamesCommand(f), newEvaluationCommand(f),
		newPolicyCommand(f), newWDLCommand(f), newTechniquesCommand(f), newOptionsCommand(f))
}
