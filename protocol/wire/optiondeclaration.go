package wire

// The options that an engine declares in the handshake.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cathedral/engine/wording"
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

// ParseOption parses a line `option name N type T ...`. N is everything up to the first
// ` type `; the default and the values may contain spaces too. It returns an error that
// describes a fault, with the option's name if that can be read.
func ParseOption(line string) (Option, error) {
	words := strings.Fields(line)
	if len(words) < 3 || words[1] != "name" {
		return Option{}, errors.New("an option without a name")
	}
	typed := 3 + slices.Index(words[3:], "type")
	if typed < 3 || typed+1 == len(words) {
		return Option{Name: strings.Join(words[2:], " ")}, errors.New("an option without a type")
	}
	option := Option{Name: strings.Join(words[2:typed], " "), Type: words[typed+1]}
	var least, most string
	parts := map[string]*string{"default": &option.Default, "min": &least, "max": &most}
	if option.Type != "spin" {
		parts = map[string]*string{"default": &option.Default} // its values may be called min
	}
	var target *string // the part that the next words belong to
	for _, word := range words[typed+2:] {
		part, keyword := parts[word]
		switch isBegun := target == nil || *target != ""; {
		case isBegun && keyword && *part == "":
			target = part
		case isBegun && word == "var" && option.Type != "string":
			option.Values = append(option.Values, "")
			target = &option.Values[len(option.Values)-1]
		case target == nil:
			return option, fmt.Errorf("an option with the unknown word %s", wording.Quoted(word))
		case *target == "":
			*target = word
		default:
			*target += " " + word
		}
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
			return option, errors.New("an option with a limit that is not a whole number of 64 bits")
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
