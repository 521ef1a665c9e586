package friends

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// machineClock returns what the clocks of the machine show: the time of day, which anybody may set, and
// the time that the process has run.
type machineClock func() (wall time.Time, running time.Duration)

// newMachineClock returns the clock of this machine.
func newMachineClock() machineClock {
	begin := time.Now()
	return func() (time.Time, time.Duration) {
		now := time.Now()
		return now.Round(0), now.Sub(begin)
	}
}

// houseClock is the time of a house. It runs while a process has the house open, and stands between: nobody
// can move then. It began at some time of day, and does not follow it when that is set. A file
// has the last beat, from which the next process continues, and the ends of earlier ones as long as games need them.
type houseClock struct {
	machine machineClock
	start   time.Time     // when the process had run for no time
	apart   time.Duration // of the time of day from this one, at the last beat
	file    *os.File
	line    int64 // where the file has the last beat
}

const (
	timesName = "times" // of the file
	// beatInterval is how often the time is stored, so how much of it is lost if the process is killed.
	beatInterval = 4 * time.Second
)

// timeLine returns a line of the file. Its length divides that of a sector, which a disk writes whole.
func timeLine(milliseconds int64) []byte {
	return withChecksum(fmt.Appendf(nil, "%022d", milliseconds))
}

// parseTimes returns the times in a file in order, without lines that are damaged.
func parseTimes(content []byte) (times []int64) {
	for line := range strings.Lines(string(content)) {
		_, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		if at, err := strconv.ParseInt(number, 10, 64); err == nil && at > 0 && line == string(timeLine(at)) {
			times = append(times, at)
		}
	}
	slices.Sort(times)
	return times
}

// openHouseClock opens the clock in a store. Live clocks of its games stand then, charged up to the end of the
// process in which they ran. Without a file, time continues from the last change of a game, and none is charged.
func openHouseClock(store *gameStore, games []*game, machine machineClock) (*houseClock, error) {
	content, _ := store.read(timesName)
	ends := parseTimes(content)
	wall, running := machine()
	begin := slices.Max(append(ends, 0))
	bound := max(begin, wall.UnixMilli()) // of what damage can do
	for _, g := range games {
		if last := max(g.Changed, g.Clock.Began); last <= bound {
			begin = max(begin, last)
		}
	}
	if begin == 0 {
		begin = wall.UnixMilli()
	}
	if len(ends) > 0 {
		ends = append(ends, begin)
	}
	needed := []int64{begin}
	for _, g := range games {
		g.Changed, g.Clock.Began = min(g.Changed, begin), min(g.Clock.Began, begin)
		if g.control.isLive() && g.Clock.runs() {
			end := g.Clock.Began
			if i, _ := slices.BinarySearch(ends, end); i < len(ends) {
				end = ends[i]
			}
			g.Clock.stop(g.position.Side(), time.UnixMilli(end))
			needed = append(needed, end) // until the game is stored
		}
	}
	slices.Sort(needed)
	var lines []byte
	for _, at := range slices.Compact(needed) {
		lines = append(lines, timeLine(at)...)
	}
	begin++ // clocks that began before have another time
	c := &houseClock{machine: machine, start: time.UnixMilli(begin).Add(-running), line: int64(len(lines))}
	c.apart = wall.Sub(c.now())
	if err := store.write(timesName, append(lines, timeLine(begin)...)); err != nil {
		return nil, err
	}
	var err error
	c.file, err = store.folder.OpenFile(timesName, os.O_WRONLY, fileMode)
	return c, err
}

// now returns the time of the house.
func (c *houseClock) now() time.Time {
	_, running := c.machine()
	return c.start.Add(running)
}

// beat stores the time. It returns by how much the time of day has jumped since the last beat.
func (c *houseClock) beat() (jump time.Duration) {
	wall, running := c.machine()
	now := c.start.Add(running)
	jump, c.apart = wall.Sub(now)-c.apart, wall.Sub(now)
	c.file.WriteAt(timeLine(now.UnixMilli()), c.line) // a failure costs a beat more if the process is killed
	return jump
}
