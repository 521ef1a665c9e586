package serve

import (
	"slices"
	"sync"
)

// waitingLine hands out a number of places, to whoever asked first.
type waitingLine struct {
	mutex   sync.Mutex
	free    int
	waiting []*place
}

// place is a place that somebody has or waits for.
type place struct {
	granted chan struct{} // closed when it is had
}

func newWaitingLine(places int) *waitingLine { return &waitingLine{free: places} }

// ask returns a place that is granted at once or later. It has to be given back,
// also when it was not waited for.
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

// giveBack gives a place to the next who waits, or leaves the line.
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

// crowded reports whether somebody waits.
func (w *waitingLine) crowded() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return len(w.waiting) > 0
}
