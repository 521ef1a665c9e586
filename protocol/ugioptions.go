package protocol

// The table of options: names, types, limits and defaults.

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/engine/wording"
	"cathedral/protocol/wire"
	"cathedral/search"
	"cathedral/search/strength"
	"cathedral/search/transposition"
)

// settings are the values of the options.
type settings struct {
	hashMiB int
	ponder  bool // bestmove names a move to ponder on
	showWDL bool
	rules   engine.Rules // of the next position
	search  search.Options

	limitStrength bool
	elo           int // at which to play if the strength is limited
	seed          int // of what a player of limited strength overlooks and of picks from the book; 0: another one each time

	randomSeed func() uint64 // in place of a seed of 0

	book bookSettings
}

const (
	defaultHashMiB = 64
	// mostThreads is far more than one shared table can serve.
	mostThreads = 256
	// mostLines is the number of placements that a side has on an empty board.
	// No position of a game has more moves, except for those that spare.
	mostLines    = 2141
	mostOverhead = 10_000 // milliseconds
)

// defaultSettings returns the settings of a new session with a table of hashMiB, if there
// is room for it.
func defaultSettings(hashMiB int) settings {
	return settings{
		hashMiB: min(hashMiB, transposition.MaxHashMiB()),
		search:  search.DefaultOptions(),
		elo:     strength.FirstGame,

		randomSeed: rand.Uint64,
	}
}

// searchOptions returns the options of the next search.
func (s *settings) searchOptions() search.Options {
	options := s.search
	if s.limitStrength {
		options.Strength, options.Seed = strength.AtElo(s.elo), s.nextSeed()
	}
	return options
}

// nextSeed returns the seed of the next search or pick.
func (s *settings) nextSeed() uint64 {
	if s.seed != 0 {
		return uint64(s.seed)
	}
	return s.randomSeed()
}

// option is one row of the table.
type option struct {
	name        string
	declaration string                   // the handshake's words after "type"
	set         func(value string) error // parses and stores a value
	button      bool                     // takes no value
	text        bool                     // the value may be empty
}

// makeOptions returns the table in the order of the handshake. Options store
// their values in the session's settings.
func (s *session) makeOptions() []option {
	if simple, isSimple := s.searcher.(*simplePlayer); isSimple {
		return simple.options(s)
	}
	chosen := &s.settings
	objectives := []search.Objective{search.WinFirst, search.Margin}
	table := []option{
		spin("Hash", 1, transposition.MaxHashMiB(), chosen.hashMiB, func(n int) { chosen.hashMiB = n }),
		button("Clear Hash", func() { s.forget = true }),
		spin("Threads", 1, mostThreads, chosen.search.Threads, func(n int) { chosen.search.Threads = n }),
		spin("MultiPV", 1, mostLines, chosen.search.MultiPV, func(n int) { chosen.search.MultiPV = n }),
		check("Ponder", &chosen.ponder),
		spin("Move Overhead", 0, mostOverhead, int(chosen.search.MoveOverhead.Milliseconds()),
			func(n int) { chosen.search.MoveOverhead = time.Duration(n) * time.Millisecond }),
		check("ShowWDL", &chosen.showWDL),
	}
	table = append(table, s.rulesOptions()...)
	table = append(table, s.bookOptions()...)
	leastElo, mostElo := strength.EloRange()
	return append(table,
		combo("Objective", names(objectives), func(i int) { chosen.search.Objective = objectives[i] }),
		check("UCI_LimitStrength", &chosen.limitStrength),
		spin("UCI_Elo", leastElo, mostElo, chosen.elo, func(n int) { chosen.elo = n }),
		spin("Seed", 0, math.MaxInt32, chosen.seed, func(n int) { chosen.seed = n }),
	)
}

// rulesOptions returns the options that select the rules, which every server
// has.
func (s *session) rulesOptions() []option {
	rules, ruleSets := &s.settings.rules, engine.RuleSets()
	return []option{
		combo("Rules", names(ruleSets), func(i int) { rules.Set = ruleSets[i] }),
		check("OptionalCapture", &rules.OptionalCapture),
	}
}

