package messages

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
	"cathedral/engine/record"
	"cathedral/search"
)

// games returns the games of testdata.
func games(t *testing.T) [][]engine.Move {
	t.Helper()
	text, err := os.ReadFile("testdata/games.txt")
	enginetest.Must(t, err)
	var games [][]engine.Move
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		moves, err := record.ParseMoves(line, engine.Start(engine.Rules{}))
		enginetest.Must(t, err)
		games = append(games, moves)
	}
	return games
}

// carelessGames adds games to those of testdata in which each third move is random.
func carelessGames(t *testing.T, searcher *search.Searcher, count int) [][]engine.Move {
	random := rand.New(rand.NewPCG(46, 2))
	all := games(t)
	for len(all) < count {
		p := engine.Start(engine.Rules{})
		var game []engine.Move
		for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(nil) {
			m := moves[random.IntN(len(moves))]
			if random.IntN(3) > 0 {
				m = searcher.Search(context.Background(), &p, search.Limits{Nodes: 200}, search.DefaultOptions(), nil).Best
			}
			game, p = append(game, m), p.Play(m)
		}
		all = append(all, game)
	}
	return all
}

// judged is what a search finds in a position.
type judged struct {
	centi  int // for the side to move
	line   []engine.Move
	proven bool // who wins
}

// nodes are those of each search in the reviews of the tests.
const nodes = 1000

// judge judges a position as the page does, after the one that comes next in the game.
func judge(t *testing.T, searcher *search.Searcher, p *engine.Position, next judged) judged {
	if p.Over() {
		return judged{100 * p.Margin(p.Side()), nil, true}
	}
	find := func(p *engine.Position, limits search.Limits) search.Info {
		searcher.Clear()
		var exact search.Info
		last := searcher.Search(context.Background(), p, limits, search.DefaultOptions(), func(info search.Info) {
			if info.Score.Bound == search.Exact {
				exact = info
			}
		}).Info
		if len(exact.PV) > 0 && exact.PV[0] == last.PV[0] {
			return exact
		}
		return last
	}
	found := find(p, search.Limits{Nodes: nodes})
	line, centi, proven := found.PV, found.Score.Centi, found.Score.Final
	if next.proven && !proven {
		if proof := find(p, search.Limits{Nodes: 4 * nodes, Solve: true, Verdict: true}); proof.Score.Final && proof.Score.Centi != 0 && len(proof.PV) > 0 {
			// Who wins is proven, but not by how much.
			if line, proven = proof.PV, true; proof.Score.Centi > 0 {
				centi = max(centi, 100)
			} else {
				centi = min(centi, -100)
			}
		}
	}
	if len(line) < usualPlies { // too short to compare
		if end := enginetest.PlayLine(t, *p, line); !end.Over() {
			line = append(line, find(&end, search.Limits{Nodes: nodes}).PV...)
		}
	}
	return judged{centi, line, proven}
}

// marked reports whether a move that leads from one judgement to another loses enough to be
// marked in a review, or a proven result.
func marked(before, after judged) bool {
	const slip = 200 // hundredths of a square
	return before.centi+after.centi >= slip || before.proven && after.proven && cmp.Compare(before.centi, 0) > cmp.Compare(-after.centi, 0)
}

// TestEveryMistakeHasTheReasonThatCostsMost reviews games. The naive twin of the rules recounts
// what is said of each mistake.
func TestEveryMistakeHasTheReasonThatCostsMost(t *testing.T) {
	count := 4
	if enginetest.IsLong() {
		count = 20
	}
	if enginetest.IsNight() {
		count = 200
	}
	searcher, err := search.New(4)
	enginetest.Must(t, err)
	kinds := map[reasonKind]int{}
	for _, game := range carelessGames(t, searcher, count)[:count] {
		positions := []engine.Position{engine.Start(engine.Rules{})}
		for _, m := range game {
			positions = append(positions, positions[len(positions)-1].Play(m))
		}
		after := judge(t, searcher, &positions[len(game)], judged{})
		for ply := len(game) - 1; ply >= 0; ply-- {
			p := &positions[ply]
			before := judge(t, searcher, p, after)
			if m := game[ply]; m != before.line[0] && m != engine.Pass && positions[ply+1].Side() != p.Side() && marked(before, after) {
				played := append([]engine.Move{m}, after.line...)
				c := compareLines(p, before.line, played)
				checkComparison(t, p, before.line, played, c)
				kinds[c.Reason.Kind]++
			}
			after = before
		}
	}
	t.Logf("in %d games: %v", count, kinds)
	if kinds[kindLet] < count || kinds[kindMissed] < count || kinds[kindNone] > count/100 {
		t.Errorf("in %d games: %v", count, kinds)
	}
}

