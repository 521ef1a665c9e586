package friends

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"cathedral/engine"
)

// timeControl says how long the players may think. The zero value sets no limit.
type timeControl struct {
	base, increment time.Duration // for a game, and for each move of it
	turn            time.Duration // for each move, if it is not 0
}

// Maximum values of a time control.
const (
	longestBase      = 3 * time.Hour
	longestIncrement = 3 * time.Minute
	mostDays         = 30
	day              = 24 * time.Hour
)

var errControl = errors.New("control: want seconds a game + seconds a move (600+5), days a move (3d), or nothing")

// parseControl parses a time control: "600+5" are seconds for the game and for
// each move, "3d" are days for each move, "" means no limit.
func parseControl(text string) (timeControl, error) {
	if text == "" {
		return timeControl{}, nil
	}
	if days, isDays := strings.CutSuffix(text, "d"); isDays {
		number, err := parseCount(days)
		if err != nil || number < 1 || number > mostDays {
			return timeControl{}, errControl
		}
		return timeControl{turn: time.Duration(number) * day}, nil
	}
	base, increment, _ := strings.Cut(text, "+")
	seconds, baseErr := parseCount(base)
	more, incrementErr := parseCount(increment)
	control := timeControl{base: time.Duration(seconds) * time.Second, increment: time.Duration(more) * time.Second}
	if baseErr != nil || incrementErr != nil || seconds < 1 || control.base > longestBase || control.increment > longestIncrement {
		return timeControl{}, errControl
	}
	return control, nil
}

// parseCount parses a number of up to five digits, without a sign.
func parseCount(text string) (int, error) {
	const bits = 16
	number, err := strconv.ParseUint(text, 10, bits)
	return int(number), err
}

// isLive reports whether the players sit at their devices while the clock runs.
func (c timeControl) isLive() bool { return c.base > 0 }

// limits reports whether there is a clock at all.
func (c timeControl) limits() bool { return c.base > 0 || c.turn > 0 }

// first returns the time on each side's clock at the start.
func (c timeControl) first() time.Duration { return max(c.base, c.turn) }

// friendClock is the clock of a game, which is charged when something happens. Its time is that of the house.
type friendClock struct {
	Left  [2]int64 `json:"left"`  // milliseconds, by side
	Began int64    `json:"began"` // when the side to move began to think, in milliseconds since 1970; 0 if the clock is stopped
}

// newFriendClock returns a clock that is stopped.
func newFriendClock(control timeControl) friendClock {
	left := control.first().Milliseconds()
	return friendClock{Left: [2]int64{left, left}}
}

// runs reports whether the clock of the side to move runs.
func (c *friendClock) runs() bool { return c.Began != 0 }

// begin lets the clock of a side run from now on.
func (c *friendClock) begin(side engine.Side, control timeControl, now time.Time) {
	if !control.limits() {
		return
	}
	if control.turn > 0 {
		c.Left[side] = control.turn.Milliseconds()
	}
	c.Began = now.UnixMilli()
}

// stop charges the side to move with its time until now, and stops the clock.
func (c *friendClock) stop(side engine.Side, now time.Time) {
	c.Left[side] = c.left(side, now)
	c.Began = 0
}

// left returns the milliseconds that the side to move has left, not below 0.
func (c *friendClock) left(side engine.Side, now time.Time) int64 {
	if !c.runs() {
		return c.Left[side]
	}
	thought := max(0, now.UnixMilli()-c.Began) // the clock may begin when a move is stored, after it came
	return max(0, c.Left[side]-thought)
}
