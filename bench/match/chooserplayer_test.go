package match

import "testing"

func TestGreedyBeatsRandom(t *testing.T) {
	got, _ := collect(t, testPlan(40, Specification{Name: "greedy", Command: "greedy"}, Specification{Name: "random", Command: "random"}))
	won := 0
	for _, game := range got.finished {
		winner := map[string]string{"1-0": "White", "0-1": "Black"}[game.Record.Result]
		if winner != "" && game.Record.Tag(winner) == "greedy" {
			won++
		}
	}
	if won < 36 {
		t.Errorf("greedy won %d of 40 games against random, want 36 or more", won)
	}
}

// BenchmarkMatchInProcess measures the plies of random against random, two games
// at a time, with a record.
func BenchmarkMatchInProcess(b *testing.B) {
	benchmarkMatch(b, func(plan *Plan) {
		plan.Games = 1000
		for i := range plan.Players {
			plan.Players[i].Command = "random"
		}
	})
}

// BenchmarkMatchThroughPipes is the same with players that are processes.
func BenchmarkMatchThroughPipes(b *testing.B) {
	benchmarkMatch(b, func(plan *Plan) { *plan = sacrificePlan(plan.Record, 200, "processes") })
}

func benchmarkMatch(b *testing.B, change func(*Plan)) {
	plies := 0
	for b.Loop() {
		plan := sacrificePlan(b.TempDir()+"/games.txt", 0, "builtin")
		change(&plan)
		if _, err := Run(b.Context(), plan, func(event Event) {
			if finished, isGame := event.(Finished); isGame {
				plies += finished.Plies
			}
		}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}
