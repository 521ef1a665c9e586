package wording

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns text, which may come from anywhere, for a line of output: with escape sequences
// for line breaks and all else that does not print, so that no terminal obeys it. After most
// characters it is cut off, and its size in bytes follows.
func Line(text string, most int) string {
	var line strings.Builder
	for at, count := 0, 0; at < len(text); count++ {
		character, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case count == most:
			fmt.Fprintf(&line, "... (%d bytes)", len(text))
			return line.String()
		case character == utf8.RuneError && size == 1:
			fmt.Fprintf(&line, `\x%02x`, text[at])
		case strconv.IsPrint(character):
			line.WriteRune(character)
		default:
			line.WriteString(strings.Trim(strconv.QuoteRune(character), "'"))
		}
		at += size
	}
	return line.String()
}

// Clean returns the part of a text from anywhere that can be shown in a line, at most most characters:
// without what does not print or turns others around, and with single spaces. What is seen as one, such as
// a family, is kept whole or not at all.
func Clean(text string, most int) string {
	const joiner = '\u200d'
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r != joiner && (!unicode.IsGraphic(r) || unicode.IsSpace(r)) }), " ")
	characters := []rune(text)
	if len(characters) > most {
		end := most
		for end > 0 && (characters[end-1] == joiner || characters[end] == joiner || unicode.In(characters[end], unicode.M, unicode.Sk)) {
			end--
		}
		characters = characters[:end]
	}
	return strings.Trim(string(characters), " "+string(joiner))
}

// Quoted returns text in quotes for an error message. It escapes what does not print and cuts
// off a long text, so that the message stays one readable line.
func Quoted(text string) string {
	const most = 60
	if utf8.RuneCountInString(text) > most {
		return fmt.Sprintf("%.*q...", most, text)
	}
	return strconv.Quote(text)
}

// Shell returns a word as a shell reads it.
func Shell(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\r\n'\"\\$`&;|<>()*?[]#~!{}") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
