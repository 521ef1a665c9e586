package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/match"
	"cathedral/bench/rating"
)

// matchFlags are the flags of `cathedral match` as they are typed.
type matchFlags struct {
	engines, each       []string
	config, against     string
	tc, openings        string
	margin              int // milliseconds
	ponder              bool
	sprt, resign, draw  string
	rules               rulesFlags
	plan                match.Plan // those that need no reading
	json, strict, quiet bool
}

// defaultControl is the time control where none is given.
const defaultControl = "10+0.1"

func (f *matchFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.engines, "engine", nil, "a player, as `keys`: \"name=A cmd=./a args='…' dir=… option.Hash=64 tc=…\"")
	flags.StringArrayVar(&f.each, "each", nil, "`keys` for all players")
	flags.StringVar(&f.config, "config", "", "a TOML or JSON `file` with engines and flags; flags on the command line come first")
	flags.StringVar(&f.against, "against", "", "play the working tree against a `commit`; both are built")
	flags.BoolVar(&f.plan.Gauntlet, "gauntlet", false, "the first player meets all others, who do not meet")
	flags.IntVar(&f.plan.Games, "games", 100, "how many games each two that meet play")
	flags.StringVar(&f.tc, "tc", defaultControl, "the `time control`")
	flags.IntVar(&f.margin, "margin", 10, "how many `ms` a move may take too long unpunished")
	flags.BoolVar(&f.ponder, "ponder", false, "the players think in the opponent's time")
	flags.IntVar(&f.plan.Concurrency, "concurrency", 1, "how many games are played at a time")
	flags.StringVar(&f.openings, "openings", "", "a `file` with a position text or a move list on each line, or none (default the built-in set)")
	flags.BoolVar(&f.plan.InOrder, "in-order", false, "take the openings in their order instead of shuffling them")
	flags.IntVar(&f.plan.RandomPlies, "random-plies", 0, "begin with so many random moves instead of an opening")
	flags.Uint64Var(&f.plan.Seed, "seed", 0, "decides on all that is left to chance (default a new one, or the record's)")
	flags.StringVar(&f.plan.Record, "record", "", "append the games to a `file`, and continue the match that is in it")
	flags.BoolVar(&f.plan.Sync, "sync", false, "force every game to the disk, against power failures")
	flags.StringVar(&f.plan.Event, "event", "Cathedral match", "the tag Event of the records")
	flags.StringVar(&f.sprt, "sprt", "", "stop when `elo0,elo1[,alpha,beta[,model]]` is decided")
	flags.StringVar(&f.resign, "resign", "", "end lost games: `moves=N,score=SQUARES[,twosided]`")
	flags.StringVar(&f.draw, "draw", "", "end drawn games: `moves=N,score=SQUARES[,ply=N]`")
	flags.BoolVar(&f.plan.Adjudication.Proven, "proven", false, "end games whose final score the referee has proven")
	flags.BoolVar(&f.json, "json", false, "tell of every event in a line of JSON")
	flags.BoolVar(&f.strict, "strict", false, "exit with status 1 where any engine misbehaved")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress, and only the result in the end")
	f.rules.addTo(cmd)
}

// options returns what the flags and the configuration file say. The caller calls
// cleanUp in the end.
func (f *matchFlags) options(cmd *cobra.Command) (options *matchOptions, cleanUp func(), err error) {
	cleanUp = func() {}
	file := &match.ConfigFile{}
	if f.config != "" {
		if file, err = f.readConfig(cmd); err != nil {
			return nil, nil, err
		}
	}
	plan := f.plan
	plan.Rules = f.rules.rules
	base, err := f.base(file.Each)
	if err != nil {
		return nil, nil, err
	}
	for i, settings := range file.Players {
		if err := addPlayer(&plan, base, settings); err != nil {
			return nil, nil, fmt.Errorf("%s: engine %d: %w", f.config, i+1, err)
		}
	}
	for _, text := range f.engines {
		settings, err := match.ParseSettings(text)
		if err == nil {
			err = addPlayer(&plan, base, settings)
		}
		if err != nil {
			return nil, nil, usageErrorf("--engine %q: %w", text, err)
		}
	}
	options = &matchOptions{json: f.json, strict: f.strict, quiet: f.quiet}
	if options.book, err = f.readOpenings(cmd, &plan); err != nil {
		return nil, nil, err
	}
	if err := f.readRules(options, &plan); err != nil {
		return nil, nil, err
	}
	if f.against != "" {
		var builds []match.Specification
		if builds, cleanUp, err = buildBoth(cmd.Context(), f.against, base); err != nil {
			return nil, nil, err
		}
		plan.Players = slices.Concat(builds, plan.Players)
	}
	match.Name(plan.Players)
	if err := plan.Check(); err != nil {
		cleanUp()
		return nil, nil, &usageError{err}
	}
	if options.test != nil && len(plan.Players) > 2 {
		cleanUp()
		return nil, nil, usageErrorf("--sprt: there are %d players, and the test is of two", len(plan.Players))
	}
	options.plan = plan
	return options, cleanUp, nil
}

