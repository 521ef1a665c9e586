package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"cathedral/bench/outcomes"
	"cathedral/engine"
	"cathedral/engine/record"
)

// Report sums up games and a tree of the opening under one set of rules.
type Report struct {
	Rules engine.Rules
	// searched is the tree without the games, so that its values can be compared with
	// them; valued is the tree with the games. Both are nil if there is no tree.
	searched, valued *Tree
	games            []gameFacts
}

// NewReport returns the report on games and a tree, which is nil or has not been given
// games. Games of other rules, unfinished ones and copies (see Tree.AddGames) do not count;
// those of a Practice, whose sides are not equal, count only for the values of the tree with
// games.
func NewReport(rules engine.Rules, tree *Tree, games []*record.Game) *Report {
	r := &Report{Rules: rules, searched: tree}
	placements, seen := placementNumbers(), map[uint64]bool{}
	var counted []*record.Game
	for _, game := range games {
		if game.Rules != rules {
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
		if game.Tag("Event") != practiceEvent {
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
	return r
}

// Table is a part of a report in Markdown.
type Table struct {
	Name string // such as "classic placements"
	Text string
}

// Tables returns the tables of the report.
func (r *Report) Tables() []Table {
	tables := []Table{{"summary", r.summary()}, {"placements", r.placements()}}
	if len(r.games) > 0 {
		tables = append(tables,
			Table{"squares given", r.squaresGiven()}, Table{"buildings", r.buildings()},
			Table{"captures", r.captures()}, Table{"endings", r.endings()}, Table{"territory", r.territory()},
			Table{"searches", r.searches()})
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

// byPlacement returns Light's margins of each placement, in the order of the games.
func (r *Report) byPlacement() []sample {
	groups := make([]sample, len(engine.CathedralPlacements()))
	for _, game := range r.games {
		groups[game.placement] = append(groups[game.placement], float64(game.margin))
	}
	return groups
}

// count counts the games by the margins of a side, after something was added to each.
func (s sample) count(added float64) (games outcomes.Count) {
	for _, margin := range s {
		games.AddMargin(margin + added)
	}
	return games
}

// summary is the table of the games and the tree as a whole.
func (r *Report) summary() string {
	var t markdown
	t.row("what", "figure")
	if len(r.games) > 0 {
		margins := r.margins()
		games := margins.count(0)
		t.row("games", fmt.Sprint(len(margins)))
		t.row("Light won, drew, lost", fmt.Sprintf("%d, %d, %d", games.Wins, games.Draws, games.Losses))
		t.row("score of Light, %", percentage(games.Score(), games.Games()))
		t.row("margin of Light, squares", margins.signed(2))
		r.placementTests(&t)
	}
	if r.searched != nil {
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
	}
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

// placementTests adds the tests of differences between placements in the games.
func (r *Report) placementTests(t *markdown) {
	groups := r.byPlacement()
	v := analyseVariance(groups)
	if !math.IsNaN(v.F) {
		t.row("equal means of all placements", fmt.Sprintf("F(%d, %d) = %.2f, p = %.3g", v.Between, v.Within, v.F, v.P))
		t.row("standard deviation of the placements' true means, squares", fmt.Sprintf("%.2f", v.Spread))
		all := r.margins()
		t.row("standard deviation of one game's margin, squares", fmt.Sprintf("%.2f", all.deviation()))
	}
	var first, second sample
	for _, group := range groups {
		if half := len(group) / 2; half > 0 {
			first, second = append(first, group[:half].mean()), append(second, group[half:].mean())
		}
	}
	if c, low, high := correlation(first, second); !math.IsNaN(c) {
		t.row("correlation of the placements' margins between two halves of the games", correlationText(c, low, high, len(first)))
	}
}

// agreement adds how the tree's values agree with the games.
func (r *Report) agreement(t *markdown) {
	var values, means, errors sample
	for number, group := range r.byPlacement() {
		if s, _, known := r.searched.afterPlacement(number); known && len(group) > 0 {
			values = append(values, -float64(s.Centi)/100)
			means = append(means, group.mean())
			errors = append(errors, group.mean()+float64(s.Centi)/100)
		}
	}
	if c, low, high := correlation(values, means); !math.IsNaN(c) {
		t.row("correlation of backed-up values and games, by placement", correlationText(c, low, high, len(values)))
	}
	if len(errors) > 1 {
		t.row("bias: games less backed-up values, squares, mean of the placements", errors.signed(2))
	}
}

func correlationText(c, low, high float64, n int) string {
	return fmt.Sprintf("%+.2f (%+.2f to %+.2f), n = %d", c, low, high, n)
}

// afterPlacement returns the entry of the tree for the position after the placement of a
// number, which faces north, and the moves that lead to it. Under woods Dark's best first
// building comes before it, and it is turned as is best for Light. The values of s are Dark's,
// even if Light is to move. Its moves can be played in the position.
func (t *Tree) afterPlacement(number int) (s Studied, moves []engine.Move, known bool) {
	if t == nil {
		return s, nil, false
	}
	p := engine.Start(t.Rules)
	for !p.PlacesCathedral() {
		before, found := t.Find(&p)
		if !found || len(before.Moves) == 0 {
			return s, nil, false
		}
		moves = append(moves, before.Moves[0].Move.Move)
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
			moves = append(moves[:p.Ply()], placement)
		}
	}
	return s, moves, known
}

// placements is the table of the 56 placements, the best for Light first. Those of the tree
// are named with the moves before them.
func (r *Report) placements() string {
	type placementRow struct {
		cells []string
		value float64
	}
	var rows []placementRow
	all := engine.CathedralPlacements()
	for number, group := range r.byPlacement() {
		s, _, known := r.searched.afterPlacement(number)
		both, moves, valued := r.valued.afterPlacement(number)
		if !known && len(group) == 0 {
			continue
		}
		row := placementRow{cells: []string{all[number].String(), "", "", "", "0", "", "", ""}, value: math.Inf(-1)}
		if len(group) > 0 {
			games := group.count(0)
			row.cells[4] = fmt.Sprintf("%d-%d-%d", games.Wins, games.Draws, games.Losses)
			row.cells[5], row.cells[6] = percentage(games.Score(), games.Games()), group.signed(1)
			row.value = group.mean()
		}
		if known {
			row.cells[1], row.cells[2] = fmt.Sprintf("%+.2f", -float64(s.Search)/100), valueText(-s.Centi, s.Error)
		}
		if valued {
			row.cells[3], row.cells[7] = valueText(-both.Centi, both.Error), replies(&both)
			row.cells[0] = moveText(moves)
			row.value = -float64(both.Centi) / 100
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b placementRow) int { return int(math.Round(1000 * (b.value - a.value))) })
	var t markdown
	t.picture("The value of each placement for Light, in squares", r.pictureName("placements"))
	reply := "best replies of Dark"
	if r.Rules.SideAt(r.Rules.CathedralPly()+1) == engine.Light {
		reply = "best buildings of Light"
	}
	t.row("Cathedral", "search", "backed up", "with games", "won-drawn-lost", "score, %", "margin", reply)
	for _, row := range rows {
		t.row(row.cells...)
	}
	return t.String()
}

// moveText returns moves, separated by spaces.
func moveText(moves []engine.Move) string {
	words := make([]string, len(moves))
	for i, move := range moves {
		words[i] = move.String()
	}
	return strings.Join(words, " ")
}

// replies returns the best moves of a position with their values.
func replies(s *Studied) string {
	var words []string
	for _, move := range s.Moves[:min(3, len(s.Moves))] {
		words = append(words, fmt.Sprintf("%s %+.1f", move.Move.Move, float64(move.Centi)/100))
	}
	return strings.Join(words, ", ")
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

// shownTurns is the number of each side's first buildings that the tables show.
const shownTurns = 6

// buildings are the tables of what each side builds first.
func (r *Report) buildings() string {
	var t markdown
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		var counts [shownTurns][engine.NumBuildings]int
		var games [shownTurns]int
		for i := range r.games {
			turn := 0
			for _, b := range r.games[i].buildings {
				if b.side == side && turn < shownTurns {
					counts[turn][b.move.Building()]++
					games[turn]++
					turn++
				}
			}
		}
		header := []string{fmt.Sprintf("%s builds, %% of its turns", side)}
		for turn := range shownTurns {
			header = append(header, fmt.Sprintf("building %d", turn+1))
		}
		t.row(header...)
		for building := engine.NumBuildings - 1; building >= 0; building-- {
			row := []string{engine.Building(building).String()}
			for turn := range shownTurns {
				row = append(row, fmt.Sprintf("%.0f", 100*float64(counts[turn][building])/float64(max(1, games[turn]))))
			}
			t.row(row...)
		}
		t.end()
	}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		t.picture(fmt.Sprintf("How often %s's first three buildings cover each square", side), r.pictureName(strings.ToLower(side.String())+"-squares"))
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
	plies := r.each(func(g *gameFacts) int { return g.plies })
	var t markdown
	t.picture("How many games end with each margin of Light", r.pictureName("margins"))
	t.row("what", "figure")
	t.row("plies of a game, with the Cathedral", plies.text(1))
	t.row("plies of the longest game", fmt.Sprint(slices.Max(plies)))
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		t.row(fmt.Sprintf("buildings that %s has left", side), r.each(func(g *gameFacts) int { return g.unbuilt[side] }).text(1))
		t.row(fmt.Sprintf("squares of these, %s", side), r.each(func(g *gameFacts) int { return g.left[side] }).text(1))
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

// territory is the table of the first territories.
func (r *Report) territory() string {
	var larger, byDark, squares, ply sample
	share := map[bool]float64{true: 1}
	for i := range r.games {
		if first := &r.games[i].territory; first.won {
			larger = append(larger, share[first.larger])
			byDark = append(byDark, share[first.side == engine.Dark])
			squares, ply = append(squares, float64(first.squares)), append(ply, float64(first.ply))
		}
	}
	var t markdown
	t.row("the first territory", "figure")
	t.row("games with a territory", fmt.Sprintf("%d of %d", len(larger), len(r.games)))
	t.row("is larger than all other empty squares together, % of these games", larger.percentage())
	t.row("is Dark's, %", byDark.percentage())
	t.row("squares", squares.text(1))
	t.row("ply of the move that closes it", ply.text(1))
	return t.String()
}

// searches is the table of how the searches' values in the games, for Light, agree with the
// final margins.
func (r *Report) searches() string {
	var t markdown
	t.row("ply", "games", "final margin less value, squares", "standard deviation")
	for ply := range mostGamePlies {
		var errors sample
		for i := range r.games {
			if value, known := r.games[i].values[ply]; known {
				errors = append(errors, float64(r.games[i].margin)-value)
			}
		}
		if len(errors) > 1 {
			t.row(fmt.Sprint(ply), fmt.Sprint(len(errors)), errors.signed(2), fmt.Sprintf("%.2f", errors.deviation()))
		}
	}
	return t.String()
}
