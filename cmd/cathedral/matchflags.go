package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/match"
	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/bench/rating"
)

// matchFlags are the flags of `cathedral match` before they are parsed.
type matchFlags struct {
	engines, each       []string
	log                 string
	config, against     string
	tc, openings        string
	openingsEnd         string
	openingsStart       int // from 1
	openingsPlies       int
	margin              int // milliseconds
	ponder              bool
	sprt, resign, draw  string
	rules               rulesFlags
	plan                match.Plan // the flags that need no parsing
	json, strict, quiet bool
	gameLines           bool
	machines            machineFlags
}

// defaultControl is the default time control.
const defaultControl = "10+0.1"

func (f *matchFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.engines, "engine", nil, "add a player, given by `keys`: \"name=A cmd=./a args='…' dir=… option.Hash=64 tc=…\", or by its name in --config")
	flags.StringArrayVar(&f.each, "each", nil, "`keys` for all players")
	flags.StringVar(&f.config, "config", "", "a TOML or JSON `file` with engines and flags; the command line takes precedence")
	flags.StringVar(&f.against, "against", "", "build the working tree and a `commit`, and play them against each other")
	flags.BoolVar(&f.plan.Gauntlet, "gauntlet", false, "play only the games of the first player")
	flags.IntVar(&f.plan.Games, "games", 100, "number of games of each pairing")
	flags.StringVar(&f.tc, "tc", defaultControl, "time `control`")
	flags.IntVar(&f.margin, "margin", 10, "tolerate moves that are up to this many `ms` late")
	flags.BoolVar(&f.ponder, "ponder", false, "let players think on the opponent's time")
	flags.IntVar(&f.plan.Concurrency, "concurrency", 1, "number of games to play at a time, at most as many as there are cores for")
	flags.StringVar(&f.openings, "openings", "", "`file` of lists of moves, positions or game records, or none: all games from the start (default the built-in set)")
	flags.BoolVar(&f.plan.InOrder, "in-order", false, "use the openings in their order instead of shuffling them")
	flags.IntVar(&f.openingsStart, "openings-start", 1, "begin with the `N`th opening of the order, from 1")
	flags.IntVar(&f.openingsPlies, "openings-plies", 0, "play only the first `N` plies of each list of moves or record (default all)")
	flags.StringVar(&f.openingsEnd, "openings-end", string(opening.Fresh), "when the openings are used up: fresh (add random plies to them), repeat or stop")
	flags.IntVar(&f.plan.RandomPlies, "random-plies", 0, "begin each game with `N` random moves instead of an opening")
	flags.Uint64Var(&f.plan.Seed, "seed", 0, "seed of all random choices (default a new one, or the record's)")
	flags.StringVar(&f.plan.Record, "record", "", "append the games to a `file`, and continue the match in it")
	flags.BoolVar(&f.plan.AcceptDifferences, "accept-differences", false, "continue a record although its players or adjudication were others, or are unknown")
	flags.BoolVar(&f.plan.Sync, "sync", false, "flush every game to the disk, in case of a power failure")
	flags.StringVar(&f.plan.Event, "event", "Cathedral match", "Event tag of the records")
	flags.StringVar(&f.log, "log", "", "write what is said to and by each engine to files in a `folder`")
	flags.StringVar(&f.sprt, "sprt", "", "stop when the SPRT of `elo0,elo1[,alpha,beta[,model]]` is decided")
	flags.StringVar(&f.resign, "resign", "", "adjudicate lost games: `moves=N,score=SQUARES[,twosided]`")
	flags.StringVar(&f.draw, "draw", "", "adjudicate drawn games: `moves=N,score=SQUARES[,ply=N]`")
	flags.BoolVar(&f.plan.Adjudication.Proven, "proven", false, "adjudicate games whose final score the referee has proven")
	flags.BoolVar(&f.json, "json", false, "print every event as a line of JSON")
	flags.BoolVar(&f.strict, "strict", false, "exit with status 1 if an engine misbehaved")
	flags.BoolVar(&f.gameLines, "game-lines", true, "print a line for each game, not only for those lost by a fault")
	flags.BoolVar(&f.quiet, "quiet", false, "print only the result")
	registerCompletion(cmd, "openings-end", opening.Ends())
	flags.Uint64Var(&f.plan.ReferenceSpeed, "reference-speed", 0, "workers scale times from `N` nodes a second to their speed (default the record's, or that of this machine)")
	f.rules.addTo(cmd)
	f.machines.addTo(cmd)
}

// options returns the options that the flags and the configuration file give.
// The caller must call cleanUp.
func (f *matchFlags) options(cmd *cobra.Command) (options *matchOptions, cleanUp func(), err error) {
	cleanUp = func() {}
	file := &match.ConfigFile{}
	if f.config != "" {
		if file, err = f.readConfig(cmd); err != nil {
			return nil, nil, err
		}
	}
	plan := f.plan
	plan.Rules, plan.Version = f.rules.rules, version
	base, err := f.base(file.Each)
	if err != nil {
		return nil, nil, err
	}
	if f.log != "" {
		plan.Log = player.LogFolder(f.log)
	}
	if err := f.addPlayers(&plan, base, file.Players); err != nil {
		return nil, nil, err
	}
	options = &matchOptions{json: f.json, strict: f.strict, quiet: f.quiet, gameLines: f.gameLines, machines: f.machines}
	if options.book, err = f.readOpenings(cmd, &plan); err != nil {
		return nil, nil, err
	}
	if err := f.readRules(options, &plan); err != nil {
		return nil, nil, err
	}
	if f.against != "" {
		var builds []player.Specification
		if builds, cleanUp, err = buildBoth(cmd.Context(), f.against, base); err != nil {
			return nil, nil, err
		}
		plan.Players = slices.Concat(builds, plan.Players)
	}
	player.Name(plan.Players)
	if err := plan.Check(); err != nil {
		cleanUp()
		return nil, nil, &usageError{err}
	}
	if options.test != nil && len(plan.Players) > 2 {
		cleanUp()
		return nil, nil, usageErrorf("--sprt: the test is of two players, but there are %d", len(plan.Players))
	}
	err = f.machines.check()
	if plan.ReferenceSpeed > 0 && !f.machines.areMany() {
		err = usageErrorf("--reference-speed is for the workers of --listen or --nats")
	}
	if err != nil {
		cleanUp()
		return nil, nil, err
	}
	options.plan = plan
	return options, cleanUp, nil
}

