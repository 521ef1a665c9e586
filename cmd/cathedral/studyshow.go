package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
	"cathedral/engine"
	"cathedral/engine/record"
)

// studyShowOptions are the options of `cathedral study show`.
type studyShowOptions struct {
	out   io.Writer
	file  string
	moves string
	games func(engine.Rules) ([]*record.Game, error)
	json  bool
}

// newStudyShowCommand returns the command that shows a position of a tree. Tests replace the
// work by runF.
func newStudyShowCommand(f *factory, runF func(context.Context, *studyShowOptions) error) *cobra.Command {
	options := &studyShowOptions{out: f.out}
	if runF == nil {
		runF = runStudyShow
	}
	var games []string
	cmd := &cobra.Command{
		Use:   "show FILE [MOVES...]",
		Short: "Show what a tree of openings knows of a position",
		Long: `Show the moves of the position after MOVES, from the beginning of the game, with what
the tree in FILE knows of them, the best first: the expected margin for the side that
moves, in squares, with half the width of its 95 % interval; the results of games in
which the position after the move was reached; whether it is proven who wins; and
whether the position after the move is in the tree too, or only valued by the search of
this one.`,
		Example: `  cathedral study show tree.txt
  cathedral study show tree.txt CAnF5 ACwG2 --games games.txt
  cathedral study show tree.txt CAnF5 --json`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) == 0 {
				return usageErrorf("want the name of the file of a tree")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			options.file, options.moves = arguments[0], strings.Join(arguments[1:], " ")
			options.games = func(rules engine.Rules) ([]*record.Game, error) {
				return readStudyGames(cmd.Context(), f, games, rules)
			}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().StringArrayVar(&games, "games", nil, "count the results of the games in a `file` (can be repeated)")
	cmd.Flags().BoolVar(&options.json, "json", false, "write one JSON object instead of text")
	return cmd
}

func runStudyShow(_ context.Context, options *studyShowOptions) error {
	tree, err := study.ReadTree(options.file)
	if err != nil {
		return err
	}
	games, err := options.games(tree.Rules)
	if err != nil {
		return err
	}
	tree.AddGames(games)
	position := engine.Start(tree.Rules)
	moves, err := record.ParseMoves(options.moves, position)
	if err != nil {
		return usageErrorf("%w", err)
	}
	for _, move := range moves {
		position = position.Play(move)
	}
	known, found := tree.Find(&position)
	if !found {
		return fmt.Errorf("%s: the position is not in the tree", options.file)
	}
	if options.json {
		return writeJSON(options.out, newStudiedObject(tree, &known))
	}
	return writeStudied(options, tree, &known)
}

// writeStudied writes what is known of a position as a table.
func writeStudied(options *studyShowOptions, tree *study.Tree, known *study.Studied) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s to move at ply %d: %s, %d nodes searched to depth %d\n",
		known.Position.Side(), known.Position.Ply(), expected(known.Centi, known.Error, known.Proven), known.Nodes, known.Depth)
	fmt.Fprintf(&text, "%-7s %-20s %7s %9s %6s %6s %6s\n", "move", "value", "search", "expanded", "wins", "draws", "losses")
	for _, move := range known.Moves {
		fmt.Fprintf(&text, "%-7s %-20s %+7.2f %9s %6d %6d %6d\n", move.Move.Move, expected(move.Centi, move.Error, move.Proven),
			float64(move.Search)/100, map[bool]string{true: "yes", false: "-"}[move.Expanded], move.Wins, move.Draws, move.Losses)
	}
	fmt.Fprintf(&text, "%s without a value; %s in the tree\n", counted(known.WithoutValues, "move"), counted(tree.Len(), "position"))
	_, err := io.WriteString(options.out, text.String())
	return err
}

// expected returns an expected margin, in hundredths of a square, as text.
func expected(centi, interval int, proven bool) string {
	text := fmt.Sprintf("%+.2f ± %.2f", float64(centi)/100, float64(interval)/100)
	switch {
	case !proven:
		return text
	case centi > 0:
		return text + " won"
	case centi < 0:
		return text + " lost"
	}
	return text + " draw"
}

// The object of `cathedral study show --json`. Values are in squares for the side to move.
type (
	studiedObject struct {
		Position  string              `json:"position"`
		Heading   string              `json:"tree"`
		Positions int                 `json:"positions"`
		Value     float64             `json:"value"`
		Error     float64             `json:"error"` // half the width of the 95 % interval
		Proven    bool                `json:"proven"`
		Nodes     uint64              `json:"nodes"`
		Depth     int                 `json:"depth"`
		Moves     []studiedMoveObject `json:"moves"`
	}
	studiedMoveObject struct {
		Move     string  `json:"move"`
		Value    float64 `json:"value"`
		Error    float64 `json:"error"`
		Proven   bool    `json:"proven"`
		Search   float64 `json:"search"`
		Expanded bool    `json:"expanded"`
		Wins     int     `json:"wins"`
		Draws    int     `json:"draws"`
		Losses   int     `json:"losses"`
	}
)

func newStudiedObject(tree *study.Tree, known *study.Studied) studiedObject {
	squares := func(centi int) float64 { return float64(centi) / 100 }
	object := studiedObject{
		known.Position.String(), tree.Heading(), tree.Len(), squares(known.Centi), squares(known.Error), known.Proven,
		known.Nodes, known.Depth, []studiedMoveObject{},
	}
	for _, move := range known.Moves {
		object.Moves = append(object.Moves, studiedMoveObject{
			move.Move.Move.String(), squares(move.Centi), squares(move.Error), move.Proven, squares(move.Search), move.Expanded,
			move.Wins, move.Draws, move.Losses,
		})
	}
	return object
}
