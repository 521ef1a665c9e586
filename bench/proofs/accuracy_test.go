package proofs

import (
	"testing"

	"cathedral/engine"
)

// judged returns a game whose last moves are proven.
func judged(t *testing.T) *Game {
	t.Helper()
	return proved(t, games(t, 1), NewResults(nil), config()).Games[0]
}

func TestJudgementsFollowFromTheEndings(t *testing.T) {
	game := judged(t)
	for _, j := range game.Judgements() {
		before, after := &game.Endings[j.Index], &game.Endings[j.Index+1]
		margin, _ := before.Margin()
		left, _ := after.Margin()
		if after.Position.Side() != before.Position.Side() {
			left = -left
		}
		if !j.MarginsKnown || j.Lost() != margin-left || j.Lost() < 0 {
			t.Errorf("move %d loses %d, from %d to %d", j.Index, j.Lost(), margin, left)
		}
		if bad := j.Lost() > 0; bad != (j.Better != engine.NoMove) || j.Better == j.Move {
			t.Errorf("move %d, %s, loses %d; better is %s", j.Index, j.Move, j.Lost(), j.Better)
		}
		if len(before.Position.Moves(nil)) < 2 {
			t.Errorf("move %d was forced", j.Index)
		}
	}
	if len(game.Judgements()) == 0 {
		t.Error("no move is judged")
	}
}

func TestAWinThrownAwayIsCounted(t *testing.T) {
	game := judged(t)
	first := game.Judgements()[0]
	i := first.Index
	// The same game, had the mover been 3 ahead before the move and 2 behind after it.
	set := func(at, margin int) {
		if game.Endings[at].Position.Side() != first.Side {
			margin = -margin
		}
		game.Endings[at].Low, game.Endings[at].High = margin, margin
	}
	set(i, 3)
	set(i+1, -2)
	var got Accuracy
	for _, row := range Accuracies([]*Game{game}) {
		if row.Player == game.Player(first.Side) && row.Ply == first.Ply {
			got = row
		}
	}
	want := Accuracy{Player: game.Player(first.Side), Ply: first.Ply, Moves: 1, Won: 1, ThrownWins: 1, Margins: 1, Squares: 5}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestAccuracyOfAllPliesIsTheSum(t *testing.T) {
	report := proved(t, games(t, 4), NewResults(nil), config())
	sums := map[string]Accuracy{}
	rows := Accuracies(report.Games)
	for _, row := range rows {
		if row.Ply < 0 {
			continue
		}
		sum := sums[row.Player]
		sum.Player, sum.Ply = row.Player, -1
		sum.Moves += row.Moves
		sum.Won += row.Won
		sum.Drawn += row.Drawn
		sum.ThrownWins += row.ThrownWins
		sum.ThrownDraws += row.ThrownDraws
		sum.Margins += row.Margins
		sum.BestMargins += row.BestMargins
		sum.Squares += row.Squares
		sums[row.Player] = sum
	}
	if len(sums) != 2 {
		t.Errorf("%d players, want A and B", len(sums))
	}
	for _, row := range rows {
		if row.Ply < 0 && row != sums[row.Player] {
			t.Errorf("%+v, want %+v", row, sums[row.Player])
		}
	}
}
