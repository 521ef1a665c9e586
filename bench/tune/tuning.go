package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"cathedral/bench/journal"
	"cathedral/bench/match"
	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/bench/tune/spsa"
	"cathedral/engine"
	"cathedral/protocol/wire"
)

// Tuning describes games between settings of one engine, whose results tune its numbers.
type Tuning struct {
	spsa.Plan
	Engine player.Specification // of both players; it has a command and limits
	Prefix string               // of the numbers as keys of Engine: TechniquePrefix or OptionPrefix
	Rules  engine.Rules
	Speed  uint64 // of this machine: see match.Plan

	program player.Program // that the engine runs; zero before it has been started
}

// The prefixes of a player's keys for a technique of the built-in engine and for an option.
const (
	TechniquePrefix = "technique."
	OptionPrefix    = "option."
)

// The names of the two players. Workers need a program under both names.
const (
	plusName  = "plus"
	minusName = "minus"
)

// tuningHeading is the first line of a file of results.
const tuningHeading = "# cathedral tune: results of pairs of games between two settings\n"

// settings returns the lines after the heading of a file, which with the results determine the
// path.
func (t *Tuning) settings() []string {
	program := t.program
	if program.Files == nil {
		program = t.Engine.Program()
	}
	lines := []string{
		fmt.Sprintf("seed %d, %d iterations of %d pairs, rate %g", t.Seed, t.Iterations, t.Pairs, t.Rate),
		fmt.Sprintf("%s rules, optional capture %t, time control %s", t.Rules.Set, t.Rules.OptionalCapture, t.Engine.Control),
		"engine " + t.Engine.Identity("", program),
	}
	for i := range t.Numbers {
		lines = append(lines, t.Prefix+t.Numbers[i].String())
	}
	return lines
}

// player returns the player of a setting.
func (t *Tuning) player(name string, values []int) (player.Specification, error) {
	specification := t.Engine
	var keys []player.Setting
	for i, value := range values {
		keys = append(keys, player.Setting{Key: t.Prefix + t.Numbers[i].Name, Value: strconv.Itoa(value)})
	}
	err := specification.Apply(keys)
	specification.Name = name
	return specification, err
}

// match returns the match between the two settings of an iteration. Iterations go through the
// openings one after the other, in an order that the seed determines.
func (t *Tuning) match(iteration int, plus, minus []int) (*match.Plan, error) {
	openings, err1 := opening.Default(t.Rules)
	first, err2 := t.player(plusName, plus)
	second, err3 := t.player(minusName, minus)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	return &match.Plan{
		Players: []player.Specification{first, second}, Games: 2 * t.Pairs, Rules: t.Rules,
		Openings: openings, OpeningsStart: iteration * t.Pairs % len(openings), OpeningsEnd: opening.Repeat,
		Seed: cmp.Or(t.Seed, 1), Concurrency: 1, Speed: t.Speed,
	}, nil
}

// openFile opens or creates the file of a run, and calls add with each pair in it. A file of
// another run is an error and stays as it is.
func (t *Tuning) openFile(name string, add func(pair, points int) error) (*os.File, error) {
	var missing []string
	lines, err := journal.OpenLines(name, tuningHeading, func(text []byte) (err error) {
		missing, err = t.read(strings.TrimPrefix(string(text), tuningHeading), add)
		return err
	})
	if err == nil && len(missing) > 0 {
		if _, err = lines.Write([]byte(strings.Join(missing, "\n") + "\n")); err != nil {
			lines.Close()
		}
	}
	return lines, err
}

// read reads the lines of a file after its heading, calls add with each pair, and returns the
// settings that the file does not have yet.
func (t *Tuning) read(text string, add func(pair, points int) error) (missing []string, err error) {
	missing = t.settings()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if len(missing) > 0 {
			if identity, isEngine := strings.CutPrefix(line, "engine "); isEngine {
				line = "engine " + t.Engine.Known(identity)
			}
			if line != missing[0] {
				return nil, fmt.Errorf("it is the file of another run: it has the line %q, and this run has %q. Repeat the flags and the program, or name another file", line, missing[0])
			}
			missing = missing[1:]
			continue
		}
		var pair, points int
		if n, err := fmt.Sscanf(line, "%d %d", &pair, &points); n != 2 || err != nil || line != resultLine(pair, points) {
			return nil, fmt.Errorf("%q is not the result of a pair", line)
		}
		if err := add(pair, points); err != nil {
			return nil, fmt.Errorf("the line %q: %w", line, err)
		}
	}
	return missing, nil
}

// resultLine returns the line of a pair, counted from 0, and its points for plus, in half
// points.
func resultLine(pair, points int) string { return fmt.Sprintf("%d %d", pair, points) }

// SetStarts starts the engine, notes what it runs, which the file of a run names, and sets the
// starts of the numbers, which are spin options of the engine, to their defaults. It returns an
// error if the engine has no such option, or not the range.
func (t *Tuning) SetStarts(ctx context.Context) error {
	started, err := player.Start(ctx, &t.Engine, &player.Surroundings{Rules: t.Rules, Notice: func(string, string) {}})
	if err != nil {
		return err
	}
	defer started.Close()
	t.program = started.Program()
	options := started.Options()
	for i := range t.Numbers {
		n := &t.Numbers[i]
		at := slices.IndexFunc(options, func(o wire.Option) bool { return strings.EqualFold(o.Name, n.Name) && o.Type == "spin" })
		if at < 0 {
			return started.Lacks("spin option", n.Name)
		}
		option := &options[at]
		n.Name = option.Name
		if n.Start, err = strconv.Atoi(option.Default); err != nil {
			return fmt.Errorf("option %s has the default %q, which is not a number", n.Name, option.Default)
		}
		if option.Min < option.Max && (n.From < option.Min || n.To > option.Max) {
			return fmt.Errorf("option %s has the range %d..%d, which does not include %d..%d", n.Name, option.Min, option.Max, n.From, n.To)
		}
	}
	return nil
}
