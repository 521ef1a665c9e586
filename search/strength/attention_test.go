package strength_test

import (
	"math"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/evaluation"
	"cathedral/search/strength"
)

// seen returns how often each legal move of a node is noticed, from 0 to 1, over many
// seeds.
func seen(level strength.Level, p *engine.Position, before, line []engine.Move) map[engine.Move]float64 {
	const seeds = 400
	nodes := make([]evaluation.Node, len(line)+1)
	nodes[0].Start(p, engine.NoMove)
	for i, m := range line {
		nodes[i+1].Play(&nodes[i], m)
	}
	node := &nodes[len(line)]
	shares := map[engine.Move]float64{}
	for seed := range uint64(seeds) {
		attention := level.Attend(p, before, seed)
		for _, m := range node.Position().Moves(nil) {
			if attention.Notices(node, m) {
				shares[m] += 1.0 / seeds
			}
		}
	}
	return shares
}

// noticed returns the legal moves of a position that are noticed, at least one.
func noticed(attention *strength.Attention, p *engine.Position) []engine.Move {
	var node evaluation.Node
	node.Start(p, engine.NoMove)
	return strength.Noticed(attention, &node, p.Moves(nil), func(m engine.Move) engine.Move { return m })
}

// mean returns the mean of the values of the keys that match.
func mean(values map[engine.Move]float64, keys []engine.Move, match func(engine.Move) bool) float64 {
	sum, count := 0.0, 0
	for _, m := range keys {
		if match(m) {
			sum += values[m]
			count++
		}
	}
	return sum / float64(count)
}

var scatterbrain = strength.Level{Depth: 2, Span: 100, Nodes: 1000}

// afterThree is a position with the moves that led to it.
func afterThree(t *testing.T) (engine.Position, []engine.Move) {
	p := engine.Start(engine.Rules{})
	var before []engine.Move
	for _, text := range []string{"CAnE5", "CSnH9", "CSnB2"} {
		m := enginetest.Move(t, &p, text)
		before, p = append(before, m), p.Play(m)
	}
	return p, before
}

func TestWhatIsFarOrSmallOrAloneIsOverlookedMoreOften(t *testing.T) {
	p, before := afterThree(t)
	moves := p.Moves(nil)
	shares := seen(scatterbrain, &p, before, nil)
	last := before[1].Squares().Or(before[2].Squares())
	near, far := last.Grow().Grow(), engine.AllSquares().AndNot(last.Grow().Grow().Grow().Grow())
	size := func(m engine.Move) int { return m.Squares().Count() }
	walls := p.Buildings(p.Side()).GrowOrthogonally()
	edge := engine.AllSquares().AndNot(engine.InnerSquares(1))
	for _, test := range []struct {
		what       string
		more, less func(engine.Move) bool
	}{
		{"near before far",
			func(m engine.Move) bool { return size(m) == 5 && near.Contains(m.Squares()) },
			func(m engine.Move) bool { return size(m) == 5 && far.Contains(m.Squares()) }},
		{"large before small",
			func(m engine.Move) bool { return size(m) == 5 },
			func(m engine.Move) bool { return size(m) <= 2 }},
		{"beside walls and edge before apart",
			func(m engine.Move) bool { return size(m) == 5 && m.Squares().Intersects(walls.Or(edge)) },
			func(m engine.Move) bool { return size(m) == 5 && !m.Squares().Intersects(walls.Or(edge)) }},
	} {
		more, less := mean(shares, moves, test.more), mean(shares, moves, test.less)
		if !(more > 1.5*less) {
			t.Errorf("%s: noticed in %.3f and %.3f of the searches", test.what, more, less)
		}
	}
}

// TestWhatLiesBehindAWallIsOverlookedMoreOften has a square on either side of a wall
// of Light's, as near to the last building as the crow flies.
func TestWhatLiesBehindAWallIsOverlookedMoreOften(t *testing.T) {
	p := enginetest.Position(t, "10/3B6/3B6/3B6/3O6/3OO5/4OO4/10/10/10 l - 8", engine.Rules{})
	last := enginetest.Move(t, &p, "TAnC4")
	before := []engine.Move{last}
	shares := seen(scatterbrain, &p, before, nil)
	open, hidden := enginetest.Move(t, &p, "STnA4"), enginetest.Move(t, &p, "STnE4")
	if shares[open] <= shares[hidden] {
		t.Errorf("%s is noticed in %.3f of the searches, %s behind the wall in %.3f", open, shares[open], hidden, shares[hidden])
	}
}

