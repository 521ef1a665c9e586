package wire

// The options that an engine declares in the handshake.

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Option is an option as an engine declares it.
type Option struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Default string   `json:"default"`
	Min     int      `json:"min"` // of a spin; both 0 if not declared
	Max     int      `json:"max"`
	Values  []string `json:"values"` // of a combo
}

// ParseOption parses a line `option name N type T ...`. N, the default and the
// values may contain spaces. It returns an error that describes a fault.
func ParseOption(line string) (Option, error) {
	var option Option
	var least, most string
	parts := map[string]*string{"name": &option.Name, "type": &option.Type, "default": &option.Default, "min": &least, "max": &most}
	var target *string // the part that the next words belong to
	for _, word := range strings.Fields(line)[1:] {
		part, keyword := parts[word]
		switch {
		case keyword && *part == "":
			target = part
		case word == "var":
			option.Values = append(option.Values, "")
			target = &option.Values[len(option.Values)-1]
		case target == nil:
			return option, errors.New("an option that does not begin with its name")
		case *target == "":
			*target = word
		default:
			*target += " " + word
		}
	}
	if option.Name == "" || option.Type == "" {
		return option, errors.New("an option without a name or a type")
	}
	for _, limit := range []struct {
		text   string
		target *int
	}{{least, &option.Min}, {most, &option.Max}} {
		if limit.text == "" {
			continue
		}
		number, err := strconv.Atoi(limit.text)
		if err != nil {
			return option, errors.New("an option with a limit that is not a number")
		}
		*limit.target = number
	}
	return option, nil
}

// Fault returns nil if the protocol allows the declaration, and otherwise an error: about an
// unknown type, a default that is not one of the values, or a spin without numbers.
func (o *Option) Fault() error {
	switch o.Type {
	case "button", "string":
	case "check":
		if o.Default != "true" && o.Default != "false" {
			return errors.New("the default of a check must be true or false")
		}
	case "combo":
		if !slices.Contains(o.Values, o.Default) {
			return errors.New("the default is not one of the values")
		}
	case "spin":
		switch number, err := strconv.Atoi(o.Default); {
		case err != nil:
			return errors.New("default is not a whole number")
		case o.Min == 0 && o.Max == 0:
			return errors.New("a spin has a min and a max")
		case number < o.Min || number > o.Max:
			return errors.New("the default is not between min and max")
		}
	default:
		return errors.New("unknown option type")
	}
	return nil
}
