package command

import (
	"math/rand/v2"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/identity"
	"cathedral/protocol"
)

// NewPlayer returns the command that runs a built-in player as an engine, which speaks with
// the streams of f.
func NewPlayer(f *Factory) *cobra.Command {
	var seed uint64
	players := map[string]func(uint64) protocol.Chooser{"random": protocol.Random, "greedy": protocol.Greedy, "largest": protocol.Largest}
	cmd := &cobra.Command{
		Use:   "player NAME",
		Short: "Run a simple player as an engine",
		Long: `Run a simple player as an engine on standard input and output: random plays any
legal move with equal probability, greedy the move after which it holds the most
squares, largest any placement of the largest building that it can place. It speaks
the engine's protocol and answers every go at once.

A match has these players built in. As processes they measure the cost of pipes.`,
		Example: `  cathedral player random
  cathedral match --engine "cmd=cathedral args='player random'" --engine greedy`,
		Args:      One("random, greedy or largest"),
		ValidArgs: []string{"random", "greedy", "largest"},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if players[arguments[0]] == nil {
				return UsageErrorf("NAME %q: want random, greedy or largest", arguments[0])
			}
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64()
			}
			return protocol.NewServer(protocol.Config{
				Name:       "Cathedral " + arguments[0],
				Version:    identity.EngineVersion(),
				Author:     identity.Author,
				NewChooser: players[arguments[0]],
				Seed:       seed,
			}).Run(cmd.Context(), f.In, f.Out)
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 0, "seed of all random choices (default a new one)")
	return cmd
}
