package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// sample is a list of numbers.
type sample []float64

// mean returns the mean, 0 of none.
func (s sample) mean() float64 {
	if len(s) == 0 {
		return 0
	}
	return stat.Mean(s, nil)
}

// squares returns the sum of the squared distances from the mean.
func (s sample) squares() float64 { return float64(len(s)) * stat.PopVariance(s, nil) }

// deviation returns the standard deviation of the population, 0 of fewer than two numbers.
func (s sample) deviation() float64 {
	if len(s) < 2 {
		return 0
	}
	return stat.StdDev(s, nil)
}

// interval returns half the width of the 95 % interval of the mean (Student's); of fewer than
// two numbers it is not a number.
func (s sample) interval() float64 {
	if len(s) < 2 {
		return math.NaN()
	}
	student := distuv.StudentsT{Sigma: 1, Nu: float64(len(s) - 1)}
	return student.Quantile(0.975) * stat.StdErr(s.deviation(), float64(len(s)))
}

// text returns the mean with its interval, with a number of decimals.
func (s sample) text(decimals int) string { return s.format("%.*f", decimals) }

// signed is like text, but puts a plus sign before a mean that is not negative.
func (s sample) signed(decimals int) string { return s.format("%+.*f", decimals) }

func (s sample) format(mean string, decimals int) string {
	switch len(s) {
	case 0:
		return "none"
	case 1:
		return fmt.Sprintf(mean, decimals, s.mean())
	}
	return fmt.Sprintf(mean+" ± %.*f", decimals, s.mean(), decimals, s.interval())
}

// percentage returns the mean of numbers between 0 and 1, in per cent, with the ends of its
// 95 % interval, which is Wilson's, so that it says something if all numbers are equal.
func percentage(mean float64, numbers int) string {
	if numbers == 0 {
		return "none"
	}
	const z = 1.96
	n, p := float64(numbers), mean
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	width := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return fmt.Sprintf("%.1f (%.1f to %.1f)", 100*p, 100*max(0, middle-width), 100*min(1, middle+width))
}

// percentage is the function percentage for the numbers of the sample.
func (s sample) percentage() string { return percentage(s.mean(), len(s)) }

// correlation returns Pearson's correlation of two lists of the same length and the ends of
// its 95 % interval (Fisher's transformation). Without variation, or with fewer than four
// pairs, it is not a number.
func correlation(a, b sample) (r, low, high float64) {
	if len(a) < 4 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	r = stat.Correlation(a, b, nil)
	width := 1.96 / math.Sqrt(float64(len(a)-3))
	return r, math.Tanh(math.Atanh(r) - width), math.Tanh(math.Atanh(r) + width)
}

// variance is an analysis of variance of groups of numbers: whether their means differ by
// more than chance.
type variance struct {
	Between, Within int     // degrees of freedom
	F               float64 // the ratio of the variances between and within groups
	P               float64 // of an F at least as large if all means are equal
	Spread          float64 // the standard deviation of the groups' true means, estimated; at least 0
	Deviation       float64 // the standard deviation within groups
}

// analyseVariance analyses groups, of which empty ones do not count.
func analyseVariance(groups []sample) variance {
	return analyseParts(groups, len(slices.Concat(groups...)))
}

// analyseParts analyses groups that consist of a number of parts in all. Each number is the mean
// of its part.
func analyseParts(groups []sample, parts int) variance {
	var all sample
	var v variance
	within, sizes := 0.0, 0.0
	count := 0
	for _, group := range groups {
		if len(group) == 0 {
			continue
		}
		count++
		all = append(all, group...)
		within += group.squares()
		sizes += float64(len(group) * len(group))
	}
	v.Between, v.Within = count-1, parts-count
	if v.Between < 1 || v.Within < 1 || within == 0 {
		v.F, v.P, v.Spread, v.Deviation = math.NaN(), math.NaN(), math.NaN(), math.NaN()
		return v
	}
	between := (all.squares() - within) / float64(v.Between)
	within /= float64(v.Within)
	v.Deviation = math.Sqrt(within)
	v.F = between / within
	v.P = upperTailF(v.F, float64(v.Between), float64(v.Within))
	size := (float64(len(all)) - sizes/float64(len(all))) / float64(v.Between)
	v.Spread = math.Sqrt(max(0, between-within) / size)
	return v
}

// upperTailF returns the probability that a number with the F distribution is f or more. It
// is exact to its last digits however small it is, which 1 less that of f or less is not.
func upperTailF(f, between, within float64) float64 {
	return mathext.RegIncBeta(within/2, between/2, within/(within+between*max(0, f)))
}
