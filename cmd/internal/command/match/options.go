package match

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/match"
	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/bench/rating"
	"cathedral/cmd/internal/build"
	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/identity"
	"cathedral/engine"
	"cathedral/engine/wording"
)

// options are the options of `cathedral match`.
type options struct {
	*command.Factory
	engines, each       []string
	log, plot           string
	config, against     string
	file                match.ConfigFile // that --config names
	tc, openings        string
	openingsEnd         string
	openingsStart       int // from 1
	openingsPlies       int
	book                string // the source of the openings, for the report
	margin              int    // milliseconds
	ponder              bool
	sprt, resign, draw  string
	test                *rating.SPRT
	plan                match.Plan
	json, strict, quiet bool
	gameLines           bool // a line for each game
	machines            command.MachineFlags
}

// defaultControl is the default time control.
const defaultControl = "10+0.1"

func (o *options) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&o.engines, "engine", nil, "add a player, given by `keys`: \"name=A cmd=./a args='…' dir=… option.Hash=64 tc=…\", or by its name in --config")
	flags.StringArrayVar(&o.each, "each", nil, "`keys` for all players")
	flags.StringVar(&o.config, "config", "", "a TOML or JSON `file` with engines and flags; the command line takes precedence")
	flags.StringVar(&o.against, "against", "", "build the working tree and a `commit`, and play them against each other")
	flags.BoolVar(&o.plan.Gauntlet, "gauntlet", false, "play only the games of the first player")
	flags.IntVar(&o.plan.Games, "games", 100, "number of games of each pairing")
	flags.StringVar(&o.tc, "tc", defaultControl, "time `control`")
	flags.IntVar(&o.margin, "margin", 10, "accept moves that are up to this many `ms` late")
	flags.BoolVar(&o.ponder, "ponder", false, "let players think on the opponent's time")
	flags.StringVar(&o.openings, "openings", "", "`file` of lists of moves, positions or game records; none: all games begin at the start (default the built-in set)")
	flags.BoolVar(&o.plan.InOrder, "in-order", false, "use the openings in their order instead of shuffling them")
	flags.IntVar(&o.openingsStart, "openings-start", 1, "begin with the `N`th opening, from 1")
	flags.IntVar(&o.openingsPlies, "openings-plies", 0, "play only the first `N` plies of each list of moves or record (default all)")
	flags.StringVar(&o.openingsEnd, "openings-end", string(opening.Fresh), "what to do when the openings are used up: fresh (add random plies to them), repeat or stop")
	flags.IntVar(&o.plan.RandomPlies, "random-plies", 0, "begin each game with `N` random moves instead of an opening")
	flags.Uint64Var(&o.plan.Seed, "seed", 0, "seed of all random choices (default a new one, or the record's)")
	flags.StringVar(&o.plan.Record, "record", "", "append the games to a `file`; if it exists, continue its match")
	flags.BoolVar(&o.plan.AcceptDifferences, "accept-differences", false, "continue a record although its players or adjudication differ or are unknown")
	flags.BoolVar(&o.plan.Sync, "sync", false, "flush every game to the disk, so that it survives a power failure")
	flags.StringVar(&o.plan.Event, "event", "Cathedral match", "Event tag of the records")
	flags.StringVar(&o.log, "log", "", "write each engine's input and output to files in a `folder`")
	flags.StringVar(&o.plot, "plot", "", "draw the score of two players over their games to an SVG `file` at the end, with the LLR if there is an --sprt")
	flags.StringVar(&o.sprt, "sprt", "", "stop when the SPRT with these `bounds` is decided: elo0,elo1[,alpha,beta[,model]]; alpha and beta are 0.05 and the model is normalized unless it is logistic")
	flags.StringVar(&o.resign, "resign", "", "adjudicate lost games by this `rule`: moves=N,score=SQUARES[,twosided]")
	flags.StringVar(&o.draw, "draw", "", "adjudicate drawn games by this `rule`: moves=N,score=SQUARES[,ply=N]")
	flags.BoolVar(&o.plan.Adjudication.Proven, "proven", false, "adjudicate games whose final score the referee has proven")
	flags.BoolVar(&o.json, "json", false, "print every event as a line of JSON")
	flags.BoolVar(&o.strict, "strict", false, "exit with status 1 if an engine lost by a fault or caused a warning")
	flags.BoolVar(&o.gameLines, "game-lines", true, "print a line for each game; if false, only for games lost by a fault")
	flags.BoolVar(&o.quiet, "quiet", false, "print only the result")
	flags.Uint64Var(&o.plan.ReferenceSpeed, "reference-speed", 0, "workers scale times from `N` nodes a second to their speed (default the record's, or that of this machine)")
	flags.StringArrayVar(&o.plan.Without, "without", nil, "have the games of a `key`, such as one whose machine was faulty, leave --record, and play them again")
	command.Gone(cmd, "verify", "games of workers are not played again; look at the table of machines instead")
	command.AddRules(cmd, &o.plan.Rules)
	command.AddFair(cmd, &o.plan.Fair, "play")
	command.Declare(cmd,
		command.AtLeast(0, "margin", "openings-plies"),
		command.AtLeast(1, "openings-start"),
		command.OneOf("openings-end", opening.Ends()...),
		command.Exclusive("openings", "random-plies"),
		command.With("listen or nats", "reference-speed"),
		command.With("record", "without"),
		command.Valid("against", build.CheckCommit))
	o.machines.AddTo(cmd, &o.plan.Concurrency, "number of games to play at a time; lowered if there are too few cores")
}

