package match

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/match/player"
	"cathedral/engine/enginetest"
)

func TestLogsHaveEveryLineOfEveryProcess(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "logs")
	ours := bad("go", "crash") // with its second move
	ours.Name = "bad/one"
	plan := testPlan(2, ours, good())
	plan.Log = player.LogFolder(folder)
	collect(t, plan)
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	enginetest.Must(t, err)
	want := []string{filepath.Join(folder, "bad_one-1.log"), filepath.Join(folder, "bad_one-2.log")} // the built-in player has none
	if !slices.Equal(files, want) {
		t.Fatalf("files %q, want %q", files, want)
	}
	text := benchtest.Read(t, files[0])
	lines := regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d\.\d{3} `).ReplaceAllString(text, "")
	for _, part := range []string{
		"! starts " + ours.Command + " engine go/2 crash\n> ugi\n< id name Bad\n", "< ugiok\n", "> isready\n< readyok\n",
		"! game 1.1 begins: bad/one (Light) against good (Dark)\n> uginewgame\n", "> go p1time 20000 ", "\n< bestmove CA",
		"! game 1.1 ends: Light (bad/one) crashed: exit status 3",
	} {
		if !strings.Contains(lines, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	if again, err := player.LogFolder(folder)("bad/one"); err != nil || again.(*os.File).Name() != filepath.Join(folder, "bad_one-3.log") {
		t.Errorf("the next log is %v, %v", again, err)
	} else {
		again.Close()
	}
}

func TestAnyNameHasALog(t *testing.T) {
	for name, want := range map[string]string{"../x": "_._x-1.log", strings.Repeat("é", 150): strings.Repeat("é", 100) + "-1.log"} {
		if log, err := player.LogFolder(t.TempDir())(name); err != nil || filepath.Base(log.(*os.File).Name()) != want {
			t.Errorf("%s: %v, %v, want %s", name, log, err, want)
		} else {
			log.Close()
		}
	}
}

// brokenLog fails at the first write.
type brokenLog struct{ io.Closer }

func (brokenLog) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestALogThatFailsDoesNotEndTheMatch(t *testing.T) {
	plan := testPlan(1, bad("nothing", ""), good())
	plan.Log = func(string) (io.WriteCloser, error) { return brokenLog{io.NopCloser(nil)}, nil }
	got, summary := collect(t, plan)
	if want := []string{"the log of bad ends: no space left"}; summary.Played != 1 || !slices.Equal(got.notices, want) {
		t.Errorf("%d games, notices %q, want %q", summary.Played, got.notices, want)
	}
}
