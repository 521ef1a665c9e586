package ordering

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/evaluation"
)

// slowUnits computes the units at n in the plainest way.
func (p *Policy) slowUnits(n *evaluation.Node) [evaluation.Hidden]int16 {
	position, units := n.Position(), p.Start
	for _, input := range evaluation.Inputs(position, position.Side()) {
		for k, number := range p.Inputs[input] {
			units[k] += number
		}
	}
	for k, unit := range units {
		units[k] = max(0, min(unit, 4*hiddenUnit))
	}
	return units
}

// slowWorth computes in the plainest way what the policy makes of a rank at n, given the units.
func (p *Policy) slowWorth(n *evaluation.Node, units [evaluation.Hidden]int16, m engine.Move, rank int32) int32 {
	index, sum := PlacementIndex(m, n.Position().Side()), int64(0)
	for k, unit := range units {
		sum += int64(unit) * int64(p.Rows[index][k])
	}
	share := int64(p.Share[n.Features().Phase()])
	return int32(int64(rank)*share/shareUnit + sum*1000/(hiddenUnit*rowUnit) + int64(p.Bias[index]))
}

// TestThePolicyIsASumOfItsRows compares the ranks with and without the policy, of either side and by all
// rules. What the history has learned is added to both.
func TestThePolicyIsASumOfItsRows(t *testing.T) {
	random := rand.New(rand.NewPCG(205, 1))
	policy := DefaultPolicy()
	history := NewHistory()
	for side := range history.scores {
		for i := range history.scores[side] {
			history.scores[side][i] = random.Int32N(2000) - 1000
		}
	}
	plain, consulting := NewRanker(history, func(int) {}), NewRanker(history, func(int) {})
	consulting.Consult(12)
	enginetest.Walk(random, 24, func(_, p *engine.Position, last engine.Move) {
		var n evaluation.Node
		n.Start(p, last)
		ranks := map[engine.Move]int32{}
		for _, m := range plain.append(nil, &n, All, true) {
			ranks[m.move] = m.rank
		}
		units := policy.slowUnits(&n)
		for _, m := range consulting.append(nil, &n, All, true) {
			want := ranks[m.move]
			if p.Ply() <= 12 && m.move.IsPlacement() && !p.PlacesCathedral() {
				learned := history.scores[p.Side()][m.move.Plain()]
				want = policy.slowWorth(&n, units, m.move, want-learned) + learned + aheadOfOthers
			}
			if m.rank != want {
				t.Fatalf("%s, %s: the rank is %d, want %d", p.String(), m.move, m.rank, want)
			}
		}
	})
}

// If few moves are wanted, those that rank first have the order of the policy, and the others come after them.
func TestThePolicyOrdersWhatRanksFirst(t *testing.T) {
	ranker, plain := NewRanker(NewHistory(), func(int) {}), NewRanker(NewHistory(), func(int) {})
	ranker.Consult(12)
	cut := 0
	enginetest.Walk(rand.New(rand.NewPCG(205, 2)), 12, func(_, p *engine.Position, last engine.Move) {
		var n evaluation.Node
		n.Start(p, last)
		moves := ranker.append(nil, &n, 8, true)
		if p.PlacesCathedral() || p.Ply() > 12 || len(moves) <= policyMoves {
			return
		}
		cut++
		slices.SortStableFunc(moves, func(a, b Ranked) int { return int(b.rank) - int(a.rank) })
		first := map[engine.Move]int32{}
		for _, m := range plain.append(nil, &n, policyMoves, true) {
			first[m.move] = m.rank
		}
		worst := int32(math.MaxInt32)
		for _, m := range moves[:policyMoves] {
			worst = min(worst, first[m.move])
		}
		for _, m := range moves[policyMoves:] {
			if first[m.move] > worst {
				t.Fatalf("%s: %s ranks before others that the policy has seen", p.String(), m.move)
			}
		}
	})
	if cut == 0 {
		t.Error("no position had that many moves")
	}
}

