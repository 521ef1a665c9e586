package proof

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// A million questions, to one thread and to teams of two and four, are asked by
//
//	CATHEDRAL_LONG=1 go test ./search/proof -run ZonesAgree -questions 1000000 -timeout 3h
var questions = flag.Int("questions", 0, "ask the solver this `number` of questions; 0: some")

// zoneTrial asks the solver about random positions, whose margins certificates prove.
type zoneTrial struct {
	solver *Solver
	teams  []*Solver // that are asked in turn with the solver
	judge  *Solver   // finds the margins, with certificates and without the rules of leftout.go and secured.go
	seed   uint64

	positions, asked, wrong, dear int // positions; questions; answers that differ; positions that took too much
	// The numbers of positions with exposed buildings, with enclosures left behind, with a spared
	// piece, and in which the side to move must pass.
	exposed, unsettled, spared, passes int
	example                            string // of a wrong answer
}

func newZoneTrial(t testing.TB, seed uint64) *zoneTrial {
	z := &zoneTrial{solver: newTestSolver(t), judge: newTestSolver(t), seed: seed}
	z.judge.plain = true
	return z
}

// What a position may cost: the judge to find the margin, and the solver to answer a question,
// in nodes of the usual cost.
const (
	judgeEffort = 4_000
	zoneEffort  = 40_000
)

// run asks about a number of positions, until an answer is wrong.
func (z *zoneTrial) run(t testing.TB, positions int) {
	random := rand.New(rand.NewPCG(z.seed, 15))
	for (z.positions < positions || z.asked < *questions) && z.wrong == 0 {
		p := openPosition(random)
		z.positions++
		z.try(t, &p)
	}
	t.Logf("%d questions, %d answered wrong, %d of %d positions too dear; %d with exposed buildings, %d unsettled, %d with spared pieces, %d passes; %d moves refuted by zones",
		z.asked, z.wrong, z.dear, z.positions, z.exposed, z.unsettled, z.spared, z.passes, z.solver.skipped)
}

// openPosition returns a position of anyPosition that is not over.
func openPosition(random *rand.Rand) engine.Position {
	for {
		if p := anyPosition(random); !p.Over() {
			return p
		}
	}
}

// anyPosition plays a game up to some ply, by any rules: at random, or with a preference for
// large buildings, or for those that settle much. Some positions lose a territory, which is
// left to be settled, or get a spared piece.
func anyPosition(random *rand.Rand) engine.Position {
	sets := engine.RuleSets()
	rules := engine.Rules{Set: sets[random.IntN(len(sets))], OptionalCapture: random.IntN(16) == 0}
	p := engine.Start(rules)
	style, plies := random.IntN(3), 14+random.IntN(12)
	for p.Ply() < plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		if !p.PlacesCathedral() && style > 0 {
			gains := p.Gains()
			for range 3 {
				other := moves[random.IntN(len(moves))]
				if other.IsPlacement() && other.Squares().Count()+(style-1)*gains.Of(other) > m.Squares().Count()+(style-1)*gains.Of(m) {
					m = other
				}
			}
		}
		p = p.Play(m)
	}
	if p.Over() {
		return p
	}
	text := p.String()
	switch random.IntN(12) {
	case 0:
		board, rest, _ := strings.Cut(text, " ")
		text = strings.ReplaceAll(board, [2]string{"L", "d"}[random.IntN(2)], "1") + " " + rest
	case 1:
		for piece := range p.Pieces(engine.Side(random.IntN(2))) {
			text += " " + piece.Squares().First().String()
			break
		}
	default:
		return p
	}
	if q, err := engine.ParsePosition(text, rules); err == nil {
		return q
	}
	return p
}

