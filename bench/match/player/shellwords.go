package player

import (
	"fmt"
	"strings"
)

// splitWords splits a text into words at white space, as a shell does. Quotation
// marks of either kind protect white space, and a backslash outside single quotes
// escapes the next character.
func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, escaped := false, false
	quote := rune(0)
	for _, character := range text {
		switch {
		case escaped:
			word.WriteRune(character)
			escaped = false
		case character == '\\' && quote != '\'':
			inWord, escaped = true, true
		case quote != 0 && character == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(character)
		case character == '\'' || character == '"':
			inWord, quote = true, character
		case character == ' ' || character == '\t' || character == '\n' || character == '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			inWord = true
			word.WriteRune(character)
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("%q: unclosed %c", text, quote)
	case escaped:
		return nil, fmt.Errorf("%q: a backslash at the end", text)
	case inWord:
		words = append(words, word.String())
	}
	return words, nil
}

// quoteWord returns a word as splitWords reads it. Records identify engines by such words, so it
// quotes no others, as a shell would need.
func quoteWord(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\r\n'\"\\") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
