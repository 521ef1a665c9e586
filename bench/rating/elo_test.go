package rating

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"cathedral/engine/enginetest"
)

// The counts and figures are those of fastchess's own tests
// (github.com/Disservin/fastchess, app/tests/elo_test.cpp). The formulas: Elo
// -400*log10(1/s-1) of the mean score s; half the width between the Elo of
// s ± 1.96 deviations of the mean; normalised Elo (s-1/2)/deviation*800/ln(10),
// Van den Bergh, "Normalized Elo". Values are compared to two decimals; our intervals hold
// for small samples too, and are wider by a tenth at most in these. A figure that fastchess's
// tests lack is NaN, and so is the error of normalised Elo if it rests on the deviation, which
// fastchess takes as known.
func TestFiguresEqualFastchess(t *testing.T) {
	none := math.NaN()
	for _, test := range []struct {
		sample                           Sample
		nelo, neloError, elo, error, los float64
	}{
		{Sample{Pairs: Pentanomial{34, 54, 31 + 32, 64, 75}}, 57.94, 28.28, 55.58, 27.65, 100.00},
		{Sample{Pairs: Pentanomial{332, 433, 457 + 41, 333, 334}}, -9.17, 10.96, -8.64, 10.33, 5.05},
		{Sample{Pairs: Pentanomial{7895, 8757, 5485 + 200, 568, 9999}}, -19.01, 2.65, -21.04, 2.95, 0},
		{Sample{Singles: Count{Wins: 76, Losses: 89, Draws: 123}}, -20.76, 40.13, none, none, 15.53},
		{Sample{Singles: Count{Wins: 136, Losses: 96, Draws: 111}}, 49.77, 36.77, 40.70, 30.43, 99.60},
		{Sample{Singles: Count{Wins: 34, Losses: 356}}, -508.44, none, none, none, none},
	} {
		s := &test.sample
		for _, figure := range []struct {
			name      string
			got       Number
			want      float64
			tolerance float64
		}{
			{"normalised Elo", s.NormalizedElo().Value, test.nelo, 0.00501},
			{"its error", s.NormalizedElo().Error(), test.neloError * 1.05, test.neloError * 0.05},
			{"Elo", s.Elo().Value, test.elo, 0.00501},
			{"its error", s.Elo().Error(), test.error * 1.025, test.error * 0.025},
			{"LOS in percent", 100 * s.LikelihoodOfSuperiority(), test.los, 0.15},
		} {
			if !math.IsNaN(figure.want) && !(math.Abs(float64(figure.got)-figure.want) <= figure.tolerance) {
				t.Errorf("%v: %s is %.4f, want %.2f ± %.2f", s, figure.name, figure.got, figure.want, figure.tolerance)
			}
		}
	}
}

func TestEachViewMirrorsTheOther(t *testing.T) {
	sample := Sample{Pairs: Pentanomial{3, 7, 20, 9, 4}, Singles: Count{Wins: 5, Draws: 2, Losses: 1}}
	sample.Margins.Pairs.add(-7, 1)
	sample.Margins.Pairs.add(3, 4)
	sample.Margins.Singles.add(11, 2)
	reverse := sample.Reverse()
	for _, pair := range [][2]Estimate{
		{sample.Elo(), reverse.Elo()}, {sample.NormalizedElo(), reverse.NormalizedElo()}, {sample.Margin(), reverse.Margin()},
	} {
		a, b := pair[0], pair[1]
		if math.Abs(float64(a.Value+b.Value)) > 1e-9 || math.Abs(float64(a.Low+b.High)) > 1e-9 || math.Abs(float64(a.High+b.Low)) > 1e-9 {
			t.Errorf("%v and %v are not mirrored", a, b)
		}
	}
	if sum := sample.LikelihoodOfSuperiority() + reverse.LikelihoodOfSuperiority(); math.Abs(float64(sum-1)) > 1e-12 {
		t.Errorf("the likelihoods of superiority of both add up to %v", sum)
	}
}

