package solve

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"cathedral/bench/endings"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
)

// writeText writes the report of a run. After results on the same output, its lines are
// comments, so that all of it is a position file.
func (o *options) writeText(report *endings.Report) error {
	var text bytes.Buffer
	for _, game := range report.Games {
		writeSolvedGame(&text, game)
	}
	if len(report.Games) > 0 {
		writeAccuracies(&text, endings.Accuracies(report.Games))
	}
	fmt.Fprintf(&text, "%s: %d new, %d left open\n", command.Counted(report.Examined, "position"), report.New, report.Open)
	mark := ""
	if o.file == "" {
		mark = "# "
	}
	for line := range strings.Lines(text.String()) {
		if _, err := io.WriteString(o.Out, strings.TrimRight(mark+strings.TrimRight(line, "\n"), " ")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// writeSolvedGame writes from which move on the result of a game is proven, and the moves
// that threw something away.
func writeSolvedGame(out io.Writer, game *endings.Game) {
	from := game.ProvenFrom()
	fmt.Fprintf(out, "Game %d, %s - %s: ", game.Number, game.Player(engine.Light), game.Player(engine.Dark))
	if from == len(game.Endings) {
		fmt.Fprintln(out, "nothing is proven")
		return
	}
	fmt.Fprintf(out, "proven after %s: %s\n", command.Counted(from, "move"), endingText(&game.Endings[from]))
	for _, j := range game.Judgements() {
		if loss := lossText(&j); loss != "" {
			fmt.Fprintf(out, "  move %d, %s %s: %s%s\n", j.Index+1, moverText(game, j.Side), j.Move, loss, betterText(&j))
		}
	}
}

// moverText names the player of a move, and the side unless that is the name.
func moverText(game *endings.Game, side engine.Side) string {
	if name := game.Player(side); name != side.String() {
		return fmt.Sprintf("%s (%s)", name, side)
	}
	return side.String()
}

// endingText says who wins, as far as it is known.
func endingText(e *endings.Ending) string {
	side := e.Position.Side()
	verdict, _ := e.Verdict()
	margin, known := e.Margin()
	switch verdict {
	case endings.Draw:
		return "a draw"
	case endings.Loss:
		side, margin = side.Opponent(), -margin
	}
	if !known {
		return side.String() + " wins"
	}
	return fmt.Sprintf("%s wins by %d", side, margin)
}

// lossText says what a move threw away, "" for nothing.
func lossText(j *endings.Judgement) string {
	switch {
	case j.After < j.Before:
		return fmt.Sprintf("throws the %s away, now a %s", j.Before, j.After)
	case j.MarginsKnown && j.Lost() > 0:
		return fmt.Sprintf("loses %s, still a %s", command.Counted(j.Lost(), "square"), j.After)
	}
	return ""
}

func betterText(j *endings.Judgement) string {
	if !j.Better.IsPlacement() {
		return ""
	}
	return "; better is " + j.Better.String()
}

// writeAccuracies writes a table of how the players kept what was proven.
func writeAccuracies(out io.Writer, rows []endings.Accuracy) {
	fmt.Fprintln(out)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight|tabwriter.TabIndent)
	fmt.Fprintln(table, "player\tply\tmoves\twins\tthrown\tdraws\tthrown\tmargins\tbest\tsquares lost\t")
	for _, row := range rows {
		ply := "all"
		if row.Ply >= 0 {
			ply = fmt.Sprint(row.Ply)
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", row.Player, ply, row.Moves,
			row.Won, row.ThrownWins, row.Drawn, row.ThrownDraws, row.Margins, row.BestMargins, row.Squares)
	}
	table.Flush()
	fmt.Fprintln(out)
}
