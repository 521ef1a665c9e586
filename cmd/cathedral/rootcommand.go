package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/identity"
	"cathedral/protocol"
	"cathedral/search/book"
	"cathedral/search/book/builtin"
)

// newRootCommand returns the root command, which runs the engine, with its
// subcommands.
func newRootCommand(f *factory, profiles *profiler) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cathedral",
		Short: "An engine for the board game Cathedral",
		Long: `An engine for the board game Cathedral.

Without a command, run the engine: read commands of the Universal Game Interface
from standard input and answer on standard output. UCI's handshake works too. Game
programs start the engine this way. You can also type the commands; help lists
them.

The exit status of every command is 0 if all went well, 1 after an error, 2 if the
command line is not understood, and 128 plus its number after a signal: 130 after
^C, 143 after SIGTERM, 129 after SIGHUP.
That of verify is 3 if it gave up, so that nothing is known.`,
		Example: `  cathedral                        run the engine; try: position startpos, go movetime 1000, d, quit
  echo "go perft 2" | cathedral    run one command
  cathedral show game.txt          draw the last position of a game
  cathedral bench                  measure the speed of the search`,
		Version:       version, // for --version
		Args:          unknownCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
		// A suggestion differs from the misspelt command in at most this many
		// letters.
		SuggestionsMinimumDistance: 2,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			return profiles.start()
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.interactive {
				fmt.Fprintf(f.err, "Cathedral %s. Type help for the commands, d for the board, quit to leave.\n", version)
			}
			return newServer(f).Run(cmd.Context(), f.in, f.out)
		},
	}
	cmd.SetVersionTemplate("cathedral {{.Version}}\n")
	cmd.SetIn(f.in)
	cmd.SetOut(f.out)
	cmd.SetErr(f.err)
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{flagError(err)} })
	profiles.addFlags(cmd)
	cmd.AddCommand(
		newPerftCommand(f, nil),
		newShowCommand(f, nil),
		newConvertCommand(f, nil),
		newBenchCommand(f, nil),
		newCheckCommand(f, nil),
		newRateCommand(f, nil),
		newMatchCommand(f, nil),
		newWorkerCommand(f, nil),
		newWorkerListCommand(f, nil),
		newOpeningsCommand(f, nil),
		newBookCommand(f),
		newSolveCommand(f, nil),
		newVerifyCommand(f, nil),
		newPuzzlesCommand(f, nil),
		newServeCommand(f, nil),
		newSiteCommand(f, nil),
		newPlayerCommand(f),
		newKeeperCommand(f),
		newStudyCommand(f),
		newTuneCommand(f),
		newVersionCommand(f),
	)
	cmd.SetHelpCommand(newHelpCommand())
	addCompletionCommand(cmd)
	return cmd
}

// author is named by the engine and the simple players in the handshake.
const author = identity.Author

// newServer returns the engine as a server of its protocol.
func newServer(f *factory) *protocol.Server {
	return protocol.NewServer(protocol.Config{
		Name:     identity.Name,
		Version:  version,
		Author:   author,
		Commands: map[string]protocol.Command{"bench": serverBench},
		Book:     sync.OnceValues(builtin.Open),
		ReadBook: book.ReadFile,
	})
}

// unknownCommand rejects the arguments of a command that takes only
// subcommands.
func unknownCommand(cmd *cobra.Command, arguments []string) error {
	if len(arguments) == 0 {
		return nil
	}
	if similar := cmd.SuggestionsFor(arguments[0]); len(similar) > 0 {
		return usageErrorf("unknown command %q; did you mean %s?", arguments[0], strings.Join(similar, " or "))
	}
	return usageErrorf("unknown command %q", arguments[0])
}

// registerCompletion makes the shell complete a flag with the given values.
func registerCompletion(cmd *cobra.Command, flag string, values []string) {
	// It fails only if there is no such flag or if the flag was registered
	// before.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}
