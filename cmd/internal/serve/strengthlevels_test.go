package serve

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"cathedral/search/strength"
)

func TestThePageHasTheLevelsOfTheEngine(t *testing.T) {
	text, err := os.ReadFile("page/strengthlevels.js")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`name: "([^"]+)", elo: (\d+)`).FindAllSubmatch(text, -1)
	levels := strength.Levels()
	if len(rows) != len(levels) {
		t.Fatalf("the page has %d levels with a rating, the engine %d", len(rows), len(levels))
	}
	for i, level := range levels {
		if got := string(rows[i][1]) + " " + string(rows[i][2]); got != level.Name+" "+strconv.Itoa(level.Elo) {
			t.Errorf("level %d is %s on the page, %s %d in the engine", i+1, got, level.Name, level.Elo)
		}
	}
}
