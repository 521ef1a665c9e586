package serve

import (
	"context"
	"slices"
	"sync"
)

// waitingLine grants a limited number of places, first come, first served.
type waitingLine struct {
	mutex   sync.Mutex
	free    int
	waiting []*place
}

// place is a place that is held or waited for.
type place struct {
	granted chan struct{} // closed when the place is held
}

func newWaitingLine(places int) *waitingLine { return &waitingLine{free: places} }

// ask returns a place, which is granted at once or later. The caller must give
// it back, even if it has not been granted.
func (w *waitingLine) ask() *place {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	p := &place{granted: make(chan struct{})}
	if w.free > 0 {
		w.free--
		close(p.granted)
	} else {
		w.waiting = append(w.waiting, p)
	}
	return p
}

// enter waits for a place until ctx ends. The caller calls leave even then.
func (w *waitingLine) enter(ctx context.Context) (leave func()) {
	p := w.ask()
	select {
	case <-p.granted:
	case <-ctx.Done():
	}
	return func() { w.giveBack(p) }
}

// giveBack grants the place to the next in the line. A place that was not
// granted leaves the line.
func (w *waitingLine) giveBack(p *place) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if i := slices.Index(w.waiting, p); i >= 0 {
		w.waiting = slices.Delete(w.waiting, i, i+1)
		return
	}
	if len(w.waiting) == 0 {
		w.free++
		return
	}
	close(w.waiting[0].granted)
	w.waiting = slices.Delete(w.waiting, 0, 1)
}

// crowded reports whether any place is waited for.
func (w *waitingLine) crowded() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return len(w.waiting) > 0
}
