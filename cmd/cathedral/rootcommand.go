package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/command/bench"
	"cathedral/cmd/internal/command/book"
	"cathedral/cmd/internal/command/match"
	"cathedral/cmd/internal/command/serve"
	"cathedral/cmd/internal/command/solve"
	"cathedral/cmd/internal/command/study"
	"cathedral/cmd/internal/command/tune"
	"cathedral/cmd/internal/identity"
	"cathedral/cmd/internal/site"
)

// newRootCommand returns the root command, which runs the engine, with its
// subcommands.
func newRootCommand(f *command.Factory, profiles *profiler) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cathedral",
		Short: "An engine for the board game Cathedral",
		Long: `An engine for the board game Cathedral.

Without a command, run the engine: read commands of the Universal Game Interface
from standard input and answer on standard output. UCI's handshake works too. Game
programs start the engine this way. You can also type the commands; help lists
them.

The exit status of every command is 0 if all went well, 1 after an error, and 2 if the
command line is not understood. After a signal it is 128 plus its number: 130 after
^C, 143 after SIGTERM, 129 after SIGHUP. That of serve, which only signals end, is 0.
The exit status of verify is 3 if it gave up without a result.`,
		Example: `  cathedral                        run the engine; try: position startpos, go movetime 1000, d, quit
  echo "go perft 2" | cathedral    run one command
  cathedral show game.txt          draw the last position of a game
  cathedral bench                  measure the speed of the search`,
		Version:       identity.Version, // for --version
		Args:          command.Unknown,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			return profiles.start(f)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.Interactive {
				fmt.Fprintf(f.Err, "Cathedral %s. Type help for the commands, d for the board, quit to leave.\n", identity.Version)
			}
			return newServer().Run(cmd.Context(), f.In, f.Out)
		},
	}
	cmd.SetVersionTemplate("cathedral {{.Version}}\n")
	cmd.SetIn(f.In)
	cmd.SetOut(f.Out)
	cmd.SetErr(f.Err)
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &command.UsageError{Err: command.FlagError(cmd, err)}
	})
	profiles.addFlags(cmd)
	cmd.AddCommand(
		command.NewPerft(f),
		command.NewShow(f),
		command.NewConvert(f),
		bench.Command(f),
		command.NewCheck(f),
		command.NewRate(f),
		match.Command(f),
		command.NewWorker(f),
		command.NewWorkers(f),
		command.NewOpenings(f),
		book.Command(f),
		solve.Command(f),
		command.NewVerify(f),
		command.NewPuzzles(f),
		serve.Command(f),
		site.Command(f),
		command.NewPlayer(f),
		study.Command(f),
		tune.Command(f),
		command.NewVersion(f),
	)
	cmd.SetHelpCommand(newHelpCommand())
	addCompletionCommand(cmd)
	command.NameValues(cmd)
	return cmd
}

// execute runs root and returns the command that was called. A wrong subcommand is an error
// even with --help.
func execute(ctx context.Context, root *cobra.Command) (called *cobra.Command, err error) {
	var unknown error
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, words []string) {
		if cmd.HasSubCommands() {
			unknown = command.Unknown(cmd, cmd.Flags().Args())
		}
		if unknown == nil {
			show(cmd, words)
		}
	})
	called, err = root.ExecuteContextC(ctx)
	return called, errors.Join(err, unknown)
}
