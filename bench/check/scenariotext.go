package check

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// text is a text of a scenario: parts that are repeated. It is put together only when it
// is needed, since it may be long.
type text []repeated

// repeated is a part of a text and how often it comes.
type repeated struct {
	part  string
	times int
}

// String returns the text, with variables as they are written.
func (t text) String() string {
	var whole strings.Builder
	for _, repeated := range t {
		whole.WriteString(strings.Repeat(repeated.part, repeated.times))
	}
	return whole.String()
}

// textsOf returns texts put together.
func textsOf(texts []text) []string {
	whole := make([]string, len(texts))
	for i, text := range texts {
		whole[i] = text.String()
	}
	return whole
}

// parseText reads a text: as it is, or in double quotes as in Go. Several quoted texts
// are one, and each may be followed by "times N".
func parseText(source string) (text, error) {
	if !strings.HasPrefix(source, `"`) {
		return text{{source, 1}}, nil
	}
	var result text
	for source != "" {
		quoted, err := strconv.QuotedPrefix(source)
		if err != nil {
			return nil, errors.New("a text that begins with a double quote ends with one")
		}
		source = strings.TrimSpace(source[len(quoted):])
		part, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("%s is not a quoted text", quoted)
		}
		times := 1
		if after, found := strings.CutPrefix(source, "times "); found {
			number, rest, _ := strings.Cut(strings.TrimSpace(after), " ")
			const most = 64 << 20
			if times, err = strconv.Atoi(number); err != nil || times < 0 || times > most/(len(part)+1) {
				return nil, fmt.Errorf("times %s: want a whole number, and no more than 64 MB", number)
			}
			source = strings.TrimSpace(rest)
		}
		result = append(result, repeated{part, times})
	}
	return result, nil
}

// parseItems reads texts with | between them.
func parseItems(source string) ([]text, error) {
	var items []text
	for item := range strings.SplitSeq(source, " | ") {
		item = strings.TrimSpace(item)
		if item == "" {
			return nil, errors.New(`an item is missing; an empty one is written ""`)
		}
		parsed, err := parseText(item)
		if err != nil {
			return nil, err
		}
		items = append(items, parsed)
	}
	return items, nil
}

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
