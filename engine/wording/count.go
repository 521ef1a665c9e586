// Package wording writes what people and shells read: counts with their nouns, texts from
// anywhere in one line, and words on a command line.
package wording

import (
	"fmt"
	"strings"
)

// Count returns a count with its noun, of which noun is the singular: "1 game", "3 games",
// "2 plies".
func Count(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	if stem, endsInY := strings.CutSuffix(noun, "ly"); endsInY {
		return fmt.Sprintf("%d %slies", count, stem)
	}
	return fmt.Sprintf("%d %ss", count, noun)
}
