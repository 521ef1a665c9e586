package study

import (
	"fmt"
	"math"
	"strconv"

	"cathedral/bench/rating"
	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search/book"
)

// practiceEvent is the name of the event of games in which one side has a book.
const practiceEvent = "Opening practice"

// Report sums up games of the opening under one set of rules.
type Report struct {
	Rules    engine.Rules
	book     *book.Book
	games    []gameFacts // between equals
	practice []gameFacts // in which one side has a book
	lines    []firstLine
	all      int // the games between equals, of which those with the same opening count once
}

// NewReport returns the report on games and the first moves of an opening book, which may be nil.
// Games that Tree.AddGames leaves out, such as copies, do not count. The sides of practice are not
// equal: its games count only for the comparison of placements.
func NewReport(rules engine.Rules, opening *book.Book, games []*record.Game) *Report {
	r := &Report{Rules: rules, book: opening}
	placements := placementNumbers()
	var observations rating.Observations
	for _, game := range games {
		if game.Rules != rules || !selfplay.IsOrdinary(game) {
			continue
		}
		facts, finished := factsOf(game, placements)
		if !finished {
			continue
		}
		isPractice := game.Tag("Event") == practiceEvent
		if !isPractice {
			r.all++
		}
		opening := strconv.FormatUint(openingKey(game.Positions()), 16)
		switch counts, _ := observations.Add(rating.Game{Line: opening}); {
		case !counts:
		case isPractice:
			r.practice = append(r.practice, facts)
		default:
			r.games = append(r.games, facts)
		}
	}
	r.lines = r.firstLines()
	return r
}

// Table is a part of a report in Markdown.
type Table struct {
	Name string // such as "classic placements"
	Text string
}

// Tables returns the tables of the report.
func (r *Report) Tables() []Table {
	var tables []Table
	if len(r.games) > 0 {
		tables = append(tables,
			Table{"summary", r.summary()},
			Table{"squares given", r.squaresGiven()}, Table{"buildings", r.buildings()},
			Table{"endings", r.endings()}, Table{"territory", r.territory()},
			Table{"searches", r.searches()}, Table{"placements", r.placements()})
	}
	if len(r.lines) > 0 {
		tables = append(tables, Table{"first moves", r.firstMoves()})
	}
	for i := range tables {
		tables[i].Name = r.Rules.String() + " " + tables[i].Name
	}
	return tables
}

// each returns a figure of each game.
func (r *Report) each(figure func(*gameFacts) int) sample {
	list := make(sample, len(r.games))
	for i := range r.games {
		list[i] = float64(figure(&r.games[i]))
	}
	return list
}

// margins returns Light's margins.
func (r *Report) margins() sample { return r.each(func(g *gameFacts) int { return g.margin }) }

// count counts the games by the margins of a side, after something was added to each.
func (s sample) count(added float64) (games rating.Count) {
	for _, margin := range s {
		games.AddMargin(margin + added)
	}
	return games
}

// summary is the table of the games as a whole.
func (r *Report) summary() string {
	var t markdown
	t.row("what", "figure")
	margins := r.margins()
	games := margins.count(0)
	t.row(fmt.Sprintf("games that count, with different openings of %d plies", newGamePly), fmt.Sprintf("%d of %d", len(margins), r.all))
	t.row("Light won, drew, lost", fmt.Sprintf("%d, %d, %d", games.Wins, games.Draws, games.Losses))
	t.row("score of Light, %", percentage(games.Score(), games.Games()))
	t.row("margin of Light, squares", margins.signed(2))
	r.placementTests(&t)
	return t.String()
}

// placementTests adds how well the games tell placements apart.
func (r *Report) placementTests(t *markdown) {
	margins := r.margins()
	t.row("standard deviation of one game's margin, squares", fmt.Sprintf("%.2f", margins.deviation()))
	add := func(games string, list []gameFacts) {
		v, mirrors := comparePlacements(pairPlacements(list))
		if math.IsNaN(v.F) || math.IsNaN(mirrors[0]) {
			return
		}
		t.row("equal means of all placements"+games, fmt.Sprintf("F(%d, %d) = %.2f, p = %.2g", v.Between, v.Within, v.F, v.P))
		t.row("standard deviation of the placements' true means"+games, fmt.Sprintf("%.2f", v.Spread))
		t.row("correlation between mirror images"+games, correlationText(mirrors))
	}
	add("", r.games)
	if len(r.practice) > 0 {
		add(", in practice", r.practice)
		var equals, practice sample
		others := pairPlacements(r.practice)
		for i, pair := range pairPlacements(r.games) {
			first, second := pair.all(), others[i].all()
			if min(len(first), len(second)) >= fewestGames {
				equals, practice = append(equals, first.mean()), append(practice, second.mean())
			}
		}
		if c, low, high := correlation(equals, practice); !math.IsNaN(c) {
			t.row("correlation between games of equals and of practice", correlationText([3]float64{c, low, high}))
		}
	}
}

// correlationText returns a correlation with its interval.
func correlationText(c [3]float64) string {
	return fmt.Sprintf("%+.2f (%+.2f to %+.2f)", c[0], c[1], c[2])
}

// mostGiven is the most squares given to Light in advance that the report looks at.
const mostGiven = 8

