package messages

import (
	"context"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
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

// judged is what a search finds in a position.
type judged struct {
	score search.Score // for the side to move
	line  []engine.Move
}

func judge(searcher *search.Searcher, p *engine.Position) judged {
	if p.Over() {
		return judged{search.Score{Centi: 100 * p.Margin(p.Side()), Final: true}, nil}
	}
	searcher.Clear()
	var exact search.Info
	last := searcher.Search(context.Background(), p, search.Limits{Nodes: 1000}, search.DefaultOptions(), func(info search.Info) {
		if info.Score.Bound == search.Exact {
			exact = info
		}
	}).Info
	if len(exact.PV) > 0 && exact.PV[0] == last.PV[0] {
		last = exact
	}
	return judged{last.Score, last.PV}
}

// marked reports whether a move that leads from one judgement to another loses enough to be
// marked in a review, or a proven result.
func marked(before, after judged) bool {
	was, is := before.score.Centi, -after.score.Centi
	const slip = 200 // hundredths of a square
	return was-is >= slip || before.score.Final && after.score.Final && sign(was) > sign(is)
}

func sign(n int) int { return max(-1, min(n, 1)) }

// TestEveryMistakeHasAReason reviews a dozen games. What is said of each mistake speaks for
// the better line, and is true.
func TestEveryMistakeHasAReason(t *testing.T) {
	searcher, err := search.New(4)
	enginetest.Must(t, err)
	mistakes, unexplained := 0, 0
	for number, game := range games(t) {
		p := engine.Start(engine.Rules{})
		before := judge(searcher, &p)
		for ply, m := range game {
			next := p.Play(m)
			after := judge(searcher, &next)
			if m != before.line[0] && next.Side() != p.Side() && marked(before, after) {
				mistakes++
				played := append([]engine.Move{m}, after.line...)
				c := compareLines(&p, before.line, played)
				recount(t, &p, before.line, played, c)
				if gained(&c, p.Side()) <= 0 && !endsSpeak(&c, p.Side()) {
					unexplained++
					if len(c.Reasons) == 0 {
						t.Errorf("game %d, ply %d, %s: nothing speaks for %v", number, ply, m, before.line)
					}
				}
			}
			p, before = next, after
		}
	}
	if mistakes < 50 || unexplained < 10 {
		t.Errorf("%d mistakes, %d of them not explained by gains: too few", mistakes, unexplained)
	}
}

// endsSpeak reports whether both lines end the game, and the better one with a better margin.
func endsSpeak(c *lineComparison, side engine.Side) bool {
	better, played := c.Better.Margin, c.Played.Margin
	if side == engine.Dark {
		better, played = played, better
	}
	return better != nil && played != nil && *better > *played
}

// gained returns how many squares more a side gains in the better line.
func gained(c *lineComparison, side engine.Side) int {
	squares := 0
	add := func(gains []lineGain, better bool) {
		for _, gain := range gains {
			if (gain.Side == SideName(side)) == better {
				squares += gain.squares()
			} else {
				squares -= gain.squares()
			}
		}
	}
	add(c.Better.Gains, true)
	add(c.Played.Gains, false)
	return squares
}

// TestComparisonsOfAnyLinesAreTrue compares random lines under all rules. Every kind of reason
// occurs.
func TestComparisonsOfAnyLinesAreTrue(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 27))
	kinds := map[reasonKind]int{}
	for i := range 300 {
		rules := enginetest.AllRules()[i%len(enginetest.AllRules())]
		p := enginetest.RandomPosition(random, rules, random.IntN(24))
		if p.Over() {
			continue
		}
		better, played := anyLine(random, &p), anyLine(random, &p)
		c := compareLines(&p, better, played)
		recount(t, &p, better, played, c)
		for _, reason := range c.Reasons {
			kinds[reason.Kind]++
		}
	}
	for _, kind := range []reasonKind{kindNoRoom, kindShut, kindThreat, kindPlan, kindPlaces, kindWall, kindLeft} {
		if kinds[kind] == 0 {
			t.Errorf("no line was compared whose reason is %s", kind)
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

// recount counts again on the board all that a comparison says.
func recount(t *testing.T, before *engine.Position, better, played []engine.Move, c lineComparison) {
	t.Helper()
	if c.Plies < 1 || c.Plies > min(len(better), len(played)) || len(c.Reasons) > mostReasons {
		t.Errorf("%d plies compared of %d and %d, for %d reasons", c.Plies, len(better), len(played), len(c.Reasons))
	}
	recountGains(t, before, better, c.Plies, &c.Better)
	recountGains(t, before, played, c.Plies, &c.Played)
	side := before.Side()
	for _, r := range c.Reasons {
		after := func(line []engine.Move, plies int) *engine.Position {
			p := enginetest.PlayLine(t, *before, line[:plies])
			return &p
		}
		now, instead := after(played, 1), after(better, 1)
		mover, err := ParseSide(r.Side)
		enginetest.Must(t, err)
		building := engine.Tavern
		for building < engine.Cathedral && building.Code() != r.Building {
			building++
		}
		var holds bool
		switch r.Kind {
		case kindNoRoom:
			holds = mover == side && onlyOneShuts(t, after(played, r.Plies), after(better, r.Plies), mover, building)
		case kindShut:
			holds = mover != side && onlyOneShuts(t, after(better, r.Plies), after(played, r.Plies), mover, building)
		case kindThreat:
			holds = mover != side && now.Side() == mover && gainOf(now, enginetest.Move(t, now, r.Move)) == r.Played &&
				r.Played == mostGained(now) && r.Better == mostGained(instead) && r.Better < r.Played
		case kindPlan:
			passedNow, passedInstead := now.Play(engine.Pass), instead.Play(engine.Pass)
			holds = mover == side && passedInstead.Side() == side && gainOf(&passedInstead, enginetest.Move(t, &passedInstead, r.Move)) == r.Better &&
				r.Played == mostGained(&passedNow) && r.Better == mostGained(&passedInstead) && r.Better > r.Played
		case kindPlaces:
			holds = countPlacements(t, now, mover, building) == r.Played && countPlacements(t, instead, mover, building) == r.Better &&
				r.Played > 0 && r.Better > 0 && (r.Better > r.Played) == (mover == side) && r.Better != r.Played
		case kindWall:
			holds = wallOf(instead, side, better[0]) == r.Better && wallOf(now, side, played[0]) == r.Played &&
				r.Better > r.Played && r.Better > better[0].Squares().Count()
		case kindLeft:
			left, leftInstead := after(played, r.Plies).Hand(mover).Squares(), after(better, r.Plies).Hand(mover).Squares()
			holds = left == r.Played && leftInstead == r.Better && left != leftInstead && (left > leftInstead) == (mover == side)
		}
		if !holds {
			t.Errorf("in %s, of %v and %v it is not true that %+v", before.String(), better, played, r)
		}
	}
}

// recountGains compares the gains of a line with territory and hands before and after each move.
func recountGains(t *testing.T, before *engine.Position, line []engine.Move, plies int, told *lineGains) {
	t.Helper()
	p := *before
	gains := told.Gains
	for ply, m := range line {
		next := p.Play(m)
		side := p.Side()
		claimed := next.Territory(side).Count() - p.Territory(side).And(next.Territory(side)).Count()
		regained := next.Hand(side.Opponent()).Squares() - p.Hand(side.Opponent()).Squares()
		if p.CathedralPending() {
			regained = 0
		}
		tookCathedral := p.CathedralPiece() != engine.NoMove && next.CathedralPiece() == engine.NoMove
		if ply < plies && (claimed > 0 || regained > 0 || tookCathedral) {
			if len(gains) == 0 {
				t.Fatalf("in %s it misses what ply %d of %v gains", before.String(), ply, line)
			}
			gain := gains[0]
			gains = gains[1:]
			holdsCathedral := len(gain.Captured) > 0 && gain.Captured[len(gain.Captured)-1].Side == ""
			if gain.Ply != ply || gain.Side != SideName(side) || len(gain.Claimed) != claimed || gain.squares() != claimed+regained || holdsCathedral != tookCathedral {
				t.Errorf("in %s, ply %d of %v claims %d squares and captures %d, not %+v", before.String(), ply, line, claimed, regained, gain)
			}
		}
		p = next
	}
	if len(gains) > 0 || (told.Margin != nil) != p.Over() || p.Over() && *told.Margin != p.Margin(engine.Light) {
		t.Errorf("in %s, of %v it says %+v", before.String(), line, told)
	}
}

// onlyOneShuts reports whether a building has no placement in one position, and has one in the
// other or is not in hand any more.
func onlyOneShuts(t *testing.T, shut, open *engine.Position, side engine.Side, b engine.Building) bool {
	t.Helper()
	return shut.Hand(side).Has(b) && countPlacements(t, shut, side, b) == 0 &&
		(!open.Hand(side).Has(b) || countPlacements(t, open, side, b) > 0)
}

// countPlacements tries a building of the side in every form on every square.
func countPlacements(t *testing.T, p *engine.Position, side engine.Side, b engine.Building) int {
	t.Helper()
	different := map[engine.Bitboard]bool{}
	for square := range engine.AllSquares().Squares() {
		for _, turn := range []string{"n", "e", "s", "w"} {
			m, err := engine.ParseMove(b.Code()+turn+square.String(), side)
			if err == nil && p.Open(side).Contains(m.Squares()) {
				different[m.Squares()] = true
			}
		}
	}
	return len(different)
}

// gainOf plays a move and counts what its side gains by it.
func gainOf(p *engine.Position, m engine.Move) int {
	next := p.Play(m)
	side := p.Side()
	return next.Territory(side).AndNot(p.Territory(side)).Count() +
		max(0, next.Hand(side.Opponent()).Squares()-p.Hand(side.Opponent()).Squares())
}

func mostGained(p *engine.Position) int {
	most := 0
	for _, m := range p.Moves(nil) {
		if m.IsPlacement() && !m.Spares() {
			most = max(most, gainOf(p, m))
		}
	}
	return most
}

// wallOf returns how many squares can be reached from a building over edges of the side's
// buildings.
func wallOf(p *engine.Position, side engine.Side, m engine.Move) int {
	if !m.IsPlacement() || m.Building() == engine.Cathedral {
		return 0
	}
	reached := map[engine.Square]bool{}
	var reach func(engine.Square)
	reach = func(square engine.Square) {
		if reached[square] || !p.Buildings(side).Has(square) {
			return
		}
		reached[square] = true
		for beside := range engine.BoardOf(square).GrowOrthogonally().Squares() {
			reach(beside)
		}
	}
	reach(m.Squares().First())
	return len(reached)
}

// shownComparison is the comparison of two lines in a message.
type shownComparison struct {
	Plies          int
	Better, Played struct {
		Gains []struct {
			Ply      int
			Side     string
			Claimed  []int
			Captured []shownPiece
		}
		Margin *int
	}
	Reasons []struct {
		Kind                  reasonKind
		Side, Building, Move  string
		Better, Played, Plies int
	}
}

// TestComparisonsShowReasons compares a line to the end of a game, with captures, with one that
// begins with a small building.
func TestComparisonsShowReasons(t *testing.T) {
	r := &compareRequest{
		Better: []string{"MAsB8", "BReJ1", "INeC2", "INwD6", "INnD2", "MAeJ5", "TAnJ10", "TAnC6", "STeH7", "TAnA8"},
		Played: []string{"TAnA1", "TAnJ10", "TAnA10"},
	}
	r.Moves = []string{"CAnF3", "ACwG2", "CSeB4", "TOsG10"}
	want, err := Rulebook{}.compare(r)
	enginetest.Must(t, err)
	var shown shownComparison
	decodeJSON(t, newAsker(t).mustAsk(`"do":"compare","moves":%s,"better":%s,"played":%s`, asJSON(r.Moves), asJSON(r.Better), asJSON(r.Played))["compare"], &shown)
	if shown.Plies != want.Plies || shown.Better.Margin != nil || len(shown.Reasons) != len(want.Reasons) || len(want.Reasons) == 0 {
		t.Fatalf("got %+v, want %+v", shown, want)
	}
	for i, reason := range want.Reasons {
		got := shown.Reasons[i]
		if (lineReason{got.Kind, got.Side, got.Building, got.Move, got.Better, got.Played, got.Plies, reason.weight}) != reason {
			t.Errorf("got the reason %+v, want %+v", got, reason)
		}
	}
}

// TestComparisonsShowGainsAndTheEnd compares the captures and the end of a game with themselves.
func TestComparisonsShowGainsAndTheEnd(t *testing.T) {
	start := engine.Start(engine.Rules{})
	const text = "CAnF3 ACwG2 CSeB4 TOsG10 MAsB8 BReJ1 INeC2 INwD6 INnD2 MAeJ5 TAnJ10 TAnC6 STeH7 TAnA8 BRnC8 STnE1 " +
		"STeH9 STeF7 TAnB10 INnD9 ABeD4 TAnH8 SQnG5 CSwI9"
	moves, err := record.ParseMoves(text, start)
	enginetest.Must(t, err)
	var line []string
	p := start
	const first = 12
	for _, m := range moves {
		line, p = append(line, m.String()), p.Play(m)
	}
	var shown shownComparison
	decodeJSON(t, newAsker(t).mustAsk(`"do":"compare","moves":%s,"better":%s,"played":%s`, asJSON(line[:first]), asJSON(line[first:]), asJSON(line[first:]))["compare"], &shown)
	if !reflect.DeepEqual(shown.Better, shown.Played) || len(shown.Reasons) != 0 || shown.Better.Margin == nil || *shown.Better.Margin != p.Margin(engine.Light) {
		t.Errorf("of the same line twice it says %+v", shown)
	}
	page := newAsker(t)
	gains := shown.Better.Gains
	for ply := range shown.Plies {
		last := page.view(`"moves":%s`, asJSON(line[:first+ply+1])).Last
		if len(last.Claimed)+len(last.Captured) == 0 {
			continue
		}
		if len(gains) == 0 || gains[0].Ply != ply || gains[0].Side != last.Side || !reflect.DeepEqual(gains[0].Claimed, last.Claimed) || !reflect.DeepEqual(gains[0].Captured, last.Captured) {
			t.Fatalf("ply %d: gains %+v, and the view says %+v", ply, gains, last)
		}
		gains = gains[1:]
	}
	if len(gains) > 0 || len(shown.Better.Gains) == 0 {
		t.Errorf("gains %+v, of which %+v are too many", shown.Better.Gains, gains)
	}
}

func TestComparisonsNeedLegalLines(t *testing.T) {
	page := newAsker(t)
	page.refused("better: want at least one move", `"do":"compare","moves":["CAnF5"],"better":[],"played":["TAnA1"]`)
	page.refused("played: want at least one move", `"do":"compare","moves":["CAnF5"],"better":["TAnA1"]`)
	page.refused("played: move 2", `"do":"compare","moves":["CAnF5"],"better":["TAnA1"],"played":["TAnA1","TAnA1"]`)
	page.refused("move 1", `"do":"compare","moves":["TAnA1"],"better":["TAnA1"],"played":["TAnA1"]`)
}
