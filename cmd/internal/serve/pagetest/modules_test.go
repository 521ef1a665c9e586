package pagetest

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// modules returns the page's modules by name.
func modules(t *testing.T) map[string]string {
	t.Helper()
	page, err := serve.PageFiles()
	enginetest.Must(t, err)
	sources := map[string]string{}
	err = fs.WalkDir(page, ".", func(name string, _ fs.DirEntry, err error) error {
		if path.Ext(name) == ".js" {
			sources[name] = pageFile(t, name)
		}
		return err
	})
	if err != nil || len(sources) == 0 {
		t.Fatalf("no modules: %v", err)
	}
	return sources
}

// The page ends games with the words that records and statistics have for it.
func TestThePageKnowsTheTerminations(t *testing.T) {
	endings := regexp.MustCompile(`\bfinish\(lostBy\(.*\), "([^"]+)"(?:, "([^"]+)")?\)`)
	found := 0
	for file, text := range modules(t) {
		for _, ending := range endings.FindAllStringSubmatch(text, -1) {
			found++
			if !slices.Contains(record.Terminations(), record.Termination(ending[1])) {
				t.Errorf("%s: %q is not a termination", file, ending[1])
			}
			if rule := record.AdjudicationRule(ending[2]); rule != record.NoRule && rule != record.Resignation {
				t.Errorf("%s: people do not end a game by the rule %q", file, rule)
			}
		}
	}
	if found == 0 {
		t.Error("no ending was found")
	}
}

// The page's files lose nothing but comments and indentation: the templates of its scripts
// stay as they are.
func TestThePageKeepsItsCode(t *testing.T) {
	for name, source := range modules(t) {
		stripped := strings.Split(string(serve.Stripped(name, []byte(source))), "\n")
		template := false
		for i, line := range strings.Split(source, "\n") {
			if template && stripped[i] != line {
				t.Errorf("%s, line %d: %q stands in a template and is stripped", name, i+1, line)
			}
			if strings.Count(stripped[i], "`")%2 == 1 {
				template = !template
			}
		}
	}
}
