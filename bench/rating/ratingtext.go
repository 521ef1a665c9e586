package rating

// The report as text for people.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Line returns the state of a match on one line.
func (m *Match) Line() string {
	return fmt.Sprintf("%s - %s: %s-%s, Elo %s, LOS %s, margin %s", label(m.Player), label(m.Opponent),
		plain(m.Points), plain(float64(m.Games)-m.Points), m.Elo.Text(1), percent(m.LikelihoodOfSuperiority), m.Margin.Text(2))
}

// String returns the report as text: a match of two players in detail, or tables of
// more players.
func (r *Report) String() string {
	var text strings.Builder
	text.WriteString(r.Timekeeping.String())
	switch {
	case r.Games+r.Unfinished == 0:
		return "No games.\n"
	case len(r.Matches) == 1:
		text.WriteString(r.Matches[0].String())
		if r.Anchored {
			text.WriteString(r.standings())
		}
	default:
		text.WriteString(r.standings())
		text.WriteString(r.crosstable())
		fmt.Fprintf(&text, "\n%s. Light scored %s.\n", units(r.Pairs, r.Unpaired), r.Light.scoreAndMargin())
		if r.Unfinished > 0 {
			fmt.Fprintf(&text, "Games without a result, which do not count: %d.\n", r.Unfinished)
		}
	}
	if r.Sides.Draws.Value.Known() {
		fmt.Fprintf(&text, "%s\n", &r.Sides)
	}
	if r.LeftOut > 0 {
		fmt.Fprintf(&text, "Not counted: %s.\n", leftOutText(r.LeftOut, r.Copies))
	}
	for _, forfeit := range r.Forfeits {
		if forfeit.Termination == record.Silence {
			fmt.Fprintf(&text, "%s did not answer in %s.\n", label(forfeit.Player), wording.Count(forfeit.Games, "game"))
			continue
		}
		fmt.Fprintf(&text, "%s lost %d by %s.\n", label(forfeit.Player), forfeit.Games, forfeit.Termination)
	}
	if r.Machines != nil {
		text.WriteString(r.Machines.String())
	}
	switch {
	case len(r.Matches) > 1:
		text.WriteString(r.details())
	case r.SPRT != nil && r.Matches[0].Player != r.Matches[0].Opponent:
		fmt.Fprintf(&text, "%s\n", r.SPRT)
	}
	return text.String()
}

// details returns the matrix of superiority, the matches of the chosen player, and the
// tests, of that player's matches or of all.
func (r *Report) details() string {
	var text strings.Builder
	if r.Superiority != nil {
		text.WriteString(r.Superiority.String())
	}
	for _, m := range r.Matches {
		if m.Player == r.Player && m.Player != m.Opponent {
			fmt.Fprintf(&text, "%s\n", m.Line())
		}
	}
	for _, m := range r.Matches {
		if m.SPRT != nil && (r.Player == "" || r.Player == m.Player) {
			fmt.Fprintf(&text, "%s - %s: %s\n", label(m.Player), label(m.Opponent), m.SPRT)
		}
	}
	return text.String()
}

// String returns the parameters on one line.
func (m *SideModel) String() string {
	return fmt.Sprintf("Light's advantage is worth %s Elo, and equal players draw %s of their games.",
		m.LightAdvantage.Text(1), m.Draws.percent(1))
}

// String returns the matrix as a table of percentages, with the rows numbered.
func (s *Superiority) String() string {
	return "\n" + matrix("LOS of\tover", s.Players, func(row, column int) string {
		if los := s.LOS[row][column]; los.Known() {
			return (100 * los).Text(2)
		}
		return "-"
	}) + "\n"
}

// matrix returns a table with a row and a column for each player, with the rows numbered.
// corner is the heading of the numbers and names.
func matrix(corner string, players []string, cell func(row, column int) string) string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, corner)
	for i := range players {
		fmt.Fprintf(table, "\t%d", i+1)
	}
	fmt.Fprintln(table)
	for row, player := range players {
		fmt.Fprintf(table, "%d\t%s", row+1, label(player))
		for column := range players {
			fmt.Fprintf(table, "\t%s", cell(row, column))
		}
		fmt.Fprintln(table)
	}
	table.Flush()
	return text.String()
}

// scale returns the name of the hypotheses' scale.
func (t *Test) scale() string {
	if t.Model == Logistic {
		return "Elo"
	}
	return "normalised Elo"
}

// String returns the test on one line.
func (t *Test) String() string {
	scale := t.scale()
	verdict := [...]string{
		Continue: "continue",
		AcceptH0: fmt.Sprintf("H0 accepted (%s is %s rather than %s)", scale, plain(t.Elo0), plain(t.Elo1)),
		AcceptH1: fmt.Sprintf("H1 accepted (%s is %s rather than %s)", scale, plain(t.Elo1), plain(t.Elo0)),
	}[t.Decision]
	return fmt.Sprintf("SPRT of %s %s against %s: %s: %s.", scale, plain(t.Elo0), plain(t.Elo1), t.Line(), verdict)
}

