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
	first       int64                    // was there at the beginning, -1 as long as that is not known
	total       int64
	begin, told time.Time
}

// progressInterval is how long lines of progress are apart.
const progressInterval = 10 * time.Second

// newProgress returns the progress of work that is done when it comes to a total.
func (f *factory) newProgress(what string, total int64) *progress {
	now := time.Now()
	p := &progress{err: f.err, what: what, first: -1, total: total, begin: now, told: now}
	if f.interactive {
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(f.err),
			progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionSetWidth(20),
			progressbar.OptionThrottle(200*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// set tells how much is done. The first call says what was done before.
func (p *progress) set(done int64) {
	if p.first < 0 {
		p.first = done
	}
	now := time.Now()
	switch {
	case p.bar != nil:
		p.bar.Set64(done)
	case now.Sub(p.told) >= progressInterval && done > p.first:
		p.told = now
		left := time.Duration(float64(now.Sub(p.begin)) * float64(p.total-done) / float64(done-p.first))
		fmt.Fprintf(p.err, "%d of %d %s, %s left\n", done, p.total, p.what, left.Round(time.Second))
	}
}

// end takes the bar away.
func (p *progress) end() {
	if p != nil && p.bar != nil {
		p.bar.Clear()
	}
}
