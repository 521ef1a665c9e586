package match

import (
	"fmt"
	"math"
	"slices"
	"time"

	"cathedral/bench/match/player"
	"cathedral/engine/record"
)

// Workers scale the times of a match to the speed of their machines, as OpenBench does:
// on a machine that searches half as many nodes a second, all clocks have twice the time.
// So a game has about the same number of nodes wherever it is played. Limits of nodes,
// depth and moves are not scaled, and a match in one process has no scale at all.

// The tags of a game with a scale, which are never compared.
const (
	// referenceTag has the nodes a second of the machine that the time controls are for.
	referenceTag = "ReferenceSpeed"
	// scaleTag has the factor by which the worker multiplied them.
	scaleTag = "TimeScale"
)

// isTimed reports whether a time control sets a time limit.
func isTimed(c player.TimeControl) bool { return c.HasClock() || c.MoveTime > 0 }

// scaledControl returns a time control with all times multiplied by a factor.
func scaledControl(c player.TimeControl, factor float64) player.TimeControl {
	c.Base, c.Increment, c.MoveTime = scaled(c.Base, factor), scaled(c.Increment, factor), scaled(c.MoveTime, factor)
	return c
}

// scaled returns a time multiplied by a factor, in whole microseconds. It stays positive.
func scaled(d time.Duration, factor float64) time.Duration {
	if d <= 0 {
		return d
	}
	return max(time.Microsecond, time.Duration(math.Round(float64(d)*factor)).Round(time.Microsecond))
}

// isTimed reports whether the plan has a time limit.
func (p *Plan) isTimed() bool {
	return slices.ContainsFunc(p.Players, func(s player.Specification) bool { return isTimed(s.Control) })
}

// chooseReference sets the reference speed of a match whose times workers scale: the
// given one, that of the recorded games, or else that of this machine.
func (p *Plan) chooseReference(recorded []*record.Game) {
	if p.Carrier == nil || !p.isTimed() {
		p.ReferenceSpeed = 0
		return
	}
	for _, game := range recorded {
		if p.ReferenceSpeed == 0 {
			fmt.Sscan(game.Tag(referenceTag), &p.ReferenceSpeed) // stays 0 without the tag
		}
	}
	if p.ReferenceSpeed == 0 {
		p.ReferenceSpeed = p.Speed
	}
}

// scale multiplies the times of the game by the factor from the reference to the speed of a machine, in
// nodes a second. It returns the factor, or 0 if no player has a time limit or one of the speeds is unknown.
func (j *gameJob) scale(reference, speed uint64) float64 {
	if reference == 0 || speed == 0 || !isTimed(j.Players[0].Control) && !isTimed(j.Players[1].Control) {
		return 0
	}
	factor := float64(reference) / float64(speed)
	for side := range j.Players {
		player := &j.Players[side]
		player.Control, player.Margin = scaledControl(player.Control, factor), scaled(player.Margin, factor)
	}
	return factor
}
