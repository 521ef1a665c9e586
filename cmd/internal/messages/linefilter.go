package messages

// The filter for lines that a page sends to an engine.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cathedral/engine/wording"
	"cathedral/protocol/wire"
)

// longestLine is the maximum length of a line in the protocol, in bytes.
const longestLine = 1<<16 - 1

// passingCommands returns the commands that a page may send.
func passingCommands() []string {
	return []string{
		"ugi", "uci", "isready", "uginewgame", "ucinewgame", "position", "setoption", "go",
		"stop", "ponderhit", "query", "eval", "d",
	}
}

// LineFilter knows which values of options an engine may be sent.
type LineFilter struct {
	Limits  Limits
	Options []wire.Option // that the engine has declared
}

// checkLine returns an error for a line that no engine may be sent, whatever
// its options.
func checkLine(line string) error {
	if len(line) > longestLine {
		return fmt.Errorf("line: longer than %d bytes", longestLine)
	}
	if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' }) {
		return errors.New("line: contains a control character")
	}
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return errors.New("line: empty")
	case !slices.Contains(passingCommands(), words[0]):
		return fmt.Errorf("line: %s is not allowed: want one of %s", wording.Quoted(words[0]), strings.Join(passingCommands(), ", "))
	case words[0] == "go" && slices.Contains(words, "perft"):
		return errors.New("line: go perft is not allowed")
	}
	return nil
}

// CheckOption returns an error for a setoption that the engine may not be sent.
// The words are those of a line that has passed checkLine.
func (f *LineFilter) CheckOption(words []string) error {
	if len(words) < 3 || words[1] != "name" {
		return errors.New("setoption: want name N, and value V unless the option is a button")
	}
	name, value := strings.Join(words[2:], " "), ""
	if i := slices.Index(words, "value"); i >= 0 {
		name, value = strings.Join(words[2:i], " "), strings.Join(words[i+1:], " ")
	}
	i := slices.IndexFunc(f.Options, func(o wire.Option) bool { return strings.EqualFold(o.Name, name) })
	if i < 0 {
		return fmt.Errorf("setoption: the engine has no option %s", wording.Quoted(name))
	}
	option := &f.Options[i]
	switch option.Type {
	case "check", "spin", "combo", "button":
	default:
		return fmt.Errorf("setoption: %s takes a text, which a page may not set", option.Name)
	}
	if most, limited := f.most(option.Name); limited {
		if number, err := strconv.Atoi(value); err != nil || number < 1 || number > most {
			return fmt.Errorf("setoption: %s %s: want a number from 1 to %d here", option.Name, wording.Quoted(value), most)
		}
	}
	return nil
}

// most returns the maximum value of an option that the server limits.
func (f *LineFilter) most(option string) (value int, limited bool) {
	switch strings.ToLower(option) {
	case "hash":
		return f.Limits.Hash, true
	case "threads":
		return f.Limits.Threads, true
	}
	return 0, false
}

// Declared returns the engine's options as the page sees them. Neither they nor their values are
// nil.
func (f *LineFilter) Declared() []wire.Option {
	options := make([]wire.Option, len(f.Options))
	for i, option := range f.Options {
		options[i] = f.declared(option)
	}
	return options
}

// declared returns an option as the page sees it.
func (f *LineFilter) declared(o wire.Option) wire.Option {
	if most, limited := f.most(o.Name); limited {
		o.Max = min(o.Max, most)
		if standard, err := strconv.Atoi(o.Default); err == nil {
			o.Default = strconv.Itoa(min(standard, most))
		}
	}
	if o.Values == nil {
		o.Values = []string{}
	}
	return o
}
