package proof

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// A hundred thousand inferences are looked at by
//
//	go test ./search/proof -run RulesThatFire -fired 100000 -timeout 3h -v
//
// If time is short, it says how many there were; another seed draws other positions.
var (
	firedWanted = flag.Int("fired", 0, "look at this `number` of inferences of each rule; 0: some")
	firedSeed   = flag.Uint64("firedseed", 2, "draw positions by this `seed`")
)

// mostPlayedByTwin is mostPlayedOut for the naive twin. Five times as many cost seven times the time for a firing.
const mostPlayedByTwin = 4_000

// openGround sets up a position with small hands and wide ground: the pieces of a game that is over,
// without those around a square. It reports false if too little or too much can be built, or something is left to settle.
func openGround(random *rand.Rand) (p engine.Position, found bool) {
	sets := engine.RuleSets()
	p = engine.Start(engine.Rules{Set: sets[random.IntN(len(sets))]})
	for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
		p = p.Play(moves[random.IntN(len(moves))])
	}
	ground := engine.BoardOf(engine.NewSquare(random.IntN(engine.Rows), random.IntN(engine.Columns)))
	for range 1 + random.IntN(2) {
		ground = ground.Grow()
	}
	setup := engine.Setup{Rules: p.Rules(), Side: engine.Side(random.IntN(2)), Cathedral: p.CathedralPiece()}
	for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
		for piece := range p.Pieces(side) {
			if !piece.Squares().Intersects(ground) {
				setup.Buildings[side] = append(setup.Buildings[side], piece)
			}
		}
	}
	p, err := setup.Position()
	if err != nil || p.Over() || !hasZones(&p) || p.Unsettled(engine.Light) || p.Unsettled(engine.Dark) {
		return p, false
	}
	waited := p.Play(engine.Pass)
	pairs := p.CountMoves() * waited.CountMoves()
	return p, pairs >= 500 && pairs <= 20_000
}

// playedOutByTwin is playedOut by the naive twin's rules. p is the same position as game.
func playedOutByTwin(game *naive.Game, p *engine.Position, known map[enginetest.TwinKey]int) int {
	key := enginetest.TwinKey{Text: game.String(), Key: p.Key()}
	if value, found := known[key]; found {
		return value
	}
	side := game.Side()
	best, moves := -noBounds, game.Moves()
	if len(moves) == 0 {
		best = game.UnplacedSquares(side.Opponent()) - game.UnplacedSquares(side)
	}
	for _, m := range moves {
		if len(known) > mostPlayedByTwin {
			break
		}
		move, err := engine.ParseMove(m.String(), p.Side())
		if err != nil {
			panic(err)
		}
		next := p.Play(move)
		best = max(best, -playedOutByTwin(game.Play(m), &next, known))
	}
	known[key] = best
	return best
}

// TestRulesThatFireAreRight compares what closings and buildings left out infer with all games played
// to the end from there, by the naive twin.
func TestRulesThatFireAreRight(t *testing.T) {
	wanted := max(*firedWanted, 60)
	if enginetest.IsLong() {
		wanted = max(wanted, 200)
	}
	s, random := newTestSolver(t), rand.New(rand.NewPCG(60, *firedSeed))
	known := map[enginetest.TwinKey]int{}
	var fired, unknown [2]int
	end, limited := t.Deadline()
	late := func() bool { return limited && time.Until(end) < time.Minute }
	s.fired = func(by rule, p *engine.Position, need int, wins bool) {
		if late() {
			return
		}
		if len(known) > mostPlayedByTwin {
			clear(known)
		}
		margin := playedOutByTwin(enginetest.NaiveGame(t, p), p, known)
		if len(known) > mostPlayedByTwin {
			unknown[by]++
			return
		}
		if fired[by]++; fired[by]%1000 == 0 {
			t.Logf("%d and %d inferences", fired[0], fired[1])
		}
		if wins != (margin >= need) {
			t.Errorf("%v %s: the margin is %d, rule %d says of %d: %v", p.Rules(), p.String(), margin, by, need, wins)
		}
	}
	positions := 0
	for min(fired[0], fired[1]) < wanted && !t.Failed() {
		if late() {
			t.Errorf("the time allows no %d inferences of each rule", wanted)
			break
		}
		p, found := openGround(random)
		if !found {
			continue
		}
		positions++
		clear(known)
		s.Table.Clear()
		low, high := s.Bounds(&p, littleEffort.steps, littleEffort.squares)
		for need := max(low+1, -8); need <= min(high, 8); need += 2 {
			s.Allow(zoneEffort)
			s.atLeast(&p, p.Moves(nil), need, 2*need <= low+high)
		}
	}
	t.Logf("%d positions, %d and %d inferences, none wrong; %d and %d too dear to be played out", positions, fired[0], fired[1], unknown[0], unknown[1])
}
