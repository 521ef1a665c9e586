package serve

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cathedral/search/strength"
)

func TestThePageHasTheLevelsOfTheEngine(t *testing.T) {
	table := readPageFile(t, "strengthlevels.js")
	catalogue := readPageFile(t, "english.js")
	rows := regexp.MustCompile(`id: "(\w+)", elo: (\d+)`).FindAllStringSubmatch(table, -1)
	levels := strength.Levels()
	if len(rows) != len(levels) {
		t.Fatalf("the page has %d levels with a rating, the engine %d", len(rows), len(levels))
	}
	for i, level := range levels {
		id, elo := rows[i][1], rows[i][2]
		if elo != strconv.Itoa(level.Elo) {
			t.Errorf("level %d has the rating %s on the page, %d in the engine", i+1, elo, level.Elo)
		}
		if text := fmt.Sprintf("%q: %q", "level."+id, level.Name); !strings.Contains(catalogue, text) {
			t.Errorf("the catalogue lacks %s", text)
		}
	}
}

// readPageFile returns the text of a file of the page.
func readPageFile(t *testing.T, name string) string {
	t.Helper()
	text, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
