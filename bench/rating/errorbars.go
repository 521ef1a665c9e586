package rating

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Number is a figure that may not exist, such as an Elo without a game. It is
// never printed as NaN or infinite: then it is "none", and null in JSON.
type Number float64

// None returns the figure that does not exist.
func None() Number { return Number(math.NaN()) }

// Known reports whether the figure exists.
func (n Number) Known() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// Text returns the figure with so many decimals, or "none".
func (n Number) Text(decimals int) string {
	if !n.Known() {
		return "none"
	}
	return strconv.FormatFloat(n.rounded(decimals), 'f', decimals, 64)
}

// Signed is Text with a sign before what is not negative.
func (n Number) Signed(decimals int) string {
	if n.Known() && n.rounded(decimals) >= 0 {
		return "+" + n.Text(decimals)
	}
	return n.Text(decimals)
}

// rounded returns the figure as it is printed, and never a negative zero.
func (n Number) rounded(decimals int) float64 {
	unit := math.Pow10(decimals)
	if rounded := math.Round(float64(n)*unit) / unit; rounded != 0 {
		return rounded
	}
	return 0
}

// MarshalJSON writes the figure with at most six decimals, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(n.rounded(6))
}

// Estimate is a figure with the ends of its 95 % confidence interval. Each of the
// three may be none: of a match in which every game was won the Elo is unknown,
// but not how little it is at least.
type Estimate struct {
	Value Number `json:"value"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
}

// confidence is the half width of a 95 % interval in standard deviations: the
// 0.975 quantile of the normal distribution.
const confidence = 1.959963984540054

// noEstimate is that of nothing.
func noEstimate() Estimate { return Estimate{None(), None(), None()} }

// Error returns half the width of the interval, none where an end is unknown.
func (e Estimate) Error() Number {
	if !e.Low.Known() || !e.High.Known() {
		return None()
	}
	return (e.High - e.Low) / 2
}

// Text returns the estimate with so many decimals: "+12.34 ± 5.67", or with its
// interval where that lies far to one side, or what there is of it, such as
// "at least +98.76" or "none".
func (e Estimate) Text(decimals int) string {
	var interval string
	switch low, high := e.Low.Known(), e.High.Known(); {
	case low && high && e.isBalanced():
		return fmt.Sprintf("%s ± %s", e.Value.Signed(decimals), e.Error().Text(decimals))
	case low && high:
		interval = fmt.Sprintf("%s to %s", e.Low.Signed(decimals), e.High.Signed(decimals))
	case low:
		interval = "at least " + e.Low.Signed(decimals)
	case high:
		interval = "at most " + e.High.Signed(decimals)
	default:
		return e.Value.Signed(decimals)
	}
	if !e.Value.Known() {
		return interval
	}
	return fmt.Sprintf("%s (%s)", e.Value.Signed(decimals), interval)
}

// isBalanced reports whether neither half of the interval is over twice as wide
// as the other.
func (e Estimate) isBalanced() bool {
	below, above := e.Value-e.Low, e.High-e.Value
	return below <= 2*above && above <= 2*below
}

// scaled returns the estimate of a multiple of the figure.
func (e Estimate) scaled(factor Number) Estimate {
	return Estimate{e.Value * factor, e.Low * factor, e.High * factor}
}
