// Package plural writes counts with their nouns, for texts that people read.
package plural

import (
	"fmt"
	"strings"
)

// Of returns a count with its noun, of which noun is the singular: "1 game", "3 games",
// "2 plies".
func Of(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	if stem, endsInY := strings.CutSuffix(noun, "ly"); endsInY {
		return fmt.Sprintf("%d %slies", count, stem)
	}
	return fmt.Sprintf("%d %ss", count, noun)
}
