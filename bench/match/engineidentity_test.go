package match

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/match/player"
	"cathedral/engine/enginetest"
)

// script writes a program that plays like a misbehaving engine that never misbehaves.
func script(t *testing.T, path, comment string) {
	t.Helper()
	writeOld(t, path, "#!/bin/sh\n# "+comment+"\nexec '"+os.Args[0]+"' engine never never\n")
}

// writeOld writes a program that has been there for a while.
func writeOld(t *testing.T, path, content string) {
	t.Helper()
	os.Remove(path) // which may be running
	earlier := time.Now().Add(-time.Minute)
	enginetest.Must(t, errors.Join(os.WriteFile(path, []byte(content), 0o755), os.Chtimes(path, earlier, earlier)))
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
	program := player.Program{Command: "00ff", Files: map[string]string{"a net.bin": "11ee", "python3.12": "Python 3.12.3"}}
	words := identityWords(ours.Identity("Engine 1'", program))
	for key, want := range map[string]string{
		"id": "Engine 1'", "program": "00ff", "file.a net.bin": "11ee", "file.python3.12": "Python 3.12.3", "args": `'it'\''s' 'a\b' 'say "x"' ''`, "option.hash file": "/a b/c", "option.Threads": "1",
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

// A file on the command line to which the engine writes is not part of it.
func TestALogOnTheCommandLineDoesNotForbidToGoOn(t *testing.T) {
	folder := t.TempDir()
	plan := identityPlan(t, folder)
	writeOld(t, filepath.Join(folder, "engine"), "#!/bin/sh\necho begun >>\"$1\"; exec '"+os.Args[0]+"' engine never \"$@\"\n")
	plan.Players[0].Arguments = []string{"run.log", "old.txt"}
	for _, file := range plan.Players[0].Arguments {
		writeOld(t, filepath.Join(folder, file), "before\n")
	}
	if _, err := Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	if text := benchtest.Read(t, plan.Record); strings.Contains(text, "file.run.log") || !strings.Contains(text, "file.old.txt=") {
		t.Error("want old.txt and not run.log in the record")
	}
	writeOld(t, filepath.Join(folder, "run.log"), "after\n")
	if got, summary := collect(t, plan); summary.Played != 2 || len(got.notices) != 0 {
		t.Errorf("the match does not go on: %q", got.notices)
	}
}

// Earlier versions on Linux noted the files of an engine's processes too.
func TestFilesThatAnEarlierVersionNotedDoNotForbidToGoOn(t *testing.T) {
	folder := t.TempDir()
	plan := identityPlan(t, folder)
	plan.Players[0].Arguments = []string{"--net=net.bin"}
	net := filepath.Join(folder, "net.bin")
	writeOld(t, net, "first")
	if _, err := Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	earlier := strings.ReplaceAll(benchtest.Read(t, plan.Record), "file.net.bin=",
		"file.inner=0123456789abcdef 'file.python3.12=Python 3.12.3' file.sh=sh file.net.bin=")
	benchtest.Write(t, plan.Record, earlier)
	if got, summary := collect(t, plan); summary.Played != 2 || len(got.notices) != 0 {
		t.Errorf("the match does not go on: %q", got.notices)
	}
	for want, change := range map[string]func(){
		`file.net.bin of A was "[0-9a-f]{16}" and is "[0-9a-f]{16}"`: func() { writeOld(t, net, "second") },
		`file.net.bin of A was "[0-9a-f]{16}" and is not set`:        func() { os.Remove(net) },
		`file.inner of A was "0123456789abcdef" and is "[0-9a-f]{16}"`: func() {
			writeOld(t, filepath.Join(folder, "inner"), "")
			plan.Players[0].Watch = []string{"inner"}
		},
	} {
		change()
		_, err := Run(t.Context(), plan, nil)
		if err == nil || !regexp.MustCompile(want).MatchString(err.Error()) || strings.Contains(err.Error(), "python") {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestAWatchedFileIsPartOfThePlayer(t *testing.T) {
	folder := t.TempDir()
	plan := identityPlan(t, folder)
	for i := range plan.Players { // an engine and a built-in player
		plan.Players[i].Directory, plan.Players[i].Watch = folder, []string{"net.bin"}
	}
	if _, err := Run(t.Context(), plan, nil); err == nil || err.Error() != "A: watch=net.bin: there is no such file" {
		t.Errorf("without the file: %v", err)
	}
	net := filepath.Join(folder, "net.bin")
	writeOld(t, net, "first")
	if _, err := Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	writeOld(t, net, "second")
	_, err := Run(t.Context(), plan, nil)
	for _, want := range []string{"file.net.bin of A was ", "file.net.bin of B was "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	for i := range plan.Players {
		plan.Players[i].Ignore = []string{"net.bin"}
	}
	if got, summary := collect(t, plan); summary.Played != 2 || len(got.notices) != 0 {
		t.Errorf("ignored, the file is noticed: %q", got.notices)
	}
}

// The script of an interpreter is part of its program, and the interpreter is a name and a
// version, which other machines have too.
func TestTheProgramOfAnInterpreterIncludesItsScript(t *testing.T) {
	folder := t.TempDir()
	plan := identityPlan(t, folder)
	plan.Players[0].Command, plan.Players[0].Arguments = "sh", []string{"-e", "engine", "other"}
	for _, comment := range []string{"one", "two"} {
		script(t, filepath.Join(folder, "engine"), comment)
		plan.Record = filepath.Join(folder, comment)
		if _, err := Run(t.Context(), plan, nil); err != nil {
			t.Fatal(err)
		}
	}
	script(t, filepath.Join(folder, "engine"), "one")
	if _, err := Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), "file.engine of A was ") {
		t.Errorf("another script goes on with the record: %v", err)
	}
	if program := plan.Players[0].Program(); program.Command != "sh" {
		t.Errorf("the shell is %q", program.Command)
	}
	if missing := (&player.Specification{Command: "./nothing"}).Program(); missing.Checksum() != "" {
		t.Errorf("a program that is not there is %+v", missing)
	}
}

// Two machines agree on an engine if its files are the same, whatever they are called.
func TestTheChecksumOfAProgramCoversItsFilesAndNotTheirNames(t *testing.T) {
	sums := map[string]string{}
	for name, program := range map[string]player.Program{
		"alone":   {Command: "0123"},
		"one":     {Command: "0123", Files: map[string]string{"a": "4"}},
		"renamed": {Command: "0123", Files: map[string]string{"b": "4"}},
		"other":   {Command: "0123", Files: map[string]string{"a": "5"}},
		"two":     {Command: "0123", Files: map[string]string{"a": "4", "b": "4"}},
	} {
		sums[name] = program.Checksum()
	}
	if sums["alone"] != "0123" || sums["one"] != sums["renamed"] || len(slices.Compact(slices.Sorted(maps.Values(sums)))) != 4 {
		t.Errorf("the checksums are %q", sums)
	}
}

// A worker has an engine with its files as soon as it has been rehearsed, in whatever folder
// it is, and lacks it if a file is another one.
func TestAWorkerAgreesOnTheFilesOfAnEngine(t *testing.T) {
	programOf := func(comment string) string {
		folder := t.TempDir()
		ours := identityPlan(t, folder).Players[0]
		inner := filepath.Join(folder, "inner")
		enginetest.Must(t, os.Mkdir(inner, 0o755))
		script(t, filepath.Join(folder, "engine.sh"), comment)
		ours.Command, ours.Arguments, ours.Directory = "sh", []string{"../engine.sh"}, inner
		worker, err := NewWorker(WorkerConfig{Engines: []player.Specification{ours}, Slots: 1})
		enginetest.Must(t, err)
		defer worker.Close()
		enginetest.Must(t, worker.Rehearse(t.Context()))
		return worker.engines[0].Program
	}
	first, same, other := programOf("one"), programOf("one"), programOf("two")
	if first == "" || first != same || first == other {
		t.Errorf("the checksums are %s, %s and, of another engine, %s", first, same, other)
	}
}
