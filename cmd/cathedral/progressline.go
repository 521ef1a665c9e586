package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress reports on standard error how much work is done and how long the
// rest will take: as a bar on a terminal, otherwise as an occasional line. A
// nil progress reports nothing.
type progress struct {
	err             io.Writer
	bar             *progressbar.ProgressBar // nil: lines
	what            string                   // the items that are counted
	standing        func() string            // the state of the work in a few words; nil: none
	first           int64                    // items done before the work began; -1: unknown
	total           int64
	begin, reported time.Time
}

// The intervals between lines and between updates of a bar.
const (
	lineInterval = 10 * time.Second
	barInterval  = 200 * time.Millisecond
)

// newProgress returns the progress of work on total items.
func (f *factory) newProgress(what string, total int64) *progress {
	now := time.Now()
	p := &progress{err: f.err, what: what, first: -1, total: total, begin: now, reported: now}
	if f.interactive {
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(f.err),
			progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(false), // it would count the items done before
			progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// set sets the number of items that are done, and reports it if it is time to.
// The first call sets how many were done before the work began.
func (p *progress) set(done int64) {
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
		p.reported = now
		p.bar.Describe(p.describe(now, done))
		p.bar.Set64(done)
	case p.bar == nil && done > p.first && since >= lineInterval:
		p.reported = now
		fmt.Fprintf(p.err, "%d of %d %s\n", done, p.total, p.describe(now, done))
	}
}

// describe returns the name of the items, an estimate of the time left, based
// on the items done so far, and the state of the work.
func (p *progress) describe(now time.Time, done int64) string {
	if done <= p.first {
		return p.what
	}
	left := time.Duration(float64(now.Sub(p.begin)) * float64(p.total-done) / float64(done-p.first))
	text := fmt.Sprintf("%s, %s left", p.what, left.Round(time.Second))
	if p.standing != nil {
		text += "; " + p.standing()
	}
	return text
}

// end clears the bar, at the end of the work or before other output.
func (p *progress) end() {
	if p != nil && p.bar != nil {
		p.bar.Clear()
	}
}
