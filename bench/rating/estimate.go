package rating

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number is a figure that may be unknown, such as the Elo of no games. An unknown
// figure is printed as "none", and as null in JSON.
type Number float64

// None returns an unknown figure.
func None() Number { return Number(math.NaN()) }

// Known reports whether the figure is known.
func (n Number) Known() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// Text returns the figure with the given number of decimals, or "none".
func (n Number) Text(decimals int) string {
	if !n.Known() {
		return "none"
	}
	return strconv.FormatFloat(n.rounded(decimals), 'f', decimals, 64)
}

// Signed returns the figure with the given number of decimals as Text does, but with a plus
// sign if it is not negative.
func (n Number) Signed(decimals int) string {
	if n.Known() && n.rounded(decimals) >= 0 {
		return "+" + n.Text(decimals)
	}
	return n.Text(decimals)
}

// rounded returns the figure rounded for printing. It never returns a negative zero.
func (n Number) rounded(decimals int) float64 {
	unit := math.Pow10(decimals)
	if rounded := math.Round(float64(n)*unit) / unit; rounded != 0 {
		return rounded
	}
	return 0
}

// MarshalJSON returns the figure with at most six decimals, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(n.rounded(6))
}

// Estimate is a figure with its 95 % confidence interval. Each of the three numbers may
// be none: if every game of a match was won, the Elo is unknown, but its lower bound is
// not.
type Estimate struct {
	Value Number `json:"value"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
}

// confidence is half the width of a 95 % interval in standard deviations: the 0.975
// quantile of the normal distribution.
const confidence = 1.959963984540054

// around returns an estimate with an interval of a width to either side of its value.
func around(value, width float64) Estimate {
	return Estimate{Number(value), Number(value - width), Number(value + width)}
}

// noEstimate returns an estimate without any known figure.
func noEstimate() Estimate { return Estimate{None(), None(), None()} }

// Error returns half the width of the interval, or none if an end is unknown.
func (e Estimate) Error() Number {
	if !e.Low.Known() || !e.High.Known() {
		return None()
	}
	return (e.High - e.Low) / 2
}

// Text returns the estimate with the given number of decimals: "+12.34 ± 5.67", or the
// value and the interval if the interval is lopsided, or the known part, such as
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

// isBalanced reports whether neither half of the interval is more than a quarter wider
// than the other.
func (e Estimate) isBalanced() bool {
	below, above := e.Value-e.Low, e.High-e.Value
	return below <= 1.25*above && above <= 1.25*below
}

// percent returns the estimate of a share in percent, without the sign of Text.
func (e Estimate) percent(decimals int) string {
	shares := Estimate{100 * e.Value, 100 * e.Low, 100 * e.High}
	return withUnit(strings.ReplaceAll(shares.Text(decimals), "+", ""), " %")
}
