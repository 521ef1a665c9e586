package rating

import (
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat"

	"cathedral/engine/enginetest"
)

// The counts and ratios are those of fastchess's own tests
// (github.com/Disservin/fastchess, app/tests/sprt_test.cpp), which allow for 1 %.
// If every game was won their ratios are not exact. For 5,550 pairs the most likely
// distribution has only the scores 0 and 1. So the ratio is
// 5550*ln(1+t/sqrt(1+t*t)) = 111.80 with t = 5*sqrt(2)*ln(10)/800.
func TestRatioEqualsFastchess(t *testing.T) {
	tests := []struct {
		sample    Sample
		elo0      float64
		elo1      float64
		model     Model
		want      float64
		tolerance float64
	}{
		{Sample{Singles: Count{Wins: 36433, Draws: 68692, Losses: 36027}}, 0, 2, Normalized, 0.92, 0.00501},
		{Sample{Singles: Count{Wins: 10871, Draws: 20431, Losses: 10650}}, -1.75, 0.25, Normalized, 2.30, 0.00501},
		{Sample{Singles: Count{Wins: 4250}}, 0, 10, Normalized, 120.56, 0.03},
		{Sample{Singles: Count{Wins: 21404, Draws: 40708, Losses: 21184}}, 0.5, 2.5, Logistic, -1.57, 0.00501},
		{Sample{Singles: Count{Wins: 57433, Draws: 106593, Losses: 57030}}, 0, 2, Logistic, -2.59, 0.00501},
		{Sample{Pairs: Pentanomial{365, 16618, 36029 + 200, 16974, 390}}, 0, 2, Normalized, 2.25, 0.00501},
		{Sample{Pairs: Pentanomial{127, 4883, 10311 + 401, 5150, 104}}, -1.75, 0.25, Normalized, 3.01, 0.00501},
		{Sample{Pairs: Pentanomial{4: 5550}}, 0, 5, Normalized, 111.82, 0.03},
		{Sample{Pairs: Pentanomial{223, 9863, 20279 + 1000, 10037, 246}}, 0.5, 2.5, Logistic, -3.07, 0.00501},
		{Sample{Pairs: Pentanomial{871, 26175, 55003 + 980, 26678, 821}}, 0, 2, Logistic, -4.98, 0.00501},
	}
	for _, test := range tests {
		sprt := SPRT{test.elo0, test.elo1, 0.05, 0.05, test.model}
		if got := sprt.LogLikelihoodRatio(&test.sample); !(math.Abs(got-test.want) <= test.tolerance) {
			t.Errorf("%v of %v: ratio %.4f, want %.2f", sprt, test.sample, got, test.want)
		}
	}
}

func TestBoundsAndDecision(t *testing.T) {
	test := SPRT{0, 5, 0.05, 0.05, Normalized}
	lower, upper := test.Bounds()
	if math.Abs(upper-2.944439) > 1e-6 || math.Abs(lower+upper) > 1e-12 {
		t.Errorf("bounds %v and %v", lower, upper)
	}
	for ratio, want := range map[float64]Decision{lower: AcceptH0, -2.9: Continue, 0: Continue, 2.9: Continue, upper: AcceptH1} {
		if got := test.Decide(ratio); got != want {
			t.Errorf("ratio %v: %v, want %v", ratio, got, want)
		}
	}
	if ratio := test.LogLikelihoodRatio(&Sample{}); ratio != 0 {
		t.Errorf("the ratio of no games is %v", ratio)
	}
}

// For any counts the distribution has the wanted score, except for rounding errors of
// shares of one in a billion, and the ratio is finite.
func TestRatioOfAnyCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		counts := make([]int, 3+2*random.IntN(2))
		for i := range counts {
			if random.IntN(3) > 0 {
				counts[i] = random.IntN(1 << random.IntN(20))
			}
		}
		observed := spectrum{}.with(counts, 1, unseen)
		for _, target := range []float64{-4, -0.5, -0.01, 0, 0.02, 1, 3} {
			mean, deviation := observed.moments(observed.givenNormalized(target))
			if math.Abs(mean-0.5-target*deviation) > 1e-4 {
				t.Fatalf("%v: mean %v and deviation %v, want the normalised score %v", counts, mean, deviation, target)
			}
			mean, _ = observed.moments(observed.givenScore(scoreOf(200 * target)))
			if math.Abs(mean-scoreOf(200*target)) > 1e-4 {
				t.Fatalf("%v: mean %v, want %v", counts, mean, scoreOf(200*target))
			}
		}
		for _, ratio := range []float64{
			observed.ratio(observed.givenNormalized(-4), observed.givenNormalized(4)), observed.ratio(observed.givenScore(0.01), observed.givenScore(0.99)),
		} {
			if math.IsNaN(ratio) || math.IsInf(ratio, 0) {
				t.Fatalf("%v: ratio %v", counts, ratio)
			}
		}
	}
}

