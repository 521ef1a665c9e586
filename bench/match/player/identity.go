package player

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Identity returns the value of a player's tag. id is the engine's own name, "" if it has not
// been started, and program is what it runs. Limits are not part of it: they have the tag
// TimeControl.
func (s *Specification) Identity(id string, program Program) string {
	var words []string
	add := func(key, value string) {
		if value != "" {
			words = append(words, Setting{key, value}.String())
		}
	}
	add("id", id)
	add("program", program.Command)
	for _, name := range slices.Sorted(maps.Keys(program.Files)) {
		add(FilePrefix+name, program.Files[name])
	}
	add("args", s.arguments())
	for _, list := range []struct {
		prefix  string
		options []Option
	}{{"option.", s.Options}, {"technique.", s.Techniques}} {
		for _, option := range slices.SortedFunc(slices.Values(list.options), func(a, b Option) int {
			return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		}) {
			words = append(words, Setting{list.prefix + option.Name, option.Value}.String())
		}
	}
	add("margin", fmt.Sprint(s.Margin.Milliseconds()))
	if s.Ponder {
		add("ponder", "true")
	}
	return strings.Join(words, " ")
}

// Known returns an identity without the files that neither the arguments nor the files to
// watch name: earlier versions on Linux noted all files of an engine's processes.
func (s *Specification) Known(identity string) string {
	settings, err := ParseSettings(identity)
	if err != nil {
		return identity
	}
	var words []string
	for _, setting := range settings {
		if file, isFile := strings.CutPrefix(setting.Key, FilePrefix); !isFile || s.names(file) {
			words = append(words, setting.String())
		}
	}
	return strings.Join(words, " ")
}

// Place returns the keys that a worker needs to start the player's program: name, cmd, args and start.
func (s *Specification) Place() string {
	words := Setting{"name", s.Name}.String() + " " + Setting{"cmd", s.Command}.String()
	if len(s.Arguments) > 0 {
		words += " " + Setting{"args", s.arguments()}.String()
	}
	if s.Start > 0 {
		words += " " + Setting{"start", s.Start.String()}.String()
	}
	return words
}

// arguments returns the value of the key args.
func (s *Specification) arguments() string {
	var words []string
	for _, argument := range s.Arguments {
		words = append(words, quoteWord(argument))
	}
	return strings.Join(words, " ")
}
