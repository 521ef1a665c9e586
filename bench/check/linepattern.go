package check

import (
	"regexp"
	"strings"
)

// linePattern matches lines. Its words are separated by spaces; * stands for any number
// of words, and <NAME> for the new value of a variable: a word, or at the end the rest of
// the line.
type linePattern struct {
	text      string // may have variables
	variables []string
}

// parsePattern reads a pattern and defines its variables.
func parsePattern(p *parser, text string) (linePattern, error) {
	pattern := linePattern{text: text}
	if text == "bestmove" {
		pattern.text = "bestmove *"
	}
	for word := range strings.FieldsSeq(text) {
		if name, isVariable := capture(word); isVariable {
			if err := p.define(name); err != nil {
				return pattern, err
			}
			pattern.variables = append(pattern.variables, name)
		}
	}
	return pattern, nil
}

// capture returns the name in a word <NAME>.
func capture(word string) (name string, isVariable bool) {
	name, begins := strings.CutPrefix(word, "<")
	name, ends := strings.CutSuffix(name, ">")
	return name, begins && ends
}

// matcher returns a function that reports whether a line matches, and sets the
// variables if it does.
func (l linePattern) matcher(c *conversation) func(line string) bool {
	var expression strings.Builder
	words := strings.Fields(l.text)
	for i, word := range words {
		_, isVariable := capture(word)
		switch {
		case word == "*":
			expression.WriteString(`(?:\s.*)?`)
			continue
		case i > 0:
			expression.WriteString(`\s+`)
		}
		switch {
		case isVariable && i == len(words)-1:
			expression.WriteString(`(.*\S)`)
		case isVariable:
			expression.WriteString(`(\S+)`)
		default:
			expression.WriteString(regexp.QuoteMeta(c.expand(word)))
		}
	}
	compiled := regexp.MustCompile(`^\s*` + expression.String() + `\s*$`)
	return func(line string) bool {
		found := compiled.FindStringSubmatch(line)
		for i, name := range l.variables {
			if found != nil {
				c.variables[name] = found[i+1]
			}
		}
		return found != nil
	}
}

// name returns the pattern's words before the first that is open, for "no ... in time".
func (l linePattern) name(c *conversation) string {
	text, _, _ := strings.Cut(l.text, " *")
	text, _, _ = strings.Cut(text, " <")
	return shorten(c.expand(text))
}
