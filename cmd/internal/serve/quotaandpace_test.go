package serve

// What keeps visitors within bounds, piece by piece.

import (
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestQuotasCountInAllAndEach(t *testing.T) {
	q := newQuota(5, 2)
	for _, step := range []struct {
		visitor string
		give    bool
		want    bool
	}{
		{"a", false, true}, {"a", false, true}, {"a", false, false},
		{"b", false, true},
		{oneself, false, true}, {oneself, false, true}, // all five are taken
		{oneself, false, false}, {"b", false, false},
		{"a", true, false}, {"b", false, true}, {"a", false, false},
	} {
		if step.give {
			q.giveBack(step.visitor)
			continue
		}
		if got := q.take(step.visitor); got != step.want {
			t.Fatalf("%+v: taken: %t", step, got)
		}
	}
	for visitor, count := range map[string]int{"a": 1, "b": 2, oneself: 2} {
		for range count {
			q.giveBack(visitor)
		}
	}
	if q.all != 0 || len(q.each) != 0 {
		t.Errorf("%d of %v are left", q.all, q.each)
	}
}

func TestVisitorsAreAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:5000":            oneself,
		"127.9.9.9:1":               oneself,
		"[::1]:80":                  oneself,
		"[::ffff:127.0.0.1]:80":     oneself,
		"192.168.1.7:5000":          "192.168.1.7",
		"[::ffff:192.168.1.7]:9":    "192.168.1.7",
		"[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff::1]:81": "2001:db8:1:2::/64",
		"[fe80::1%eth0]:80":         "fe80::/64",
		"somewhere":                 "somewhere",
		"192.168.1.7":               "192.168.1.7",
		"[2001:db8::1]":             "2001:db8::/64",
	} {
		if got := visitorOf(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

func TestThePaceAllowsABurst(t *testing.T) {
	p := newPace(10)
	now := time.Now()
	for i := range 10 {
		if delay := p.delay(now); delay != 0 {
			t.Errorf("message %d of a burst waits %s", i+1, delay)
		}
	}
	for i := range 3 {
		want := time.Duration(i+1) * 100 * time.Millisecond
		if delay := p.delay(now); delay != want {
			t.Errorf("message %d after the burst waits %s, want %s", i+1, delay, want)
		}
	}
	if delay := p.delay(now.Add(time.Minute)); delay != 0 {
		t.Errorf("a message a minute later waits %s", delay)
	}
}

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
			want := false
			for _, g := range granted {
				want = want || g == i
			}
			select {
			case <-p.granted:
				if !want {
					t.Errorf("place %d is granted", i)
				}
			default:
				if want {
					t.Errorf("place %d is not granted", i)
				}
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
