package termination

import "testing"

// tags returns a function that looks up a tag in a list of names and values.
func tags(pairs ...string) func(name string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestTagsTellHowAGameEnded(t *testing.T) {
	for _, test := range []struct {
		tags []string
		want Termination
		rule Rule
	}{
		{nil, Unknown, NoRule},
		{[]string{"Termination", "normal"}, Normal, NoRule},
		{[]string{"Termination", "Time Forfeit"}, TimeForfeit, NoRule},
		{[]string{"Termination", "abandoned"}, Unknown, NoRule},
		{[]string{"Termination", "adjudication"}, Adjudication, NoRule},
		{[]string{"Termination", "adjudication", "Adjudication", "draw"}, Adjudication, Draw},
		{[]string{"Termination", "adjudication", "Adjudication", "resign", "Cause", "proven to be bad"}, Adjudication, Resignation},
		{[]string{"Termination", "adjudication", "Adjudication", "proven"}, Adjudication, Proof},
		{[]string{"Termination", "crash", "Cause", "Dark (proven) crashed"}, Crash, NoRule},
		// as written by matches and self-play before the tag existed
		{[]string{"Termination", "adjudication", "Cause", "the score of 12-5 is proven"}, Adjudication, Proof},
		{[]string{"Termination", "adjudication", "Cause", "the final score is proven"}, Adjudication, Proof},
		{[]string{"Termination", "adjudication", "Cause", "Light's score was -10.00 or worse for 3 moves"}, Adjudication, NoRule},
	} {
		if got, rule := Of(tags(test.tags...)); got != test.want || rule != test.rule {
			t.Errorf("%v: %q by %q, want %q by %q", test.tags, got, rule, test.want, test.rule)
		}
	}
}

func TestForfeitsAreThePlayersOwnFaults(t *testing.T) {
	forfeits := map[Termination]bool{TimeForfeit: true, IllegalMove: true, Crash: true, Silence: true}
	for _, termination := range append(All(), Unknown) {
		if termination.IsForfeit() != forfeits[termination] {
			t.Errorf("%q is a forfeit: %t", termination, termination.IsForfeit())
		}
	}
}