func TestPlacementsHaveIndexesOfTheirOwn(t *testing.T) {
	squares := map[int]engine.Bitboard{}
	eachPlacement(engine.Light, func(_ int, m engine.Move) {
		index := PlacementIndex(m, engine.Light)
		if _, taken := squares[index]; taken || index >= NumPlacements {
			t.Fatalf("%s has the index %d of another placement, or none", m, index)
		}
		squares[index] = m.Squares()
	})
	count := 0
	eachPlacement(engine.Dark, func(_ int, m engine.Move) {
		count++
		for square := range m.Squares().Squares() {
			if !squares[PlacementIndex(m, engine.Dark)].Has(engine.NewSquare(square.Row(), engine.Columns-1-square.Column())) {
				t.Fatalf("%s of Dark has the index of another image", m)
			}
		}
	})
	if count != len(squares) {
		t.Errorf("Dark has %d placements, Light %d", count, len(squares))
	}
}

func TestVectorsSumRowsAsPlainly(t *testing.T) {
	random := rand.New(rand.NewPCG(205, 3))
	var rows [NumPlacements][evaluation.Hidden]int8
	for i := range rows {
		for k := range rows[i] {
			rows[i][k] = int8(random.IntN(256) - 128)
		}
	}
	for count := range 100 {
		var units [evaluation.Hidden]int16
		for k := range units {
			units[k] = int16(random.IntN(4*hiddenUnit + 1))
		}
		placements := make([]uint16, count)
		for i := range placements {
			placements[i] = uint16(random.IntN(NumPlacements))
		}
		got, want := make([]int32, count+1), make([]int32, count+1)
		sumRows(&units, &rows, placements, got)
		sumRowsPlainly(&units, &rows, placements, want)
		if !slices.Equal(got, want) {
			t.Fatalf("%d placements: %v, want %v", count, got, want)
		}
	}
}

func TestAPolicyReadIsTheOneWritten(t *testing.T) {
	if file, err := DefaultPolicy().Marshal(); err != nil || !bytes.Equal(file, policyFile) {
		t.Errorf("the engine's policy is written as a different file, error %v", err)
	}
	policy := new(Policy)
	policy.Start[3], policy.Inputs[evaluation.NumInputs-1][3] = math.MaxInt16, 1
	if file, err := policy.Marshal(); err == nil || file != nil {
		t.Errorf("a policy that may overflow: error %v", err)
	}
}

func FuzzUnmarshalPolicy(f *testing.F) {
	f.Add(policyFile)
	f.Add(policyFile[:1000])
	f.Add([]byte(policyMagic))
	f.Add(append(bytes.Clone(policyFile), 0))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, file []byte) {
		p, err := unmarshalPolicy(file)
		if err != nil {
			return
		}
		if again, err := p.Marshal(); err != nil || !bytes.Equal(again, file) {
			t.Errorf("read without an error, but not written again: %v", err)
		}
	})
}

// BenchmarkPolicy measures a node whose first moves the policy ranks, and all of whose moves it ranks,
// beside the ranking alone.
func BenchmarkPolicy(b *testing.B) {
	positions := enginetest.GamePositions(b, "../../bench/testdata", 3, 6)
	nodes := make([]evaluation.Node, len(positions))
	for i := range nodes {
		nodes[i].Start(&positions[i], engine.NoMove)
		nodes[i].WithGains()
	}
	for _, run := range []struct {
		name       string
		ply, moves int
	}{{"ranking", 0, 8}, {"first", 12, 8}, {"all", 12, All}} {
		b.Run(run.name, func(b *testing.B) {
			ranker := NewRanker(NewHistory(), func(int) {})
			ranker.Consult(run.ply)
			var moves []Ranked
			for i := 0; b.Loop(); i++ {
				moves = ranker.append(moves[:0], &nodes[i%len(nodes)], run.moves, true)
			}
		})
	}
}
