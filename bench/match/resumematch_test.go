//go:build unix

package match

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// sacrifice starts a match in a process of its own.
func sacrifice(t *testing.T, path string, games int, kind string) *exec.Cmd {
	t.Helper()
	command := exec.Command(os.Args[0], "match", path, fmt.Sprint(games), kind)
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return command
}

// beginning returns the players and the first moves of a game.
func beginning(game *record.Game, plies int) string {
	var text strings.Builder
	text.WriteString(game.Tag("White") + " " + game.Tag("Black"))
	for _, move := range game.Moves[:plies] {
		text.WriteString(" " + move.Move.String())
	}
	return text.String()
}

func TestMatchSurvivesKillsAtAnyMoment(t *testing.T) {
	kills, games := 5, 60
	if enginetest.IsLong(t) {
		kills, games = 50, 200
	}
	random := rand.New(rand.NewPCG(1, 2))
	for match := 0; kills > 0; match++ {
		path := filepath.Join(t.TempDir(), "games.txt")
		for done := false; !done; {
			command := sacrifice(t, path, games, "processes")
			ended := make(chan error, 1)
			go func() { ended <- command.Wait() }()
			var patience <-chan time.Time // for ever, once there were enough kills
			if kills > 0 {
				patience = time.After(time.Duration(20+random.IntN(200)) * time.Millisecond)
			}
			select {
			case err := <-ended:
				if err != nil {
					t.Fatalf("after a kill the match does not go on: %v", err)
				}
				done = true
			case <-patience:
				kills--
				command.Process.Kill()
				<-ended
			}
		}
		checkWhole(t, path, games)
	}
}

// checkWhole holds the record of a match that was killed against that of one that
// was not.
func checkWhole(t *testing.T, path string, games int) {
	t.Helper()
	recorded := benchtest.Rounds(t, path)
	plan := sacrificePlan(filepath.Join(t.TempDir(), "whole.txt"), games, "builtin")
	fmt.Sscan(recorded["1.1"].Tag("Seed"), &plan.Seed)
	for i := range plan.Players {
		plan.Players[i].Command = "random"
	}
	collect(t, plan)
	whole := benchtest.Rounds(t, plan.Record)
	if len(recorded) != games || len(whole) != games {
		t.Fatalf("%d games and %d without kills, want %d", len(recorded), len(whole), games)
	}
	for round, want := range whole {
		got := recorded[round]
		if got == nil {
			t.Fatalf("round %s is missing", round)
		}
		if beginning(got, 3) != beginning(want, 3) {
			t.Errorf("round %s: %s, without kills %s", round, beginning(got, 3), beginning(want, 3))
		}
	}
}

func TestGamesOfBuiltInPlayersAreTheSameAfterAnInterruption(t *testing.T) {
	whole := sacrificePlan(filepath.Join(t.TempDir(), "whole.txt"), 40, "builtin")
	whole.Seed = 5
	collect(t, whole)
	broken := whole
	broken.Record = filepath.Join(t.TempDir(), "broken.txt")
	for {
		ctx, cancel := context.WithCancel(t.Context())
		played := 0
		summary, err := Run(ctx, broken, func(event Event) {
			if finished, isGame := event.(Finished); isGame && !finished.Recorded {
				if played++; played == 7 {
					cancel()
				}
			}
		})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if summary.Played == 40 {
			break
		}
		if !summary.Interrupted {
			t.Fatal("a match that ended early says that it was not interrupted")
		}
	}
	want, got := benchtest.Rounds(t, whole.Record), benchtest.Rounds(t, broken.Record)
	for round := range want {
		if got[round] == nil || beginning(want[round], len(want[round].Moves)) != beginning(got[round], len(got[round].Moves)) {
			t.Errorf("round %s differs", round)
		}
	}
}

func TestNoEngineIsLeftWhenTheMatchIsKilled(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("processes do not show their environment here")
	}
	mark := fmt.Sprintf("TEST_MARK=%d-%d", os.Getpid(), time.Now().UnixNano())
	t.Setenv("TEST_MARK", strings.TrimPrefix(mark, "TEST_MARK="))
	command := sacrifice(t, filepath.Join(t.TempDir(), "games.txt"), 2, "hanging")
	waitFor(t, "the engines", func() bool { return len(marked(t, mark)) >= 1+2 })
	command.Process.Kill()
	command.Wait()
	waitFor(t, "the end of all processes", func() bool { return len(marked(t, mark)) == 0 })
}

func TestNoProcessIsLeftWhenTheMatchIsOver(t *testing.T) {
	enginetest.Long(t)
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("processes do not show their environment here")
	}
	mark := fmt.Sprintf("TEST_MARK=%d-%d", os.Getpid(), time.Now().UnixNano())
	t.Setenv("TEST_MARK", strings.TrimPrefix(mark, "TEST_MARK="))
	for _, fault := range []string{"fork", "fork-crash"} {
		collect(t, testPlan(2, bad("go", fault), good()))
		if left := marked(t, mark); len(left) > 0 {
			t.Errorf("%s: %d processes are left", fault, len(left))
		}
	}
	collect(t, testPlan(2, bad("quit", "hang"), good()))
	if left := marked(t, mark); len(left) > 0 {
		t.Errorf("ignored quit: %d processes are left", len(left))
	}
}

// marked returns the processes that have a variable in their environment.
func marked(t *testing.T, variable string) (paths []string) {
	t.Helper()
	environments, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range environments {
		environment, err := os.ReadFile(path)
		if err == nil && bytes.Contains(append(environment, 0), append([]byte(variable), 0)) {
			paths = append(paths, path)
		}
	}
	return paths
}

func waitFor(t *testing.T, what string, come func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if come() {
			return
		}
	}
	t.Fatalf("%s: not within a minute", what)
}