func TestTheDeeperTheMoreIsOverlooked(t *testing.T) {
	p, before := afterThree(t)
	line := []engine.Move{enginetest.Move(t, &p, "IFnC7")}
	next := p.Play(line[0])
	line = append(line, enginetest.Move(t, &next, "IFnH3"))
	last := 2.0
	for plies := range len(line) + 1 {
		shares := seen(scatterbrain, &p, before, line[:plies])
		sum := 0.0
		for _, share := range shares {
			sum += share
		}
		if sum > 0.9*last && plies > 0 {
			t.Errorf("%.1f moves are noticed after %d plies, %.1f one ply before", sum, plies, last)
		}
		last = sum
	}
}

func TestAMoveIsAlwaysNoticed(t *testing.T) {
	blind := strength.Level{Nodes: 1}
	p, before := afterThree(t)
	for seed := range uint64(100) {
		noticed := noticed(blind.Attend(&p, before, seed), &p)
		if depth := blind.Attend(&p, before, seed).Depth(); len(noticed) != 1 || !p.IsLegal(noticed[0]) || depth != 1 {
			t.Errorf("seed %d: %v is noticed, at depth %d", seed, noticed, depth)
		}
	}
}

func TestFullStrengthNoticesAllAndHasNoWhims(t *testing.T) {
	var full strength.Level
	p, before := afterThree(t)
	attention := full.Attend(&p, before, 7)
	moves, noticed := p.Moves(nil), noticed(attention, &p)
	if !slices.Equal(noticed, moves) || attention.Whim(moves[0]) != 0 || attention.Salt() != 0 || !attention.Proves() {
		t.Errorf("full strength notices %d moves of %d, or likes one better", len(noticed), len(moves))
	}
}

func TestTheSeedDecides(t *testing.T) {
	p, before := afterThree(t)
	all := map[uint64]bool{}
	for seed := range uint64(20) {
		attention := scatterbrain.Attend(&p, before, seed)
		if !slices.Equal(noticed(attention, &p), noticed(scatterbrain.Attend(&p, before, seed), &p)) {
			t.Errorf("seed %d does not decide what is noticed", seed)
		}
		all[attention.Salt()] = true
	}
	if len(all) != 20 {
		t.Errorf("20 seeds have %d salts", len(all))
	}
}

func TestDepthAndProofsHaveTheirChances(t *testing.T) {
	level := strength.Level{Depth: 2.25, Span: 10, Nodes: 1, Proofs: 0.5}
	p, _ := afterThree(t)
	deeper, proofs := 0, 0
	const seeds = 4000
	for seed := range uint64(seeds) {
		attention := level.Attend(&p, nil, seed)
		switch attention.Depth() {
		case 2:
		case 3:
			deeper++
		default:
			t.Fatalf("depth %d", attention.Depth())
		}
		if attention.Proves() {
			proofs++
		}
	}
	if math.Abs(float64(deeper)/seeds-0.25) > 0.03 || math.Abs(float64(proofs)/seeds-0.5) > 0.03 {
		t.Errorf("of %d searches %d are deeper and %d prove", seeds, deeper, proofs)
	}
}

// TestWhimsDrawFromASoftmax compares two moves of which one is a whim's temperature
// better: it is taken e times as often.
func TestWhimsDrawFromASoftmax(t *testing.T) {
	level := strength.Level{Depth: 1, Span: 10, Nodes: 1, Whim: 0.5}
	p, _ := afterThree(t)
	moves := p.Moves(nil)
	taken := 0
	const seeds = 10_000
	for seed := range uint64(seeds) {
		attention := level.Attend(&p, nil, seed)
		if 50+attention.Whim(moves[0]) > attention.Whim(moves[1]) {
			taken++
		}
	}
	if got, want := float64(taken)/seeds, math.E/(1+math.E); math.Abs(got-want) > 0.02 {
		t.Errorf("the better move is taken in %.3f of the searches, want %.3f", got, want)
	}
}
