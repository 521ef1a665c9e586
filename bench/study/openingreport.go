package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"cathedral/bench/outcomes"
	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search/book"
)

// Report sums up games and a tree of the opening under one set of rules.
type Report struct {
	Rules engine.Rules
	// searched is the tree without the games, so that its values can be compared with
	// them; valued is the tree with the games. Both are nil if there is no tree.
	searched, valued *Tree
	book             *book.Book
	games            []gameFacts // between equals
	practice         []gameFacts // of a Practice
	lines            []firstLine
}

// NewReport returns the report on games, a tree and the first moves of an opening book. The
// tree and the book may be nil; the tree must not have been given games. Games that
// Tree.AddGames leaves out, such as copies, do not count. The sides of a Practice are not
// equal: its games count only for the values of the tree and for the comparison of placements.
func NewReport(rules engine.Rules, tree *Tree, opening *book.Book, games []*record.Game) *Report {
	r := &Report{Rules: rules, searched: tree, book: opening}
	placements, seen := placementNumbers(), map[uint64]bool{}
	var counted []*record.Game
	for _, game := range games {
		if game.Rules != rules || !selfplay.IsOrdinary(game) {
			continue
		}
		facts, finished := factsOf(game, placements)
		if !finished {
			continue
		}
		key := openingKey(game.Positions())
		if seen[key] {
			continue
		}
		seen[key] = true
		counted = append(counted, game)
		if game.Tag("Event") == practiceEvent {
			r.practice = append(r.practice, facts)
		} else {
			r.games = append(r.games, facts)
		}
	}
	if tree != nil {
		r.valued = newTree(tree.Settings)
		for _, n := range tree.sorted() {
			r.valued.insert(n.Analysis)
		}
		r.valued.AddGames(counted)
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
			Table{"captures", r.captures()}, Table{"endings", r.endings()}, Table{"territory", r.territory()},
			Table{"searches", r.searches()}, Table{"placements", r.placements()})
	}
	if r.searched != nil {
		tables = append(tables, Table{"tree", r.tree()})
	}
	if len(r.lines) > 0 {
		tables = append(tables, Table{"first moves", r.firstMoves()})
	}
	for i := range tables {
		tables[i].Name = r.Rules.String() + " " + tables[i].Name
	}
	return tables
}