// Line returns the ratio and its bounds in a few words.
func (t *Test) Line() string {
	return fmt.Sprintf("LLR %s in %s to %s", t.Ratio.Signed(2), t.Lower.Signed(2), t.Upper.Signed(2))
}

// String returns the match as text of several lines.
func (m *Match) String() string {
	var text strings.Builder
	played := wording.Count(m.Light.Games, "game")
	if m.Player != m.Opponent {
		played = units(m.Pairs.Pairs(), m.Unpaired)
	}
	fmt.Fprintf(&text, "%s against %s, %s\n", label(m.Player), label(m.Opponent), played)
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	row := func(name, format string, arguments ...any) {
		fmt.Fprintf(table, "  %s\t%s\n", name, fmt.Sprintf(format, arguments...))
	}
	if m.Player != m.Opponent {
		row("Score", "%s of %d: %s", plain(m.Points), m.Games, m.Score.percent(2))
		row("Games", "%s", m.Results)
		row("Elo", "%s", m.Elo.Text(2))
		row("Normalised Elo", "%s", m.NormalizedElo.Text(2))
		row("LOS", "%s", percent(m.LikelihoodOfSuperiority))
		margin := m.margin()
		if m.Margined != m.Games {
			margin += fmt.Sprintf(" (of %s)", wording.Count(m.Margined, "game"))
		}
		row("Margin", "%s", margin)
		row("Pairs", "LL %d, LD %d, WL/DD %d, WD %d, WW %d", m.Pairs[0], m.Pairs[1], m.Pairs[2], m.Pairs[3], m.Pairs[4])
		row("As Light", "%s", m.AsLight)
		row("As Dark", "%s", m.AsDark)
	}
	row("Light", "%s", m.Light.scoreAndMargin())
	if m.Unfinished > 0 {
		row("Unfinished", "%d, not counted", m.Unfinished)
	}
	table.Flush() // a strings.Builder never fails
	return text.String()
}

// units says of what observations the games of a report are, to which its intervals refer.
func units(pairs, unpaired int) string {
	games := wording.Count(2*pairs+unpaired, "game")
	switch {
	case pairs == 0 && unpaired == 1:
		return games + " without a partner"
	case pairs == 0:
		return games + " without partners"
	case unpaired == 0:
		return fmt.Sprintf("%s in %s", games, wording.Count(pairs, "pair"))
	}
	return fmt.Sprintf("%s: %s, %d without a partner", games, wording.Count(pairs, "pair"), unpaired)
}

// standings returns the table of players.
func (r *Report) standings() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "Rank\tPlayer\tElo\tGames\tScore\tWon\tDrawn\tLost\tMargin\n")
	for i, ranking := range r.Standings {
		fmt.Fprintf(table, "%d\t%s\t%s\t%d\t%s\t%d\t%d\t%d\t%s\n", i+1, label(ranking.Player), ranking.Elo.Text(1), ranking.Games,
			percent(ranking.Score.Value), ranking.Results.Wins, ranking.Results.Draws, ranking.Results.Losses, ranking.Margin.Text(2))
	}
	table.Flush()
	if !r.Connected {
		text.WriteString("Not all players met, directly or through others: the Elo of different groups cannot be compared.\n")
	}
	if slices.ContainsFunc(r.Standings, func(ranking Ranking) bool { return ranking.Elo.Low.Known() != ranking.Elo.High.Known() }) {
		text.WriteString("A player that won all its games has only a lower bound, one that lost all only an upper bound.\n")
	}
	return text.String()
}

// widestTable is the largest number of players whose crosstable fits a screen.
const widestTable = 16

// crosstable returns the points of each player against each other, or "" if there are
// too many players.
func (r *Report) crosstable() string {
	if len(r.Standings) > widestTable {
		return ""
	}
	results := make(map[[2]string]string)
	for _, m := range r.Matches {
		results[[2]string{m.Player, m.Opponent}] = plain(m.Points) + "/" + strconv.Itoa(m.Games)
		results[[2]string{m.Opponent, m.Player}] = plain(float64(m.Games)-m.Points) + "/" + strconv.Itoa(m.Games)
	}
	players := make([]string, len(r.Standings))
	for i, ranking := range r.Standings {
		players[i] = ranking.Player
	}
	return "\n" + matrix("Points of\tagainst", players, func(row, column int) string {
		if row == column {
			return "-"
		}
		return cmp.Or(results[[2]string{players[row], players[column]}], "-")
	})
}

func (p *Party) margin() string { return withUnit(p.Margin.Text(2), " squares a game") }

func (p *Party) scoreAndMargin() string { return p.Score.percent(2) + ", margin " + p.margin() }

// withUnit appends a unit to a figure, unless the figure is none.
func withUnit(figure, unit string) string {
	if figure == None().Text(0) {
		return figure
	}
	return figure + unit
}

// plain returns a number with as few decimals as possible.
func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// label returns a player's name for a line of a report.
func label(name string) string { return wording.Line(name, 200) }

func percent(n Number) string {
	return withUnit((100 * n).Text(2), " %")
}
