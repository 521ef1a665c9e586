package enginetest

import (
	"regexp"
	"strings"
)

// Shows reports whether shown, a part of a document, is what a program printed as output. In
// shown … stands for any text within a line, and a line of it alone for any number of lines.
// White space around the texts does not count.
func Shows(shown, output string) bool {
	pattern := regexp.QuoteMeta(strings.TrimSpace(shown) + "\n")
	pattern = regexp.MustCompile(`(?m)^…$\n?`).ReplaceAllString(pattern, `(?:.*\n)*?`)
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(strings.TrimSpace(output) + "\n")
}
