package match

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/match/player"
)

// script writes a program that plays like a misbehaving engine that never misbehaves.
func script(t *testing.T, path, comment string) {
	t.Helper()
	text := "#!/bin/sh\n# " + comment + "\nexec '" + os.Args[0] + "' engine never never\n"
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// identityPlan returns a plan of an engine, which is a program in the folder, and a
// built-in player.
func identityPlan(t *testing.T, folder string) Plan {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell here")
	}
	script(t, filepath.Join(folder, "engine"), "first")
	ours := player.Specification{Name: "A", Command: "./engine", Directory: folder, Control: player.TimeControl{Nodes: 1}}
	plan := testPlan(2, ours, player.Specification{Name: "B", Command: "random"})
	plan.Record = filepath.Join(folder, "games.txt")
	return plan
}

func TestARecordIsContinuedOnlyByTheSame(t *testing.T) {
	for name, test := range map[string]struct {
		change func(t *testing.T, plan *Plan, folder string)
		want   string
	}{
		"program": {func(t *testing.T, _ *Plan, folder string) { script(t, filepath.Join(folder, "engine"), "rebuilt") },
			`program of A was "[0-9a-f]{16}" and is "[0-9a-f]{16}"`},
		"arguments": {func(_ *testing.T, p *Plan, _ string) { p.Players[0].Arguments = []string{"-v", "a b"} },
			`args of A was not set and is "-v 'a b'"`},
		"options": {func(_ *testing.T, p *Plan, _ string) {
			p.Players[0].Options = []player.Option{{Name: "Hash", Value: "2"}}
		},
			`option.Hash of A was not set and is "2"`},
		"proven": {func(_ *testing.T, p *Plan, _ string) { p.Adjudication.Proven = true },
			`proven of the referee was "false" and is "true"`},
		"resign": {func(_ *testing.T, p *Plan, _ string) { p.Adjudication.Resign = &ResignRule{Moves: 3, Centi: 1050} },
			`resign of the referee was not set and is "moves=3,score=10.5"`},
		"draw": {func(_ *testing.T, p *Plan, _ string) { p.Adjudication.Draw = &DrawRule{Moves: 3, Centi: 50} },
			`draw of the referee was not set and is "ply=0,moves=3,score=0.5"`},
		"margin": {func(_ *testing.T, p *Plan, _ string) { p.Players[0].Margin = 70 * time.Millisecond },
			`margin of A was "0" and is "70"`},
	} {
		folder := t.TempDir()
		plan := identityPlan(t, folder)
		collect(t, plan)
		before := benchtest.Read(t, plan.Record)
		if got, summary := collect(t, plan); summary.Played != 2 || len(got.notices) != 0 {
			t.Errorf("%s: the same players do not go on: %q", name, got.notices)
		}
		test.change(t, &plan, folder)
		_, err := Run(t.Context(), plan, nil)
		want := `^record .*games.txt: game 1 \(round 1.1\) is not by these players: ` + test.want + ` \(2 of 2 games differ\)\. Name another --record, or continue .* --accept-differences$`
		if err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
			t.Errorf("%s: error %v\nwant %s", name, err, want)
		}
		if benchtest.Read(t, plan.Record) != before {
			t.Errorf("%s: the refused record has changed", name)
		}
		plan.AcceptDifferences, plan.Games = true, 3
		got, summary := collect(t, plan)
		if summary.Played != 3 || len(got.notices) != 1 || !regexp.MustCompile(test.want).MatchString(got.notices[0]) {
			t.Errorf("%s: accepted, %d games are played with the notices %q", name, summary.Played, got.notices)
		}
	}
}

func TestAnEngineOfAnotherNameDoesNotContinueARecord(t *testing.T) {
	plan := identityPlan(t, t.TempDir())
	collect(t, plan)
	benchtest.Write(t, plan.Record, strings.ReplaceAll(benchtest.Read(t, plan.Record), "id=Bad ", "id='Bad 2' "))
	if _, err := Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), `id of A was "Bad 2" and is "Bad"`) {
		t.Errorf("error %v", err)
	}
}

func TestHostTimesAndVersionAreNotedAndNotCompared(t *testing.T) {
	plan := identityPlan(t, t.TempDir())
	plan.Version = "1"
	collect(t, plan)
	changed := benchtest.Read(t, plan.Record)
	for _, tag := range []string{"Host", "Time", "Duration", "Date"} {
		pattern := regexp.MustCompile(`\[` + tag + ` ".*"\]`)
		if !pattern.MatchString(changed) {
			t.Errorf("no tag %s in\n%s", tag, changed)
		}
		changed = pattern.ReplaceAllString(changed, `[`+tag+` "other"]`)
	}
	benchtest.Write(t, plan.Record, changed)
	plan.Version = "2"
	if got, summary := collect(t, plan); summary.Played != 2 || len(got.notices) != 0 {
		t.Errorf("%+v with the notices %q", summary, got.notices)
	}
}

func TestARecordWithoutIdentitiesNeedsConsent(t *testing.T) {
	plan := identityPlan(t, t.TempDir())
	collect(t, plan)
	text := benchtest.Read(t, plan.Record)
	old := regexp.MustCompile(`(?m)^\[(WhiteEngine|BlackEngine|Referee|Host|Time|Duration) .*\n`).ReplaceAllString(text, "")
	benchtest.Write(t, plan.Record, old)
	if _, err := Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), "it does not identify A (tag WhiteEngine); it does not identify B (") {
		t.Errorf("an old record is continued: %v", err)
	}
	plan.AcceptDifferences, plan.Games = true, 4
	if got, summary := collect(t, plan); summary.Played != 4 || len(got.notices) != 1 {
		t.Errorf("%+v with the notices %q", summary, got.notices)
	}
}

func TestIdentitiesAreReadAsTheyAreWritten(t *testing.T) {
	ours := player.Specification{
		Arguments: []string{"it's", `a\b`, `say "x"`, ""}, Options: []player.Option{{Name: "Threads", Value: "1"}, {Name: "hash file", Value: "/a b/c"}},
		Techniques: []player.Option{{Name: "QuiescenceGain", Value: "5"}}, Margin: 10 * time.Millisecond, Ponder: true,
	}
	words := identityWords(ours.Identity("Engine 1'", "00ff"))
	for key, want := range map[string]string{
		"id": "Engine 1'", "program": "00ff", "args": `'it'\''s' 'a\b' 'say "x"' ''`, "option.hash file": "/a b/c", "option.Threads": "1",
		"technique.QuiescenceGain": "5", "margin": "10", "ponder": "true",
	} {
		if words[key] != want {
			t.Errorf("%s is read as %q, want %q", key, words[key], want)
		}
	}
	var again player.Specification
	err := again.Apply([]player.Setting{{Key: "args", Value: words["args"]}})
	if err != nil || !slices.Equal(again.Arguments, ours.Arguments) {
		t.Errorf("the arguments are read as %q, %v", again.Arguments, err)
	}
}

// The script of an interpreter is part of its program.
func TestTheProgramIncludesAScript(t *testing.T) {
	folder := t.TempDir()
	ours := player.Specification{Command: "sh", Arguments: []string{"-e", "engine", "other"}, Directory: folder}
	var sums []string
	for _, comment := range []string{"one", "two"} {
		script(t, filepath.Join(folder, "engine"), comment)
		sums = append(sums, ours.Program())
	}
	if sums[0] == "" || sums[0] == sums[1] {
		t.Errorf("the checksums are %q", sums)
	}
	if missing := (&player.Specification{Command: "./nothing"}).Program(); missing != "" {
		t.Errorf("a program that is not there has the checksum %s", missing)
	}
}
