package match

import (
	"context"
	"flag"
	"os"
	"slices"
	"testing"
	"time"

	"cathedral/bench/match/player"
	"cathedral/engine/enginetest"
	"cathedral/protocol/protocoltest"
)

// The test binary takes part in its own tests as an engine that misbehaves on request.
func TestMain(m *testing.M) {
	if status, isEngine := protocoltest.RunEngine(); isEngine {
		os.Exit(status)
	}
	flag.Parse()
	flag.Set("test.parallel", "16") // most of it is waiting
	os.Exit(m.Run())
}

// bad returns the specification of an engine that misbehaves when it receives the word of a stage
// for the second time. If its time is to run out it has little of it, and else more than it needs on
// a busy machine.
func bad(stage, fault string) player.Specification {
	control := player.TimeControl{Base: 20 * time.Second}
	if stage != "quit" && slices.Contains([]string{"hang", "half", "late", "flood", "fork-hang", "shout", "same"}, fault) {
		control.Base = time.Second
	}
	if slices.Contains([]string{"go", "position", "isready", "uginewgame"}, stage) {
		stage += "/2"
	}
	return player.Specification{
		Name: "bad", Command: os.Args[0], Arguments: protocoltest.Arguments(stage, fault),
		Control: control, Margin: 200 * time.Millisecond,
	}
}

// good returns the specification of a player that does nothing wrong.
func good() player.Specification { return player.Specification{Name: "good", Command: "random"} }

// testPlan returns a plan of some games between two players.
func testPlan(games int, players ...player.Specification) Plan {
	return Plan{
		Players: players, Games: games, Concurrency: 1, Seed: 7, Event: "Test",
		grace: time.Second, tolerance: time.Hour, // so that a late engine is late on a busy machine too
	}
}

// collected holds the events of a match.
type collected struct {
	started  []Started
	notices  []string
	warnings []Warning
	finished []Finished
}

// collect runs a plan and collects its reports.
func collect(t *testing.T, plan Plan) (collected, Summary) {
	t.Helper()
	var c collected
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	summary, err := Run(ctx, plan, c.add)
	enginetest.Must(t, err)
	return c, summary
}

func (c *collected) add(event Event) {
	switch event := event.(type) {
	case Started:
		c.started = append(c.started, event)
	case Notice:
		c.notices = append(c.notices, event.Text)
	case Warning:
		c.warnings = append(c.warnings, event)
	case Finished:
		c.finished = append(c.finished, event)
	}
}

// recordedPlan returns the plan of a match of two built-in players with a record.
func recordedPlan(record string, games int) Plan {
	plan := testPlan(games, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "greedy"})
	plan.Seed = 0
	plan.Record, plan.RandomPlies, plan.Concurrency = record, 3, 2
	return plan
}
