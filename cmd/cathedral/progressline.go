package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress tells on the standard error how far some work has come and how long
// the rest will take: as a bar where a person looks on, else in a line now and
// then. A nil progress tells nothing.
type progress struct {
	err         io.Writer
	bar         *progressbar.ProgressBar // nil: lines
	what        string                   // is counted
	standing    func() string            // how the work stands, in a few words; nil: nothing to say
	first       int64                    // was there at the beginning, -1 as long as that is not known
	total       int64
	begin, told time.Time
}

// How often the progress is told, in lines and in a bar.
const (
	lineInterval = 10 * time.Second
	barInterval  = 200 * time.Millisecond
)

// newProgress returns the progress of work that is done when it comes to a total.
func (f *factory) newProgress(what string, total int64) *progress {
	now := time.Now()
	p := &progress{err: f.err, what: what, first: -1, total: total, begin: now, told: now}
	if f.interactive {
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(f.err),
			progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(false), // it would count what was there before
			progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// set tells how much is done, if it is time to. The first call says what was done
// before.
func (p *progress) set(done int64) {
	if p == nil {
		return
	}
	begins := p.first < 0
	if begins {
		p.first = done
	}
	now := time.Now()
	since := now.Sub(p.told)
	switch {
	case p.bar != nil && (begins || done > p.first && (since >= barInterval || done == p.total)):
		p.told = now
		p.bar.Describe(p.describe(now, done))
		p.bar.Set64(done)
	case p.bar == nil && done > p.first && since >= lineInterval:
		p.told = now
		fmt.Fprintf(p.err, "%d of %d %s\n", done, p.total, p.describe(now, done))
	}
}

// describe says what is counted, how long the rest takes, going by what was done
// since the beginning, and how the work stands.
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

// end takes the bar away: for a while, before something else is written, or for
// good.
func (p *progress) end() {
	if p != nil && p.bar != nil {
		p.bar.Clear()
	}
}