func TestParseSPRT(t *testing.T) {
	for text, want := range map[string]SPRT{
		"0,5":                        {0, 5, 0.05, 0.05, Normalized},
		" -1.75 , 0.25 ":             {-1.75, 0.25, 0.05, 0.05, Normalized},
		"0,5,0.1,0.2":                {0, 5, 0.1, 0.2, Normalized},
		"0,10,0.05,0.05,Logistic":    {0, 10, 0.05, 0.05, Logistic},
		"-3e0,1,0.05,0.1,normalized": {-3, 1, 0.05, 0.1, Normalized},
	} {
		if got, err := ParseSPRT(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "5", "0,5,0.05", "0,5,0.05,0.05,logistic,1", "5,0", "1,1", "a,5", "0,", "NaN,5", "0,Inf", "0,1e9",
		"0,5,0,0.05", "0,5,0.05,1", "0,5,0.6,0.6", "0,5,NaN,0.05", "0,5,0.05,0.05,bayes",
	} {
		if got, err := ParseSPRT(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func FuzzParseSPRT(f *testing.F) {
	f.Add("0,5,0.05,0.05,logistic", 3, 1, 4)
	f.Fuzz(func(t *testing.T, text string, a, b, c int) {
		test, err := ParseSPRT(text)
		if err != nil {
			return
		}
		sample := Sample{Pairs: Pentanomial{a & 0xffff, b & 0xffff, c & 0xffff, a & 15, b & 3}}
		if ratio := test.LogLikelihoodRatio(&sample); math.IsNaN(ratio) || math.IsInf(ratio, 0) {
			t.Errorf("%v of %v: %v", test, sample, ratio)
		}
	})
}

// In 10,000 simulated matches the test accepts the wrong hypothesis no more often than
// alpha and beta allow, within three standard deviations. The seeds are fixed.
func TestErrorRatesKeepTheirBounds(t *testing.T) {
	const tolerance = 3
	matches := 500
	if enginetest.IsNight() {
		matches = 10_000
	}
	for _, test := range []SPRT{{0, 80, 0.05, 0.05, Normalized}, {-20, 40, 0.1, 0.05, Logistic}} {
		// The distributions, at strength 0, of drawish and of decisive pairs, whose
		// results depend on the opening.
		even := [5]float64{0.05, 0.20, 0.50, 0.20, 0.05}
		for _, truth := range []Decision{AcceptH0, AcceptH1} {
			elo, allowed := test.Elo0, test.Alpha
			if truth == AcceptH1 {
				elo, allowed = test.Elo1, test.Beta
			}
			wrong := 0
			for _, sample := range simulate(matches, test, strengthen(even, elo, test.Model)) {
				if test.Decide(test.LogLikelihoodRatio(&sample)) != truth {
					wrong++
				}
			}
			rate := float64(wrong) / float64(matches)
			limit := allowed + tolerance*math.Sqrt(allowed*(1-allowed)/float64(matches))
			t.Logf("%v, truth %v: error rate %.4f of at most %.2f", test, truth, rate, allowed)
			if rate > limit {
				t.Errorf("%v, truth %v: error rate %.4f, at most %.4f", test, truth, rate, limit)
			}
			if rate < allowed/5 {
				t.Errorf("%v, truth %v: error rate %.4f, which is suspiciously low", test, truth, rate)
			}
		}
	}
}

// What STATISTICS.md says of the score after a stop, within three standard errors: the means
// of normalised Elo, and that the score's interval rarely misses the truth.
func TestAStopExaggeratesAsStatisticsSays(t *testing.T) {
	text, err := os.ReadFile("STATISTICS.md")
	enginetest.Must(t, err)
	pattern := `a\s+quarter of their difference\. With elo0 = 0 and elo1 = 20, equal players have (-\d+), and one\s+with 20 has (\d+)\. ` +
		`The score's interval contains the truth in (\d+) to (\d+) of 100`
	words := regexp.MustCompile(pattern).FindSubmatch(text)
	if words == nil {
		t.Fatalf("STATISTICS.md lacks %s", pattern)
	}
	var stated [4]float64
	for i := range stated {
		stated[i], _ = strconv.ParseFloat(string(words[1+i]), 64)
	}
	matches, spreads := enginetest.Samples(150), []string{"independent games"}
	if enginetest.IsNight() {
		matches, spreads = 2000, []string{"independent games", "many draws", "the side decides"}
	}
	for _, spread := range spreads {
		for i, match := range []struct{ elo1, elo float64 }{{20, 0}, {20, 20}, {80, 0}, {80, 80}} {
			shares := strengthen(pairSpreads[spread](0.5), match.elo, Normalized)
			score := 0.0
			for points, share := range shares {
				score += share * float64(points) / 4
			}
			var ends []float64
			covered := 0.0
			for _, sample := range simulate(matches, SPRT{0, match.elo1, 0.05, 0.05, Normalized}, shares) {
				ends = append(ends, float64(sample.NormalizedElo().Value))
				if sample.scoreCovers(score) {
					covered += 100 / float64(matches)
				}
			}
			mean, deviation := stat.MeanStdDev(ends, nil)
			t.Logf("%s, %+v: %.2f in the mean, %.1f of 100 intervals contain the truth", spread, match, mean, covered)
			tolerance := 0.5 + 3*deviation/math.Sqrt(float64(matches)) // 0.5 of rounding
			if away := math.Abs(mean-match.elo1/2) - match.elo1/2; match.elo1 == 20 && math.Abs(mean-stated[i]) > tolerance || math.Abs(away-match.elo1/4) > tolerance+match.elo1/20 {
				t.Errorf("the mean is not as stated, within %.1f", tolerance)
			}
			if tolerance := 0.5 + 300*math.Sqrt(0.05*0.95/float64(matches)); covered < stated[2]-tolerance || covered > stated[3]+tolerance {
				t.Errorf("the share of intervals is not as stated, within %.1f", tolerance)
			}
		}
	}
}

// strengthen tilts a distribution of pairs, as the most likely one does, to the given
// strength.
func strengthen(shares [5]float64, elo float64, model Model) [5]float64 {
	counts := make([]int, len(shares))
	for i, share := range shares {
		counts[i] = int(share * 1e6)
	}
	observed := spectrum{}.with(counts, 1, unseen)
	divisors := observed.givenScore(scoreOf(elo))
	if model == Normalized {
		divisors = observed.givenNormalized(elo * math.Sqrt2 / normalizedUnit)
	}
	for i := range shares {
		shares[i] /= divisors[i]
	}
	return shares
}

// simulate plays matches of pairs until the test decides.
func simulate(matches int, test SPRT, shares [5]float64) []Sample {
	samples := make([]Sample, matches)
	var workers sync.WaitGroup
	for worker := range runtime.NumCPU() {
		workers.Go(func() {
			for i := worker; i < matches; i += runtime.NumCPU() {
				random, sample := rand.New(rand.NewPCG(uint64(i), 7)), &samples[i]
				for decision := Continue; decision == Continue; {
					sample.Pairs[draw(random, shares)]++
					if test.mayDecide(sample.Pairs) {
						decision = test.Decide(test.LogLikelihoodRatio(sample))
					}
				}
			}
		})
	}
	workers.Wait()
	return samples
}

// mayDecide saves time: it reports whether the ratio may be beyond a bound. If normalised
// hypotheses are close together, the ratio of the normal distribution is within 0.5 of it.
func (t SPRT) mayDecide(pairs Pentanomial) bool {
	if t.Model == Logistic || t.Elo1-t.Elo0 > 20 {
		return true
	}
	n := float64(pairs.Pairs())
	mean, squares := pairs.Points()/n/2, 0.0
	for i, count := range pairs {
		squares += float64(count) * square(float64(i)/4-mean)
	}
	unit := math.Sqrt2 / normalizedUnit
	ratio := n * unit * (t.Elo1 - t.Elo0) * ((mean-0.5)/math.Sqrt(squares/n) - unit*(t.Elo0+t.Elo1)/2)
	lower, upper := t.Bounds()
	return !(ratio > lower+0.5 && ratio < upper-0.5)
}

func draw(random *rand.Rand, shares [5]float64) int {
	at := random.Float64()
	for i, share := range shares {
		if at -= share; at < 0 {
			return i
		}
	}
	return 2 // rounding
}
