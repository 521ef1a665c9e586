// Package player has the players of matches: their specifications and time controls, and the
// conversation with the engine that plays, a process or a server in memory. A Player knows
// no match; its faults lose games.
package player

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"cathedral/search"
)

// Specification describes a player of a match.
type Specification struct {
	Name string // unique in the match
	// Command is the program to start, or a built-in player: "random", "greedy",
	// "largest" or "builtin:engine". A program of the same name needs a path.
	Command   string
	Arguments []string
	Directory string // in which the program starts; "": the current one
	// Environment has "NAME=value" for the program, added to this program's.
	Environment []string
	Options     []Option
	// Watch has files, relative to Directory, that are part of the player's Program, and
	// Ignore the names of files that are not.
	Watch, Ignore []string
	// Techniques are fields of search.Techniques with their values, for the built-in
	// engine alone.
	Techniques []Option
	// HashMiB, if not 0, is set as the engine's option Hash, or the option's maximum if that is
	// less. An engine without the option plays all the same.
	HashMiB int
	// Start is how long the engine may take to start, and to be ready for a game; 0: ten seconds,
	// or less for a game if a search is limited to less.
	Start   time.Duration
	Control TimeControl
	Margin  time.Duration // by which a move may overstep its time without a loss
	Ponder  bool          // thinks in the opponent's time
}

// Option is a value for an engine's option, or for a technique of the search.
type Option struct{ Name, Value string }

// Setting is one word of a player's specification: a key and its value. The keys
// are name, cmd, args, dir, watch, ignore, start, tc, movetime, nodes, depth, margin
// (milliseconds), ponder, option.N for the engine's option N, and technique.N for the technique N of the
// built-in engine.
type Setting struct{ Key, Value string }

// String returns the setting as ParseSettings reads it.
func (s Setting) String() string { return quoteWord(s.Key + "=" + s.Value) }

// ParseSettings reads a text such as "name=A cmd=./a args='-v -x' option.Hash=64".
// Words are split and quoted as in a shell. A first word without "=" is the command.
func ParseSettings(text string) ([]Setting, error) {
	words, err := splitWords(text)
	if err != nil {
		return nil, err
	}
	var settings []Setting
	for i, word := range words {
		key, value, found := strings.Cut(word, "=")
		switch {
		case isLimit(key) && slices.ContainsFunc(settings, func(s Setting) bool { return s.Key == key }):
			return nil, fmt.Errorf("%q: %s appears twice", word, key)
		case found:
			settings = append(settings, Setting{key, value})
		case i == 0:
			settings = append(settings, Setting{"cmd", word})
		default:
			return nil, fmt.Errorf("%q: want key=value, such as args=%s", word, quoteWord(word))
		}
	}
	return settings, nil
}

// ApplyText applies the settings in a text: see ParseSettings and Apply.
func (s *Specification) ApplyText(text string) error {
	settings, err := ParseSettings(text)
	if err != nil {
		return err
	}
	return s.Apply(settings)
}

// Apply applies settings, whose order does not matter, to the specification. If any
// of them sets a limit, they replace all earlier limits.
func (s *Specification) Apply(settings []Setting) error {
	if slices.ContainsFunc(settings, func(setting Setting) bool { return isLimit(setting.Key) }) {
		s.Control = TimeControl{}
	}
	// The key tc sets all limits; the other limits are added to it.
	for _, first := range []bool{true, false} {
		for _, setting := range settings {
			if (setting.Key == "tc") != first {
				continue
			}
			if err := s.set(setting.Key, setting.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

func isLimit(key string) bool {
	return slices.Contains([]string{"tc", "movetime", "nodes", "depth"}, key)
}

func (s *Specification) set(key, value string) (err error) {
	if option, found := strings.CutPrefix(key, "option."); found && option != "" {
		s.Options = replaceOption(s.Options, option, value)
		return nil
	}
	if technique, found := strings.CutPrefix(key, "technique."); found && technique != "" {
		s.Techniques = replaceOption(s.Techniques, technique, value)
		return new(search.Techniques).Set(technique, value)
	}
	switch key {
	case "name":
		s.Name = strings.Join(strings.Fields(value), " ")
	case "cmd":
		s.Command = value
	case "args":
		s.Arguments, err = splitWords(value)
	case "dir":
		s.Directory = value
	case "watch", "ignore": // which add to earlier ones
		var files []string
		files, err = splitWords(value)
		if key == "watch" {
			s.Watch = slices.Concat(s.Watch, files)
		} else {
			s.Ignore = slices.Concat(s.Ignore, files)
		}
	case "start":
		if s.Start, err = time.ParseDuration(value); err != nil || s.Start <= 0 || s.Start > longestTime {
			err = fmt.Errorf("start %q: want a time with its unit, such as 60s", value)
		}
	case "tc":
		s.Control, err = ParseTimeControl(value)
	case "movetime", "nodes", "depth":
		err = s.Control.set(key, value)
	case "margin":
		var milliseconds uint64
		if milliseconds, err = strconv.ParseUint(value, 10, 31); err != nil {
			err = fmt.Errorf("margin %q: want milliseconds", value)
		}
		s.Margin = time.Duration(milliseconds) * time.Millisecond
	case "ponder":
		if s.Ponder, err = strconv.ParseBool(value); err != nil {
			err = fmt.Errorf("ponder %q: want true or false", value)
		}
	default:
		err = fmt.Errorf("unknown key %q: want name, cmd, args, dir, watch, ignore, start, tc, movetime, nodes, depth, margin, ponder, option.NAME or technique.NAME", key)
	}
	return err
}

// replaceOption returns a copy of options with one more, which replaces one of the same
// name, in any case.
func replaceOption(options []Option, name, value string) []Option {
	others := slices.DeleteFunc(slices.Clone(options), func(o Option) bool { return strings.EqualFold(o.Name, name) })
	return append(others, Option{name, value})
}

// option returns the value of the option called name, or "" if it is not set.
func (s *Specification) option(name string) string {
	for _, option := range s.Options {
		if strings.EqualFold(option.Name, name) {
			return option.Value
		}
	}
	return ""
}

// StartPatience returns how long the engine may take to start.
func (s *Specification) StartPatience() time.Duration { return cmp.Or(s.Start, usualStart) }

// MoreTime returns the words of an error about an engine that did not start within waited.
func MoreTime(waited time.Duration) string {
	return fmt.Sprintf("; start=%.0fs gives it more time", max(1, 6*waited.Seconds()))
}

// Threads returns the number of cores that the player uses while it thinks.
func (s *Specification) Threads() int {
	threads, err := strconv.Atoi(s.option("Threads"))
	if err != nil || threads < 1 {
		return 1
	}
	return threads
}

// Name makes the players' names unique. A player without a name is named after its
// command; of players with equal names all but the first get a number. A name that is given
// stays that of the first player who has it.
func Name(players []Specification) {
	owners := map[string]int{}
	for i := len(players) - 1; i >= 0; i-- {
		owners[players[i].Name] = i
	}
	for i := range players {
		name := players[i].Name
		if name == "" {
			name = strings.TrimPrefix(filepath.Base(players[i].Command), "builtin:")
		}
		unique := name
		for number := 2; ; number++ {
			if owner, taken := owners[unique]; !taken || owner == i {
				break
			}
			unique = fmt.Sprintf("%s-%d", name, number)
		}
		owners[unique] = i
		players[i].Name = unique
	}
}