// readConfig reads the configuration file and sets those flags of it that were
// not given on the command line.
func (f *matchFlags) readConfig(cmd *cobra.Command) (*match.ConfigFile, error) {
	text, err := os.ReadFile(f.config)
	if err != nil {
		return nil, err // which names the file
	}
	file, err := match.ParseConfigFile(f.config, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.config, err)
	}
	for _, setting := range file.Flags {
		flag := cmd.Flags().Lookup(setting.Key)
		switch {
		case flag == nil || setting.Key == "config" || setting.Key == "help":
			return nil, fmt.Errorf("%s: there is no flag %q", f.config, setting.Key)
		case flag.Changed:
		default:
			if err := cmd.Flags().Set(setting.Key, setting.Value); err != nil {
				return nil, fmt.Errorf("%s: %w", f.config, flagError(err))
			}
		}
	}
	return file, nil
}

// base returns what all players have in common.
func (f *matchFlags) base(fromFile []match.Setting) (match.Specification, error) {
	if f.margin < 0 {
		return match.Specification{}, usageErrorf("--margin %d: want 0 or more", f.margin)
	}
	base := match.Specification{Margin: time.Duration(f.margin) * time.Millisecond, Ponder: f.ponder}
	var err error
	if base.Control, err = match.ParseTimeControl(f.tc); err != nil {
		return base, usageErrorf("--tc: %w", err)
	}
	if err := base.Apply(fromFile); err != nil {
		return base, fmt.Errorf("%s: each: %w", f.config, err)
	}
	for _, text := range f.each {
		settings, err := match.ParseSettings(text)
		if err == nil {
			err = base.Apply(settings)
		}
		if err != nil {
			return base, usageErrorf("--each %q: %w", text, err)
		}
	}
	return base, nil
}

func addPlayer(plan *match.Plan, base match.Specification, settings []match.Setting) error {
	player := base
	player.Options = slices.Clone(base.Options)
	if err := player.Apply(settings); err != nil {
		return err
	}
	plan.Players = append(plan.Players, player)
	return nil
}

// readOpenings reads the openings and returns where they are from.
func (f *matchFlags) readOpenings(cmd *cobra.Command, plan *match.Plan) (book string, err error) {
	switch {
	case plan.RandomPlies > 0 && f.openings != "":
		return "", usageErrorf("--openings and --random-plies exclude each other")
	case plan.RandomPlies > 0:
		return fmt.Sprintf("%d random plies", plan.RandomPlies), nil
	case f.openings == "none":
		return "none", nil
	case f.openings == "":
		book = "built-in"
		plan.Openings, err = match.DefaultOpenings(plan.Rules)
	default:
		var file *os.File
		if file, err = os.Open(f.openings); err != nil {
			return "", err
		}
		defer file.Close()
		book = f.openings
		plan.Openings, err = match.ReadOpenings(file, plan.Rules)
	}
	if err != nil {
		return "", fmt.Errorf("openings %s: %w", book, err)
	}
	order := "shuffled"
	if plan.InOrder {
		order = "in order"
	}
	return fmt.Sprintf("%d, %s, %s", len(plan.Openings), book, order), nil
}

// readRules reads when games and the match end early.
func (f *matchFlags) readRules(options *matchOptions, plan *match.Plan) (err error) {
	if strings.TrimSpace(f.resign) != "" {
		if plan.Adjudication.Resign, err = match.ParseResignRule(f.resign); err != nil {
			return usageErrorf("--resign: %w", err)
		}
	}
	if strings.TrimSpace(f.draw) != "" {
		if plan.Adjudication.Draw, err = match.ParseDrawRule(f.draw); err != nil {
			return usageErrorf("--draw: %w", err)
		}
	}
	if strings.TrimSpace(f.sprt) != "" {
		test, err := rating.ParseSPRT(f.sprt)
		if err != nil {
			return usageErrorf("--sprt: %w", err)
		}
		options.test = &test
	}
	return nil
}
