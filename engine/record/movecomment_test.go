package record_test

import (
	"testing"
	"time"

	"cathedral/engine/record"
)

func TestMoveCommentsComeBack(t *testing.T) {
	for text, want := range map[string]record.MoveComment{
		"+1.25/8 0.530s":    {Centi: 125, Depth: 8, Time: 530 * time.Millisecond},
		"-0.05/12 12.000s":  {Centi: -5, Depth: 12, Time: 12 * time.Second},
		"+0.00/0 0.000s":    {},
		"+0.00/0 0.001s":    {Time: time.Millisecond},
		"-47.00/31 60.500s": {Centi: -4700, Depth: 31, Time: 60500 * time.Millisecond},
	} {
		if got := want.String(); got != text {
			t.Errorf("%v is written %s, want %s", want, got, text)
		}
		if got, found := record.ParseMoveComment(text); !found || got != want {
			t.Errorf("%s is read as %+v (%v), want %+v", text, got, found, want)
		}
	}
}

func TestMoveCommentsAreReadInOtherForms(t *testing.T) {
	want := record.MoveComment{Centi: 100, Depth: 4, Time: time.Second}
	for _, text := range []string{"1/4 1s", "1.0/4 1.0s", "+1.00/4 1000ms, Light wins", "1.00/4  1s good", "+1.00/4 1.00s, 3.5s left", "+1.00/4 1s\ngood"} {
		if got, found := record.ParseMoveComment(text); !found || got != want {
			t.Errorf("%s is read as %+v (%v)", text, got, found)
		}
	}
}

func TestOtherCommentsAreNoMoveComments(t *testing.T) {
	for _, text := range []string{
		"", "book", "+1.25/8", "+1.25 0.53s", "NaN/8 1s", "1e30/8 1s", "Inf/8 1s", "1/-8 1s", "1/8 -1s",
		"1/99999999999999999999 1s", "1/8 1", "1/8 9999999999999s", "/ s",
	} {
		if got, found := record.ParseMoveComment(text); found {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}

func FuzzMoveComment(f *testing.F) {
	f.Add("+1.25/8 0.53s")
	f.Add("-0.00/0 1h, x")
	f.Add("0.53s, 0.048s overslept")
	f.Fuzz(func(t *testing.T, text string) {
		if overslept := record.Overslept(text).Round(time.Millisecond); record.Overslept(record.OversleptNote(overslept)) != overslept {
			t.Errorf("%q: %s does not come back", text, overslept)
		}
		comment, found := record.ParseMoveComment(text)
		if !found {
			return
		}
		comment.Time = comment.Time.Round(time.Millisecond)
		if got, found := record.ParseMoveComment(comment.String()); !found || got != comment {
			t.Errorf("%q: %+v is written %s and comes back as %+v", text, comment, comment, got)
		}
	})
}