// pictureName returns the name of the file of a picture.
func (r *Report) pictureName(what string) string {
	return strings.ReplaceAll(r.Rules.String(), " ", "-") + "-" + what + ".svg"
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
func (s sample) count(added float64) (games outcomes.Count) {
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
	t.row("games", fmt.Sprint(len(margins)))
	t.row("Light won, drew, lost", fmt.Sprintf("%d, %d, %d", games.Wins, games.Draws, games.Losses))
	t.row("score of Light, %", percentage(games.Score(), games.Games()))
	t.row("margin of Light, squares", margins.signed(2))
	r.placementTests(&t)
	return t.String()
}

// tree is the table of the tree as a whole.
func (r *Report) tree() string {
	var t markdown
	t.row("what", "figure")
	t.row("positions in the tree", fmt.Sprint(r.searched.Len()))
	t.row("nodes searched for it", fmt.Sprintf("%d million", r.searched.NodesSearched()/1e6))
	t.row("positions with a proven winner", fmt.Sprint(r.searched.proven()))
	if root := r.searched.root(); root != nil {
		side := root.Position.Side()
		alone, both := r.searched.studied(root), r.valued.studied(r.valued.root())
		t.row(fmt.Sprintf("value of the beginning for %s, squares, by searches", side), valueText(alone.Centi, alone.Error))
		t.row(fmt.Sprintf("value of the beginning for %s, squares, by searches and games", side), valueText(both.Centi, both.Error))
	}
	r.agreement(&t)
	return t.String()
}

// proven returns the number of positions of which it is proven who wins.
func (t *Tree) proven() int {
	count := 0
	for _, n := range t.nodes {
		if n.low == n.high {
			count++
		}
	}
	return count
}

// placementTests adds how well the games tell placements apart.
func (r *Report) placementTests(t *markdown) {
	margins := r.margins()
	t.row("standard deviation of one game's margin, squares", fmt.Sprintf("%.2f", margins.deviation()))
	add := func(games string, list []gameFacts) {
		c := comparePlacements(pairPlacements(list))
		if math.IsNaN(c.variance.F) || math.IsNaN(c.halves[0]) {
			return
		}
		v := &c.variance
		t.row("equal means of all placements"+games, fmt.Sprintf("F(%d, %d) = %.2f, p = %.2g", v.Between, v.Within, v.F, v.P))
		t.row("standard deviation of the placements' true means"+games, fmt.Sprintf("%.2f", v.Spread))
		t.row("correlation between halves of the games, and as predicted"+games, fmt.Sprintf("%s; %+.2f", correlationText(c.halves), c.predicted))
		t.row("correlation between mirror images"+games, correlationText(c.mirrors))
	}
	add("", r.games)
	if len(r.practice) > 0 {
		add(", with practice", slices.Concat(r.games, r.practice))
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

// agreement adds how the tree's values agree with the games.
func (r *Report) agreement(t *markdown) {
	var values, means, errors sample
	pairs := pairPlacements(r.games)
	for i := range pairs {
		estimate, known := r.searched.valueOf(&pairs[i])
		if games := pairs[i].all(); known && len(games) >= fewestGames {
			value := estimate.Centi / 100
			values, means = append(values, value), append(means, games.mean())
			errors = append(errors, games.mean()-value)
		}
	}
	if c, low, high := correlation(values, means); !math.IsNaN(c) {
		t.row("correlation of backed-up values and games, by placement", correlationText([3]float64{c, low, high}))
	}
	if len(errors) > 1 {
		t.row("games less backed-up values, squares, mean of the placements", errors.signed(2))
	}
}

// correlationText returns a correlation with its interval.
func correlationText(c [3]float64) string {
	return fmt.Sprintf("%+.2f (%+.2f to %+.2f)", c[0], c[1], c[2])
}

// afterPlacement returns the entry of the tree for the position after the placement of a
// number, which faces north. Under woods Dark's best first building comes before it, and it is
// turned as is best for Light. The values of s are Dark's, even if Light is to move.
func (t *Tree) afterPlacement(number int) (s Studied, known bool) {
	if t == nil {
		return s, false
	}
	p := engine.Start(t.Rules)
	for !p.PlacesCathedral() {
		before, found := t.Find(&p)
		if !found || len(before.Moves) == 0 {
			return s, false
		}
		p = p.Play(before.Moves[0].Move.Move)
	}
	for quarters := range 4 {
		placement := engine.CathedralPlacements()[number].Rotate(quarters)
		if !p.IsLegal(placement) {
			continue
		}
		after := p.Play(placement)
		turned, found := t.Find(&after)
		if turned.Position.Side() == engine.Light {
			turned.Centi, turned.Search = -turned.Centi, -turned.Search
		}
		if found && (!known || turned.Centi < s.Centi) {
			s, known = turned, true
		}
	}
	return s, known
}

func valueText(centi, interval int) string {
	return fmt.Sprintf("%+.2f ± %.2f", float64(centi)/100, float64(interval)/100)
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
	var counts [2][shownTurns][engine.NumBuildings]int
	places := [...]struct {
		name   string
		counts [2][shownTurns]int
	}{{name: "at the edge"}, {name: "beside the Cathedral"}, {name: "beside the other side"}, {name: "beside its own side"}}
	var games [2][shownTurns]int
	for i := range r.games {
		g := &r.games[i]
		cathedral := engine.CathedralPlacements()[g.placement].Squares().Rotate(4 - g.turned)
		var turns [2]int
		var built [2]engine.Bitboard
		for _, b := range g.buildings {
			turn, squares := turns[b.side], b.move.Squares()
			if turn < shownTurns {
				counts[b.side][turn][b.move.Building()]++
				games[b.side][turn]++
				around := squares.GrowOrthogonally()
				for at, is := range []bool{
					!engine.InnerSquares(1).Contains(squares), around.Intersects(cathedral),
					around.Intersects(built[b.side.Opponent()]), around.Intersects(built[b.side]),
				} {
					if is {
						places[at].counts[b.side][turn]++
					}
				}
			}
			built[b.side] = built[b.side].Or(squares)
			turns[b.side]++
		}
	}
	sides := []engine.Side{engine.Light, engine.Dark}
	var t markdown
	row := func(name string, count func(side engine.Side, turn int) int) {
		cells, most := []string{name}, 0.0
		for _, side := range sides {
			for turn := range shownTurns {
				share := 100 * float64(count(side, turn)) / float64(max(1, games[side][turn]))
				cells = append(cells, fmt.Sprintf("%.0f", share))
				most = max(most, share)
			}
		}
		if most >= rare {
			t.row(cells...)
		}
	}
	header := []string{"% of the games"}
	for _, side := range sides {
		for turn := range shownTurns {
			header = append(header, fmt.Sprintf("%s %d", side, turn+1))
		}
	}
	t.row(header...)
	for building := engine.NumBuildings - 1; building >= 0; building-- {
		row(engine.Building(building).String(), func(side engine.Side, turn int) int { return counts[side][turn][building] })
	}
	for i := range places {
		row(places[i].name, func(side engine.Side, turn int) int { return places[i].counts[side][turn] })
	}
	for _, side := range sides {
		t.picture(fmt.Sprintf("How often %s's first buildings cover each square around the Cathedral", side), r.pictureName(strings.ToLower(side.String())+"-squares"))
	}
	return t.String()
}

// captures is the table of captures.
func (r *Report) captures() string {
	var t markdown
	t.row("", "games with a capture, %", "captures a game")
	row := func(name string, captures func(*gameFacts) int) {
		share := r.each(func(g *gameFacts) int { return min(1, captures(g)) })
		t.row(name, share.percentage(), fmt.Sprintf("%.2f", r.each(captures).mean()))
	}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		row("by "+side.String(), func(g *gameFacts) int { return g.captures[side] })
	}
	row("by either", func(g *gameFacts) int { return g.captures[engine.Light] + g.captures[engine.Dark] })
	return t.String()
}

// endings is the table of how games end.
func (r *Report) endings() string {
	var t markdown
	t.picture("How many games end with each margin of Light", r.pictureName("margins"))
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
