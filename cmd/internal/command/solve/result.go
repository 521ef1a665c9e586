package solve

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"cathedral/bench/proofs"
	"cathedral/engine"
	"cathedral/engine/wording"
)

// The result of `cathedral solve`. Margins are in squares, times in milliseconds; unknown
// values are null.
type (
	result struct {
		Positions []ending   `json:"positions"`
		Games     []game     `json:"games"`
		Players   []accuracy `json:"players"`
		New       int        `json:"new"`
		Open      int        `json:"open"`
		examined  int        // positions, those of games too
	}

	// ending is a position with its proven result, for the side to move.
	ending struct {
		ID       string   `json:"id,omitempty"`
		Position string   `json:"position"`
		Verdict  *string  `json:"verdict"`
		Margin   *int     `json:"margin"`
		Line     []string `json:"line"`
		Nodes    uint64   `json:"nodes"`
		Time     int64    `json:"time_ms"`
		known    *proofs.Ending
	}

	game struct {
		Number     int      `json:"number"`
		Light      string   `json:"light"`
		Dark       string   `json:"dark"`
		Result     string   `json:"result"`
		ProvenFrom *int     `json:"proven_from"` // moves played before
		Positions  []ending `json:"positions"`
		Moves      []move   `json:"moves"`
	}

	// move is a move of a game and its effect, for the side that moved.
	move struct {
		Number  int     `json:"number"` // in the game, from 1
		Ply     int     `json:"ply"`
		Side    string  `json:"side"`
		Player  string  `json:"player"`
		Move    string  `json:"move"`
		Better  *string `json:"better"`
		Before  string  `json:"before"`
		After   string  `json:"after"`
		Squares *int    `json:"squares_lost"`
		isWorse bool    // After is worse than Before
	}

	// accuracy is an Accuracy whose ply is null for all plies.
	accuracy struct {
		Player string `json:"player"`
		Ply    *int   `json:"ply"`
		proofs.Accuracy
	}
)

func newResult(report *proofs.Report) *result {
	r := &result{
		Positions: newEndings(report.Positions), Games: []game{}, Players: []accuracy{}, New: report.New, Open: report.Open, examined: report.Examined,
	}
	for _, game := range report.Games {
		r.Games = append(r.Games, newGame(game))
	}
	for _, row := range proofs.Accuracies(report.Games) {
		r.Players = append(r.Players, accuracy{row.Player, ifKnown(row.Ply, row.Ply >= 0), row})
	}
	return r
}

func newGame(solved *proofs.Game) game {
	from := solved.ProvenFrom()
	g := game{
		Number: solved.Number, Light: solved.Player(engine.Light), Dark: solved.Player(engine.Dark), Result: solved.Record.Result,
		ProvenFrom: ifKnown(from, from < len(solved.Endings)), Positions: newEndings(solved.Endings), Moves: []move{},
	}
	for _, j := range solved.Judgements() {
		g.Moves = append(g.Moves, move{
			Number: j.Index + 1, Ply: j.Ply, Side: j.Side.String(), Player: solved.Player(j.Side), Move: j.Move.String(),
			Better: ifKnown(j.Better.String(), j.Better.IsPlacement()), Before: j.Before.String(), After: j.After.String(),
			Squares: ifKnown(j.Lost(), j.MarginsKnown), isWorse: j.After < j.Before,
		})
	}
	return g
}

func newEndings(list []proofs.Ending) []ending {
	known := []ending{}
	for i := range list {
		e := &list[i]
		verdict, decided := e.Verdict()
		margin, exact := e.Margin()
		line := []string{}
		for _, m := range e.Line {
			line = append(line, m.String())
		}
		known = append(known, ending{
			Position: e.Position.String(), Verdict: ifKnown(verdict.String(), decided), Margin: ifKnown(margin, exact),
			Line: line, Nodes: e.Nodes, Time: e.Time.Milliseconds(), known: e,
		})
	}
	return known
}

// ifKnown returns a pointer to the value if it is known, and otherwise nil.
func ifKnown[T any](value T, known bool) *T {
	if !known {
		return nil
	}
	return &value
}

// String returns the report of a run: for each game the move after which its result is
// proven, and the moves that threw something away, and a table of the players.
func (r *result) String() string {
	var text strings.Builder
	for i := range r.Games {
		r.Games[i].write(&text)
	}
	if len(r.Games) > 0 {
		writePlayers(&text, r.Players)
	}
	fmt.Fprintf(&text, "%s: %d new, %d left open\n", wording.Count(r.examined, "position"), r.New, r.Open)
	return text.String()
}

func (g *game) write(out io.Writer) {
	fmt.Fprintf(out, "Game %d, %s - %s: ", g.Number, g.Light, g.Dark)
	if g.ProvenFrom == nil {
		fmt.Fprintln(out, "nothing is proven")
		return
	}
	fmt.Fprintf(out, "proven after %s: %s\n", wording.Count(*g.ProvenFrom, "move"), g.Positions[*g.ProvenFrom].winner())
	for _, m := range g.Moves {
		loss := ""
		switch {
		case m.isWorse:
			loss = fmt.Sprintf("throws the %s away, now a %s", m.Before, m.After)
		case m.Squares != nil && *m.Squares > 0:
			loss = fmt.Sprintf("loses %s, still a %s", wording.Count(*m.Squares, "square"), m.After)
		default:
			continue
		}
		if m.Better != nil {
			loss += "; better is " + *m.Better
		}
		player := m.Player
		if player != m.Side {
			player += " (" + m.Side + ")"
		}
		fmt.Fprintf(out, "  move %d, %s %s: %s\n", m.Number, player, m.Move, loss)
	}
}

// winner says who wins, and by how much if that is known.
func (e *ending) winner() string {
	side := e.known.Position.Side()
	verdict, _ := e.known.Verdict()
	margin, exact := e.known.Margin()
	switch verdict {
	case proofs.Draw:
		return "a draw"
	case proofs.Loss:
		side, margin = side.Opponent(), -margin
	}
	if !exact {
		return side.String() + " wins"
	}
	return fmt.Sprintf("%s wins by %d", side, margin)
}

// writePlayers writes a table of how often the players kept a proven result.
func writePlayers(out io.Writer, rows []accuracy) {
	fmt.Fprintln(out)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight|tabwriter.TabIndent)
	fmt.Fprintln(table, "player\tply\tmoves\twins\tthrown\tdraws\tthrown\tmargins\tbest\tsquares lost\t")
	for _, row := range rows {
		ply := "all"
		if row.Ply != nil {
			ply = fmt.Sprint(*row.Ply)
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", row.Player, ply, row.Moves,
			row.Won, row.ThrownWins, row.Drawn, row.ThrownDraws, row.Margins, row.BestMargins, row.Squares)
	}
	table.Flush()
	fmt.Fprintln(out)
}
