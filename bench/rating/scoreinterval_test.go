package rating

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"cathedral/engine/enginetest"
)

// If there are only wins and losses, the interval is Clopper and Pearson's, whose ends are
// quantiles of beta distributions.
func TestAllOrNothingGivesClopperAndPearson(t *testing.T) {
	for _, games := range []int{1, 2, 7, 40, 1000} {
		for wins := 0; wins <= games; wins += max(1, games/7) {
			losses := games - wins
			low, high := 0.0, 1.0
			if wins > 0 {
				low = distuv.Beta{Alpha: float64(wins), Beta: float64(losses + 1)}.Quantile(0.025)
			}
			if losses > 0 {
				high = distuv.Beta{Alpha: float64(wins + 1), Beta: float64(losses)}.Quantile(0.975)
			}
			for _, sample := range []Sample{
				{Singles: Count{Wins: wins, Losses: losses}}, {Pairs: Pentanomial{losses, 0, 0, 0, wins}},
			} {
				score := sample.Score()
				if math.Abs(float64(score.Low)-low) > 1e-8 || math.Abs(float64(score.High)-high) > 1e-8 {
					t.Errorf("%v: %.10f to %.10f, want %.10f to %.10f", &sample, score.Low, score.High, low, high)
				}
			}
		}
	}
}

// The integral agrees with drawing the weights at random.
func TestBeliefIsThatOfRandomWeights(t *testing.T) {
	const draws = 20_000
	random := rand.New(rand.NewPCG(3, 4))
	for _, sample := range []Sample{
		{Pairs: Pentanomial{0, 0, 1, 0, 2}}, {Pairs: Pentanomial{3, 1, 20, 5, 9}, Singles: Count{Wins: 4, Draws: 1}},
		{Singles: Count{Draws: 30, Losses: 2}},
	} {
		b := sample.belief(0.5, 0.5)
		for _, score := range []float64{0.3, 0.5, 0.62} {
			below := 0
			for range draws {
				sum := 0.0
				for _, a := range b {
					sum += distuv.Gamma{Alpha: a.count, Beta: 1, Src: random}.Rand() * a.games * (a.score - score)
				}
				if sum < 0 {
					below++
				}
			}
			want := float64(below) / draws
			if got := b.below(score); math.Abs(got-want) > 5*math.Sqrt(0.25/draws) {
				t.Errorf("%v below %v: %v, with random weights %v", &sample, score, got, want)
			}
		}
	}
}

// All pairs up to 20 take some minutes: go test -run AWorsePair -pairs 20, with CATHEDRAL_NIGHT=1.
var mostPairs = flag.Int("pairs", 8, "at night: the number of pairs up to which all counts are compared")

// A player that scores less can claim less. For all counts of pairs, to make the result of
// one worse never raises the low end of the interval or the likelihood of superiority. The high
// end is the low end of the other player.
func TestAWorsePairNeverRaisesAClaim(t *testing.T) {
	t.Parallel()
	most := 4
	if enginetest.IsNight() {
		most = *mostPairs
	}
	type claim struct{ low, los float64 }
	claims := map[Pentanomial]claim{}
	claimOf := func(pairs Pentanomial) claim {
		c, known := claims[pairs]
		if !known {
			sample := Sample{Pairs: pairs}
			c = claim{float64(sample.belief(1, 0).quantile(0.025)), float64(sample.LikelihoodOfSuperiority())}
			claims[pairs] = c
		}
		return c
	}
	const rounding = 1e-8
	check := func(pairs Pentanomial, tolerance float64) {
		better := claimOf(pairs)
		for i := 1; i < len(pairs); i++ {
			if pairs[i] == 0 {
				continue
			}
			worse := pairs
			worse[i]--
			worse[i-1]++
			if c := claimOf(worse); c.low > better.low+tolerance || c.los > better.los+tolerance {
				t.Fatalf("%v claims %v, and %v claims %v", worse, c, pairs, better)
			}
		}
	}
	for n := 1; n <= most; n++ {
		for a := range n + 1 {
			for b := range n + 1 - a {
				for c := range n + 1 - a - b {
					for d := range n + 1 - a - b - c {
						check(Pentanomial{a, b, c, d, n - a - b - c - d}, rounding)
					}
				}
			}
		}
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		var pairs Pentanomial
		for i := range pairs {
			pairs[i] = int(math.Exp(random.Float64()*9)) - 1
		}
		check(pairs, 0.001)
	}
}
