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
