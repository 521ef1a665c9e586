package solve

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"cathedral/bench/endings"
	"cathedral/engine"
	"cathedral/engine/plural"
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
		Effort    *effort    `json:"effort,omitempty"` // with --effort
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
		known    *endings.Ending
	}

	// effort is what the proofs of the positions took, and what that says about the proof of an
	// opening: outlooks in nodes, null if too little is proven, and core-years for a node.
	effort struct {
		Plies   []endings.Effort `json:"plies"`
		Opening string           `json:"opening"`
		ByPly   *endings.Outlook `json:"opening_by_ply"`
		ByMoves *endings.Outlook `json:"opening_by_moves"`
		Years   float64          `json:"core_years_a_node"`
		ply     int              // of Opening
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
		endings.Accuracy
	}
)

func newResult(report *endings.Report) *result {
	r := &result{
		Positions: newEndings(report.Positions), Games: []game{}, Players: []accuracy{}, New: report.New, Open: report.Open, examined: report.Examined,
	}
	for _, game := range report.Games {
		r.Games = append(r.Games, newGame(game))
	}
	for _, row := range endings.Accuracies(report.Games) {
		r.Players = append(r.Players, accuracy{row.Player, ifKnown(row.Ply, row.Ply >= 0), row})
	}
	return r
}

func newGame(solved *endings.Game) game {
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

func newEndings(list []endings.Ending) []ending {
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

// newEffort returns the effort of the proofs of positions, of which there is one at least.
func newEffort(positions []endings.Ending, verdictOnly bool, threads int) *effort {
	opening := engine.Start(positions[0].Position.Rules())
	cathedrals := opening.Moves(nil)
	opening = opening.Play(cathedrals[len(cathedrals)/2])
	e := &effort{Plies: endings.Efforts(positions, verdictOnly), Opening: opening.String(), ply: opening.Ply()}
	e.ByPly = endings.ForeseeEffort(positions, verdictOnly, endings.ByPly, &opening, 1)
	e.ByMoves = endings.ForeseeEffort(positions, verdictOnly, endings.ByMoves, &opening, 1)
	var time time.Duration
	nodes := uint64(1)
	for i := range positions {
		time += positions[i].Time
		nodes += positions[i].Nodes
	}
	e.Years = time.Seconds() * float64(threads) / float64(nodes) / endings.SecondsPerYear
	return e
}

// write writes a table of plies, and the outlook.
func (e *effort) write(out io.Writer) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight|tabwriter.TabIndent)
	fmt.Fprint(table, "ply\tpositions\tproven\t")
	for _, step := range endings.Steps() {
		fmt.Fprintf(table, "in %.0f s\t", step.Seconds())
	}
	fmt.Fprintln(table, "nodes, median\tninth decile\tof the costliest tenth\t")
	for _, row := range e.Plies {
		fmt.Fprintf(table, "%d\t%d\t%d\t", row.Ply, row.Positions, row.Proven)
		for _, within := range row.Within {
			fmt.Fprintf(table, "%.0f %%\t", 100*float64(within)/float64(row.Positions))
		}
		for _, nodes := range row.Nodes {
			if nodes == 0 {
				fmt.Fprint(table, "?\t")
			} else {
				fmt.Fprintf(table, "%d\t", nodes)
			}
		}
		fmt.Fprintf(table, "%.0f %%\t\n", 100*row.Share)
	}
	table.Flush()
	for _, outlook := range []struct {
		measure string
		*endings.Outlook
	}{{"ply", e.ByPly}, {"number of moves", e.ByMoves}} {
		if outlook.Outlook == nil {
			fmt.Fprintf(out, "By the %s: too few proofs to foresee that of an opening.\n", outlook.measure)
			continue
		}
		years := func(nodes float64) string { return fmt.Sprintf("10^%.1f", nodes+math.Log10(e.Years)) }
		fmt.Fprintf(out, "By the %s, an opening takes %s core-years in the median, %s (%s to %s) in the mean; one in three is off by more than 10^%.1f.\n",
			outlook.measure, years(outlook.Median), years(outlook.Mean), years(outlook.Low), years(outlook.High), outlook.Spread)
	}
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
	if r.Effort != nil {
		r.Effort.write(&text)
	}
	fmt.Fprintf(&text, "%s: %d new, %d left open\n", plural.Of(r.examined, "position"), r.New, r.Open)
	return text.String()
}

func (g *game) write(out io.Writer) {
	fmt.Fprintf(out, "Game %d, %s - %s: ", g.Number, g.Light, g.Dark)
	if g.ProvenFrom == nil {
		fmt.Fprintln(out, "nothing is proven")
		return
	}
	fmt.Fprintf(out, "proven after %s: %s\n", plural.Of(*g.ProvenFrom, "move"), g.Positions[*g.ProvenFrom].winner())
	for _, m := range g.Moves {
		loss := ""
		switch {
		case m.isWorse:
			loss = fmt.Sprintf("throws the %s away, now a %s", m.Before, m.After)
		case m.Squares != nil && *m.Squares > 0:
			loss = fmt.Sprintf("loses %s, still a %s", plural.Of(*m.Squares, "square"), m.After)
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
	case endings.Draw:
		return "a draw"
	case endings.Loss:
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