// prepare completes the plan from the flags and the configuration file. The caller must call
// cleanUp.
func (o *options) prepare(ctx context.Context) (cleanUp func(), err error) {
	cleanUp = func() {}
	defer func() {
		if err != nil {
			cleanUp()
		}
	}()
	plan := &o.plan
	plan.Version = identity.Version
	base, err := o.base()
	if err != nil {
		return cleanUp, err
	}
	if o.log != "" {
		plan.Log = player.LogFolder(o.log)
	}
	if err := o.addPlayers(base); err != nil {
		return cleanUp, err
	}
	if err := o.readOpenings(ctx); err != nil {
		return cleanUp, err
	}
	if err := o.readRules(); err != nil {
		return cleanUp, err
	}
	if o.against != "" {
		builds, remove, err := build.Both(ctx, o.against)
		if err != nil {
			return cleanUp, err
		}
		cleanUp = remove
		o.addBuilds(base, builds)
	}
	player.Name(plan.Players)
	if err := plan.Check(); err != nil {
		return cleanUp, &command.UsageError{Err: err}
	}
	if o.test != nil && len(plan.Players) > 2 {
		return cleanUp, command.UsageErrorf("--sprt needs two players, but there are %d", len(plan.Players))
	}
	if o.plot != "" && len(plan.Players) > 2 {
		return cleanUp, command.UsageErrorf("--plot needs two players, but there are %d", len(plan.Players))
	}
	if err := o.CheckOutputs([]string{o.config, o.openings}, command.Output{Name: o.plot, Begin: rating.PictureBegin}, command.Output{Name: plan.Record}); err != nil {
		return cleanUp, err
	}
	return cleanUp, nil
}

// readConfig reads the configuration file and sets its flags, except those that
// the command line sets.
func (o *options) readConfig(cmd *cobra.Command, _ []string) error {
	if o.config == "" {
		return nil
	}
	text, err := command.ReadText(cmd.Context(), o.config, "a configuration")
	if err != nil {
		return err // which names the file
	}
	file, err := match.ParseConfigFile(o.config, text)
	if err != nil {
		return fmt.Errorf("%s: %w", o.config, err)
	}
	for _, setting := range file.Flags {
		flag := cmd.Flags().Lookup(setting.Key)
		switch {
		case flag == nil || setting.Key == "config" || setting.Key == "help":
			return fmt.Errorf("%s: there is no flag %q", o.config, setting.Key)
		case flag.Changed:
		default:
			if err := cmd.Flags().Set(setting.Key, setting.Value); err != nil {
				return fmt.Errorf("%s: %w", o.config, command.FlagError(cmd, err))
			}
		}
	}
	o.file = *file
	return nil
}