// try asks for the margin that a certificate proves and for some beside it.
func (z *zoneTrial) try(t testing.TB, p *engine.Position) {
	c, proven := certify(t, z.judge, p, judgeEffort)
	if !proven {
		z.dear++
		return
	}
	margin := c.least
	if least, most, _, err := verify(c.bytes, p); err != nil || least != margin || most != margin {
		t.Fatalf("%v %s: the margin %d was claimed, %d to %d is proven: %v", p.Rules(), p.String(), margin, least, most, err)
	}
	moves := p.Moves(nil)
	if r, known := findReach(p, proofEffort().exposed); !known || !r.exposed[0].Or(r.exposed[1]).IsEmpty() {
		z.exposed++
	}
	if p.Unsettled(engine.Light) || p.Unsettled(engine.Dark) {
		z.unsettled++
	}
	if !p.Spared().IsEmpty() {
		z.spared++
	}
	if moves[0] == engine.Pass {
		z.passes++
	}
	askers := append([]*Solver{z.solver}, z.teams...)
	for i, step := range []int{0, 1, -2, 3} {
		asker := askers[(z.asked+i)%len(askers)]
		asker.Allow(zoneEffort)
		first, known := asker.atLeast(p, moves, margin+step, step <= 0)
		if !known {
			z.dear++
			return
		}
		z.asked++
		if won := first >= 0; won != (step <= 0) {
			z.wrong++
			z.example = p.Rules().String() + " " + p.String()
			return
		}
	}
}

// TestZonesAgreeWithCertificates asks about random positions of all rules. The solver's tables
// stay as they are from one position to the next, so that zones are taken from them as well.
func TestZonesAgreeWithCertificates(t *testing.T) {
	positions := 250
	if enginetest.IsLong() {
		positions = 2_000
	}
	z := newZoneTrial(t, 1)
	z.teams = []*Solver{newTestTeam(t, 2), newTestTeam(t, 4)}
	z.run(t, positions)
	if z.wrong > 0 {
		t.Errorf("%d wrong answers, the last in %s", z.wrong, z.example)
	}
	if z.asked < z.positions || z.dear > z.positions/2 || z.solver.skipped < 5*uint64(z.positions) {
		t.Errorf("%d questions, %d positions too dear, %d moves refuted", z.asked, z.dear, z.solver.skipped)
	}
	for kind, count := range map[string]int{"exposed buildings": z.exposed, "enclosures left behind": z.unsettled, "spared pieces": z.spared, "a forced pass": z.passes} {
		if count < z.positions/100 {
			t.Errorf("only %d positions with %s", count, kind)
		}
	}
}

// floodSources says where the flood of the twin of zone.disturbers begins, apart from the
// loose squares of the zone.
type floodSources struct{ exposed, cathedral bool }

// disturbers is zone.disturbers for a zone without squares.
func (f floodSources) disturbers(p *engine.Position, r *reach) engine.Bitboard {
	side, enemy := p.Side(), p.Side().Opponent()
	besideSafe := r.safe[enemy].Grow()
	loose := p.Territory(enemy)
	if f.exposed {
		loose = loose.Or(r.exposed[enemy])
	}
	if f.cathedral && !p.CathedralSquares().Intersects(besideSafe) {
		loose = loose.Or(p.CathedralSquares())
	}
	walls := p.Buildings(side).AndNot(r.exposed[side])
	return loose.FloodWithin(engine.AllSquares().AndNot(walls).AndNot(besideSafe)).Grow()
}

