package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// TestExperimentsAreListed reads the table of experiments, in which each id comes once, and
// looks in it for those that comments and documents cite. Ids up to E10 are squares, too.
func TestExperimentsAreListed(t *testing.T) {
	file, err := os.Open(filepath.Join(top, "search/experiments.csv"))
	enginetest.Must(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	enginetest.Must(t, err)
	if heading := strings.Join(rows[0], " "); heading != "id subject idea result decision commit" {
		t.Errorf("the columns are %q", heading)
	}
	commit := regexp.MustCompile(`^[0-9a-f]{7}$`)
	listed := map[string]bool{}
	last := 0
	for i, row := range rows[1:] {
		number, err := strconv.Atoi(strings.TrimPrefix(row[0], "E"))
		if err != nil || number <= last || row[2] == "" || row[3] == "" || !commit.MatchString(row[5]) {
			t.Errorf("row %d, after E%d: %q", i+2, last, row)
		}
		listed[row[0]], last = true, number
	}
	cited := 0
	id := regexp.MustCompile(`\bE(?:1[1-9]|[2-9]\d|\d{3})\b`)
	for _, path := range sourceFiles(t) {
		if extension := filepath.Ext(path); extension != ".go" && extension != ".md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(top, path))
		enginetest.Must(t, err)
		for line := range strings.Lines(string(text)) {
			_, comment, _ := strings.Cut(line, "//")
			if filepath.Ext(path) == ".md" {
				comment = line
			}
			for _, found := range id.FindAllString(comment, -1) {
				cited++
				if !listed[found] {
					t.Errorf("%s cites %s, which search/experiments.csv lacks", path, found)
				}
			}
		}
	}
	if cited < 50 {
		t.Errorf("only %d citations found", cited)
	}
}
