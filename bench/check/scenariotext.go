package check

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// text is a text of a scenario: parts that are repeated. It is put together only when it
// is needed, since it may be long.
type text []struct {
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
		result = append(result, struct {
			part  string
			times int
		}{part, times})
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
