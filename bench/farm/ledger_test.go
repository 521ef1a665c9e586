package farm

import (
	"slices"
	"strconv"
	"testing"
	"time"
)

// at is a time in seconds.
func at(seconds float64) time.Time {
	return time.Unix(1e9, 0).Add(time.Duration(seconds * float64(time.Second)))
}

// newFilledLedger returns a ledger with the jobs 0 to count-1 and a patience of a second.
func newFilledLedger(count int) *ledger {
	l := newLedger(time.Second)
	for id := range count {
		l.add(strconv.Itoa(id), nil)
	}
	return l
}

// wants fails the test unless the key gets the job, or none if that is "".
func wants(t *testing.T, l *ledger, key string, when float64, job string) {
	t.Helper()
	if id, _, ok := l.take(key, at(when)); id != job || ok != (job != "") {
		t.Errorf("at %g, %s gets %q (%v), want %q", when, key, id, ok, job)
	}
}

func TestJobsAreTakenInTheirOrderAndOnce(t *testing.T) {
	l := newFilledLedger(3)
	wants(t, l, "a", 0, "0")
	wants(t, l, "b", 0, "1")
	wants(t, l, "a", 0, "2")
	wants(t, l, "b", 0, "")
}

func TestAJobOfASilentWorkerGoesToAnother(t *testing.T) {
	l := newFilledLedger(2)
	wants(t, l, "silent", 0, "0")
	wants(t, l, "busy", 0, "1")
	l.working("busy", []string{"1"}, at(0.8))
	l.review(at(1.1))
	wants(t, l, "other", 1.1, "0")
	wants(t, l, "other", 1.1, "")
	if l.held["silent"] != 0 {
		t.Errorf("the silent worker holds %d jobs", l.held["silent"])
	}
}

func TestOnlyItsHolderGivesAJobBack(t *testing.T) {
	l := newFilledLedger(1)
	wants(t, l, "a", 0, "0")
	l.release("b", "0")
	l.release("b", "none")
	wants(t, l, "b", 0, "")
	l.release("a", "0")
	l.release("a", "0")
	wants(t, l, "b", 0, "0")
	wants(t, l, "a", 0, "")
}

// A worker that reports work on a job of an earlier process has it, unless it is given away.
func TestWorkThatWentOnWithoutTheRunnerIsNoted(t *testing.T) {
	l := newFilledLedger(2)
	l.working("a", []string{"0", "none"}, at(0))
	wants(t, l, "b", 0, "1")
	l.working("a", []string{"0", "1"}, at(0.9))
	if l.held["a"] != 1 {
		t.Errorf("a holds %d jobs", l.held["a"])
	}
	l.review(at(1.5))
	wants(t, l, "a", 1.5, "1")
}

// A key that holds a job far longer than the others take for theirs loses nothing but its
// monopoly: another does the job too.
func TestAnOverdueJobIsDoneByAnotherToo(t *testing.T) {
	l := newFilledLedger(3)
	wants(t, l, "slow", 0, "0")
	wants(t, l, "fast", 0, "1")
	l.finish("fast", "1", at(2)) // so eight seconds are long
	for second := 1.; second < 9; second += 0.5 {
		l.working("slow", []string{"0"}, at(second))
	}
	l.review(at(7.9))
	wants(t, l, "fast", 7.9, "2")
	wants(t, l, "fast", 7.9, "")
	l.review(at(8.1))
	wants(t, l, "slow", 8.1, "")
	id, earlier, ok := l.take("fast", at(8.1))
	if id != "0" || !ok || !slices.Equal(earlier, []string{"slow"}) {
		t.Errorf("%q, %v, %v", id, earlier, ok)
	}
	wants(t, l, "third", 8.1, "")
	if !l.finish("slow", "0", at(9)) || l.finish("fast", "0", at(9)) {
		t.Error("the first result does not count, or the second does")
	}
	if l.held["slow"] != 0 || l.held["fast"] != 1 {
		t.Errorf("held are %v", l.held)
	}
}

func TestAKeyHoldsABoundedNumberOfJobs(t *testing.T) {
	l := newFilledLedger(2 * mostHeld)
	var ids []string
	for id := range 2 * mostHeld {
		ids = append(ids, strconv.Itoa(id))
	}
	for range mostHeld {
		if _, _, ok := l.take("greedy", at(0)); !ok {
			t.Fatal("no job")
		}
	}
	wants(t, l, "greedy", 0, "")
	l.working("greedy", ids, at(0.5))
	if held := l.holdings(at(1))["greedy"]; held.Jobs != mostHeld || held.Seconds != 1 || l.held["greedy"] != mostHeld {
		t.Errorf("%+v are held", held)
	}
	wants(t, l, "other", 0, strconv.Itoa(mostHeld))
	l.releaseAll("greedy")
	if len(l.holdings(at(1))) != 1 || l.held["greedy"] != 0 {
		t.Errorf("held are %v", l.held)
	}
}

// What workers say is shown on a line, and cannot control a terminal.
func TestWhatWorkersSayIsShownOnALine(t *testing.T) {
	for text, want := range map[string]string{
		"plain \"text\" ä": "plain \"text\" ä", "\x1b[2J\nGame 9.9": `\x1b[2J\nGame 9.9`, "\u202e\u0085\xff": `\u202e\u0085\xff`,
	} {
		if got := Shown(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
