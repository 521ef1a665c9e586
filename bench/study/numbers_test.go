package study

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// numbers are what games are counted by, such as their margins.
type numbers []float64

func (n numbers) mean() float64 { return stat.Mean(n, nil) }

func (n numbers) deviation() float64 { return stat.StdDev(n, nil) }

// interval returns half the width of the 95 % interval of the mean (Student's).
func (n numbers) interval() float64 {
	return student(len(n)-1) * stat.StdErr(n.deviation(), float64(len(n)))
}

// student returns the quantile of the 95 % interval with the given degrees of freedom.
func student(freedom int) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.Quantile(0.975)
}

// score writes a mean of points in per cent, and the ends of its 95 % interval (Wilson's).
func score(format string, mean float64, games int) string {
	const z = 1.96
	n := float64(games)
	middle, width := mean+z*z/(2*n), z*math.Sqrt(mean*(1-mean)/n+z*z/(4*n*n))
	return fmt.Sprintf(format, 100*mean, 100*(middle-width)/(1+z*z/n), 100*(middle+width)/(1+z*z/n))
}

// correlation returns Pearson's correlation and the ends of its 95 % interval (Fisher's).
func correlation(a, b numbers) (r, low, high float64) {
	r = stat.Correlation(a, b, nil)
	width := 1.96 / math.Sqrt(float64(len(a)-3))
	return r, math.Tanh(math.Atanh(r) - width), math.Tanh(math.Atanh(r) + width)
}

func square(x float64) float64 { return x * x }
