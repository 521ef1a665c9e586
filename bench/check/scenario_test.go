package check

import (
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine/enginetest"
)

// What --show prints is a file that has the one scenario.
func TestAScenarioIsShownAsAFile(t *testing.T) {
	names := map[string]bool{}
	for _, scenario := range Builtin() {
		if names[scenario.String()] {
			t.Errorf("%s: there are two", scenario)
		}
		names[scenario.String()] = true
		again, err := ParseScenarios(scenario.Group, scenario.Text())
		if err != nil || len(again) != 1 || again[0].String() != scenario.String() || again[0].Text() != scenario.Text() || again[0].start != scenario.start {
			t.Errorf("%s: %v in\n%s", scenario, err, scenario.Text())
		}
	}
}

// The document has a complete example, which the engine passes, and names every verb.
func TestTheDocumentShowsAScenario(t *testing.T) {
	document := benchtest.Read(t, "SCENARIOS.md")
	_, example, _ := strings.Cut(document, "\n```\n")
	example, _, _ = strings.Cut(example, "```\n")
	scenarios, err := ParseScenarios("mine", example)
	if err != nil || len(scenarios) != 2 {
		t.Fatalf("%d scenarios, %v", len(scenarios), err)
	}
	if report := runInMemory(t, scenarios); report.Count(Passed) != 4 {
		t.Errorf("%s", report.Summary())
	}
	for _, verb := range verbs() {
		word, _, _ := strings.Cut(verb.form, " ")
		if !strings.Contains(document, "`"+word+" ") && !strings.Contains(document, "`"+word+"`") {
			t.Errorf("SCENARIOS.md does not name %s", word)
		}
	}
}

func TestFaultsOfScenariosAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "no scenario",
		"# only a comment\nlist A b": "no scenario",
		"send go":                    "no scenario",
		"-- a --\nfor LINE a\n    ready\n  ready":       "line 4: its indentation fits no line",
		"list AB b | \"\n-- a --":                       "line 1: a text that begins with a double quote",
		"-- --\nsend go":                                "line 1: a scenario has a name",
		"-- a --\n\nshout go":                           `line 3: "shout" is not a verb`,
		"-- a --\nsend $LINE":                           "line 2: $LINE has no value here",
		"-- a --\nfor LINE a | b\nsend $LINE":           "line 2: the lines that belong to it are missing",
		"-- a --\nfor LINE a | b\n  send x\n    send y": "line 4: its indentation fits no line",
		"-- a --\n  send x\nsend y":                     "line 2: its indentation fits no line",
		"-- a --\nfor line a\n  send x":                 `line 2: "line" is not the name of a variable`,
		"-- a --\nfor LINE a |  | b\n  ready":           "line 2: an item is missing",
		"-- a --\nsend \"x\" times many":                "line 2: times many",
		"-- a --\nsend \"x":                             "line 2: a text that begins with a double quote",
		"-- a --\npause long":                           `line 2: "long" is not a time`,
		"-- a --\nexpect bestmove within 3":             `line 2: "3" is not a time`,
		"-- a --\nexpect no bestmove for 3":             `line 2: "3" is not a time`,
		"-- a --\nexpect":                               "line 2: want expect end with any status | expect end | ",
		"-- a --\nready now":                            "line 2: want ready",
		"-- a --\nposition random 99":                   "line 2: want over, nearly over",
		"-- a --\njudge x":                              "line 2: want judge options | judge Hash | ",
		"-- a --\nrepeat often\n  ready":                "line 2: want a whole number",
		"-- a --\nuntil dawn\n  ready":                  "line 2: want until over",
		"-- a --\nplay on":                              "line 2: want play bestmove | play any move",
		"-- a --\nclose shop":                           "line 2: want close input | close output",
		"-- a --\nresize Threads to 2":                  "line 2: want resize Hash to TEXT",
		"-- a --\nneeds":                                "line 2: want needs TEXT",
		"-- a --\nmatch soon":                           "line 2: ",
		"-- a --\nmatch 1+1\nsend go":                   "line 3: match starts its engines itself",
		"-- a --\nclock 1s":                             "line 2: want clock TIME + TIME",
	} {
		_, err := ParseScenarios("g", text)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func TestTextsAreQuotedAndRepeated(t *testing.T) {
	items, err := parseItems(`go depth 1 | "\xff\t" | "" | "a " "bc" times 2 "d" | a "b"`)
	if want := []string{"go depth 1", "\xff\t", "", "a bcbcd", `a "b"`}; err != nil || !slices.Equal(textsOf(items), want) {
		t.Errorf("%q, %v, want %q", textsOf(items), err, want)
	}
}

func TestPatternsMatchWords(t *testing.T) {
	c := &conversation{scene: newScene(&dialogue{}, 1)}
	c.variables["MOVE"] = "CAnF5"
	for _, test := range []struct {
		pattern, line string
		matches       bool
		value         string // of NAME
	}{
		{"readyok", " readyok ", true, ""},
		{"readyok", "readyok now", false, ""},
		{"info * score *", "info depth 1 score cp 3", true, ""},
		{"info * score *", "info score cp 3", true, ""},
		{"info * score *", "information score cp 3", false, ""},
		{"Fen: <NAME>", "Fen:  10/10 l C 0 ", true, "10/10 l C 0"},
		{"id <NAME> *", "id name Some One", true, "name"},
		{"bestmove $MOVE", "bestmove CAnF5", true, ""},
		{"bestmove $MOVE", "bestmove CAnF6", false, ""},
		{"a.c", "abc", false, ""},
	} {
		c.variables["NAME"] = ""
		pattern, err := parsePattern(&parser{known: map[string]bool{}}, test.pattern)
		if err != nil || pattern.matcher(c)(test.line) != test.matches || c.variables["NAME"] != test.value {
			t.Errorf("%s, %q: NAME is %q, %v", test.pattern, test.line, c.variables["NAME"], err)
		}
	}
}

func TestScenariosOfAFile(t *testing.T) {
	const text = `list RULES classic | woods
if no such feature
  list LINES quit
list LINES debug on

-- twice, $RULES --
rules $RULES
position startpos
for LINE $LINES
  send $LINE
  expect nothing

-- what is missing --
needs the moon

-- what must not come --
send query fen
expect no response *

-- what must come --
send debug on
said Fen: *

-- what cannot be played --
position random over
play any move

-- what cannot be judged --
judge exact score

-- a search goes on --
send go infinite
`
	scenarios, err := ParseScenarios("mine", text)
	enginetest.Must(t, err)
	want := []struct {
		name    string
		verdict Verdict
		problem string
	}{
		{"twice, classic", Passed, ""},
		{"twice, woods", Passed, ""},
		{"what is missing", NotOffered, "not offered: no the moon"},
		{"what must not come", Failed, `"response 10/10/10/10/10/10/10/10/10/10 l C 0", which is not expected`},
		{"what must come", Failed, "no line Fen:"},
		{"what cannot be played", Failed, "the game is over: no move can be played"},
		{"what cannot be judged", Failed, "a plain search does not solve the position: want one that is nearly over"},
		{"a search goes on", Failed, "afterwards: a search is still running"},
	}
	for i, result := range runInMemory(t, scenarios).Steps[introduction:] {
		if i >= len(want) || result.Name != want[i].name || result.Verdict != want[i].verdict || result.Problem != want[i].problem {
			t.Errorf("%+v", result)
		}
	}
}

func FuzzParseScenarios(f *testing.F) {
	for _, scenario := range Builtin() {
		f.Add(scenario.Text())
	}
	f.Add("list RULES a | b\n-- $RULES --\nfor LINE \"x\" times 3 | $RULES\n  send $LINE")
	f.Fuzz(func(t *testing.T, text string) {
		scenarios, err := ParseScenarios("fuzzed", text)
		if (err == nil) == (len(scenarios) == 0) {
			t.Errorf("%d scenarios, %v", len(scenarios), err)
		}
		for _, scenario := range scenarios {
			if again, err := ParseScenarios("fuzzed", scenario.Text()); err != nil || len(again) != 1 {
				t.Errorf("%q is shown as %q: %v", text, scenario.Text(), err)
			}
		}
	})
}
