package serve

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestTheWaitingLineKeepsItsOrder(t *testing.T) {
	w := newWaitingLine(2)
	places := make([]*place, 6)
	for i := range places {
		places[i] = w.ask()
	}
	check := func(granted ...int) {
		t.Helper()
		for i, p := range places {
			if p == nil {
				continue
			}
			got := false
			select {
			case <-p.granted:
				got = true
			default:
			}
			if got != slices.Contains(granted, i) {
				t.Errorf("place %d: granted is %t", i, got)
			}
		}
	}
	leave := func(i int) {
		w.giveBack(places[i])
		places[i] = nil
	}
	check(0, 1)
	leave(3) // who waits may go
	leave(0)
	check(1, 2)
	leave(1)
	check(2, 4)
	if !w.crowded() {
		t.Error("nobody waits")
	}
	leave(2)
	leave(4)
	check(5)
	leave(5)
	if w.crowded() || w.free != 2 {
		t.Errorf("%d places are free in the end", w.free)
	}
}

func TestTheWaitingLineGrantsNoMoreThanItHas(t *testing.T) {
	const places = 3
	w := newWaitingLine(places)
	var mutex sync.Mutex
	var all sync.WaitGroup
	inside, most := 0, 0
	for range 50 {
		all.Go(func() {
			for range 20 {
				p := w.ask()
				<-p.granted
				mutex.Lock()
				inside++
				most = max(most, inside)
				mutex.Unlock()
				runtime.Gosched() // so that others come in, if they may
				mutex.Lock()
				inside--
				mutex.Unlock()
				w.giveBack(p)
			}
		})
	}
	all.Wait()
	if most > places || w.free != places {
		t.Errorf("%d were inside, %d places are free", most, w.free)
	}
}

func TestEndlessSearchesAreTold(t *testing.T) {
	for line, want := range map[string]bool{
		"go": true, "go infinite": true, "go infinite searchmoves CAnF5": true, "go solve": true,
		"go movetime 100": false, "go depth 3": false, "go nodes 5": false, "go wtime 1 btime 1": false, "go ponder": false,
		"go winc 5": false, "go p2inc 5": false, "go movestogo 5": true,
	} {
		if got := isEndless(strings.Fields(line)); got != want {
			t.Errorf("%s: %t", line, got)
		}
	}
}

func TestCompressionIsUsedWhereItIsUnderstood(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "br, gzip": true, "gzip;q=0.5": true, "gzip;q=0": false, "gzip; q=0.0": false, "br": false, "gzipped": false,
	} {
		if got := acceptsGzip(header); got != want {
			t.Errorf("%q: %t", header, got)
		}
	}
}
