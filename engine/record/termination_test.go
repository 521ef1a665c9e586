package record_test

import (
	"testing"

	"cathedral/engine/record"
)

func TestTagsTellHowAGameEnded(t *testing.T) {
	for _, test := range []struct {
		tags []string
		want record.Termination
		rule record.AdjudicationRule
	}{
		{nil, record.UnknownTermination, record.NoRule},
		{[]string{"Termination", "normal"}, record.Normal, record.NoRule},
		{[]string{"Termination", "Time Forfeit"}, record.TimeForfeit, record.NoRule},
		{[]string{"Termination", "abandoned"}, record.UnknownTermination, record.NoRule},
		{[]string{"Termination", "adjudication"}, record.Adjudication, record.NoRule},
		{[]string{"Termination", "adjudication", "Adjudication", "draw"}, record.Adjudication, record.DrawByScores},
		{[]string{"Termination", "adjudication", "Adjudication", "resign", "Cause", "proven to be bad"}, record.Adjudication, record.Resignation},
		{[]string{"Termination", "adjudication", "Adjudication", "proven"}, record.Adjudication, record.ProvenScore},
		{[]string{"Termination", "crash", "Cause", "Dark (proven) crashed"}, record.Crash, record.NoRule},
		// as written by matches and self-play before the tag existed
		{[]string{"Termination", "adjudication", "Cause", "the score of 12-5 is proven"}, record.Adjudication, record.ProvenScore},
		{[]string{"Termination", "adjudication", "Cause", "the final score is proven"}, record.Adjudication, record.ProvenScore},
		{[]string{"Termination", "adjudication", "Cause", "Light's score was -10.00 or worse for 3 moves"}, record.Adjudication, record.NoRule},
	} {
		var game record.Game
		for i := 0; i < len(test.tags); i += 2 {
			game.SetTag(test.tags[i], test.tags[i+1])
		}
		if got, rule := game.Termination(); got != test.want || rule != test.rule {
			t.Errorf("%v: %q by %q, want %q by %q", test.tags, got, rule, test.want, test.rule)
		}
	}
}

func TestForfeitsAreThePlayersOwnFaults(t *testing.T) {
	forfeits := map[record.Termination]bool{record.TimeForfeit: true, record.IllegalMove: true, record.Crash: true, record.Silence: true}
	for _, termination := range append(record.Terminations(), record.UnknownTermination) {
		if termination.IsForfeit() != forfeits[termination] {
			t.Errorf("%q is a forfeit: %t", termination, termination.IsForfeit())
		}
	}
}
