package review

import (
	"context"
	"math/rand/v2"
	"os"
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
	if err != nil {
		t.Fatal(err)
	}
	var games [][]engine.Move
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		moves, err := record.ParseMoves(line, engine.Start(engine.Rules{}))
		if err != nil {
			t.Fatal(err)
		}
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
	if err != nil {
		t.Fatal(err)
	}
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
				c := Compare(&p, before.line, played)
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
func endsSpeak(c *Comparison, side engine.Side) bool {
	better, played := c.Better.Margin, c.Played.Margin
	if side == engine.Dark {
		better, played = -better, -played
	}
	return c.Better.Ends && c.Played.Ends && better > played
}

// gained returns how many squares more a side gains in the better line.
func gained(c *Comparison, side engine.Side) int {
	squares := 0
	add := func(gains []Gain, better bool) {
		for _, gain := range gains {
			if (gain.Side == side) == better {
				squares += gain.Squares()
			} else {
				squares -= gain.Squares()
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
	kinds := map[Kind]int{}
	for i := range 300 {
		rules := enginetest.AllRules()[i%len(enginetest.AllRules())]
		p := enginetest.RandomPosition(random, rules, random.IntN(24))
		if p.Over() {
			continue
		}
		better, played := randomLine(random, &p), randomLine(random, &p)
		c := Compare(&p, better, played)
		recount(t, &p, better, played, c)
		for _, reason := range c.Reasons {
			kinds[reason.Kind]++
		}
	}
	for _, kind := range []Kind{NoRoom, Shut, Threat, Plan, Places, Wall, Left} {
		if kinds[kind] == 0 {
			t.Errorf("no line was compared whose reason is %s", kind)
		}
	}
}

// randomLine returns one to twelve random moves, fewer if the game ends.
func randomLine(random *rand.Rand, start *engine.Position) []engine.Move {
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
func recount(t *testing.T, before *engine.Position, better, played []engine.Move, c Comparison) {
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
		var holds bool
		switch r.Kind {
		case NoRoom:
			holds = r.Side == side && onlyOneShuts(t, after(played, r.Plies), after(better, r.Plies), r)
		case Shut:
			holds = r.Side != side && onlyOneShuts(t, after(better, r.Plies), after(played, r.Plies), r)
		case Threat:
			holds = r.Side != side && now.Side() == r.Side && gainOf(now, r.Move) == r.Played &&
				r.Played == mostGained(now) && r.Better == mostGained(instead) && r.Better < r.Played
		case Plan:
			passedNow, passedInstead := now.Play(engine.Pass), instead.Play(engine.Pass)
			holds = r.Side == side && passedInstead.Side() == side && gainOf(&passedInstead, r.Move) == r.Better &&
				r.Played == mostGained(&passedNow) && r.Better == mostGained(&passedInstead) && r.Better > r.Played
		case Places:
			holds = countPlacements(t, now, r.Side, r.Building) == r.Played && countPlacements(t, instead, r.Side, r.Building) == r.Better &&
				r.Played > 0 && r.Better > 0 && (r.Better > r.Played) == (r.Side == side) && r.Better != r.Played
		case Wall:
			holds = wallOf(instead, side, better[0]) == r.Better && wallOf(now, side, played[0]) == r.Played &&
				r.Better > r.Played && r.Better > better[0].Squares().Count()
		case Left:
			left, leftInstead := after(played, r.Plies).Hand(r.Side).Squares(), after(better, r.Plies).Hand(r.Side).Squares()
			holds = left == r.Played && leftInstead == r.Better && left != leftInstead && (left > leftInstead) == (r.Side == side)
		}
		if !holds {
			t.Errorf("in %s, of %v and %v it is not true that %+v", before.String(), better, played, r)
		}
	}
}

// recountGains compares the gains of a line with territory and hands before and after each move.
func recountGains(t *testing.T, before *engine.Position, line []engine.Move, plies int, told *Line) {
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
			holdsCathedral := len(gain.Captured) > 0 && gain.Captured[len(gain.Captured)-1].Building() == engine.Cathedral
			if gain.Ply != ply || gain.Side != side || gain.Claimed.Count() != claimed || gain.Squares() != claimed+regained || holdsCathedral != tookCathedral {
				t.Errorf("in %s, ply %d of %v claims %d squares and captures %d, not %+v", before.String(), ply, line, claimed, regained, gain)
			}
		}
		p = next
	}
	if len(gains) > 0 || told.Ends != p.Over() || told.Margin != p.Margin(engine.Light) {
		t.Errorf("in %s, of %v it says %+v", before.String(), line, told)
	}
}

// onlyOneShuts reports whether a building has no placement in one position, and has one in the
// other or is not in hand any more.
func onlyOneShuts(t *testing.T, shut, open *engine.Position, r Reason) bool {
	t.Helper()
	return shut.Hand(r.Side).Has(r.Building) && countPlacements(t, shut, r.Side, r.Building) == 0 &&
		(!open.Hand(r.Side).Has(r.Building) || countPlacements(t, open, r.Side, r.Building) > 0)
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
