package pagetest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cathedral/search/strength"
)

func TestThePageHasTheLevelsOfTheEngine(t *testing.T) {
	table := pageFile(t, "game/strengthlevels.js")
	catalogue := pageFile(t, "texts/english.json")
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
