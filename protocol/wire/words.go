// Package wire reads the lines of the protocol: their words, and the figures in an engine's
// lines. Errors quote a word and give its number; the first is word 1.
package wire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"cathedral/engine/wording"
)

// Words splits a line into words. A word that begins with # starts a
// comment, which is dropped. What follows `value` in a setoption is one word, as it
// stands in the line: a path may hold spaces and #.
func Words(line string) []string {
	var words []string
	for {
		line = strings.TrimSpace(line)
		if len(words) > 0 && words[0] == "setoption" && words[len(words)-1] == "value" && line != "" {
			return append(words, line)
		}
		if line == "" || line[0] == '#' {
			return words
		}
		end := strings.IndexFunc(line, unicode.IsSpace)
		if end < 0 {
			end = len(line)
		}
		words, line = append(words, line[:end]), line[end:]
	}
}

// CheckText returns an error about the first of words that is not text, or nil.
func CheckText(words []string) error {
	for i, word := range words {
		switch {
		case !utf8.ValidString(word):
			return WordError(words, i, "not UTF-8")
		case strings.ContainsRune(word, 0):
			return WordError(words, i, "contains a NUL byte")
		}
	}
	return nil
}

// WordError returns an error about words[i].
func WordError(words []string, i int, format string, arguments ...any) error {
	return fmt.Errorf("word %d %s: %w", i+1, wording.Quoted(words[i]), fmt.Errorf(format, arguments...))
}

// MissingError returns an error about a word that is missing after words[i].
func MissingError(words []string, i int, what string) error {
	return fmt.Errorf("after word %d %s: %s is missing", i+1, wording.Quoted(words[i]), what)
}

// WholeNumber parses words[i] as a whole number. words[i-1] is the parameter
// that it belongs to.
func WholeNumber(words []string, i int) (int64, error) {
	if i >= len(words) {
		return 0, MissingError(words, i-1, "a whole number")
	}
	number, err := strconv.ParseInt(words[i], 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, WordError(words, i, "does not fit in 64 bits")
	case err != nil:
		return 0, WordError(words, i, "want a whole number after %s", words[i-1])
	}
	return number, nil
}

// LongestTime replaces any longer time. It is longer than any game, but short enough that
// sums of times do not overflow.
const LongestTime = 365 * 24 * time.Hour

// Milliseconds returns a number of milliseconds as a time from 0 to LongestTime.
func Milliseconds(number int64) time.Duration {
	return time.Duration(min(max(number, 0), LongestTime.Milliseconds())) * time.Millisecond
}
