package record

import (
	"strings"

	"cathedral/engine"
)

// Names are the words of a language for moves. A word in small letters stands for the code of
// a building ("academy": "AC"), for an orientation ("east": "e") or for the pass ("passes": "pass");
// one that stands for "" may be between moves.
type Names map[string]string

// move reads a move in words at the beginning of text: a building, its square, and before or after
// that its orientation, unless it is north, such as "academy E8 east". It returns the move in
// the notation and the length of the words in bytes, which is 0 if text begins otherwise. A
// number may stand before the building, and behind the words the move in the notation, as in
// lists of the page.
func (n Names) move(text string) (notation string, length int) {
	if len(n) == 0 {
		return "", 0
	}
	at := len(text) - len(withoutNumber(text))
	building, at := n.word(text, at)
	switch {
	case n[building] == engine.Pass.String():
		return n[building], at
	case len(n[building]) != len("AC"):
		return "", 0
	}
	square, orientation := "", ""
	for square == "" || orientation == "" {
		word, end := n.word(text, at)
		if _, err := engine.ParseSquare(strings.TrimSuffix(word, "-")); err == nil && square == "" {
			square, length = strings.ToUpper(word), end
		} else if len(n[word]) == len("e") && orientation == "" {
			orientation = n[word]
			if square != "" {
				length = end
			}
		} else {
			break
		}
		at = end
	}
	if square == "" {
		return "", 0
	}
	word, end := n.word(text, length)
	if isAside(word) {
		word, end = n.word(text, end)
	}
	if code := n[building]; len(word) > 3 && strings.EqualFold(word[:2], code) && strings.EqualFold(word[3:], square) {
		return code + word[2:3] + square, end
	}
	if orientation == "" {
		orientation = "n"
	}
	return n[building] + orientation + square, length
}

// word returns the first word after an index of text, in small letters, and its end.
func (Names) word(text string, from int) (word string, end int) {
	rest := strings.TrimLeft(text[from:], " \t")
	begin := len(text) - len(rest)
	end = begin + wordLength(rest)
	return strings.ToLower(text[begin:end]), end
}
