package book

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"cathedral/bench/rating"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
)

// showOptions are the options of `cathedral book show`.
type showOptions struct {
	*command.Factory
	file     string // "": the built-in book
	position engine.Position
	json     bool
}

// newShowCommand returns the command that lists the moves of a book.
func newShowCommand(f *command.Factory) *cobra.Command {
	o := &showOptions{Factory: f}
	var rules engine.Rules
	cmd := &cobra.Command{
		Use:   "show [MOVES...]",
		Short: "List the moves of a book",
		Long: `List the moves of the book in the position after MOVES, the best first. Values are in
squares, for the side that plays the move, with half the width of the 95 % interval.
Games are those of the study in which the move was played, with the numbers that this
side won, drew and lost. "proven" means that the winner is proven. "unexplored"
means that the value comes from one search; if the best move is unexplored, the engine
thinks instead of playing from the book. The last line counts the games of all moves.`,
		Example: `  cathedral book show
  cathedral book show CAnF5 IFnI4
  cathedral book show --rules woods --book my.book`,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			o.position = engine.Start(rules)
			for i, word := range strings.Fields(strings.Join(arguments, " ")) {
				move, err := engine.ParseLegalMove(word, &o.position)
				if err != nil {
					return command.UsageErrorf("move %d: %w", i+1, err)
				}
				o.position = o.position.Play(move)
			}
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.file, "book", "", "read this `file` (default the built-in book)")
	cmd.Flags().BoolVar(&o.json, "json", false, "write one JSON object, with values in hundredths of a square")
	command.AddRules(cmd, &rules)
	return cmd
}

func (o *showOptions) run(ctx context.Context) error {
	b, err := command.OpenBook(ctx, o.file)
	if err != nil {
		return err
	}
	moves := b.Moves(&o.position)
	if len(moves) == 0 {
		return fmt.Errorf("the book does not contain the position %s", &o.position)
	}
	shown := shownPosition{Position: o.position.String(), Rules: o.position.Rules().String(), Side: strings.ToLower(o.position.Side().String())}
	for i := range moves {
		m := &moves[i]
		games := rating.Count{Wins: m.Wins, Draws: m.Draws, Losses: m.Losses}
		shown.Moves = append(shown.Moves, shownMove{m.Move.String(), m.Centi, m.Error, games, m.Proven, m.Unexplored})
		shown.Count = shown.Plus(games)
	}
	return command.Print(o.Out, o.json, &shown)
}

// shownPosition is the book's entry for a position, with the games of all moves. Numbers are of
// the side to move.
type shownPosition struct {
	Position string `json:"position"`
	Rules    string `json:"rules"`
	Side     string `json:"side"`
	rating.Count
	Moves []shownMove `json:"moves"` // the best first
}

// shownMove is a move of the book.
type shownMove struct {
	Move  string `json:"move"`
	Value int    `json:"value"` // in hundredths of a square
	Error int    `json:"error"` // half the width of the 95 % interval of Value
	rating.Count
	Proven     bool `json:"proven"`
	Unexplored bool `json:"unexplored"`
}

// String returns the moves as a table, with the sums of all moves below it if games were
// played.
func (s *shownPosition) String() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "move\tvalue\t±\tgames\twon\tdrawn\tlost\t")
	for i := range s.Moves {
		m := &s.Moves[i]
		fmt.Fprintf(table, "%s\t%+.2f\t%.2f\t%d\t%d\t%d\t%d\t%s\n", m.Move,
			float64(m.Value)/100, float64(m.Error)/100, m.Games(), m.Wins, m.Draws, m.Losses, m.source())
	}
	if games := s.Games(); games > 0 && len(s.Moves) > 1 {
		fmt.Fprintf(table, "all\t\t\t%d\t%d\t%d\t%d\t\n", games, s.Wins, s.Draws, s.Losses)
	}
	table.Flush()
	return text.String()
}

// source says if the value of a move is proven, or is that of one search.
func (m *shownMove) source() string {
	switch {
	case m.Proven:
		return "  proven"
	case m.Unexplored:
		return "  unexplored"
	}
	return ""
}
