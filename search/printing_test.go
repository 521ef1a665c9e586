package search

import "testing"

func TestWhatIsPrintedIsForPeople(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Score{Centi: 271}.String(), "+2.71"},
		{Score{Centi: -5, Bound: UpperBound}.String(), "at most -0.05"},
		{Score{Centi: 300, Final: true}.String(), "+3, proven"},
		{Score{Final: true}.String(), "+0, proven"},
		{Score{Centi: 100, Final: true, Bound: LowerBound}.String(), "at least +1, proven"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
