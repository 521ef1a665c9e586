package protocol

// A line as words, and errors that name a word and its place. The first word of
// a line is word 1.

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// splitWords cuts a line into its words, up to the first that starts a comment.
func splitWords(line string) ([]string, error) {
	words := strings.Fields(line)
	for i, word := range words {
		switch {
		case strings.HasPrefix(word, "#"):
			return words[:i], nil
		case !utf8.ValidString(word):
			return nil, wordError(words, i, "not UTF-8")
		case strings.ContainsRune(word, 0):
			return nil, wordError(words, i, "holds a NUL byte")
		}
	}
	return words, nil
}

// wordError is an error about words[i].
func wordError(words []string, i int, format string, arguments ...any) error {
	return fmt.Errorf("word %d %s: %w", i+1, quoted(words[i]), fmt.Errorf(format, arguments...))
}

// missingError is an error about a word that ought to follow words[i].
func missingError(words []string, i int, what string) error {
	return fmt.Errorf("after word %d %s: %s is missing", i+1, quoted(words[i]), what)
}

// quoted quotes a text of somebody's input, shortened so that an error stays one
// readable line, with escapes for what does not print.
func quoted(text string) string {
	const most = 60
	if len(text) > most {
		return strconv.Quote(text[:most]) + "..."
	}
	return strconv.Quote(text)
}

// wholeNumber reads the whole number that words[i] is to be; words[i-1] says
// what it is for.
func wholeNumber(words []string, i int) (int64, error) {
	if i >= len(words) {
		return 0, missingError(words, i-1, "a whole number")
	}
	number, err := strconv.ParseInt(words[i], 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, wordError(words, i, "does not fit into 64 bits")
	case err != nil:
		return 0, wordError(words, i, "want a whole number after %s", words[i-1])
	}
	return number, nil
}
