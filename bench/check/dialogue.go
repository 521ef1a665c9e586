package check

import (
	"fmt"

	"cathedral/engine/wording"
)

// dialogue keeps the first and the last of the lines sent and received.
type dialogue struct {
	first, last []said
	dropped     int
	remark      string // of a step that passes, see Result
}

// said is a line of a dialogue. Only very long lines are shortened at once, because
// most lines are never shown.
type said struct {
	line  string
	short bool
}

func (s said) String() string {
	if s.short {
		return s.line
	}
	return shorten(s.line)
}

// keptLines is the number of lines kept at either end.
const keptLines = 20

// note adds a line with a mark before it: > for sent, < for received, ! for a remark.
func (d *dialogue) note(mark, text string) {
	s := said{line: mark + " " + text}
	if len(s.line) > 4<<10 {
		s = said{s.String(), true}
	}
	if len(d.first) < keptLines {
		d.first = append(d.first, s)
		return
	}
	if len(d.last) == keptLines {
		d.last = append(d.last[:0], d.last[1:]...)
		d.dropped++
	}
	d.last = append(d.last, s)
}

// text returns the lines that were kept.
func (d *dialogue) text() []string {
	var lines []string
	for _, s := range d.first {
		lines = append(lines, s.String())
	}
	if d.dropped > 0 {
		lines = append(lines, fmt.Sprintf("! %s left out here", wording.Count(d.dropped, "line")))
	}
	for _, s := range d.last {
		lines = append(lines, s.String())
	}
	return lines
}

// shorten returns a text for one line of a report.
func shorten(text string) string { return wording.Line(text, 160) }
