package evaluation

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// randomNetwork returns a network whose units are often clipped, at either end.
func randomNetwork(random *rand.Rand) *Network {
	n := new(Network)
	randomise := func(row []int16, limit int) {
		for i := range row {
			row[i] = int16(random.IntN(2*limit) - limit)
		}
	}
	randomise(n.Start[:], 2*hiddenUnit)
	for input := range n.Inputs {
		randomise(n.Inputs[input][:], hiddenUnit/2)
	}
	for input := range n.SecondWeights {
		randomise(n.SecondWeights[input][:], 256)
	}
	for unit := range n.SecondBias {
		n.SecondBias[unit] = int32(random.IntN(1<<20) - 1<<19)
	}
	for phase := range Phases {
		randomise(n.Direct[phase][:], 1<<12)
		randomise(n.Output[phase][:], 1<<12)
		n.Bias[phase] = int32(random.IntN(1<<22) - 1<<21)
	}
	return n
}

// slowly computes the network's part of the estimate in the plainest way. known says whether
// the gains of the side that waits count.
func (n *Network) slowly(p *engine.Position, known bool) int32 {
	phase := (fullCity - p.Unplaced(engine.Light) - p.Unplaced(engine.Dark)) * Phases / (fullCity + 1)
	var node Node
	node.Start(p, engine.NoMove)
	f := node.WithGains()
	sides := [2]engine.Side{p.Side(), p.Side().Opponent()}
	var values []int
	for i, side := range sides {
		units, inputs := n.Start, Inputs(p, side)
		if last := len(inputs) - 1; !known {
			inputs = slices.Delete(inputs, last-i, last-i+1)
		}
		for _, input := range inputs {
			for unit := range units {
				units[unit] += n.Inputs[input][unit]
			}
		}
		for _, unit := range units {
			values = append(values, max(0, min(int(unit), hiddenLimit)))
		}
	}
	for i, side := range sides {
		counts := f.Counts[side]
		if i == 1 && !known {
			counts = counts.WithoutGains()
		}
		for _, count := range counts {
			values = append(values, int(count))
		}
	}
	total := int(n.Bias[phase])
	for i, weight := range n.Direct[phase] {
		total += int(weight) * values[i]
	}
	for unit, weight := range n.Output[phase] {
		sum := int(n.SecondBias[unit])
		for i, value := range values {
			sum += value * int(n.SecondWeights[i][unit])
		}
		total += int(weight) * max(0, min(sum>>secondShift, secondLimit))
	}
	return int32(math.Floor(float64(total) / (1 << outputShift)))
}

func TestTheNetworkIsASumOfItsInputs(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 1))
	for _, numbers := range []*Network{randomNetwork(random), DefaultNetwork()} {
		n := numbers.network()
		enginetest.Walk(random, 12, func(_, p *engine.Position, _ engine.Move) {
			var node Node
			node.Start(p, engine.NoMove)
			var sums perspectives
			sums.start(n, &node)
			if got, want := n.value(&sums, node.WithGains(), p.Side(), true), numbers.slowly(p, true); got != want {
				t.Fatalf("%s: %d, want %d", p.String(), got, want)
			}
			features := *node.WithGains()
			waiting := &features.Counts[p.Side().Opponent()]
			*waiting = waiting.WithoutGains()
			if got, want := n.value(&sums, &features, p.Side(), false), numbers.slowly(p, false); got != want {
				t.Fatalf("%s, half blind: %d, want %d", p.String(), got, want)
			}
		})
	}
}

func TestUpdatedSumsEqualSumsFromScratch(t *testing.T) {
	n := randomNetwork(rand.New(rand.NewPCG(32, 1))).network()
	var last, sums, anew perspectives
	captures, passes := 0, 0
	enginetest.Walk(rand.New(rand.NewPCG(32, 2)), 90, func(before, p *engine.Position, m engine.Move) {
		if m == engine.Pass {
			passes++
		}
		for side := range engine.Dark + 1 {
			if !p.Buildings(side).Contains(before.Buildings(side)) {
				captures++
			}
		}
		var from, to Node
		from.Start(before, engine.NoMove)
		to.Start(p, m)
		if before.Ply() == 0 {
			sums.start(n, &from)
		}
		last = sums
		sums.follow(n, &last, &from, &to)
		anew.start(n, &to)
		if sums != anew {
			t.Fatalf("%s: the sums are not those that %s leads to", p.String(), m)
		}
	})
	if captures < 10 || passes < 10 {
		t.Errorf("only %d captures and %d passes were seen", captures, passes)
	}
}

