package check

import (
	"fmt"
	"slices"

	"cathedral/engine/wording"
)

// dialogue keeps the first and the last of the lines sent and received.
type dialogue struct {
	first, last []string
	dropped     int
	remark      string // of a step that passes, see Result
}

// keptLines is the number of lines kept at either end.
const keptLines = 20

// note adds a line with a mark before it: > for sent, < for received, ! for a remark.
func (d *dialogue) note(mark, text string) {
	line := shorten(mark + " " + text)
	if len(d.first) < keptLines {
		d.first = append(d.first, line)
		return
	}
	if len(d.last) == keptLines {
		d.last = append(d.last[:0], d.last[1:]...)
		d.dropped++
	}
	d.last = append(d.last, line)
}

// text returns the lines that were kept.
func (d *dialogue) text() []string {
	if d.dropped == 0 {
		return slices.Concat(d.first, d.last)
	}
	return slices.Concat(d.first, []string{fmt.Sprintf("! %s left out here", wording.Count(d.dropped, "line"))}, d.last)
}

// shorten returns a text for one line of a report.
func shorten(text string) string { return wording.Line(text, 160) }