// TestComparisonsOfAnyLinesAreTrue compares random lines under all rules. Every kind of reason
// comes up.
func TestComparisonsOfAnyLinesAreTrue(t *testing.T) {
	kinds := map[reasonKind]int{}
	random := rand.New(rand.NewPCG(31, 9))
	for i := range 150 {
		p := enginetest.RandomPosition(random, enginetest.AllRules()[i%len(enginetest.AllRules())], random.IntN(26))
		if p.Over() {
			continue
		}
		better, played := anyLine(random, &p), anyLine(random, &p)
		c := compareLines(&p, better, played)
		checkComparison(t, &p, better, played, c)
		kinds[c.Reason.Kind]++
	}
	for _, kind := range []reasonKind{kindLet, kindMissed, kindNoRoom, kindShut, kindThreat, kindLeft, kindPlaces, kindWall, kindNone} {
		if kinds[kind] == 0 {
			t.Errorf("no line was compared whose reason is %s: %v", kind, kinds)
		}
	}
}

// anyLine returns one to twelve random moves, fewer if the game ends.
func anyLine(random *rand.Rand, start *engine.Position) []engine.Move {
	p := *start
	var line []engine.Move
	for range 1 + random.IntN(12) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		line, p = append(line, m), p.Play(m)
	}
	return line
}

// recounted is what a side has gained in the first plies of a line, by the naive rules.
type recounted struct {
	claimed  map[naive.Square]bool
	captured []string // codes of buildings
	squares  int      // of those that are placed again, and claimed
	plies    int      // to the last gain
}

// recount returns the positions of a line, and what each side gains in its first plies.
func recount(t *testing.T, before *engine.Position, line []engine.Move, plies int) (games []*naive.Game, gained map[naive.Owner]*recounted) {
	g, p := enginetest.NaiveGame(t, before), *before
	games = []*naive.Game{g}
	gained = map[naive.Owner]*recounted{naive.Light: {claimed: map[naive.Square]bool{}}, naive.Dark: {claimed: map[naive.Square]bool{}}}
	for ply, m := range line {
		next := g.Play(enginetest.NaiveMove(&p, m))
		if ply < plies {
			gained[g.Side()].add(g, next, ply+1)
		}
		g, p = next, p.Play(m)
		games = append(games, g)
	}
	return games, gained
}

// add adds what a move has gained that leads from one position to the next.
func (r *recounted) add(before, after *naive.Game, plies int) {
	gains := 0
	for row := range 10 {
		for column := range 10 {
			if side := before.Side(); after.Territory[row][column] == side && before.Territory[row][column] != side {
				r.claimed[naive.Square{Row: row, Column: column}] = true
				gains++
			}
		}
	}
	r.squares += gains
	standing := map[*naive.Placement]bool{}
	for _, piece := range after.Pieces {
		standing[piece.Placement] = true
	}
	for _, piece := range before.Pieces {
		if !standing[piece.Placement] {
			r.captured = append(r.captured, piece.Text[:2])
			gains++
			if piece.Building != naive.Cathedral {
				r.squares += len(piece.Squares)
			}
		}
	}
	if gains > 0 {
		r.plies = plies
	}
}

// mostGained returns the most squares that the side to move can gain by a placement, 0 if it is to place the
// Cathedral.
func mostGained(g *naive.Game) (most int) {
	for _, placement := range g.Placements(g.Side()) {
		gained := recounted{claimed: map[naive.Square]bool{}}
		gained.add(g, g.Play(naive.Move{Placement: placement}), 1)
		most = max(most, gained.squares)
	}
	return most
}

// places counts the placements of a building as if it were the side's turn.
func places(g *naive.Game, side naive.Owner, code string) (count int) {
	later := *g
	later.Ply = 100 // when the Cathedral is no longer to be placed
	for _, placement := range later.Placements(side) {
		if placement.Text[:2] == code {
			count++
		}
	}
	return count
}

// stuck returns the codes of the buildings of a side that fit nowhere in one position, and fit or are
// placed in the other; and their squares.
func stuck(in, not *naive.Game, side naive.Owner) (codes []string, squares int) {
	for building, about := range naive.EmptyBoard().Buildings {
		count := in.Unplaced(side, building)
		if count > 0 && places(in, side, about.Code) == 0 && (not.Unplaced(side, building) == 0 || places(not, side, about.Code) > 0) {
			codes = append(codes, about.Code)
			squares += count * strings.Count(about.Dark, "X")
		}
	}
	return codes, squares
}