// readConfig reads the configuration file and sets its flags, except those that
// the command line sets.
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

// base returns the settings that all players share.
func (f *matchFlags) base(fromFile []player.Setting) (player.Specification, error) {
	if f.margin < 0 {
		return player.Specification{}, usageErrorf("--margin %d: want 0 or more", f.margin)
	}
	base := player.Specification{Margin: time.Duration(f.margin) * time.Millisecond, Ponder: f.ponder}
	var err error
	if base.Control, err = player.ParseTimeControl(f.tc); err != nil {
		return base, usageErrorf("--tc: %w", err)
	}
	if err := base.Apply(fromFile); err != nil {
		return base, fmt.Errorf("%s: each: %w", f.config, err)
	}
	for _, text := range f.each {
		settings, err := player.ParseSettings(text)
		if err == nil {
			err = base.Apply(settings)
		}
		if err != nil {
			return base, usageErrorf("--each %q: %w", text, err)
		}
	}
	return base, nil
}

// addPlayers adds the players of the configuration file and of the command line. If
// the command line names engines of the file, only those of the file play.
func (f *matchFlags) addPlayers(plan *match.Plan, base player.Specification, inFile [][]player.Setting) error {
	var chosen []player.Specification
	named := false
	for _, text := range f.engines {
		settings, err := player.ParseSettings(text)
		lists := [][]player.Setting{settings}
		if i := namedEngine(inFile, settings); i >= 0 {
			named = true
			lists = [][]player.Setting{inFile[i], settings[1:]}
		}
		var player player.Specification
		if err == nil {
			player, err = newPlayer(base, lists...)
		}
		if err != nil {
			return usageErrorf("--engine %q: %w", text, err)
		}
		chosen = append(chosen, player)
	}
	for i, settings := range inFile {
		player, err := newPlayer(base, settings)
		if err != nil {
			return fmt.Errorf("%s: engine %d: %w", f.config, i+1, err)
		}
		if !named {
			plan.Players = append(plan.Players, player)
		}
	}
	plan.Players = append(plan.Players, chosen...)
	return nil
}

// namedEngine returns the index of the engine of a file whose name is the first of
// the settings, given as a bare word, or -1.
func namedEngine(inFile [][]player.Setting, settings []player.Setting) int {
	if len(settings) == 0 || settings[0].Key != "cmd" {
		return -1
	}
	return slices.IndexFunc(inFile, func(engine []player.Setting) bool {
		return slices.Contains(engine, player.Setting{Key: "name", Value: settings[0].Value})
	})
}

// newPlayer returns a player with the settings of base, and of each list in turn.
func newPlayer(base player.Specification, lists ...[]player.Setting) (player.Specification, error) {
	player := base
	player.Options = slices.Clone(base.Options)
	for _, settings := range lists {
		if err := player.Apply(settings); err != nil {
			return player, err
		}
	}
	return player, nil
}

// readOpenings reads the openings and returns a description of them.
func (f *matchFlags) readOpenings(cmd *cobra.Command, plan *match.Plan) (description string, err error) {
	if plan.OpeningsEnd, err = opening.ParseEnd(f.openingsEnd); err != nil {
		return "", usageErrorf("--openings-end %w", err)
	}
	switch {
	case f.openingsStart < 1:
		return "", usageErrorf("--openings-start %d: the first opening is 1", f.openingsStart)
	case f.openingsPlies < 0:
		return "", usageErrorf("--openings-plies %d: want 0 or more", f.openingsPlies)
	}
	plan.OpeningsStart = f.openingsStart - 1
	switch {
	case plan.RandomPlies > 0 && f.openings != "":
		return "", usageErrorf("--openings and --random-plies are mutually exclusive")
	case plan.RandomPlies > 0:
		return fmt.Sprintf("%d random plies", plan.RandomPlies), nil
	case f.openings == "none":
		return "none", nil
	}
	name, book := "built-in", &opening.Book{}
	if f.openings == "" {
		book.Openings, err = opening.Default(plan.Rules)
	} else {
		name = f.openings
		err = readFile(name, func(in io.Reader) (err error) {
			book, err = opening.Read(in, plan.Rules, f.openingsPlies)
			return err
		})
	}
	if err != nil {
		return "", fmt.Errorf("openings %w", err)
	}
	plan.Openings = book.Openings
	order := "shuffled"
	if plan.InOrder {
		order = "in order"
	}
	description = fmt.Sprintf("%d, %s, %s", len(plan.Openings), name, order)
	for _, left := range []struct {
		count int
		why   string
	}{{book.Repeated, "repeated"}, {book.Finished, "finished"}} {
		if left.count > 0 {
			description += fmt.Sprintf(", without %d that are %s", left.count, left.why)
		}
	}
	return description, nil
}

// readRules parses the rules that end games and the match early.
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
