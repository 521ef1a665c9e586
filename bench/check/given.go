package check

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"cathedral/bench/match/player"
)

// given holds the values of a statement in the places of its form.
type given struct {
	texts   []text
	line    linePattern
	times   []time.Duration
	number  int
	names   []string
	body    action // of a block
	control player.TimeControl
}

// text returns the first text, "" if none is given.
func (g *given) text() string {
	if len(g.texts) == 0 {
		return ""
	}
	return g.texts[0].String()
}

// places matches the words that stand for something in the form of a verb.
var places = regexp.MustCompile("TEXT|ITEMS|LINE|TIME|NAME|COUNT|WHERE|CONTROL")

// expressions returns regular expressions for the forms of the verbs, in their order.
var expressions = sync.OnceValue(func() []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, verb := range verbs() {
		form := strings.NewReplacer("[", "(?:", "]", ")?", "+", `\+`).Replace(verb.form)
		expression := places.ReplaceAllStringFunc(form, func(place string) string {
			switch place {
			case "LINE":
				return "(.+?)"
			case "TIME", "NAME", "COUNT":
				return `(\S+)`
			}
			return "(.+)"
		})
		all = append(all, regexp.MustCompile("^"+expression+"$"))
	}
	return all
})

// match finds the form of a statement and reads its values.
func (p *parser) match(statement string) (verb, *given, error) {
	word, _, _ := strings.Cut(statement, " ")
	var forms []string
	for i, verb := range verbs() {
		if verb.form != word && !strings.HasPrefix(verb.form, word+" ") {
			continue
		}
		forms = append(forms, verb.form)
		found := expressions()[i].FindStringSubmatch(statement)
		if found == nil {
			continue
		}
		g := &given{}
		for i, place := range places.FindAllString(verb.form, -1) {
			if source := found[i+1]; source != "" {
				if err := g.read(p, place, source); err != nil {
					return verb, nil, err
				}
			}
		}
		return verb, g, nil
	}
	if forms == nil {
		return verb{}, nil, fmt.Errorf("%q is not a verb of scenarios", word)
	}
	return verb{}, nil, fmt.Errorf("want %s", strings.Join(forms, " | "))
}

// read reads the source text of a place.
func (g *given) read(p *parser, place, source string) error {
	switch place {
	case "TEXT":
		parsed, err := parseText(source)
		g.texts = append(g.texts, parsed)
		return err
	case "ITEMS":
		items, err := parseItems(source)
		g.texts = items
		return err
	case "WHERE":
		g.texts = append(g.texts, text{{source, 1}})
		if !strings.Contains(source, "$") {
			_, err := wantedPosition(source)
			return err
		}
	case "CONTROL":
		control, err := player.ParseTimeControl(source)
		g.control = control
		return err
	case "LINE":
		pattern, err := parsePattern(p, source)
		g.line = pattern
		return err
	case "TIME":
		duration, err := time.ParseDuration(source)
		if err != nil || duration < 0 {
			return fmt.Errorf("%q is not a time such as 50ms or 2s", source)
		}
		g.times = append(g.times, duration)
	case "NAME":
		g.names = append(g.names, source)
		return p.define(source)
	case "COUNT":
		number, err := strconv.Atoi(source)
		if err != nil || number < 1 {
			return fmt.Errorf("want a whole number of 1 or more, not %q", source)
		}
		g.number = number
	}
	return nil
}