// checkComparison checks, by the naive rules, all that a comparison says: that its reason is so in the
// one line and not in the other, and that no other fact costs more.
func checkComparison(t *testing.T, before *engine.Position, better, played []engine.Move, c lineComparison) {
	t.Helper()
	betterGames, betterGains := recount(t, before, better, c.Better.Plies)
	playedGames, playedGains := recount(t, before, played, c.Played.Plies)
	said, side := c.Reason, enginetest.NaiveOwner(before.Side())
	other := side.Opponent()
	mover := map[string]naive.Owner{"light": naive.Light, "dark": naive.Dark}[said.Side]
	betterEnd, playedEnd := betterGames[c.Better.Plies], playedGames[c.Played.Plies]
	now, instead := playedGames[1], betterGames[1]

	// what each fact costs
	costs := map[reasonKind]float64{}
	let, missed := playedGains[other].squares-betterGains[other].squares, betterGains[side].squares-playedGains[side].squares
	if let+missed > 0 {
		costs[kindLet], costs[kindMissed] = float64(let), float64(missed)
	}
	stuckNow, lost := stuck(playedEnd, betterEnd, side)
	shut, kept := stuck(betterEnd, playedEnd, other)
	costs[kindNoRoom], costs[kindShut] = float64(lost), float64(kept)
	turn := func(g *naive.Game) bool { return g.Side() == other && g.Ply > g.CathedralPly() }
	most, less := mostGained(now), mostGained(instead)
	if turn(now) && turn(instead) && !gainsAt(t, before, played, 1, c.Played.Plies) {
		costs[kindThreat] = float64(most-less) / 2
	}
	first := slices.Contains([]reasonKind{kindLet, kindMissed, kindNoRoom, kindShut, kindThreat}, said.Kind)
	for kind, cost := range costs {
		if cost > costs[said.Kind] || first && costs[said.Kind] <= 0 {
			t.Errorf("in %s, of %v and %v it says %+v, which costs %g, and %s costs %g", before, better, played, said, costs[said.Kind], kind, cost)
		}
	}

	gains := func(in, not, other *recounted, most, least int) bool {
		drawn := map[naive.Square]bool{}
		for _, square := range said.Claimed {
			drawn[naive.Square{Row: square / 10, Column: square % 10}] = true
		}
		holds := len(in.claimed) == most && len(not.claimed) == least && said.Plies == in.plies &&
			(most > least && maps.Equal(drawn, in.claimed) || most <= least && len(drawn) == 0 && len(said.Captured) > 0)
		against := 0
		if 2*other.squares >= in.squares {
			against = len(other.claimed)
		}
		holds = holds && said.Against == against
		for _, piece := range said.Captured {
			holds = holds && countOf(in.captured, piece.Building) > countOf(not.captured, piece.Building)
		}
		return holds
	}
	var building string
	if len(said.Buildings) > 0 {
		building = said.Buildings[0]
	}
	threatens := func() bool {
		at := slices.IndexFunc(now.Moves(), func(m naive.Move) bool { return m.String() == said.Move })
		gained := recounted{claimed: map[naive.Square]bool{}}
		if at >= 0 {
			gained.add(now, now.Play(now.Moves()[at]), 1)
		}
		return at >= 0 && gained.squares == most && len(gained.claimed) == len(said.Claimed) && len(gained.captured) == len(said.Captured)
	}
	var holds bool
	switch said.Kind {
	case kindLet:
		holds = mover == other && gains(playedGains[other], betterGains[other], playedGains[side], said.Played, said.Better)
	case kindMissed:
		holds = mover == side && gains(betterGains[side], playedGains[side], betterGains[other], said.Better, said.Played)
	case kindNoRoom:
		holds = mover == side && sameCodes(said.Buildings, stuckNow) && closes(playedGames[:c.Played.Plies+1], mover, said)
	case kindShut:
		holds = mover == other && sameCodes(said.Buildings, shut) && closes(betterGames[:c.Better.Plies+1], mover, said)
	case kindThreat:
		holds = mover == other && said.Played == most && said.Better == less && threatens()
	case kindLeft:
		holds = said.Played == playedEnd.UnplacedSquares(mover) && said.Better == betterEnd.UnplacedSquares(mover) &&
			said.Played != said.Better && (said.Played > said.Better) == (mover == side) && said.Plies == c.Played.Plies
	case kindPlaces:
		holds = said.Played == places(now, mover, building) && said.Better == places(instead, mover, building) &&
			said.Played != said.Better && (said.Better > said.Played) == (mover == side)
	case kindWall:
		holds = said.Better == wallOf(instead) && said.Played == wallOf(now) && said.Better > said.Played
	case kindNone:
		holds = true
	}
	if !holds {
		t.Errorf("in %s, of %v and %v it is not true that %+v", before, better, played, said)
	}
	checkTotals(t, c.Better, betterGames, betterGains)
	checkTotals(t, c.Played, playedGames, playedGains)
}

