package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/protocol"
)

// newRootCommand returns the program: the engine, and below it all commands.
func newRootCommand(f *factory, profiles *profiler) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cathedral",
		Short: "An engine for the board game Cathedral",
		Long: `An engine for the board game Cathedral.

Without a command it is the engine itself: it reads commands of the Universal
Game Interface (UCI's handshake is understood too) from standard input and
answers on standard output. A game program starts it like this; a person can
type to it as well, and the command help lists what it knows.`,
		Example: `  cathedral                        the engine; type: position startpos, go movetime 1000, d, quit
  echo "go perft 2" | cathedral    one command from a pipe
  cathedral show game.txt          draw the last position of a game
  cathedral bench                  how fast does it search here?`,
		Version:       version(), // for --version
		Args:          unknownCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
		// How far off a misspelt command may be to be suggested, in letters.
		SuggestionsMinimumDistance: 2,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			return profiles.start()
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.interactive {
				fmt.Fprintf(f.err, "Cathedral %s. Type help for the commands, d for the board, quit to leave.\n", version())
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
		newOpeningsCommand(f, nil),
		newServeCommand(f, nil),
		newPlayerCommand(f),
		newKeeperCommand(f),
		newTuneCommand(f),
		newVersionCommand(f),
	)
	cmd.SetHelpCommand(newHelpCommand())
	addCompletionCommand(cmd)
	return cmd
}

// author is whom the engine and the simple players name in the handshake.
const author = "the Cathedral engine authors"

// newServer returns the engine as its protocol's server.
func newServer(f *factory) *protocol.Server {
	return protocol.NewServer(protocol.Config{
		Name:     "Cathedral",
		Version:  version(),
		Author:   author,
		Commands: map[string]protocol.Command{"bench": serverBench},
	})
}

// unknownCommand refuses arguments of a command that only has commands below it: a
// word that is no flag is meant to be one of them.
func unknownCommand(cmd *cobra.Command, arguments []string) error {
	if len(arguments) == 0 {
		return nil
	}
	if similar := cmd.SuggestionsFor(arguments[0]); len(similar) > 0 {
		return usageErrorf("there is no command %q; did you mean %s?", arguments[0], strings.Join(similar, " or "))
	}
	return usageErrorf("there is no command %q", arguments[0])
}

// registerCompletion makes the shell complete a flag with one of a few values.
func registerCompletion(cmd *cobra.Command, flag string, values []string) {
	// The only error is a flag that is missing or has been registered before.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}
