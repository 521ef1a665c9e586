package spsa_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"cathedral/bench/tune/spsa"
)

// toy is a player whose strength depends on two numbers. It is best, by about 100 Elo over the
// start, with 70 and 300.
var toy = spsa.Plan{
	Numbers: []spsa.Number{
		{Name: "Narrow", Start: 50, From: 0, To: 100, Step: 4},
		{Name: "Wide", Start: 500, From: 0, To: 1000, Step: 40},
	},
	Iterations: 1250, Pairs: 8, Rate: 0.005,
}

func elo(setting []int) float64 {
	x, y := (float64(setting[0])-70)/4, (float64(setting[1])-300)/40
	return -2 * (x*x + y*y)
}

// playPair returns the points of a pair in half points. One game in ten is a draw.
func playPair(plus, minus []int, random *rand.Rand) (points int) {
	expected := 1 / (1 + math.Pow(10, (elo(minus)-elo(plus))/400))
	for range 2 {
		switch {
		case random.Float64() < 0.1:
			points++
		case random.Float64() < expected:
			points += 2
		}
	}
	return points
}

func run(plan spsa.Plan) *spsa.Path {
	path, random := spsa.NewPath(plan), rand.New(rand.NewPCG(plan.Seed, 99))
	for iteration := range plan.Iterations {
		plus, minus := path.Settings(iteration)
		for range plan.Pairs {
			path.Add(playPair(plus, minus, random))
		}
	}
	return path
}

// In 20,000 games both numbers come from five steps beside the best value to one and a half,
// which is less than five Elo, and at most half a step on average.
func TestTheBestNumbersAreFound(t *testing.T) {
	const runs = 40
	var sum [2]float64
	for seed := range uint64(runs) {
		plan := toy
		plan.Seed = seed
		found := run(plan).Proposal()
		for i, best := range []int{70, 300} {
			wrong := float64(found[i]-best) / plan.Numbers[i].Step
			if sum[i] += wrong; math.Abs(wrong) > 1.5 {
				t.Errorf("seed %d: %s is %d, %.2f steps beside %d", seed, plan.Numbers[i].Name, found[i], wrong, best)
			}
		}
	}
	t.Logf("mean errors in steps: %.2f, %.2f", sum[0]/runs, sum[1]/runs)
	if math.Abs(sum[0]/runs) > 0.5 || math.Abs(sum[1]/runs) > 0.5 {
		t.Errorf("the mean errors are %.2f and %.2f steps", sum[0]/runs, sum[1]/runs)
	}
}

// If all results are the same, chance alone moves the numbers: nothing pulls them.
func TestDrawsMoveNothing(t *testing.T) {
	plan := toy
	plan.Iterations = 20
	path := spsa.NewPath(plan)
	for range plan.Iterations * plan.Pairs {
		path.Add(2)
	}
	if got := path.Proposal(); !reflect.DeepEqual(got, []int{50, 500}) {
		t.Errorf("after draws the proposal is %v", got)
	}
}

// The two settings are a step or more from the values on average, never out of the range, and
// the same whatever is known of the iterations that may be open at the same time.
func TestSettingsSurroundTheValues(t *testing.T) {
	plan := toy
	plan.Iterations = 400
	plan.Numbers = []spsa.Number{{Name: "Small", Start: 3, From: 1, To: 6, Step: 0.5}, {Name: "End", Start: 9, From: 0, To: 9, Step: 2}}
	early, path := spsa.NewPath(plan), spsa.NewPath(plan)
	if got := early.Opened(); got != spsa.Open {
		t.Errorf("%d iterations are open at the beginning, want %d", got, spsa.Open)
	}
	distance := 0.0
	for iteration := range plan.Iterations {
		plus, minus := path.Settings(iteration)
		if iteration < spsa.Open {
			if first, second := early.Settings(iteration); !reflect.DeepEqual([][]int{first, second}, [][]int{plus, minus}) {
				t.Errorf("iteration %d has the settings %v and %v, before the others %v and %v", iteration, plus, minus, first, second)
			}
		}
		for i, n := range plan.Numbers {
			for _, value := range []int{plus[i], minus[i]} {
				if value < n.From || value > n.To {
					t.Fatalf("iteration %d: %s is %d", iteration, n.Name, value)
				}
			}
		}
		distance += math.Abs(float64(plus[0] - minus[0]))
		for range plan.Pairs {
			path.Add(2)
		}
	}
	if mean := distance / float64(plan.Iterations); mean < 1 || mean > 1.5 {
		t.Errorf("the settings differ by %.2f on average, want 1 to 1.5", mean)
	}
	if got := path.Opened(); got != plan.Iterations {
		t.Errorf("%d iterations are open at the end", got)
	}
}

func TestFaultyPlansAreRefused(t *testing.T) {
	for want, change := range map[string]func(*spsa.Plan){
		"no number":              func(p *spsa.Plan) { p.Numbers = nil },
		"Narrow appears twice":   func(p *spsa.Plan) { p.Numbers = append(p.Numbers[:1:1], p.Numbers[0]) },
		"Narrow: it is 101 now":  func(p *spsa.Plan) { p.Numbers = []spsa.Number{{"Narrow", 101, 0, 100, 4}} },
		"0 iterations":           func(p *spsa.Plan) { p.Iterations = 0 },
		"of -1 pairs":            func(p *spsa.Plan) { p.Pairs = -1 },
		"rate 0":                 func(p *spsa.Plan) { p.Rate = 0 },
		"rate NaN":               func(p *spsa.Plan) { p.Rate = math.NaN() },
		"the smaller one first":  func(p *spsa.Plan) { p.Numbers = []spsa.Number{{"N", 1, 1, 1, 4}} },
		"step NaN: want more":    func(p *spsa.Plan) { p.Numbers = []spsa.Number{{"N", 1, 0, 9, math.NaN()}} },
		"up to half of the rang": func(p *spsa.Plan) { p.Numbers = []spsa.Number{{"N", 1, 0, 9, 5}} },
	} {
		plan := toy
		change(&plan)
		if err := plan.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	if err := toy.Check(); err != nil {
		t.Error(err)
	}
}

// FuzzRange reads any text as a range: an accepted one is described by a text that gives it
// again, and another one changes nothing.
func FuzzRange(f *testing.F) {
	for _, text := range []string{"50..400/20", "-5..5", "1..6/0.5", "0..1", "9..1", "1..2/NaN", "0..1e3", "0..9223372036854775807", "", "..", "/", "1..2/0.5/3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		before := spsa.Number{Name: "N", Start: 3, From: 1, To: 8, Step: 2}
		n := before
		if err := n.SetRange(text); err != nil {
			if n != before {
				t.Errorf("%q: an error, and the number is now %v", text, &n)
			}
			return
		}
		if n.From >= n.To || !(n.Step > 0) || !strings.Contains(text, "/") && n.Step < spsa.LeastStep {
			t.Errorf("%q is accepted as %v", text, &n)
		}
		again := n
		_, described, _ := strings.Cut(n.String(), " in ")
		if err := again.SetRange(described); err != nil || again != n {
			t.Errorf("%q has become %v, and %q gives %v, %v", text, &n, described, &again, err)
		}
	})
}
