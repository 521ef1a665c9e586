package protocol

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/strength"
)

// declaredOptions returns what the handshake says of each option, by name.
func declaredOptions(t *testing.T, c *conversation) map[string]string {
	t.Helper()
	c.send("ugi")
	declared := make(map[string]string)
	pattern := regexp.MustCompile(`^option name (.+) type (.+)$`)
	for _, line := range c.until("ugiok") {
		if match := pattern.FindStringSubmatch(line); match != nil {
			declared[match[1]] = match[2]
		}
	}
	return declared
}

func TestOptionsAreDeclared(t *testing.T) {
	declared := declaredOptions(t, converse(t, nil))
	for name, want := range map[string]string{
		"Hash":            `spin default \d+ min 1 max \d+`,
		"Clear Hash":      `button`,
		"Threads":         `spin default 1 min 1 max \d+`,
		"MultiPV":         `spin default 1 min 1 max \d+`,
		"Ponder":          `check default false`,
		"Move Overhead":   `spin default \d+ min 0 max \d+`,
		"ShowWDL":         `check default false`,
		"Rules":           `combo default classic var classic var mattel var woods`,
		"OptionalCapture": `check default false`,
		"OwnBook":         `check default false`,
		"BookFile":        `string default <empty>`,
		"BookVariety":     `spin default 0 min 0 max 100`,
		"Objective":       `combo default win var win var margin`,

		"UCI_LimitStrength": `check default false`,
		"UCI_Elo":           `spin default \d+ min \d+ max \d+`,
		"Seed":              `spin default 0 min 0 max \d+`,
	} {
		if !regexp.MustCompile("^" + want + "$").MatchString(declared[name]) {
			t.Errorf("%s is declared as %q, want %s", name, declared[name], want)
		}
	}
}

func TestLimitsOfSpinsAreHonest(t *testing.T) {
	c := converse(t, nil)
	for name, declaration := range declaredOptions(t, c) {
		words := strings.Fields(declaration)
		if words[0] != "spin" {
			continue
		}
		standard, _ := strconv.Atoi(words[2])
		least, _ := strconv.Atoi(words[4])
		most, _ := strconv.Atoi(words[6])
		if least > standard || standard > most {
			t.Errorf("%s: default %d is not between %d and %d", name, standard, least, most)
		}
		for _, value := range []int{least, most, standard} {
			c.send(fmt.Sprintf("setoption name %s value %d", name, value))
			c.expectQuiet()
		}
		for _, value := range []int{least - 1, most + 1} {
			c.send(fmt.Sprintf("setoption name %s value %d", name, value))
			c.expectError(name, fmt.Sprint(least), fmt.Sprint(most), fmt.Sprintf(`"%d"`, value))
		}
	}
}