// sumsAndCounts returns random arguments of output, with values of every size.
func sumsAndCounts(random *rand.Rand) (sums [2]hiddenSums, counts [2]Counts) {
	for half := range sums {
		limit := 1 << (1 + random.IntN(15))
		var units [Hidden]int16
		for i := range units {
			units[i] = int16(random.IntN(2*limit) - limit)
		}
		sums[half] = packHidden(&units)
		for i := range counts[half] {
			counts[half][i] = int32(random.IntN(maxCount + 1))
		}
	}
	return sums, counts
}

func TestAddingRowsAndTheOutputEqualTheirPlainTwins(t *testing.T) {
	random := rand.New(rand.NewPCG(36, 1))
	for _, numbers := range []*Network{randomNetwork(random), extremeNetwork(random)} {
		n := numbers.network()
		for range 3000 {
			inputs := make([]uint16, random.IntN(maxInputs))
			for i := range inputs {
				inputs[i] = uint16(random.IntN(NumInputs))
			}
			come := random.IntN(len(inputs) + 1)
			sums, counts := sumsAndCounts(random)
			var got, want hiddenSums
			addRows(&got, &sums[0], &n.first.inputs, inputs[:come], inputs[come:])
			addRowsPlainly(&want, &sums[0], &n.first.inputs, inputs[:come], inputs[come:])
			if got != want {
				t.Fatalf("%d rows added and %d subtracted: %x, want %x", come, len(inputs)-come, got, want)
			}
			phase := random.IntN(Phases)
			value := output(n, phase, &sums[0], &sums[1], &counts[0], &counts[1])
			if want := outputPlainly(n, phase, &sums[0], &sums[1], &counts[0], &counts[1]); value != want {
				t.Fatalf("%x, %v: the output is %d, want %d", sums, counts, value, want)
			}
		}
	}
}

// extremeNetwork returns a network of numbers at the ends of their ranges, which Marshal
// would refuse.
func extremeNetwork(random *rand.Rand) *Network {
	file := make([]byte, binary.Size(Network{}))
	for i := 0; i < len(file); i += 2 {
		number := []int16{math.MinInt16, math.MinInt16 + 1, -1, 0, 1, math.MaxInt16}[random.IntN(6)]
		binary.LittleEndian.PutUint16(file[i:], uint16(number))
	}
	n := new(Network)
	n.decode(n.FirstLayer.Decode(file))
	return n
}

func TestANetworkReadIsTheOneWritten(t *testing.T) {
	for _, n := range []*Network{{}, randomNetwork(rand.New(rand.NewPCG(35, 1))), DefaultNetwork()} {
		file, err := n.Marshal()
		enginetest.Must(t, err)
		again, err := UnmarshalNetwork(file)
		if err != nil || *again != *n {
			t.Errorf("the network read differs from the one written, error %v", err)
		}
	}
	if file, err := DefaultNetwork().Marshal(); err != nil || !bytes.Equal(file, networkFile) {
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

func TestANetworkThatMayOverflowIsNotWritten(t *testing.T) {
	for name, change := range map[string]func(n *Network){
		"first layer": func(n *Network) { n.Start[3], n.Inputs[NumInputs-1][3] = math.MaxInt16, 1 },
		"second layer": func(n *Network) {
			for i := range n.SecondWeights {
				n.SecondWeights[i][31] = math.MinInt16
			}
		},
		"output": func(n *Network) { n.Bias[5], n.Output[5][0] = math.MaxInt32, 1 },
	} {
		n := new(Network)
		change(n)
		if file, err := n.Marshal(); err == nil || file != nil {
			t.Errorf("%s: error %v", name, err)
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
		var node Node
		node.Start(&p, engine.NoMove)
		var sums perspectives
		sums.start(n.network(), &node)
		n.network().value(&sums, node.WithGains(), engine.Light, true)
	})
}