// closes reports whether the buildings of a reason fit nowhere from its ply on, and last where it says.
func closes(games []*naive.Game, side naive.Owner, said lineReason) bool {
	latest, last := 1, map[int]bool{}
	for _, code := range said.Buildings {
		ply := len(games) - 1
		for ply > 0 && places(games[ply-1], side, code) == 0 {
			ply--
		}
		latest = max(latest, ply)
		if ply == 0 {
			continue
		}
		before := *games[ply-1]
		before.Ply = 100
		for _, placement := range before.Placements(side) {
			for _, square := range placement.Squares {
				if placement.Text[:2] == code {
					last[square.Row*10+square.Column] = true
				}
			}
		}
	}
	return said.Plies == latest && slices.Equal(said.Claimed, slices.Sorted(maps.Keys(last)))
}

// gainsAt reports whether a ply of a line, if it is among the first plies, gains anything.
func gainsAt(t *testing.T, before *engine.Position, line []engine.Move, ply, plies int) bool {
	if ply >= plies {
		return false
	}
	_, with := recount(t, before, line, ply+1)
	return with[naive.Light].plies > ply || with[naive.Dark].plies > ply
}

func countOf(codes []string, code string) (count int) {
	for _, one := range codes {
		if one == code {
			count++
		}
	}
	return count
}

func sameCodes(a, b []string) bool {
	return len(a) > 0 && slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// wallOf returns how many squares can be reached over edges from the last building, which is a side's.
func wallOf(g *naive.Game) int {
	last := g.Pieces[len(g.Pieces)-1]
	reached := map[naive.Square]bool{}
	board := g.Standing()
	var reach func(s naive.Square)
	reach = func(s naive.Square) {
		if !s.OnBoard() || reached[s] {
			return
		}
		if piece := board[s.Row][s.Column]; piece == 0 || g.Pieces[piece-1].Owner != last.Owner {
			return
		}
		reached[s] = true
		for _, step := range []naive.Square{{Row: 1}, {Row: -1}, {Column: 1}, {Column: -1}} {
			reach(naive.Square{Row: s.Row + step.Row, Column: s.Column + step.Column})
		}
	}
	if last.Owner != naive.Nobody {
		reach(last.Squares[0])
	}
	return len(reached)
}

// checkTotals compares what is added up of a line with what has been recounted.
func checkTotals(t *testing.T, told lineTotals, games []*naive.Game, gained map[naive.Owner]*recounted) {
	t.Helper()
	for owner, total := range map[naive.Owner]sideTotals{naive.Light: told.Light, naive.Dark: told.Dark} {
		if total.Claimed != len(gained[owner].claimed) || len(total.Captured) != len(gained[owner].captured) || total.Left != games[told.Plies].UnplacedSquares(owner) {
			t.Errorf("%v: it adds up %+v, and it is %+v", owner, total, gained[owner])
		}
	}
	last := games[len(games)-1]
	if (told.Margin != nil) != last.Over() || last.Over() && *told.Margin != last.UnplacedSquares(naive.Dark)-last.UnplacedSquares(naive.Light) {
		t.Errorf("it tells the end of %s as %v", last, told.Margin)
	}
}

func TestComparisonsNeedLegalLines(t *testing.T) {
	page := newAsker(t)
	page.refused("better: want at least one move", `"do":"compare","moves":["CAnF5"],"better":[],"played":["TAnA1"]`)
	page.refused("played: want at least one move", `"do":"compare","moves":["CAnF5"],"better":["TAnA1"]`)
	page.refused("played: move 2", `"do":"compare","moves":["CAnF5"],"better":["TAnA1"],"played":["TAnA1","TAnA1"]`)
	page.refused("move 1", `"do":"compare","moves":["TAnA1"],"better":["TAnA1"],"played":["TAnA1"]`)
}
