package player

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// TimeControl holds the limits of a player's thinking. All parts that are set apply
// together; the zero value sets no limit.
type TimeControl struct {
	Moves     int           // played in Base; 0: the whole game
	Base      time.Duration // on the clock at the start; 0: no clock
	Increment time.Duration // added to the clock after each placement or pass
	MoveTime  time.Duration // for each move; 0: no limit
	Depth     int           // plies; 0: no limit
	Nodes     uint64        // 0: no limit
}

// longestTime is the longest time that a part of a time control may set.
const longestTime = 365 * 24 * time.Hour

// ParseTimeControl reads a time control from text: parts separated by commas. A part is a clock,
// or "movetime=100" (milliseconds, or with a unit as in "0.1s"), "nodes=1000" or "depth=4".
// Clocks are "10+0.1" (ten seconds, and a tenth more after each move), "40/60" (sixty seconds
// for every forty moves), "1:30+1" (minutes and seconds) and "inf" (no clock).
func ParseTimeControl(text string) (TimeControl, error) {
	var control TimeControl
	set := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		name, value, named := strings.Cut(part, "=")
		var err error
		if name = strings.TrimSpace(name); named {
			err = control.set(name, strings.TrimSpace(value))
		} else {
			name = "clock"
			err = control.setClock(part)
		}
		if set[name] {
			err = fmt.Errorf("time control %q: more than one %s; the maximum is one", text, name)
		}
		set[name] = true
		if err != nil {
			return TimeControl{}, err
		}
	}
	return control, nil
}

// set sets the part called name: "movetime", "nodes" or "depth".
func (c *TimeControl) set(name, value string) error {
	switch name {
	case "movetime":
		elapsed, err := time.ParseDuration(value)
		if milliseconds, plain := strconv.ParseFloat(value, 64); plain == nil {
			elapsed, err = seconds(milliseconds / 1000)
		}
		// String writes milliseconds as a float, which holds a year to the microsecond only.
		elapsed = elapsed.Round(time.Microsecond)
		if err != nil || elapsed <= 0 || elapsed > longestTime {
			return fmt.Errorf("movetime %q: want milliseconds, or a time with its unit such as 0.1s", value)
		}
		c.MoveTime = elapsed
	case "nodes", "depth":
		number, err := strconv.ParseUint(value, 10, map[string]int{"nodes": 63, "depth": 16}[name])
		if err != nil || number == 0 {
			return fmt.Errorf("%s %q: want a whole number above 0", name, value)
		}
		if name == "nodes" {
			c.Nodes = number
		} else {
			c.Depth = int(number)
		}
	default:
		return fmt.Errorf("unknown limit %q: want a clock such as 10+0.1, or movetime, nodes or depth", name)
	}
	return nil
}

// setClock reads a clock: [moves/][minutes:]seconds[+increment], or "inf".
func (c *TimeControl) setClock(text string) error {
	c.Moves, c.Base, c.Increment = 0, 0, 0
	if text == "inf" {
		return nil
	}
	wrong := fmt.Errorf("time control %q: want one such as 10+0.1, 40/60, 1:30+1, movetime=100, nodes=1000 or depth=4", text)
	rest := text
	if moves, after, found := strings.Cut(rest, "/"); found {
		number, err := strconv.ParseUint(moves, 10, 16)
		if err != nil || number == 0 {
			return wrong
		}
		c.Moves, rest = int(number), after
	}
	rest, increment, hasIncrement := strings.Cut(rest, "+")
	if hasIncrement {
		var err error
		if c.Increment, err = parseSeconds(increment); err != nil {
			return wrong
		}
	}
	minutes, after, hasMinutes := strings.Cut(rest, ":")
	if hasMinutes {
		number, err := strconv.ParseUint(minutes, 10, 16)
		if err != nil {
			return wrong
		}
		c.Base, rest = time.Duration(number)*time.Minute, after
	}
	base, err := parseSeconds(rest)
	c.Base += base
	switch {
	case err != nil:
		return wrong
	case hasMinutes && base >= time.Minute:
		return fmt.Errorf("time control %q: %s seconds after the minutes; want less than 60", text, rest)
	case c.Base <= 0:
		return fmt.Errorf("time control %q: want more than 0 seconds at the start, as in 0.01+0.5", text)
	}
	return nil
}

func parseSeconds(text string) (time.Duration, error) {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, err
	}
	return seconds(number)
}

// seconds returns number seconds as a duration, rounded to microseconds.
func seconds(number float64) (time.Duration, error) {
	if !(number >= 0 && number <= longestTime.Seconds()) {
		return 0, fmt.Errorf("%v seconds is out of range", number)
	}
	return time.Duration(math.Round(number*1e6)) * time.Microsecond, nil
}

// String returns the time control in the form that ParseTimeControl reads. It is
// "inf" without any limit.
func (c TimeControl) String() string {
	var parts []string
	if c.HasClock() {
		clock := plainSeconds(c.Base)
		if c.Moves > 0 {
			clock = fmt.Sprintf("%d/%s", c.Moves, clock)
		}
		if c.Increment > 0 {
			clock += "+" + plainSeconds(c.Increment)
		}
		parts = append(parts, clock)
	}
	if c.MoveTime > 0 {
		parts = append(parts, "movetime="+strconv.FormatFloat(c.MoveTime.Seconds()*1000, 'f', -1, 64))
	}
	if c.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("nodes=%d", c.Nodes))
	}
	if c.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth=%d", c.Depth))
	}
	if len(parts) == 0 {
		return "inf"
	}
	return strings.Join(parts, ",")
}

func plainSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// HasClock reports whether the control has a clock that runs through the game.
func (c TimeControl) HasClock() bool { return c.Base > 0 }
