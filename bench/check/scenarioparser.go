package check

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// ParseScenarios reads the scenarios of a group from the text of a file. An error names the
// line at fault.
func ParseScenarios(group, text string) ([]Scenario, error) {
	sections := []section{{first: 1}}
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		line = strings.TrimRight(line, " \t\r")
		last := &sections[len(sections)-1]
		name, isHeader := header(line)
		switch {
		case !isHeader:
			last.lines = append(last.lines, line)
		case name == "":
			return nil, fmt.Errorf("line %d: a scenario has a name between -- and --", i+1)
		default:
			sections = append(sections, section{name: name, comment: last.cutComment(), first: i + 2})
		}
	}
	top := sections[0]
	if len(sections) == 1 {
		return nil, errors.New("no scenario: each begins with a line -- NAME --")
	}
	var scenarios []Scenario
	for _, section := range expanded(sections[1:], top) {
		scenario := Scenario{Group: group, Name: section.name, text: section.text(top)}
		if err := scenario.parse(top, section); err != nil {
			return nil, err
		}
		scenarios = append(scenarios, scenario)
	}
	return scenarios, nil
}

// section is the text below a header, or above the first one.
type section struct {
	name    string
	comment []string // the lines directly above the header
	first   int      // the number of its first line
	lines   []string
}

// cutComment removes the comment at the end of a section, which belongs to the next one.
func (s *section) cutComment() []string {
	end := len(s.lines)
	for end > 0 && strings.HasPrefix(s.lines[end-1], "#") {
		end--
	}
	comment := s.lines[end:]
	s.lines = s.lines[:end]
	return comment
}

// text returns the section as a file of its own, with the top of its file.
func (s section) text(top section) string {
	above := strings.Trim(strings.Join(top.lines, "\n"), "\n")
	if above != "" {
		above += "\n\n"
	}
	below := slices.Concat(s.comment, []string{"-- " + s.name + " --"}, s.lines)
	return above + strings.TrimRight(strings.Join(below, "\n"), "\n") + "\n"
}

// header returns the name in a line "-- NAME --".
func header(line string) (name string, isHeader bool) {
	name, begins := strings.CutPrefix(line, "--")
	name, ends := strings.CutSuffix(name, "--")
	return strings.TrimSpace(name), begins && ends
}

// expanded repeats each run of sections that have a list of the top in their names for
// each item of it.
func expanded(sections []section, top section) []section {
	var result []section
	for len(sections) > 0 {
		variable := variables.FindString(sections[0].name)
		items := top.list(variable)
		if len(items) == 0 {
			result, sections = append(result, sections[0]), sections[1:]
			continue
		}
		run := slices.IndexFunc(sections, func(s section) bool { return !strings.Contains(s.name, variable) })
		if run < 0 {
			run = len(sections)
		}
		for _, item := range items {
			for _, s := range sections[:run] {
				s.name = strings.ReplaceAll(s.name, variable, item)
				s.lines = strings.Split(strings.ReplaceAll(strings.Join(s.lines, "\n"), variable, item), "\n")
				result = append(result, s)
			}
		}
		sections = sections[run:]
	}
	return result
}

// list returns the items of a list that the section has for every engine.
func (s section) list(variable string) (items []string) {
	for _, line := range s.statements() {
		if source, found := strings.CutPrefix(line.text, "list "+strings.TrimPrefix(variable, "$")+" "); found && line.depth == 0 {
			texts, _ := parseItems(source) // the parser reports an error
			items = append(items, textsOf(texts)...)
		}
	}
	return items
}

// line is a statement as it is written.
type line struct {
	number, depth int // depth: the spaces before it
	text          string
}

func (l line) errorf(format string, arguments ...any) error {
	return fmt.Errorf("line %d: %w", l.number, fmt.Errorf(format, arguments...))
}

// statements returns the lines without comments. A line that begins with | belongs to
// the one before.
func (s section) statements() []line {
	var lines []line
	for i, text := range s.lines {
		trimmed := strings.TrimLeft(text, " \t")
		switch {
		case trimmed == "" || trimmed[0] == '#':
		case trimmed[0] == '|' && len(lines) > 0:
			lines[len(lines)-1].text += " " + trimmed
		default:
			lines = append(lines, line{s.first + i, len(text) - len(trimmed), trimmed})
		}
	}
	return lines
}

// parser reads the statements of a scenario.
type parser struct {
	lines []line
	known map[string]bool // the variables that have a value
}

// parse reads the statements of a section, and before them those of the top of its file.
func (s *Scenario) parse(top, section section) error {
	lines := section.statements()
	isMatch := func(l line) bool { return strings.HasPrefix(l.text, "match ") }
	needsEngine := func(l line) bool { return !isMatch(l) && !strings.HasPrefix(l.text, "needs ") }
	if len(lines) > 0 && lines[0].text == "fresh" {
		s.start, lines = fresh, lines[1:]
	} else if len(lines) > 0 && lines[0].text == "fresh before handshake" {
		s.start, lines = unmet, lines[1:]
	} else if slices.ContainsFunc(lines, isMatch) {
		s.start = itself
	}
	if i := slices.IndexFunc(lines, needsEngine); i >= 0 && slices.ContainsFunc(lines, isMatch) {
		return lines[i].errorf("match starts its engines itself: nothing else but needs may stand beside it")
	}
	p := &parser{lines: append(top.statements(), lines...), known: map[string]bool{"POSITION": true, "CLOCK": true}}
	for _, name := range dynamicLists() {
		p.known[name] = true
	}
	var err error
	s.body, err = p.block(0)
	return err
}

// block reads the statements at a depth, and those below them.
func (p *parser) block(depth int) ([]action, error) {
	var actions []action
	for len(p.lines) > 0 && p.lines[0].depth >= depth {
		line := p.lines[0]
		if line.depth > depth {
			return nil, line.errorf("its indentation fits no line before it")
		}
		p.lines = p.lines[1:]
		act, err := p.statement(line)
		if err != nil {
			return nil, err
		}
		actions = append(actions, act)
	}
	return actions, nil
}

// statement reads a statement and, if it has one, its block.
func (p *parser) statement(l line) (action, error) {
	for _, name := range variables.FindAllString(l.text, -1) {
		if !p.known[name[1:]] {
			return nil, l.errorf("%s has no value here", name)
		}
	}
	verb, given, err := p.match(l.text)
	if err != nil {
		return nil, l.errorf("%w", err)
	}
	do := func(c *conversation) error {
		if verb.isSettled {
			if err := c.ready(); err != nil {
				return err
			}
		}
		return verb.do(c, given)
	}
	if !verb.isBlock {
		return do, nil
	}
	if len(p.lines) == 0 || p.lines[0].depth <= l.depth {
		return nil, l.errorf("the lines that belong to it are missing: they are indented")
	}
	statements, err := p.block(p.lines[0].depth)
	if err != nil {
		return nil, err
	}
	given.body = func(c *conversation) error { return perform(c, statements) }
	return do, nil
}

// perform carries out a block.
func perform(c *conversation, body []action) error {
	for _, act := range body {
		if err := act(c); err != nil {
			return err
		}
	}
	return nil
}

var (
	variables    = regexp.MustCompile(`\$[A-Z][A-Z_]+`)
	variableName = regexp.MustCompile(`^[A-Z][A-Z_]+$`)
)

// define notes that a variable has a value from here on.
func (p *parser) define(name string) error {
	if !variableName.MatchString(name) {
		return fmt.Errorf("%q is not the name of a variable, which is in capitals", name)
	}
	p.known[name] = true
	return nil
}
