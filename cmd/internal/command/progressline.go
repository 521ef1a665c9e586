package command

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress reports on standard error how much work is done and how long the
// rest will take: as a bar on a terminal, otherwise as an occasional line. A
// nil Progress reports nothing.
type Progress struct {
	Standing        func() string // the state of the work in a few words; nil: none
	err             io.Writer
	bar             *progressbar.ProgressBar // nil: lines
	what            string                   // the items that are counted
	first           int                      // items done before the work began; -1: unknown
	total           int
	begin, reported time.Time
}

// The intervals between lines and between updates of a bar.
const (
	lineInterval = 10 * time.Second
	barInterval  = 200 * time.Millisecond
)

// NewProgress returns the progress of work on total items. what is their name in the plural.
func (f *Factory) NewProgress(what string, total int) *Progress {
	now := time.Now()
	p := &Progress{err: f.Err, what: what, first: -1, total: total, begin: now, reported: now}
	if f.Interactive {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(f.Err),
			progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(false), // it would count the items done before
			progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// Set sets the number of items that are done, and reports it if it is time to.
// The first call sets how many were done before the work began.
func (p *Progress) Set(done int) {
	if p == nil {
		return
	}
	begins := p.first < 0
	if begins {
		p.first = done
	}
	now := time.Now()
	since := now.Sub(p.reported)
	switch {
	case p.bar != nil && (begins || done > p.first && (since >= barInterval || done == p.total)):
		if p.reported = now; begins {
			p.reported = time.Time{} // shows the first item at once
		}
		if done < p.total { // otherwise Set clears the bar
			p.bar.Describe(p.describe(now, done))
		}
		p.bar.Set(done)
	case p.bar == nil && done > p.first && since >= lineInterval:
		p.reported = now
		fmt.Fprintf(p.err, "%d of %d %s\n", done, p.total, p.describe(now, done))
	}
}

// describe returns the name of the items, an estimate of the time left, based
// on the items done so far, and the state of the work.
func (p *Progress) describe(now time.Time, done int) string {
	if done <= p.first || done > p.total {
		return p.what
	}
	left := time.Duration(float64(now.Sub(p.begin)) * float64(p.total-done) / float64(done-p.first))
	text := fmt.Sprintf("%s, %s left", p.what, left.Round(time.Second))
	if p.Standing != nil {
		text += "; " + p.Standing()
	}
	return text
}

// End clears the bar, at the end of the work or before other output.
func (p *Progress) End() {
	if p != nil && p.bar != nil {
		p.bar.Clear()
	}
}
