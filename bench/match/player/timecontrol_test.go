package player

import (
	"testing"
	"time"
)

func TestTimeControlsAreReadAndWritten(t *testing.T) {
	for _, test := range []struct {
		text string
		want TimeControl
		back string
	}{
		{"10+0.1", TimeControl{Base: 10 * time.Second, Increment: 100 * time.Millisecond}, "10+0.1"},
		{"40/60", TimeControl{Moves: 40, Base: time.Minute}, "40/60"},
		{"40/1:30+1", TimeControl{Moves: 40, Base: 90 * time.Second, Increment: time.Second}, "40/90+1"},
		{"0.5", TimeControl{Base: 500 * time.Millisecond}, "0.5"},
		{"movetime=100", TimeControl{MoveTime: 100 * time.Millisecond}, "movetime=100"},
		{"movetime=1.5s", TimeControl{MoveTime: 1500 * time.Millisecond}, "movetime=1500"},
		{"nodes=5000", TimeControl{Nodes: 5000}, "nodes=5000"},
		{"depth=4, nodes=7", TimeControl{Depth: 4, Nodes: 7}, "nodes=7,depth=4"},
		{"5+0.05,depth=9", TimeControl{Base: 5 * time.Second, Increment: 50 * time.Millisecond, Depth: 9}, "5+0.05,depth=9"},
		{"inf", TimeControl{}, "inf"},
	} {
		got, err := ParseTimeControl(test.text)
		if err != nil || got != test.want {
			t.Errorf("%q: %+v, %v, want %+v", test.text, got, err, test.want)
		}
		if got.String() != test.back {
			t.Errorf("%q is written %q, want %q", test.text, got, test.back)
		}
	}
}

func TestBadTimeControlsAreRefused(t *testing.T) {
	for _, text := range []string{
		"", "x", "0", "-1", "10+", "10+-1", "+1", "0/60", "-3/60", "40/", "40/0", "1e30", "nan", "inf+1", "1:x", "99999999999:1", "0:60", "1:99+1",
		"movetime=0", "movetime=-5", "movetime=", "movetime=NaN", "movetime=1e30", "nodes=0", "nodes=-1", "nodes=1.5",
		"nodes=99999999999999999999", "depth=0", "depth=x", "speed=3", "10+0.1,", "10 20", "0+0.5", "40/900+15,20/300", "depth=3,depth=5", "depth=3,tc=5",
	} {
		if got, err := ParseTimeControl(text); err == nil {
			t.Errorf("%q is taken for %s", text, got)
		}
	}
}

func FuzzParseTimeControl(f *testing.F) {
	for _, text := range []string{"10+0.1", "40/1:30+1", "movetime=1.5s,nodes=3", "movetime=1.5777777s", "inf", "1e3", "0x1p4"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		control, err := ParseTimeControl(text)
		if err != nil {
			return
		}
		back, err := ParseTimeControl(control.String())
		if err != nil || back != control {
			t.Errorf("%q is %+v, which is written %q and read as %+v, %v", text, control, control, back, err)
		}
	})
}
