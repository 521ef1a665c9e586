package match

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"cathedral/bench/farm"
	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search"
	"cathedral/search/proof"
)

// The margins come from another program.
func TestTheRefereesSearchProvesMarginsOfGamesThatGoOn(t *testing.T) {
	prover, err := newProver()
	enginetest.Must(t, err)
	proven, before := 0, 0 // of these, before the sides are apart
	for _, line := range enginetest.Lines(t, "endgames.txt") {
		fields := line.Fields(t, 3)
		position := enginetest.Position(t, fields[0], engine.Rules{})
		margin, err := strconv.Atoi(fields[1])
		enginetest.Must(t, err)
		if position.Side() == engine.Dark {
			margin = -margin
		}
		prover.begin()
		light, dark, sure := prover.prove(&position)
		if !sure {
			continue
		}
		proven++
		if _, _, apart := new(proof.Separation).Score(&position); !apart {
			before++
		}
		if dark-light != margin {
			t.Errorf("%s: proven %d-%d, but the margin for Light is %d", fields[0], light, dark, margin)
		}
	}
	t.Logf("%d positions were proven, %d before the sides were apart", proven, before)
	// Ten of the positions count as apart by their bounds, and not only by their walls.
	if proven < 55 || before < 40 {
		t.Error("too few to show anything")
	}
}

func TestProvenGamesEndWithTheExactScore(t *testing.T) {
	games := 12
	if enginetest.IsLong() {
		games = 60
	}
	plan := testPlan(games, player.Specification{Name: "A", Command: "greedy"}, player.Specification{Name: "B", Command: "random"})
	plan.Adjudication.Proven, plan.RandomPlies = true, 3
	got, _ := collect(t, plan)
	searcher, err := search.New(4)
	enginetest.Must(t, err)
	adjudicated := 0
	for _, game := range got.finished {
		gameRecord := game.Record
		if gameRecord.Tag("Termination") != string(record.Adjudication) {
			continue
		}
		adjudicated++
		if _, rule := gameRecord.Termination(); rule != record.ProvenScore {
			t.Errorf("round %s was adjudicated by %q", gameRecord.Tag("Round"), rule)
		}
		var light, dark int
		if _, err := fmt.Sscanf(gameRecord.Tag("Score"), "%d-%d", &light, &dark); err != nil {
			t.Fatal(err)
		}
		if want := record.Result(engine.FairGame{}.OutcomeOf(dark - light)); gameRecord.Result != want {
			t.Errorf("round %s ended %s and %s", gameRecord.Tag("Round"), gameRecord.Result, gameRecord.Tag("Score"))
		}
		positions := gameRecord.Positions()
		last := &positions[len(positions)-1]
		score := searcher.Search(t.Context(), last, search.Limits{Solve: true}, search.DefaultOptions(), nil).Info.Score
		margin := score.Squares()
		if last.Side() == engine.Dark {
			margin = -margin
		}
		if !score.Final || margin != dark-light {
			t.Errorf("round %s ended %s, but best play ends with a margin of %d for Light", gameRecord.Tag("Round"), gameRecord.Tag("Score"), margin)
		}
	}
	if adjudicated < games*5/6 {
		t.Errorf("%d of %d games ended by proof, want most", adjudicated, games)
	}
}

// A worker of several matches proves the results of those that want it.
func TestAGameWithoutProofsLeavesTheProversAlone(t *testing.T) {
	plan := testPlan(1, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "random"})
	plan.chooseOpenings()
	plan.identify()
	worker, err := NewWorker(WorkerConfig{Slots: 1})
	enginetest.Must(t, err)
	defer worker.Close()
	if err := (farm.Local{Work: worker.Work}).Carry(t.Context(), farm.Run{
		Jobs:   slices.Values([]farm.Job{plan.job([]fixture{{player: [2]int{0, 1}}})}),
		Accept: func(farm.Result) (bool, error) { return true, nil },
	}); err != nil {
		t.Fatal(err)
	}
	if prover, err := worker.takeProver(Adjudication{Proven: true}); prover == nil || err != nil {
		t.Errorf("the worker has the prover %v, %v", prover, err)
	}
}

func TestProofsDependOnOneGameAlone(t *testing.T) {
	plan := testPlan(4, player.Specification{Name: "A", Command: "greedy"}, player.Specification{Name: "B", Command: "random"})
	plan.Adjudication.Proven, plan.RandomPlies = true, 3
	whole, _ := collect(t, plan)
	plan.Seed, plan.Games = 7, 2
	part, _ := collect(t, plan)
	for i, game := range part.finished {
		if got, want := len(game.Record.Moves), len(whole.finished[i].Record.Moves); got != want {
			t.Errorf("round %s has %d moves, and %d in a longer match", game.Record.Tag("Round"), got, want)
		}
	}
}
