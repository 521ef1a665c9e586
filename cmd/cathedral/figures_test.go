package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
)

// Every figure of RESULTS.md that depends on the search names the signature of `cathedral bench` with
// which it was measured, as in "(81792f1/2304a336)". With another signature than today's it stands under
// "Earlier evaluations".
func TestFiguresOfTheSearchAreOfToday(t *testing.T) {
	results := benchtest.Read(t, filepath.Join(top, "bench/RESULTS.md"))
	_, signature, _ := strings.Cut(benchtest.Read(t, filepath.Join(top, "bench/signature.txt")), "Signature: ")
	for _, line := range misplacedFigures(results, signature[:8]) {
		t.Errorf("not by today's search, or not earlier, or no signature: %s", line)
	}
	if count := len(misplacedFigures(results, "00000000")); count < 5 {
		t.Errorf("after a change of the search only %d figures would have to be moved", count)
	}
}

// misplacedFigures returns the lines of a list of figures that contradict the signature of today.
func misplacedFigures(text, today string) (misplaced []string) {
	ofTheSearch := []string{"Strength and speed", "Proofs", "Earlier evaluations"}
	signature := regexp.MustCompile(`\b[0-9a-f]{7}/([0-9a-f]{8})\b`)
	for section := range strings.SplitSeq(text, "\n## ") {
		heading, list, _ := strings.Cut(section, "\n")
		for i, line := range strings.Split(list, "\n- ") {
			named := signature.FindAllStringSubmatch(line, -1)
			if i > 0 && named == nil && slices.Contains(ofTheSearch, heading) || slices.ContainsFunc(named, func(match []string) bool {
				return (match[1] == today) == (heading == "Earlier evaluations")
			}) {
				misplaced = append(misplaced, line)
			}
		}
	}
	return misplaced
}
