package protocol

// The words of a line, and errors that quote one and give its number. The first
// word is word 1.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// splitWords splits a line into words. A word that begins with # starts a
// comment, which is dropped.
func splitWords(line string) []string {
	words := strings.Fields(line)
	if i := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "#") }); i >= 0 {
		words = words[:i]
	}
	return words
}

// checkText returns an error about the first word that is not text.
func checkText(words []string) error {
	for i, word := range words {
		switch {
		case !utf8.ValidString(word):
			return wordError(words, i, "not UTF-8")
		case strings.ContainsRune(word, 0):
			return wordError(words, i, "contains a NUL byte")
		}
	}
	return nil
}

// wordError returns an error about words[i].
func wordError(words []string, i int, format string, arguments ...any) error {
	return fmt.Errorf("word %d %s: %w", i+1, quoted(words[i]), fmt.Errorf(format, arguments...))
}

// missingError returns an error about a word that is missing after words[i].
func missingError(words []string, i int, what string) error {
	return fmt.Errorf("after word %d %s: %s is missing", i+1, quoted(words[i]), what)
}

// quoted quotes input for an error message. It escapes what does not print and
// truncates long input, so that the message stays one readable line.
func quoted(text string) string {
	const most = 60
	if len(text) > most {
		return strconv.Quote(text[:most]) + "..."
	}
	return strconv.Quote(text)
}

// wholeNumber parses words[i] as a whole number. words[i-1] is the parameter
// that it belongs to.
func wholeNumber(words []string, i int) (int64, error) {
	if i >= len(words) {
		return 0, missingError(words, i-1, "a whole number")
	}
	number, err := strconv.ParseInt(words[i], 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, wordError(words, i, "does not fit in 64 bits")
	case err != nil:
		return 0, wordError(words, i, "want a whole number after %s", words[i-1])
	}
	return number, nil
}
