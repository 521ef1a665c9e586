package study

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/rating"
	"cathedral/bench/study"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// showOptions are the options of `cathedral study show`.
type showOptions struct {
	*command.Factory
	file  string
	moves string
	games []string // files of games
	json  bool
}

// newShowCommand returns the command that shows a position of a tree.
func newShowCommand(f *command.Factory) *cobra.Command {
	o := &showOptions{Factory: f}
	cmd := &cobra.Command{
		Use:   "show FILE [MOVES...]",
		Short: "Show a position of a tree of openings",
		Long: `Show the position after MOVES, from the beginning of the game, in the tree in FILE. Its
moves are listed with the best first. Each has its expected margin for the side that
moves, in squares, with half the width of the 95 % interval, and the results of games in
which the position after the move was reached. The list also shows whether the winner is
proven, and whether the position after the move is in the tree (expanded) or valued only
by the search before the move.`,
		Example: `  cathedral study show tree.txt
  cathedral study show tree.txt CAnF5 ACwG2 --games games.txt
  cathedral study show tree.txt CAnF5 --json`,
		Args: command.Some(1, "the name of the file of a tree"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			o.file, o.moves = arguments[0], strings.Join(arguments[1:], " ")
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringArrayVar(&o.games, "games", nil, "count the results of the games in a `file` (can be repeated)")
	cmd.Flags().BoolVar(&o.json, "json", false, "write one JSON object instead of text")
	return cmd
}

func (o *showOptions) run(ctx context.Context) error {
	tree, err := readTree(ctx, o.Factory, o.file, o.games)
	if err != nil {
		return err
	}
	position := engine.Start(tree.Rules)
	moves, err := record.ParseMoves(o.moves, position)
	if err != nil {
		return command.UsageErrorf("%w", err)
	}
	for _, move := range moves {
		position = position.Play(move)
	}
	known, found := tree.Find(&position)
	if !found {
		return fmt.Errorf("%s: the position is not in the tree", o.file)
	}
	return command.Print(o.Out, o.json, newStudied(tree, &known))
}

// studied is a position of a tree, the result of `cathedral study show`. Values are
// in squares for the side to move, errors half the width of 95 % intervals.
type studied struct {
	Position  string        `json:"position"`
	Heading   string        `json:"tree"`
	Positions int           `json:"positions"` // in the tree
	Value     float64       `json:"value"`
	Error     float64       `json:"error"`
	Proven    bool          `json:"proven"`
	Nodes     uint64        `json:"nodes"`
	Depth     int           `json:"depth"`
	Moves     []studiedMove `json:"moves"`
	known     *study.Studied
}

type studiedMove struct {
	Move     string  `json:"move"`
	Value    float64 `json:"value"`
	Error    float64 `json:"error"`
	Proven   bool    `json:"proven"`
	Search   float64 `json:"search"`
	Expanded bool    `json:"expanded"`
	rating.Count
}

func newStudied(tree *study.Tree, known *study.Studied) *studied {
	squares := func(centi int) float64 { return float64(centi) / 100 }
	s := &studied{
		Position: known.Position.String(), Heading: tree.Heading(), Positions: tree.Len(),
		Value: squares(known.Centi), Error: squares(known.Error), Proven: known.Proven,
		Nodes: known.Nodes, Depth: known.Depth, Moves: []studiedMove{}, known: known,
	}
	for _, move := range known.Moves {
		s.Moves = append(s.Moves, studiedMove{
			Move: move.Move.Move.String(), Value: squares(move.Centi), Error: squares(move.Error), Proven: move.Proven,
			Search: squares(move.Search), Expanded: move.Expanded, Count: rating.Count{Wins: move.Wins, Draws: move.Draws, Losses: move.Losses},
		})
	}
	return s
}

// String returns a table of the moves.
func (s *studied) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s to move at ply %d: %s, %d nodes searched to depth %d\n",
		s.known.Position.Side(), s.known.Position.Ply(), expected(s.Value, s.Error, s.Proven), s.Nodes, s.Depth)
	fmt.Fprintf(&text, "%-7s %-20s %7s %9s %6s %6s %6s\n", "move", "value", "search", "expanded", "wins", "draws", "losses")
	for _, m := range s.Moves {
		fmt.Fprintf(&text, "%-7s %-20s %+7.2f %9s %6d %6d %6d\n", m.Move, expected(m.Value, m.Error, m.Proven),
			m.Search, map[bool]string{true: "yes", false: "-"}[m.Expanded], m.Wins, m.Draws, m.Losses)
	}
	fmt.Fprintf(&text, "%s without a value; %s in the tree\n", wording.Count(s.known.WithoutValues, "move"), wording.Count(s.Positions, "position"))
	return text.String()
}

// expected returns an expected margin as text.
func expected(value, interval float64, proven bool) string {
	text := fmt.Sprintf("%+.2f ± %.2f", value, interval)
	switch {
	case !proven:
		return text
	case value > 0:
		return text + " won"
	case value < 0:
		return text + " lost"
	}
	return text + " draw"
}
