package study

import (
	"fmt"
	"math"
)

// sample is a list of numbers.
type sample []float64

// mean returns the mean, 0 of none.
func (s sample) mean() float64 {
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return sum / float64(max(1, len(s)))
}

// squares returns the sum of the squared distances from the mean.
func (s sample) squares() float64 {
	mean, sum := s.mean(), 0.0
	for _, x := range s {
		sum += (x - mean) * (x - mean)
	}
	return sum
}

// deviation returns the standard deviation of the population, 0 of fewer than two numbers.
func (s sample) deviation() float64 { return math.Sqrt(s.squares() / float64(max(1, len(s)-1))) }

// interval returns half the width of the 95 % interval of the mean (Student's); of fewer than
// two numbers it is not a number.
func (s sample) interval() float64 {
	if len(s) < 2 {
		return math.NaN()
	}
	freedom := float64(len(s) - 1)
	low, high := 0.0, 1e3 // of the quantile, by bisection
	for range 60 {
		middle := (low + high) / 2
		if upperTailF(middle*middle, 1, freedom) > 0.05 {
			low = middle
		} else {
			high = middle
		}
	}
	return low * s.deviation() / math.Sqrt(float64(len(s)))
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

// percentage returns the mean, which is between 0 and 1, in per cent with the ends of its
// 95 % interval, which is Wilson's, so that it says something if all numbers are equal.
func (s sample) percentage() string {
	if len(s) == 0 {
		return "none"
	}
	const z = 1.96
	n, p := float64(len(s)), s.mean()
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	width := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return fmt.Sprintf("%.1f (%.1f to %.1f)", 100*p, 100*max(0, middle-width), 100*min(1, middle+width))
}

// correlation returns Pearson's correlation of two lists of the same length and the ends of
// its 95 % interval (Fisher's transformation). Without variation, or with fewer than four
// pairs, it is not a number.
func correlation(a, b sample) (r, low, high float64) {
	meanA, meanB, sum := a.mean(), b.mean(), 0.0
	for i := range a {
		sum += (a[i] - meanA) * (b[i] - meanB)
	}
	r = sum / math.Sqrt(a.squares()*b.squares())
	if len(a) < 4 {
		r = math.NaN()
	}
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
}

// analyseVariance analyses groups, of which empty ones do not count.
func analyseVariance(groups []sample) variance {
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
	v.Between, v.Within = count-1, len(all)-count
	if v.Between < 1 || v.Within < 1 || within == 0 {
		v.F, v.P, v.Spread = math.NaN(), math.NaN(), math.NaN()
		return v
	}
	between := (all.squares() - within) / float64(v.Between)
	within /= float64(v.Within)
	v.F = between / within
	v.P = upperTailF(v.F, float64(v.Between), float64(v.Within))
	size := (float64(len(all)) - sizes/float64(len(all))) / float64(v.Between)
	v.Spread = math.Sqrt(max(0, between-within) / size)
	return v
}

// upperTailF returns the probability that a number with the F distribution is f or more.
func upperTailF(f, between, within float64) float64 {
	return incompleteBeta(within/2, between/2, within/(within+between*f))
}

// incompleteBeta returns the regularised incomplete beta function, by Lentz's method for its
// continued fraction (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.5.8).
func incompleteBeta(a, b, x float64) float64 {
	if x <= 0 || x >= 1 {
		return max(0, min(x, 1))
	}
	if x > (a+1)/(a+b+2) { // the fraction converges fast on the other side
		return 1 - incompleteBeta(b, a, 1-x)
	}
	ga, _ := math.Lgamma(a)
	gb, _ := math.Lgamma(b)
	gab, _ := math.Lgamma(a + b)
	front := math.Exp(gab-ga-gb+a*math.Log(x)+b*math.Log(1-x)) / a
	const tiny = 1e-300
	fraction, c, d := 1.0, 1.0, 0.0
	for i := range 1000 {
		m := float64(i / 2)
		numerator := 1.0
		switch {
		case i > 0 && i%2 == 0:
			numerator = m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		case i > 0:
			numerator = -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		}
		if d = 1 + numerator*d; math.Abs(d) < tiny {
			d = tiny
		}
		if c = 1 + numerator/c; math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		if fraction *= c * d; math.Abs(1-c*d) < 1e-12 {
			break
		}
	}
	return front * (fraction - 1)
}
