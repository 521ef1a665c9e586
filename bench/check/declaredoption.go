package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cathedral/engine"
)

// option is an option as the engine declares it.
type option struct {
	name, kind, standard string
	least, most          int64    // of a spin
	values               []string // of a combo
}

// parseOptions reads the lines that declare options and checks them against the
// protocol. It skips other lines.
func parseOptions(lines []string) ([]option, error) {
	var options []option
	for _, line := range lines {
		if !begins("option")(line) {
			continue
		}
		option, err := parseOption(line)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", shorten(line), err)
		}
		if find(options, option.name) != nil {
			return nil, fmt.Errorf("%q: the option is declared twice", shorten(line))
		}
		options = append(options, option)
	}
	return options, nil
}

// parseOption reads "option name N type T [default D] [min A] [max B] [var V]...".
// Names and values may contain spaces.
func parseOption(line string) (option, error) {
	var o option
	keywords := []string{"name", "type", "default", "min", "max", "var"}
	parts := map[string]string{}
	keyword := ""
	for _, word := range append(strings.Fields(line)[1:], "var") {
		isKeyword := slices.Contains(keywords, word) && (keyword == "" || word == "var" || parts[word] == "")
		switch {
		case !isKeyword && keyword == "":
			return o, fmt.Errorf("%q in place of name", word)
		case !isKeyword:
			parts[keyword] = strings.TrimSpace(parts[keyword] + " " + word)
		default:
			if keyword == "var" {
				o.values = append(o.values, parts["var"])
				parts["var"] = ""
			}
			keyword = word
		}
	}
	o.name, o.kind, o.standard = parts["name"], parts["type"], parts["default"]
	if o.name == "" {
		return o, fmt.Errorf("no name")
	}
	switch o.kind {
	case "button", "string":
	case "check":
		if o.standard != "true" && o.standard != "false" {
			return o, fmt.Errorf("the default of a check must be true or false")
		}
	case "combo":
		if !slices.Contains(o.values, o.standard) {
			return o, fmt.Errorf("the default is not one of the values")
		}
	case "spin":
		return o, o.parseSpin(parts)
	default:
		return o, fmt.Errorf("unknown option type")
	}
	return o, nil
}

func (o *option) parseSpin(parts map[string]string) error {
	numbers := map[string]int64{}
	for _, part := range []string{"default", "min", "max"} {
		number, err := strconv.ParseInt(parts[part], 10, 64)
		if err != nil {
			return fmt.Errorf("%s is not a whole number", part)
		}
		numbers[part] = number
	}
	o.least, o.most = numbers["min"], numbers["max"]
	if standard := numbers["default"]; standard < o.least || standard > o.most {
		return fmt.Errorf("the default is not between min and max")
	}
	return nil
}

// find returns the option called name, in any case, or nil if there is none.
func find(options []option, name string) *option {
	for i := range options {
		if strings.EqualFold(options[i].name, name) {
			return &options[i]
		}
	}
	return nil
}

// need returns the option called name. Its error wraps errNotOffered.
func (c *conversation) need(name string) (*option, error) {
	option := find(c.options, name)
	if option == nil {
		return nil, notOffered("no option " + name)
	}
	return option, nil
}

// offeredRules returns the rules that the engine's options offer, the default first.
func (c *conversation) offeredRules() []engine.Rules {
	offered := []engine.Rules{{}}
	if rules := find(c.options, "Rules"); rules != nil {
		for _, value := range rules.values {
			if set, err := engine.ParseRuleSet(value); err == nil && set != engine.Classic {
				offered = append(offered, engine.Rules{Set: set})
			}
		}
	}
	if find(c.options, "OptionalCapture") != nil {
		for _, rules := range offered {
			rules.OptionalCapture = true
			offered = append(offered, rules)
		}
	}
	return offered
}

// setRules sets the rules of the next position.
func (c *conversation) setRules(rules engine.Rules) error {
	if find(c.options, "Rules") != nil {
		if err := c.send("setoption name Rules value " + rules.Set.String()); err != nil {
			return err
		}
	}
	if find(c.options, "OptionalCapture") != nil {
		return c.send(fmt.Sprintf("setoption name OptionalCapture value %t", rules.OptionalCapture))
	}
	return nil
}