func TestFiguresAreFiniteOrNone(t *testing.T) {
	tests := []struct {
		name                         string
		sample                       Sample
		score, elo, nelo, los, marge string
	}{
		{"no game", Sample{}, "none", "none", "none", "none", "none"},
		{"one game won", Sample{Singles: Count{Wins: 1}}, "100.00 (2.50 to 100.00) %", "at least -636.4", "at least -838.3", "75.00 %", "none"},
		{"one game drawn", Sample{Singles: Count{Draws: 1}}, "50.00 ± 48.75 %", "+0.0 ± 759.1", "-1743.2 to +1743.2", "50.00 %", "none"},
		{"all won", Sample{Pairs: Pentanomial{0, 0, 0, 0, 100}}, "100.00 (96.38 to 100.00) %", "at least +570.0", "at least +554.2", "100.00 %", "none"},
		{"all lost", Sample{Pairs: Pentanomial{100}}, "0.00 (0.00 to 3.62) %", "at most -570.0", "at most -554.2", "0.00 %", "none"},
		{"all drawn", Sample{Pairs: Pentanomial{0, 0, 100}}, "50.00 ± 1.81 %", "+0.0 ± 12.6", "-52.0 to +52.0", "50.00 %", "none"},
		{"all pairs WD", Sample{Pairs: Pentanomial{0, 0, 0, 20}}, "75.00 (62.37 to 79.21) %", "+190.8 (+87.8 to +232.4)", "at least +87.0", "99.98 %", "none"},
		{"nearly all won", Sample{Singles: Count{Wins: 9, Losses: 1}}, "90.00 (55.50 to 99.75) %", "+381.7 (+38.4 to +1038.4)", "+463.2 (+25.8 to +2338.1)", "99.41 %", "none"},
		{"one margin", Sample{Singles: Count{Wins: 1}, Margins: Margins{Singles: Sums{1, 5, 25}}}, "100.00 (2.50 to 100.00) %", "at least -636.4", "at least -838.3", "75.00 %", "+5.00"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := &test.sample
			got := [...]string{
				s.Score().percent(2), s.Elo().Text(1), s.NormalizedElo().Text(1),
				percent(s.LikelihoodOfSuperiority()), s.Margin().Text(2),
			}
			if want := [...]string{test.score, test.elo, test.nelo, test.los, test.marge}; got != want {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

// If the two games of each pair are independent, the error of the pairs is nearly that
// of single games, and so is the error of a mixture of both. After 300 games it is 7 % above that of
// the normal distribution, as STATISTICS.md says.
func TestPairsAndSinglesMix(t *testing.T) {
	pairs := Sample{Pairs: Pentanomial{100, 0, 200, 0, 100}} // as of independent games
	singles := Sample{Singles: Count{Wins: 400, Losses: 400}}
	mixed := pairs.Plus(&singles)
	few := Sample{Pairs: Pentanomial{20, 20, 70, 20, 20}}
	for name, ratio := range map[string]float64{
		"of pairs and their games":     float64(pairs.Score().Error() / singles.Score().Error()),
		"of half the games and of all": float64(singles.Score().Error()/mixed.Score().Error()) / math.Sqrt2,
		"of 300 games":                 float64(few.Score().Error()) / (1.07 * confidence * math.Sqrt(few.scatter(0.5)) / 300),
	} {
		if math.Abs(ratio-1) > 0.02 {
			t.Errorf("the ratio of the errors %s is %v", name, ratio)
		}
	}
}

func TestMarginErrorIsStudents(t *testing.T) {
	var sample Sample
	for _, margin := range []int{2, 4, 4, 4, 5, 5, 7, 9} { // mean 5, sum of squares 32
		sample.Margins.Singles.add(margin, 1)
	}
	// sqrt(32/7/8) times the 0.975 quantile of Student's t with 7 degrees of
	// freedom, 2.3646.
	if got := sample.Margin().Text(3); got != "+5.000 ± 1.787" {
		t.Errorf("margin %s", got)
	}
	var pairs Sample
	for _, margin := range []int{4, 8, 8, 8, 10, 10, 14, 18} {
		pairs.Margins.Pairs.add(margin, 1)
	}
	if got := pairs.Margin().Text(3); got != "+5.000 ± 1.787" {
		t.Errorf("margin of pairs %s", got)
	}
}

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
		b := sample.belief(1, 1)
		for _, score := range []float64{0.3, 0.5, 0.62} {
			below := 0
			for range draws {
				sum := 0.0
				for i, count := range b.counts {
					sum += distuv.Gamma{Alpha: count, Beta: 1, Src: random}.Rand() * b.games[i] * (b.scores[i] - score)
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
