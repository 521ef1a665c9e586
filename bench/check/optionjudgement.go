package check

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cathedral/engine"
	"cathedral/protocol/wire"
)

// readOptions reads the handshake that was said. Options that break the protocol are left out:
// nothing is known about them. An engine declares the same options in each handshake.
func readOptions(c *conversation, _ *given) error {
	declared := c.options
	c.options, c.misdeclared = nil, nil
	for _, line := range c.said {
		if name, found := strings.CutPrefix(line, "id name "); found {
			c.name = strings.TrimSpace(name)
		}
		if !begins("option")(line) {
			continue
		}
		option, err := wire.ParseOption(line)
		if err == nil {
			err = option.Fault()
		}
		if err == nil && c.option(option.Name) != nil {
			err = errors.New("the option is declared twice")
		}
		switch {
		case err == nil:
			c.options = append(c.options, option)
		case c.misdeclared == nil:
			c.misdeclared = fmt.Errorf("%q: %w", shorten(line), err)
		}
	}
	if declared != nil && len(c.options) != len(declared) {
		return fmt.Errorf("%s declares %d options, the first handshake %d", c.sent, len(c.options), len(declared))
	}
	if c.declared == nil {
		c.declared = c.options
	}
	return nil
}

// judgeOptions checks the option lines of the last handshake.
func judgeOptions(c *conversation, _ *given) error { return c.misdeclared }

// judgeHash checks that the largest Hash is one that a machine can have.
func judgeHash(c *conversation, _ *given) error {
	const most = 1 << 40
	if hash := c.option("Hash"); hash != nil && hash.Max >= most {
		return fmt.Errorf("a Hash of %d MiB is allowed, more than any machine has", hash.Max)
	}
	return nil
}

// dynamicLists returns the names of the lists that follow from the options that the
// engine has declared. They have the rules that these offer, the lines that set their
// defaults, and lines that set values outside their ranges.
func dynamicLists() []string { return []string{"OFFERED_RULES", "DEFAULTS", "BAD_VALUES"} }

// list returns the items of a list.
func (c *conversation) list(name string) []string {
	var items []string
	switch name {
	case "OFFERED_RULES":
		for _, rules := range c.offeredRules() {
			items = append(items, rules.String())
		}
	case "DEFAULTS":
		for _, option := range c.options {
			if line := defaultLine(option); line != "" {
				items = append(items, line, strings.ToLower(line))
			}
		}
	case "BAD_VALUES":
		for _, option := range c.options {
			items = append(items, badValues(option)...)
		}
	}
	return append(items, c.lists[name]...)
}

// defaultLine returns the line that gives an option its default, "" for a text without one.
func defaultLine(option wire.Option) string {
	switch {
	case option.Type == "button":
		return "setoption name " + option.Name
	case option.Type == "string" && option.Default == "":
		return ""
	}
	return "setoption name " + option.Name + " value " + option.Default
}

// badValues returns lines that set an option to values outside its range.
func badValues(option wire.Option) (lines []string) {
	set := "setoption name " + option.Name
	switch option.Type {
	case "spin":
		lines = append(lines, set)
		for _, value := range []string{"", " x", " NaN", " 1e30", " 1.5", " 99999999999999999999"} {
			lines = append(lines, set+" value"+value)
		}
		lines = append(lines, fmt.Sprintf("%s value %d", set, option.Min-1), fmt.Sprintf("%s value %d", set, option.Max+1))
	case "check":
		lines = append(lines, set+" value", set+" value maybe", set+" value 2")
	case "combo":
		lines = append(lines, set+" value", set+" value no-such-value")
	}
	return lines
}

// offeredRules returns the rules that the engine's options offer, the default first.
func (c *conversation) offeredRules() []engine.Rules {
	offered := []engine.Rules{{}}
	if rules := c.option("Rules"); rules != nil {
		for _, value := range rules.Values {
			if set, err := engine.ParseRuleSet(value); err == nil && set != engine.Classic {
				offered = append(offered, engine.Rules{Set: set})
			}
		}
	}
	if c.option("OptionalCapture") != nil {
		for _, rules := range offered {
			rules.OptionalCapture = true
			offered = append(offered, rules)
		}
	}
	return offered
}

// restoreOptions gives the options that the step has set their defaults.
func (c *conversation) restoreOptions() error {
	for name := range c.changed {
		if line := defaultLine(*c.option(name)); line != "" {
			if err := c.send(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// chooseRules sets the rules of the next position.
func chooseRules(c *conversation, g *given) (err error) {
	for _, rules := range c.offeredRules() {
		if rules.String() != c.expand(g.text()) {
			continue
		}
		if c.option("Rules") != nil {
			err = c.send("setoption name Rules value " + rules.Set.String())
		}
		if err == nil && c.option("OptionalCapture") != nil {
			err = c.send(fmt.Sprintf("setoption name OptionalCapture value %t", rules.OptionalCapture))
		}
		return err
	}
	return notOffered("no such rules")
}

// resizeHash sets the option Hash to the nearest number of MiB that the engine allows.
func resizeHash(c *conversation, g *given) error {
	size, err := strconv.Atoi(c.expand(g.text()))
	hash := c.option("Hash")
	if err != nil || hash == nil {
		return notOffered("no option Hash")
	}
	return c.send(fmt.Sprintf("setoption name Hash value %d", max(hash.Min, min(size, hash.Max))))
}
