package evaluation

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// randomNetwork returns a network whose hidden units are often clipped, at either
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

// slowly computes the network's part of the estimate in the plainest way.
func (n *Network) slowly(p *engine.Position) int32 {
	phase := phaseOf(fullCity - p.Unplaced(engine.Light) - p.Unplaced(engine.Dark))
	inputs := Inputs(p)
	total := int64(n.Bias[phase])
	for unit := range Hidden {
		sum := int(n.Start[unit])
		for _, input := range inputs {
			sum += int(n.Inputs[input][unit])
		}
		total += int64(max(0, min(sum, hiddenLimit))) * int64(n.Output[phase][unit])
	}
	return int32(math.Floor(float64(total) / (1 << outputShift)))
}

func TestTheNetworkIsASumOfItsInputs(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 1))
	for _, numbers := range []*Network{randomNetwork(random), makeNetwork(t)} {
		n := numbers.network()
		enginetest.Walk(random, 30, func(_, p *engine.Position, _ engine.Move) {
			var f Features
			f.count(p)
			var sums hiddenSums
			sums.start(n, p.Side(), p)
			if got, want := n.value(&sums, f.Built()), numbers.slowly(p); got != want {
				t.Fatalf("%s: %d, want %d", p.String(), got, want)
			}
		})
	}
}

// makeNetwork returns the network that the engine plays with.
func makeNetwork(t testing.TB) *Network {
	t.Helper()
	n, err := UnmarshalNetwork(networkFile)
	enginetest.Must(t, err)
	return n
}

func TestUpdatedSumsEqualSumsFromScratch(t *testing.T) {
	n := randomNetwork(rand.New(rand.NewPCG(32, 1))).network()
	var sums [2]hiddenSums
	captures, passes := 0, 0
	enginetest.Walk(rand.New(rand.NewPCG(32, 2)), 90, func(before, p *engine.Position, m engine.Move) {
		if m == engine.Pass {
			passes++
		}
		for side := range sums {
			side := engine.Side(side)
			if !p.Buildings(side).Contains(before.Buildings(side)) {
				captures++
			}
			if before.Ply() == 0 {
				sums[side].start(n, side, before)
			}
			last := sums[side]
			sums[side].follow(n, side, &last, before, p)
			var anew hiddenSums
			anew.start(n, side, p)
			if sums[side] != anew {
				t.Fatalf("%s, seen by %v: the sums are not those that %s leads to", p.String(), side, m)
			}
		}
	})
	if captures < 10 || passes < 10 {
		t.Errorf("only %d captures and %d passes were seen", captures, passes)
	}
}

func TestANetworkReadIsTheOneWritten(t *testing.T) {
	for _, n := range []*Network{{}, randomNetwork(rand.New(rand.NewPCG(35, 1))), makeNetwork(t)} {
		file, err := n.Marshal()
		enginetest.Must(t, err)
		again, err := UnmarshalNetwork(file)
		if err != nil || *again != *n {
			t.Errorf("the network read differs from the one written, error %v", err)
		}
	}
	if file, err := makeNetwork(t).Marshal(); err != nil || !bytes.Equal(file, networkFile) {
		t.Errorf("the engine's network is written as a different file, error %v", err)
	}
}

func TestOtherFilesAreNotNetworks(t *testing.T) {
	running := append([]byte(nil), networkFile...)
	for i := len(networkMagic) + 1; i < len(running); i += 2 {
		running[i] = 0x7f // every number is near the largest one
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
		sums.start(n.network(), engine.Light, &p)
		n.network().value(&sums, 0)
	})
}