// TestMovesThatTakeFromTheWinnerDisturbTheProof checks part (3) of the argument with every move
// of random positions. A move that captures the Cathedral or a building of the side that wins
// by waiting, or takes its territory, disturbs even a proof that builds nothing. If the flood
// does not begin at one of these, some move is missed. Territory is an exception: in each of
// 29,000 such moves there was an exposed building beside it.
func TestMovesThatTakeFromTheWinnerDisturbTheProof(t *testing.T) {
	sources := map[string]floodSources{
		"":                  {true, true},
		"exposed buildings": {false, true},
		"the Cathedral":     {true, false},
	}
	takes, missed := 0, map[string]int{}
	random := rand.New(rand.NewPCG(46, 1))
	positions := 500
	if enginetest.IsLong() {
		positions = 3_000
	}
	for range positions {
		p := openPosition(random)
		if !hasZones(&p) || p.PlacesCathedral() || p.Unsettled(p.Side()) {
			continue
		}
		r, known := findReach(&p, proofEffort().exposed)
		if !known {
			continue
		}
		enemy := p.Side().Opponent()
		disturbers := zone{}.disturbers(&p, &r)
		if twin := sources[""].disturbers(&p, &r); twin != disturbers {
			t.Fatalf("%s: the twin has %v, the zone %v", p.String(), twin, disturbers)
		}
		for _, m := range p.Moves(nil) {
			after := p.Play(m)
			if after.Buildings(enemy) == p.Buildings(enemy) && after.CathedralSquares() == p.CathedralSquares() && after.Territory(enemy).Contains(p.Territory(enemy)) {
				continue
			}
			takes++
			for name, source := range sources {
				if !m.Squares().Intersects(source.disturbers(&p, &r)) {
					missed[name]++
					if name == "" {
						t.Errorf("%v %s: %s takes something and disturbs nothing", p.Rules(), p.String(), m)
					}
				}
			}
		}
	}
	t.Logf("%d moves take something; missed without %v", takes, missed)
	for name := range sources {
		if name != "" && missed[name] == 0 {
			t.Errorf("no move is missed if the flood does not begin at %s", name)
		}
	}
}

// TestNobodyWaitsWithSomethingLeftBehind checks the end of the argument on lost positions:
// if an enclosure is left behind to the side to move, no move is refuted by waiting, and the
// proof depends on the whole city. And if every move disturbs, a wait whose proof depends on
// the whole city stands for no move.
func TestNobodyWaitsWithSomethingLeftBehind(t *testing.T) {
	random := rand.New(rand.NewPCG(48, 1))
	trial := newZoneTrial(t, 1)
	leftBehind, waits := 0, 0
	for leftBehind < 8 || waits < 8 {
		p := openPosition(random)
		rules := engine.Rules{Set: p.Rules().Set, OptionalCapture: leftBehind >= 8}
		board, fields := unfolded(p.String())
		if !rules.OptionalCapture {
			board = bytes.ReplaceAll(board, []byte{"Ld"[p.Side()]}, []byte{'.'})
		}
		p, err := engine.ParsePosition(folded(board, fields), rules)
		if err != nil || !p.CanPlace(p.Side()) || p.Unsettled(p.Side()) == rules.OptionalCapture {
			continue
		}
		if !rules.OptionalCapture {
			if threats, z, known := lostProof(trial.solver, &p); known {
				leftBehind++
				if threats > 0 || z.built != engine.AllSquares() {
					t.Errorf("%v %s: %d waits, and the zone is %v", rules, p.String(), threats, z.built)
				}
			}
			continue
		}
		threats, _, _ := lostProof(trial.solver, &p)
		waits += threats
		broken := newTestSolver(t)
		broken.follow = func(zone, *engine.Position, *engine.Position, engine.Move, *reach, bool) zone { return wholeCity() }
		if threats, z, known := lostProof(broken, &p); known && threats > 0 && z.built == engine.AllSquares() {
			t.Errorf("%v %s: the wait depends on the whole city, and stands for moves", rules, p.String())
		}
	}
}

// lostProof proves that the side to move does not win more than the margin of a position. It
// returns the number of waits that stood for moves, and the zone of the proof. It reports
// false if that took too much, or no moves.
func lostProof(s *Solver, p *engine.Position) (threats int, z zone, known bool) {
	s.Allow(zoneEffort / 4)
	moves := p.Moves(nil)
	_, margin, proven := s.Solve(p, moves, 0, nil)
	s.Table.Clear()
	s.start(p)
	if bounded, _ := s.bounded(0, margin+1); !proven || bounded != 0 || !s.frames[0].known {
		return 0, z, false
	}
	s.frames[0].picker.BeginWith(moves)
	_, z, _ = s.provesByMove(0, margin+1)
	return len(s.frames[0].threats), z, !s.stopped()
}
