package search

import (
	"testing"

	"cathedral/engine"
)

// A proven margin corrects the value of a search: a proven win is worth more than any expected
// one, and among proven wins the larger expected one is worth more.
func TestValuesKeepWithinWhatIsProven(t *testing.T) {
	for _, test := range []struct {
		objective Objective
		value     int32
		low, high int
		want      int32
	}{
		{WinFirst, 250, -noMargin, noMargin, 250},
		{WinFirst, 250, 1, noMargin, winBase + 250},
		{WinFirst, -90, 1, noMargin, winBase + 100},
		{WinFirst, winBase + 300, 1, noMargin, winBase + 300},
		{WinFirst, 250, -noMargin, 0, 0},
		{WinFirst, -90, -noMargin, 0, -90},
		{WinFirst, -90, 0, noMargin, 0},
		{WinFirst, -90, -noMargin, -1, -winBase - 100},
		{WinFirst, -700, -noMargin, -1, -winBase - 700},
		{WinFirst, winBase + 300, -noMargin, 0, 0},
		{WinFirst, 40, 2, 2, winBase + 200},
		{Margin, 250, 1, noMargin, 250},
		{Margin, 250, 4, noMargin, 400},
		{Margin, 250, -noMargin, -2, -200},
	} {
		if got := test.objective.within(test.value, test.low, test.high); got != test.want {
			t.Errorf("%s: %d from %d to %d squares is worth %d, want %d", test.objective, test.value, test.low, test.high, got, test.want)
		}
	}
}

// A promise applies after every reply to the move that it was made for, and nowhere else.
func TestAPromiseHoldsAfterEveryReply(t *testing.T) {
	p := engine.Start(engine.Rules{})
	for range 3 {
		p = p.Play(p.Moves(nil)[0])
	}
	moves := p.Moves(nil)
	made := promise{after: p.Play(moves[0]), margin: 2}
	for i, m := range moves[:2] {
		after := p.Play(m)
		if made.reply(&after) != engine.NoMove {
			t.Errorf("the promise holds before the reply to %s", m)
		}
		for _, reply := range after.Moves(nil)[:20] {
			next, want := after.Play(reply), reply
			if i > 0 {
				want = engine.NoMove
			}
			if got := made.reply(&next); got != want {
				t.Errorf("after %s and %s the reply is %s, want %s", m, reply, got, want)
			}
		}
	}
	if next := made.after.Play(made.after.Moves(nil)[0]); (&promise{}).reply(&next) != engine.NoMove {
		t.Error("no promise holds")
	}
}
