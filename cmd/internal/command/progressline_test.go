package command

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgressIsToldInLinesNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		p := (&Factory{Err: &out}).NewProgress("games", 100)
		p.Set(20) // done before
		p.Set(30)
		if out.Len() > 0 {
			t.Errorf("%q at once", out.String())
		}
		time.Sleep(20 * time.Second)
		p.Set(40)
		p.Set(41)
		if got, want := out.String(), "40 of 100 games, 1m0s left\n"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		p.Set(101) // more than was asked for, as in a tree that is larger
		time.Sleep(20 * time.Second)
		p.Set(102)
		if got, want := out.String(), "40 of 100 games, 1m0s left\n102 of 100 games\n"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		p.End()
		(*Progress)(nil).End()
	})
}

func TestProgressIsABarWhereAPersonLooksOn(t *testing.T) {
	var out strings.Builder
	p := (&Factory{Err: &out, Interactive: true}).NewProgress("games", 4)
	p.Standing = func() string { return "a score" }
	p.Set(2)
	p.Set(3) // at once
	if text := out.String(); !strings.Contains(text, "games") || !strings.Contains(text, "(2/4)") || !strings.Contains(text, "(3/4)") {
		t.Errorf("%q", text)
	}
	out.Reset()
	p.Set(4)
	if strings.Contains(out.String(), "score") {
		t.Errorf("the last score stands beside an earlier count: %q", out.String())
	}
	p.End()
}