// squaresGiven is the table of the score of Light if squares were added to its margin.
func (r *Report) squaresGiven() string {
	var t markdown
	t.row("squares given to Light", "won", "drawn", "lost", "score of Light, %")
	margins := r.margins()
	for given := range mostGiven + 1 {
		games := margins.count(float64(given))
		t.row(fmt.Sprint(given), fmt.Sprint(games.Wins), fmt.Sprint(games.Draws), fmt.Sprint(games.Losses), percentage(games.Score(), games.Games()))
	}
	return t.String()
}

const (
	// shownTurns is the number of each side's first buildings that the table shows.
	shownTurns = 3
	// rare is the percentage of games that a row must reach in one column.
	rare = 3
)

// buildings is the table of what each side builds first, and where.
func (r *Report) buildings() string {
	places := [...]string{"at the edge", "beside the Cathedral", "beside the other side", "beside its own side"}
	var counts [engine.NumBuildings + len(places)][2 * shownTurns]int // by buildings, then by places
	var games [2 * shownTurns]int                                     // that have such a turn, Light's first
	for i := range r.games {
		g := &r.games[i]
		cathedral := engine.CathedralPlacements()[g.placement].Squares().Rotate(4 - g.turned)
		var turns [2]int
		var built [2]engine.Bitboard
		for _, b := range g.buildings {
			squares := b.move.Squares()
			if turn := turns[b.side]; turn < shownTurns {
				column, around := int(b.side)*shownTurns+turn, squares.GrowOrthogonally()
				games[column]++
				counts[b.move.Building()][column]++
				for at, is := range []bool{
					!engine.InnerSquares(1).Contains(squares), around.Intersects(cathedral),
					around.Intersects(built[b.side.Opponent()]), around.Intersects(built[b.side]),
				} {
					if is {
						counts[engine.NumBuildings+at][column]++
					}
				}
			}
			built[b.side] = built[b.side].Or(squares)
			turns[b.side]++
		}
	}
	header := []string{"% of the games"}
	for column := range games {
		header = append(header, fmt.Sprintf("%s %d", engine.Side(column/shownTurns), column%shownTurns+1))
	}
	var t markdown
	t.row(header...)
	row := func(name string, number int) {
		cells, most := []string{name}, 0.0
		for column, count := range counts[number] {
			share := 100 * float64(count) / float64(max(1, games[column]))
			cells = append(cells, fmt.Sprintf("%.0f", share))
			most = max(most, share)
		}
		if most >= rare {
			t.row(cells...)
		}
	}
	for building := engine.NumBuildings - 1; building >= 0; building-- {
		row(engine.Building(building).String(), building)
	}
	for at, place := range places {
		row(place, engine.NumBuildings+at)
	}
	return t.String()
}

// endings is the table of how games end.
func (r *Report) endings() string {
	var t markdown
	t.row("what", "figure")
	t.row("plies of a game, with the Cathedral", r.each(func(g *gameFacts) int { return g.plies }).text(1))
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		t.row(fmt.Sprintf("squares that %s has left", side), r.each(func(g *gameFacts) int { return g.left[side] }).text(1))
	}
	margins := r.margins()
	for _, squares := range []float64{1, 2} {
		close := 0
		for _, margin := range margins {
			if math.Abs(margin) <= squares {
				close++
			}
		}
		t.row(fmt.Sprintf("games decided by %.0f or less", squares), fmt.Sprintf("%.1f %%", 100*float64(close)/float64(len(margins))))
	}
	return t.String()
}

// latePly is the first ply at which a first territory is late.
const latePly = 7

// territory is the table of the first territories.
func (r *Report) territory() string {
	var byDark, late, squares, ply sample
	share := map[bool]float64{true: 1}
	for i := range r.games {
		if first := &r.games[i].territory; first.won {
			byDark = append(byDark, share[first.side == engine.Dark])
			late = append(late, share[first.ply >= latePly])
			squares, ply = append(squares, float64(first.squares)), append(ply, float64(first.ply))
		}
	}
	var t markdown
	t.row("the first territory", "figure")
	t.row("games with a territory", fmt.Sprintf("%d of %d", len(byDark), len(r.games)))
	t.row("is Dark's, %", byDark.percentage())
	t.row("squares", squares.text(1))
	t.row("ply of the move that closes it", ply.text(1))
	t.row(fmt.Sprintf("is closed at ply %d or later, %%", latePly), late.percentage())
	return t.String()
}

// searches is the table of the errors of the searches in the games, on which those of the
// tree's values rest.
func (r *Report) searches() string {
	var t markdown
	t.row("ply", "games", "margin less value", "deviation", "searches", "lines", "games from a position")
	for ply := range lastBiasedPly + 1 {
		e := measureErrors(r.games, ply)
		if len(e.bias) < fewestGames {
			continue
		}
		row := []string{fmt.Sprint(ply), fmt.Sprint(len(e.bias)), e.bias.signed(2), fmt.Sprintf("%.2f", e.bias.deviation())}
		for _, part := range []float64{e.search, e.line, e.game} {
			if math.IsNaN(part) {
				row = append(row, "")
			} else {
				row = append(row, fmt.Sprintf("%.2f", part))
			}
		}
		t.row(row...)
	}
	return t.String()
}
