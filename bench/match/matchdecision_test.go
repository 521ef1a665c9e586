package match

import (
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/record"
)

func TestGamesAreJudgedInTheOrderOfTheSchedule(t *testing.T) {
	schedule := newSchedule(2, false, 6)
	fixtures := schedule.fixtures()
	var judged []string
	d := newDecision(func(game *record.Game) bool {
		judged = append(judged, game.Tag("Round"))
		return game.Tag("Round") == "2.1"
	}, fixtures)
	for _, i := range []int{3, 1, 0, 5, 2, 4} {
		game := record.New(engine.Start(engine.Rules{}))
		game.SetTag("Round", fixtures[i].String())
		if d.add(fixtures[i], game) {
			break
		}
	}
	if want := []string{"1.1", "1.2", "2.1"}; !slices.Equal(judged, want) || d.by != "2.1" {
		t.Errorf("judged are %q, want %q; the match is decided by %q", judged, want, d.by)
	}
}