func TestOptionNamesAreFoundInEitherCase(t *testing.T) {
	c := converse(t, nil)
	c.send("setoption name mOVE  oVERHEAD value 77", "setoption name THREADS value 3", "setoption name multipv value 2",
		"setoption name objective value MARGIN", "go depth 1")
	c.until("bestmove")
	want := search.DefaultOptions()
	want.MoveOverhead, want.Threads, want.MultiPV, want.Objective = 77*time.Millisecond, 3, 2, search.Margin
	if got := c.call().options; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestTheStrengthIsLimitedAtARating(t *testing.T) {
	c := converse(t, nil)
	level := strength.Levels()[2]
	c.send(fmt.Sprintf("setoption name UCI_Elo value %d", level.Elo), "position startpos moves CAnF5 TAnA1 TAnJ10", "go depth 1")
	c.until("bestmove")
	if call := c.call(); !call.options.Strength.IsFull() {
		t.Errorf("UCI_Elo alone limits the strength: %+v", call.options)
	}
	c.send("setoption name UCI_LimitStrength value true", "setoption name Seed value 5", "go depth 1")
	c.until("bestmove")
	call := c.call()
	if call.options.Strength != level || call.options.Seed != 5 {
		t.Errorf("searched with %+v, want %+v and the seed 5", call.options, level)
	}
	if len(call.limits.Before) != 3 {
		t.Errorf("the moves before the position are %v, want three", call.limits.Before)
	}
	c.send("setoption name Seed value 0", "go depth 1", "go depth 1")
	c.until("bestmove")
	c.until("bestmove")
	if first, second := c.call(), c.call(); first.options.Seed == second.options.Seed {
		t.Error("two searches without a seed have the same")
	}
}

func TestOptionsDuringASearchAreTheNextOnes(t *testing.T) {
	c := converse(t, nil)
	c.send("go infinite")
	c.line()
	c.send("setoption name Threads value 5", "setoption name ShowWDL value true", "setoption name Hash value 3", "setoption name Clear Hash")
	c.expectQuiet()
	if c.searcher.hashMiB.Load() != 0 {
		t.Error("the table was changed during the search")
	}
	c.send("stop")
	c.expect("bestmove CAnB1")
	c.send("go depth 1")
	if lines := c.until("bestmove"); !strings.Contains(lines[0], " wdl ") {
		t.Errorf("no wdl in %q", lines[0])
	}
	if first, second := c.call(), c.call(); first.options.Threads != 1 || second.options.Threads != 5 {
		t.Errorf("searched with %d and %d threads", first.options.Threads, second.options.Threads)
	}
	if got := c.searcher.hashMiB.Load(); got != 3 {
		t.Errorf("the table has %d MiB", got)
	}
}

func TestClearHashForgets(t *testing.T) {
	c := converse(t, nil)
	c.send("setoption name Clear Hash")
	c.expectQuiet()
	c.expectCleared(1)
}

func TestATableThatDoesNotFitIsReportedAndTheOldOneStays(t *testing.T) {
	c := converse(t, nil)
	c.searcher.mostHash = 10
	c.send("setoption name Hash value 8")
	c.expectQuiet()
	c.send("setoption name Hash value 11")
	c.expectError("Hash", "11 MiB", "no memory", "keeps its 8 MiB")
	c.send("setoption name Hash value 99999999999999999999")
	c.expectError("Hash", `"99999999999999999999"`)
	c.send("go infinite")
	c.line()
	c.send("setoption name Hash value 12")
	c.expectQuiet()
	c.send("stop")
	c.expect("bestmove CAnB1")
	c.expectError("12 MiB")
	c.expectQuiet()
	if got := c.searcher.hashMiB.Load(); got != 8 {
		t.Errorf("the table has %d MiB", got)
	}
}

func TestRulesApplyFromTheNextPosition(t *testing.T) {
	c := converse(t, nil)
	c.send("setoption name Rules value WOODS", "setoption name OptionalCapture value true")
	if got := c.ask("query p1turn"); got != "response true" {
		t.Errorf("the old position has changed: %q", got)
	}
	c.expectCleared(0)
	c.send("position fen nonsense")
	c.expectError()
	c.expectCleared(0)
	c.send("position startpos", "go depth 1")
	c.until("bestmove")
	want := engine.Rules{Set: engine.Woods, OptionalCapture: true}
	if got := c.call().position; got.Rules() != want || got.Side() != engine.Dark {
		t.Errorf("rules %+v, %s to move", got.Rules(), got.Side())
	}
	c.expectCleared(1)
	c.send("position startpos moves TAnA1")
	c.expectQuiet()
	c.expectCleared(1)
}

func TestNewRulesDuringASearchWaitForItsEnd(t *testing.T) {
	c := converse(t, nil)
	c.send("go infinite")
	c.line()
	c.send("setoption name Rules value mattel", "position startpos")
	c.expectQuiet()
	c.send("stop")
	c.expect("bestmove CAnB1")
	c.send("go depth 1")
	c.until("bestmove")
	c.expectCleared(1)
	for _, want := range []engine.RuleSet{engine.Classic, engine.Mattel} {
		if got := c.call().position; got.Rules().Set != want {
			t.Errorf("searched by %s, want %s", got.Rules().Set, want)
		}
	}
}

func TestFaultyOptionsAreNamed(t *testing.T) {
	tests := []struct {
		line  string
		parts []string
	}{
		{"setoption", []string{"name"}},
		{"setoption Hash 3", []string{`word 2 "Hash"`, "want name"}},
		{"setoption name", []string{"after word 2", "name"}},
		{"setoption name value 3", []string{"after word 2"}},
		{"setoption name Hush value 3", []string{`word 3 "Hush"`, "no option"}},
		{"setoption name Hash", []string{"value", "Hash"}},
		{"setoption name Hash value", []string{"value", "Hash"}},
		{"setoption name Hash 3", []string{`"Hash 3"`, "no option"}},
		{"setoption name Hash value x", []string{`word 5 "x"`, "whole number"}},
		{"setoption name Hash value 1.5", []string{`word 5 "1.5"`, "whole number"}},
		{"setoption name Hash value NaN", []string{`word 5 "NaN"`, "whole number"}},
		{"setoption name Hash value 1e30", []string{`word 5 "1e30"`, "whole number"}},
		{"setoption name Hash value -1", []string{`word 5 "-1"`, "from 1 to"}},
		{"setoption name Hash value 36893488147419103232", []string{"from 1 to"}},
		{"setoption name Hash value 1 2", []string{`word 5 "1 2"`}},
		{"setoption name Clear Hash value 1", []string{`word 5 "value"`, "takes no value"}},
		{"setoption name Ponder value yes", []string{`word 5 "yes"`, "true or false"}},
		{"setoption name Rules value chess", []string{`word 5 "chess"`, "classic, mattel, woods"}},
		{"setoption name Objective value 1", []string{`word 5 "1"`, "win, margin"}},
	}
	c := converse(t, nil)
	for _, test := range tests {
		c.send(test.line)
		c.expectError(test.parts...)
	}
	c.expectQuiet()
}
