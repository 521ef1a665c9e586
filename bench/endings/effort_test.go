package endings

import (
	"encoding/xml"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
)

// simulatedProofs returns positions at plies 8 to 14, each of them at a ply, with efforts that a
// known model gives. The decimal logarithm of the nodes is normal around base + slope*ply; spread
// is its standard deviation. Proofs are given up after limit nodes.
func simulatedProofs(random *rand.Rand, each int, base, slope, spread, limit float64) []Ending {
	var all []Ending
	for ply := 8; ply <= 14; ply += 2 {
		p := engine.Start(engine.Rules{})
		for p.Ply() < ply {
			moves := p.Moves(nil)
			p = p.Play(moves[random.IntN(len(moves))])
		}
		for range each {
			e := newEnding(&p)
			nodes := math.Pow(10, base+slope*float64(ply)+spread*random.NormFloat64())
			if e.Nodes = uint64(min(nodes, limit)); nodes < limit {
				e.Low = 1
			}
			all = append(all, e)
		}
	}
	return all
}

// TestForeseeEffort checks that the model behind simulated efforts is found, though half of the
// proofs at ply 8 are given up. The interval has to hold the true mean in nearly all samples.
func TestForeseeEffort(t *testing.T) {
	const base, slope, spread = 14, -0.8, 1.2
	at := engine.Start(engine.Rules{})
	at = at.Play(at.Moves(nil)[0])
	mean := base + slope + math.Ln10/2*spread*spread
	random := rand.New(rand.NewPCG(7, 1))
	inside := 0
	const trials = 10
	for trial := range trials {
		o := ForeseeEffort(simulatedProofs(random, 24, base, slope, spread, 1e7), true, ByPly, &at, uint64(trial))
		if math.Abs(o.Slope-slope) > 0.3 || math.Abs(o.Spread-spread) > 0.4 {
			t.Errorf("sample %d: slope %.2f, spread %.2f; simulated with %.2f, %.2f", trial, o.Slope, o.Spread, slope, spread)
		}
		if o.Low <= mean && mean <= o.High {
			inside++
		}
	}
	if inside < 8 {
		t.Errorf("the 95 %% interval holds the true mean in %d of %d samples", inside, trials)
	}
	if ForeseeEffort(simulatedProofs(random, 2, base, slope, spread, 1e7), true, ByPly, &at, 1) != nil {
		t.Error("eight proofs were enough to foresee the effort")
	}
}

// TestEfforts checks the table of efforts by a sample small enough to be counted by hand.
func TestEfforts(t *testing.T) {
	p := engine.Start(engine.Rules{})
	ending := func(nodes uint64, time time.Duration, proven bool) Ending {
		e := newEnding(&p)
		if e.Nodes, e.Time = nodes, time; proven {
			e.Low = 1
		}
		return e
	}
	rows := Efforts([]Ending{
		ending(60_000, 61*time.Second, true), ending(10, time.Millisecond, true), ending(900, 2*time.Second, true),
		ending(99_030, 300*time.Second, false), ending(60, time.Second, true),
	}, true)
	want := Effort{Ply: 0, Positions: 5, Proven: 4, Within: [4]int{2, 3, 3, 4}, Nodes: [2]uint64{900, 0}, Share: 99_030.0 / 160_000}
	if len(rows) != 1 || rows[0] != want {
		t.Errorf("got %+v, want %+v", rows, want)
	}
}

// TestEffortPicture checks that a picture has a mark for each position, open ones as rings. The
// line has to pass through the median of the model: a million nodes at ply 10, which is a second
// here.
func TestEffortPicture(t *testing.T) {
	positions := simulatedProofs(rand.New(rand.NewPCG(7, 1)), 24, 14, -0.8, 1.2, 1e7)
	open := 0
	for i := range positions {
		if !positions[i].answers(true) {
			open++
		}
	}
	const years = 1e-6 / SecondsPerYear
	for _, o := range []*Outlook{nil, {Base: 14, Slope: -0.8, Spread: 1.2, Median: 13.2, Mean: 14.9, Low: 14, High: 16}} {
		picture := EffortPicture(positions, true, o, years, 1)
		if err := xml.Unmarshal([]byte(picture), new(struct{})); err != nil || strings.Contains(picture, "NaN") || strings.Contains(picture, "Inf") {
			t.Fatalf("%v in\n%s", err, picture)
		}
		if dots, rings := strings.Count(picture, `class="dot"`), strings.Count(picture, `class="ring"`); rings != open || dots != len(positions)-open {
			t.Errorf("%d dots and %d rings for %d positions, of which %d are open", dots, rings, len(positions), open)
		}
		if o == nil {
			continue
		}
		second := regexp.MustCompile(`y="([0-9.]+)" text-anchor="start">1 s<`).FindStringSubmatch(picture)
		curve := regexp.MustCompile(`class="curve" points="([^"]+)"`).FindStringSubmatch(picture)
		if second == nil || curve == nil {
			t.Fatalf("no label of a second or no curve in\n%s", picture)
		}
		_, atPly10, _ := strings.Cut(strings.Fields(curve[1])[14-10], ",")
		label, _ := strconv.ParseFloat(second[1], 64)
		if y, _ := strconv.ParseFloat(atPly10, 64); math.Abs(label-4.5-y) > 0.2 {
			t.Errorf("the curve is at %.1f at ply 10, and a second at %.1f", y, label-4.5)
		}
	}
}
