package tune

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"cathedral/bench/tune"
	"cathedral/cmd/internal/command"
	"cathedral/search"
)

// rankingOptions are the options of `cathedral tune ranking`.
type rankingOptions struct {
	fitOptions
	scratch bool   // do not begin with this engine's ranking
	depth   int    // the least depth of the searches to learn from, in plies
	every   int    // one position is used of this number of them
	nodes   uint64 // of a new search of each position, 0: none
}

// newRankingCommand returns the command that fits the ranking of moves.
func newRankingCommand(f *command.Factory) *cobra.Command {
	o := &rankingOptions{fitOptions: fitOptions{Factory: f}}
	cmd := &cobra.Command{
		Use:   "ranking FILE...",
		Short: "Fit the ranking of moves to the moves that searches chose",
		Long: `Fit the ranking of moves to the moves that searches found best, by a multinomial
logit model. FILE contains game records from "tune games", or others with the engine's
scores.

The games of one opening in ten are held out. The table shows how often the chosen move
is among the first moves of the new ranking. The fit begins with this engine's ranking, or
with zeros if --from-scratch is set. A ranking that measures worse than this engine's
overwrites a file only with --force.

With --nodes, the moves to learn from are those of new, longer searches. Use --every to
take as many positions as there is time for: 60,000 nodes take a sixth of a second.`,
		Example: `  cathedral tune ranking games.txt
  cathedral tune ranking games.txt more.txt --out search/ordering/rankweights.go
  cathedral tune ranking games.txt --every 200 --nodes 60000`,
	}
	cmd.Flags().IntVar(&o.depth, "depth", 3, "learn only from searches of at least `N` plies")
	cmd.Flags().IntVar(&o.every, "every", 1, "use one in `N` positions")
	cmd.Flags().Uint64Var(&o.nodes, "nodes", 0, "search each position again, by `N` nodes (default: learn from the moves in the games)")
	cmd.Flags().BoolVar(&o.scratch, "from-scratch", false, "do not begin with this engine's parameters")
	o.addTo(cmd, "write the parameters to a Go `file`, such as search/ordering/rankweights.go", o.run)
	command.Declare(cmd, command.AtLeast(1, "every"))
	return cmd
}

// othersPicked is the number of rejected moves to learn from in each choice.
const othersPicked = 100

func (o *rankingOptions) run(ctx context.Context) error {
	random := rand.New(rand.NewPCG(1, 1))
	var searcher search.Searcher
	samples, err := readSamples(ctx, &o.fitOptions, func(moment *tune.Moment, held bool) (tune.Choice, bool) {
		if moment.Depth < o.depth || random.IntN(o.every) > 0 {
			return tune.Choice{}, false
		}
		if o.nodes > 0 {
			moment.SearchAgain(ctx, &searcher, o.nodes)
		}
		others := othersPicked
		if held {
			others = 1 << 30
		}
		return tune.NewChoice(moment, others, random)
	})
	if err != nil {
		return err
	}
	learned, held := samples.learned, samples.held
	last := 0.0
	current := tune.CurrentRanking()
	start, flags := current, ""
	if o.every > 1 || o.nodes > 0 {
		flags = fmt.Sprintf(" --every %d --nodes %d", o.every, o.nodes)
	}
	if o.scratch {
		start, flags = nil, flags+" --from-scratch"
	}
	ranking := tune.FitRanking(start, learned, random, func(_ int, loss float64) { last = loss })
	var recall tune.Recall
	for i := range held {
		recall.Add(held[i].Ply, ranking.Before(&held[i]))
	}
	quality := fmt.Sprintf("Fitted to %d choices, with a log loss of %.4f; measured on %d held out.", len(learned), last, len(held))
	if _, err := fmt.Fprintf(o.Out, "\n%s\n%s\n", &recall, quality); err != nil {
		return err
	}
	before, after := current.LogLoss(held), ranking.LogLoss(held)
	if _, err := fmt.Fprintf(o.Out, "Log loss on the choices held out, among all moves: %.4f, of this engine's ranking %.4f.\n", after, before); err != nil {
		return err
	}
	text, err := ranking.Source(header(fmt.Sprintf("cathedral tune ranking --depth %d%s", o.depth, flags), samples.origins, quality))
	if err != nil {
		return err
	}
	return o.keep("search/ordering/rankweights.go", before, after, file{command.Output{Name: o.out, Begin: sourceBegin}, text})
}