// base returns the settings that all players share.
func (o *options) base() (player.Specification, error) {
	base := player.Specification{Margin: time.Duration(o.margin) * time.Millisecond, Ponder: o.ponder}
	var err error
	if base.Control, err = player.ParseTimeControl(o.tc); err != nil {
		return base, command.UsageErrorf("--tc: %w", err)
	}
	if err := base.Apply(o.file.Each); err != nil {
		return base, fmt.Errorf("%s: each: %w", o.config, err)
	}
	for _, text := range o.each {
		if err := base.ApplyText(text); err != nil {
			return base, command.UsageErrorf("--each %q: %w", text, err)
		}
	}
	return base, nil
}

// addPlayers adds the players of the configuration file and of the command line. If
// the command line names engines of the file, only those of the file play.
func (o *options) addPlayers(base player.Specification) error {
	inFile := o.file.Players
	var chosen []player.Specification
	named := false
	for _, text := range o.engines {
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
			return command.UsageErrorf("--engine %q: %w", text, err)
		}
		chosen = append(chosen, player)
	}
	for i, settings := range inFile {
		player, err := newPlayer(base, settings)
		if err != nil {
			return fmt.Errorf("%s: engine %d: %w", o.config, i+1, err)
		}
		if !named {
			o.plan.Players = append(o.plan.Players, player)
		}
	}
	o.plan.Players = append(o.plan.Players, chosen...)
	return nil
}

// addBuilds adds builds of this program before the other players.
func (o *options) addBuilds(base player.Specification, builds []build.Build) {
	for i, b := range builds {
		player := base
		player.Command, player.Name = b.Program, b.Name
		o.plan.Players = slices.Insert(o.plan.Players, i, player)
	}
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

// readOpenings reads the openings and describes them.
func (o *options) readOpenings(ctx context.Context) (err error) {
	plan := &o.plan
	if plan.OpeningsEnd, err = opening.ParseEnd(o.openingsEnd); err != nil {
		return err
	}
	plan.OpeningsStart = o.openingsStart - 1
	switch {
	case plan.RandomPlies > 0:
		o.book = wording.Count(plan.RandomPlies, "random ply")
		return nil
	case o.openings == "none":
		o.book = "none"
		return nil
	}
	name, book := "built-in", &opening.Book{}
	if o.openings == "" && plan.Fair != (engine.FairGame{}) {
		book.Openings, err = opening.Fair(plan.Fair, plan.Rules)
	} else if o.openings == "" {
		book.Openings, err = opening.Default(plan.Rules)
	} else {
		name = o.openings
		book, err = command.ReadFile(ctx, name, "games or positions", func(in io.Reader) (*opening.Book, error) {
			return opening.Read(in, plan.Rules, o.openingsPlies)
		})
		if err != nil {
			return err // which names the file
		}
	}
	if err != nil {
		return fmt.Errorf("openings %w", err)
	}
	plan.Openings = book.Openings
	order := "shuffled"
	if plan.InOrder {
		order = "in order"
	}
	o.book = fmt.Sprintf("%d, %s, %s", len(plan.Openings), name, order)
	for _, left := range []struct {
		count int
		why   string
	}{{book.Repeated, "repeated"}, {book.Finished, "finished"}} {
		if left.count > 0 {
			o.book += fmt.Sprintf(", without %d that are %s", left.count, left.why)
		}
	}
	return nil
}

// readRules parses the rules that end games and the match early.
func (o *options) readRules() (err error) {
	if strings.TrimSpace(o.resign) != "" {
		if o.plan.Adjudication.Resign, err = match.ParseResignRule(o.resign); err != nil {
			return command.UsageErrorf("--resign: %w", err)
		}
	}
	if strings.TrimSpace(o.draw) != "" {
		if o.plan.Adjudication.Draw, err = match.ParseDrawRule(o.draw); err != nil {
			return command.UsageErrorf("--draw: %w", err)
		}
	}
	if strings.TrimSpace(o.sprt) != "" {
		test, err := rating.ParseSPRT(o.sprt)
		if err != nil {
			return command.UsageErrorf("--sprt: %w", err)
		}
		o.test = &test
	}
	return nil
}