func names[T fmt.Stringer](values []T) []string {
	var names []string
	for _, value := range values {
		names = append(names, value.String())
	}
	return names
}

// spin returns an option whose value is a whole number.
func spin(name string, least, most, standard int, set func(int)) option {
	return option{
		name:        name,
		declaration: fmt.Sprintf("spin default %d min %d max %d", standard, least, most),
		set: func(value string) error {
			number, err := strconv.Atoi(value)
			if err != nil && !errors.Is(err, strconv.ErrRange) {
				return errors.New("want a whole number")
			}
			if err != nil || number < least || number > most {
				return fmt.Errorf("want a number from %d to %d", least, most)
			}
			set(number)
			return nil
		},
	}
}

// check returns an option that is on or off.
func check(name string, target *bool) option {
	return option{
		name:        name,
		declaration: fmt.Sprintf("check default %t", *target),
		set: func(value string) error {
			switch strings.ToLower(value) {
			case "true":
				*target = true
			case "false":
				*target = false
			default:
				return errors.New("want true or false")
			}
			return nil
		},
	}
}

// combo returns an option with named values, the first of which is the default.
// It passes the index of the chosen value to set.
func combo(name string, values []string, set func(int)) option {
	return option{
		name:        name,
		declaration: fmt.Sprintf("combo default %s var %s", values[0], strings.Join(values, " var ")),
		set: func(value string) error {
			i := slices.IndexFunc(values, func(v string) bool { return strings.EqualFold(v, value) })
			if i < 0 {
				return fmt.Errorf("want one of %s", strings.Join(values, ", "))
			}
			set(i)
			return nil
		},
	}
}

// emptyText stands for an empty value, as UCI has it.
const emptyText = "<empty>"

// text returns an option whose value is a text, empty by default.
func text(name string, set func(string) error) option {
	return option{
		name:        name,
		declaration: "string default " + emptyText,
		set: func(value string) error {
			if value == emptyText {
				value = ""
			}
			return set(value)
		},
		text: true,
	}
}

// button returns an option without a value. Setting it calls press.
func button(name string, press func()) option {
	return option{
		name:        name,
		declaration: "button",
		set:         func(string) error { press(); return nil },
		button:      true,
	}
}

// setOption handles `setoption name N [value V]`. N is case-insensitive and may
// contain spaces.
func (s *session) setOption(words []string) error {
	switch {
	case len(words) < 2:
		return wire.MissingError(words, 0, "name")
	case words[1] != "name":
		return wire.WordError(words, 1, "want name")
	case len(words) < 3 || words[2] == "value":
		return wire.MissingError(words, 1, "an option's name")
	}
	end := len(words)
	if i := slices.Index(words, "value"); i >= 0 {
		end = i
	}
	name := strings.Join(words[2:end], " ")
	i := slices.IndexFunc(s.options, func(o option) bool { return strings.EqualFold(o.name, name) })
	if strings.EqualFold(name, "UCI_AnalyseMode") { // GUIs for UCI set it unasked
		return nil
	}
	if i < 0 {
		return fmt.Errorf("word 3 %s: there is no option of that name", wording.Quoted(name))
	}
	option := s.options[i]
	switch {
	case option.button && end < len(words):
		return wire.WordError(words, end, "%s takes no value", option.name)
	case !option.button && end+1 >= len(words) && !(option.text && end < len(words)):
		return wire.MissingError(words, len(words)-1, "the value of "+option.name)
	}
	var value string
	if end+1 < len(words) {
		value = words[end+1]
	}
	if !option.text {
		value = strings.Join(wire.Words(value), " ") // without a comment
	}
	if err := option.set(value); err != nil {
		return fmt.Errorf("word %d %s: option %s: %w", end+2, wording.Quoted(value), option.name, err)
	}
	s.settle()
	return nil
}
