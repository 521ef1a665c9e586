package search

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"cathedral/engine"
)

// everyRules returns all rule sets, with and without optional capture.
func everyRules() []engine.Rules {
	var all []engine.Rules
	for _, set := range engine.RuleSets() {
		all = append(all, engine.Rules{Set: set}, engine.Rules{Set: set, OptionalCapture: true})
	}
	return all
}

// walk plays random games of all rules and hands every position over with the one
// before it and the move that led to it.
func walk(random *rand.Rand, games int, visit func(before, p *engine.Position, m engine.Move)) {
	for game := range games {
		rules := everyRules()
		p := engine.Start(rules[game%len(rules)])
		for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
			before, m := p, moves[random.IntN(len(moves))]
			p = p.Play(m)
			visit(&before, &p, m)
		}
	}
}

// randomNetwork returns a network whose hidden units are often cut off, at either
// end.
func randomNetwork(random *rand.Rand) *Network {
	n := new(Network)
	for unit := range Hidden {
		n.Start[unit] = int16(random.IntN(2*hiddenLimit) - hiddenLimit/2)
		for input := range n.Inputs {
			n.Inputs[input][unit] = int16(random.IntN(hiddenUnit) - hiddenUnit/2)
		}
		for phase := range n.Output {
			n.Output[phase][unit] = int32(random.IntN(1<<12) - 1<<11)
		}
	}
	for phase := range n.Bias {
		n.Bias[phase] = int32(random.IntN(1<<22) - 1<<21)
	}
	return n
}

// slowly works out the network's part of the estimate in the plainest way.
func (n *Network) slowly(p *engine.Position) int32 {
	counts := Count(p)
	total := int64(n.Bias[counts.Phase])
	for unit := range Hidden {
		sum := int(n.Start[unit])
		for _, input := range counts.Inputs {
			sum += int(n.Inputs[input][unit])
		}
		total += int64(max(0, min(sum, hiddenLimit))) * int64(n.Output[counts.Phase][unit])
	}
	return int32(math.Floor(float64(total) / (1 << outputShift)))
}

func TestTheNetworkIsASumOfItsInputs(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 1))
	for _, numbers := range []*Network{randomNetwork(random), makeNetwork(t)} {
		n := numbers.network()
		walk(random, 30, func(_, p *engine.Position, _ engine.Move) {
			var f features
			f.extract(p)
			var sums hiddenSums
			sums.begin(n, p.Side(), p)
			if got, want := n.value(&sums, f.built()), numbers.slowly(p); got != want {
				t.Fatalf("%s: %d, want %d", p.String(), got, want)
			}
		})
	}
}

// makeNetwork returns the network that the engine plays with.
func makeNetwork(t testing.TB) *Network {
	t.Helper()
	n, err := UnmarshalNetwork(networkFile)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestSumsThatFollowTheMovesAreThoseBegunAnew(t *testing.T) {
	n := randomNetwork(rand.New(rand.NewPCG(32, 1))).network()
	var sums [2]hiddenSums
	captures, passes := 0, 0
	walk(rand.New(rand.NewPCG(32, 2)), 90, func(before, p *engine.Position, m engine.Move) {
		if m.IsPass() {
			passes++
		}
		for side := range sums {
			side := engine.Side(side)
			if !p.Buildings(side).Contains(before.Buildings(side)) {
				captures++
			}
			if before.Ply() == 0 {
				sums[side].begin(n, side, before)
			}
			last := sums[side]
			sums[side].follow(n, side, &last, before, p)
			var anew hiddenSums
			anew.begin(n, side, p)
			if sums[side] != anew {
				t.Fatalf("%s, seen by %v: the sums are not those that %s leads to", p.String(), side, m)
			}
		}
	})
	if captures < 10 || passes < 10 {
		t.Errorf("only %d captures and %d passes were seen", captures, passes)
	}
}

// TestAWorkerKeepsItsSums goes down whole games as the search does: a node follows
// for the side to move when it looks at its position, and for the other one before
// it has children.
func TestAWorkerKeepsItsSums(t *testing.T) {
	w := newWorker()
	w.control, w.worths, w.network = &control{}, defaultWorths, defaultNetwork
	ply := 0
	walk(rand.New(rand.NewPCG(33, 1)), 30, func(before, p *engine.Position, m engine.Move) {
		if before.Ply() == 0 || ply == maxPly {
			ply = 0
			w.begin(before)
		}
		w.play(ply, m)
		ply++
		estimate := w.look(ply)
		if want := Count(p).Estimate; int(estimate) != want {
			t.Fatalf("%s: the estimate is %d, want %d", p.String(), estimate, want)
		}
		w.follow(ply, p.Side().Opponent())
	})
}

func TestInputsTurnAsTheBoardDoes(t *testing.T) {
	sorted := func(inputs []uint16) [NetworkInputs]int {
		var counts [NetworkInputs]int
		for _, input := range inputs {
			counts[input]++
		}
		return counts
	}
	walk(rand.New(rand.NewPCG(34, 1)), 30, func(_, p *engine.Position, _ engine.Move) {
		for quarters := range 4 {
			board := quarters
			if p.Side() == engine.Dark {
				board = -quarters // seen in a mirror
			}
			turned := p.Rotate(board)
			var inputs []uint16
			for _, input := range Count(p).Inputs {
				inputs = append(inputs, TurnedInput(input, quarters))
			}
			if sorted(inputs) != sorted(Count(&turned).Inputs) {
				t.Fatalf("%s, turned by %d quarters: %v, want %v", p.String(), quarters, inputs, Count(&turned).Inputs)
			}
		}
	})
}

func TestNetworksAreReadAsTheyWereWritten(t *testing.T) {
	for _, n := range []*Network{{}, randomNetwork(rand.New(rand.NewPCG(35, 1))), makeNetwork(t)} {
		file, err := n.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		again, err := UnmarshalNetwork(file)
		if err != nil || *again != *n {
			t.Errorf("another network came back, error %v", err)
		}
	}
	if file, err := makeNetwork(t).Marshal(); err != nil || !bytes.Equal(file, networkFile) {
		t.Errorf("the engine's network is written otherwise than it is, error %v", err)
	}
}

func TestOtherFilesAreNoNetworks(t *testing.T) {
	running := append([]byte(nil), networkFile...)
	for i := len(networkMagic) + 1; i < len(running); i += 2 {
		running[i] = 0x7f // all numbers near the largest
	}
	for name, file := range map[string][]byte{
		"nothing":                 nil,
		"a beginning":             networkFile[:len(networkMagic)-1],
		"another magic":           append([]byte("cathedral network 9\n"), networkFile[len(networkMagic):]...),
		"a magic alone":           networkFile[:len(networkMagic)],
		"a byte less":             networkFile[:len(networkFile)-1],
		"a byte more":             append(append([]byte(nil), networkFile...), 0),
		"units that may run over": running,
	} {
		if _, err := UnmarshalNetwork(file); err == nil {
			t.Errorf("%s is read without an error", name)
		}
	}
}

func FuzzUnmarshalNetwork(f *testing.F) {
	f.Add(networkFile)
	f.Add(networkFile[:1000])
	f.Add([]byte(networkMagic))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, file []byte) {
		n, err := UnmarshalNetwork(file)
		if err != nil {
			return
		}
		again, err := n.Marshal()
		if err != nil || !bytes.Equal(again, file) {
			t.Errorf("read without an error, but not written again: %v", err)
		}
		p := engine.Start(engine.Rules{})
		var sums hiddenSums
		sums.begin(n.network(), engine.Light, &p)
		n.network().value(&sums, 0)
	})
}
