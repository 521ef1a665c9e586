package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
	"cathedral/protocol"
	"cathedral/protocol/wire"
)

const (
	// usualStart is how long an engine may take for the handshake, and to be ready after its
	// options are set or before a game, if its specification does not say.
	usualStart = 10 * time.Second
	// quitPatience is how long an engine may take to end after quit.
	quitPatience = 2 * time.Second
)

// Surroundings are the conditions under which a player is started.
type Surroundings struct {
	Rules engine.Rules
	// Grace is how long the referee waits for a player whose time is up. It distinguishes a
	// late player from a hung one.
	Grace time.Duration
	// Clock measures the player's time. nil: all time counts.
	Clock *protocol.AwakeClock
	// Log, if not nil, takes every line that is sent to or read from the engine. The player
	// closes it. LogFailed is called at the first write that fails, which ends the log.
	Log       io.WriteCloser
	LogFailed func(error)
	// Notice reports misbehaviour that does not cost the game. kind is always the
	// same for the same misbehaviour; sample has the details.
	Notice func(kind, sample string)
}

// Player plays one side of one game at a time with an engine: a process, or a
// built-in player in memory. It reports misbehaviour of the engine as a Fault; any other
// error is the context's.
type Player struct {
	specification *Specification
	client        *protocol.Client
	notice        func(kind, sample string)
	log           *engineLog
	grace         time.Duration
	clock         *protocol.AwakeClock
	broken        bool               // after a fault that ends the conversation
	pondered      []engine.Move      // the moves before the pondered position; nil: not pondering
	failure       error              // of the last command to ponder, reported later
	seedOption    *wire.Option       // nil: none that the player sets
	reseed        func(seed uint64)  // of a built-in player, in place of the option; nil: none
	started       time.Time          // just before the process
	lines         int                // read since the last question
	heard, said   time.Time          // the times of the last line, and of the last one other than readyok
	quiet, idle   time.Duration      // quietPatience and idlePatience
	flooded       context.CancelFunc // ends the wait for an answer
}

// Start starts the player of a specification, shakes hands and sets its options. The error is a
// Fault if the engine misbehaves, and plain if the specification asks for something
// that the engine does not offer.
func Start(ctx context.Context, specification *Specification, surroundings *Surroundings) (*Player, error) {
	p := &Player{specification: specification, notice: surroundings.Notice, log: &engineLog{surroundings.Log, surroundings.LogFailed}, grace: surroundings.Grace, clock: surroundings.Clock,
		quiet: quietPatience, idle: idlePatience, flooded: func() {}}
	if err := p.connect(); err != nil {
		p.log.close()
		return nil, err
	}
	if err := p.setUp(ctx, surroundings.Rules); err != nil {
		p.Note(err.Error())
		p.client.Close()
		p.log.close()
		return nil, err
	}
	return p, nil
}

// connect starts the engine.
func (p *Player) connect() (err error) {
	s := p.specification
	if len(s.Techniques) > 0 && s.Command != searchPlayer {
		return fmt.Errorf("technique.%s: only %s has techniques", s.Techniques[0].Name, searchPlayer)
	}
	if err := s.checkWatched(); err != nil {
		return err
	}
	if s.IsBuiltIn() {
		var server *protocol.Server
		if server, p.reseed, err = s.builtIn(); err == nil {
			p.client = protocol.NewClient(server.Start(), p.trace, p.clock)
		}
		return err
	}
	p.started = time.Now()
	p.Note("starts " + strings.Join(append([]string{s.Command}, s.Arguments...), " "))
	p.client, err = protocol.StartClient(protocol.ClientConfig{
		Command: s.Command, Arguments: s.Arguments, Directory: s.Directory,
		Environment: s.Environment, Trace: p.trace, Clock: p.clock,
	})
	if command, arguments, found := strings.Cut(s.Command, " "); found && (errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist)) {
		return fmt.Errorf("%w; arguments have their own key: %s %s", err, Setting{"cmd", command}, Setting{"args", arguments})
	}
	return err
}

func (p *Player) setUp(ctx context.Context, rules engine.Rules) error {
	if err := p.client.Handshake(ctx, p.specification.StartPatience()); err != nil {
		return p.fault(err)
	}
	for _, fault := range p.client.Unreadable() {
		p.notice("option that cannot be read", fault.Error())
	}
	declared := map[string]*wire.Option{}
	options := p.client.Options()
	for i := range options {
		declared[strings.ToLower(options[i].Name)] = &options[i]
	}
	wanted, ponders := p.specification.Options, p.specification.Ponder
	if p.specification.AnswersAtOnce() {
		wanted, ponders = nil, false // options for all players do not concern it
	}
	for _, rule := range []struct {
		option  Option
		needed  bool
		meaning string
	}{
		{Option{"Rules", rules.Set.String()}, rules.Set != engine.Classic, "it cannot play by rules other than classic"},
		{Option{"OptionalCapture", strconv.FormatBool(rules.OptionalCapture)}, rules.OptionalCapture, "it cannot play with optional capture"},
		{Option{"Ponder", strconv.FormatBool(ponders)}, ponders, "it cannot ponder"},
	} {
		switch {
		case declared[strings.ToLower(rule.option.Name)] != nil:
			wanted = append(wanted[:len(wanted):len(wanted)], rule.option)
		case rule.needed:
			return fmt.Errorf("%w: %s", p.Lacks("option", rule.option.Name), rule.meaning)
		}
	}
	if hash := declared["hash"]; hash != nil && hash.Max > 0 && p.specification.HashMiB > 0 {
		wanted = append(wanted[:len(wanted):len(wanted)], Option{hash.Name, strconv.Itoa(min(p.specification.HashMiB, hash.Max))})
	}
	for _, option := range wanted {
		if declared[strings.ToLower(option.Name)] == nil {
			return fmt.Errorf("%w; it has %s", p.Lacks("option", option.Name), optionNames(options))
		}
		if err := p.client.SetOption(option.Name, option.Value); err != nil {
			return p.fault(err)
		}
	}
	if p.reseed == nil && p.specification.option("Seed") == "" {
		p.seedOption = declared["seed"]
	}
	if err := p.client.Ready(ctx, p.specification.StartPatience()); err != nil {
		return p.fault(err)
	}
	if complaints := p.client.Complaints(); len(complaints) > 0 {
		return fmt.Errorf("the engine rejects its options: %s", strings.Join(complaints, "; "))
	}
	return nil
}

// Lacks returns the error about an option that the engine needs and has not declared, or not so
// that it can be read. kind is what it should be, such as "spin option".
func (p *Player) Lacks(kind, name string) error {
	if fault := p.client.Unreadable()[strings.ToLower(name)]; fault != nil {
		return fault
	}
	return fmt.Errorf("the engine has no %s %q", kind, name)
}

func optionNames(options []wire.Option) string {
	if len(options) == 0 {
		return "no options"
	}
	names := make([]string, len(options))
	for i := range options {
		names[i] = options[i].Name
	}
	return strings.Join(names, ", ")
}

// trace sees every line that is sent or read.
func (p *Player) trace(sent bool, line string) {
	if sent {
		p.log.note(">", line)
		return
	}
	p.log.note("<", line)
	p.heard = p.clock.Now()
	if line != "readyok" {
		p.said = p.heard
	}
	if p.lines++; p.lines > maxLines {
		p.flooded()
	}
}

// Note adds text to the engine's log as a remark.
func (p *Player) Note(text string) { p.log.note("!", text) }

// Options returns the options that the engine has declared.
func (p *Player) Options() []wire.Option { return p.client.Options() }

// ID returns the engine's own name.
func (p *Player) ID() string { return p.client.Name() }

// Begin prepares for a new game. The seed decides the engine's random choices.
func (p *Player) Begin(ctx context.Context, seed uint64) error {
	if err := p.stopPondering(ctx); err != nil {
		return err
	}
	if p.reseed != nil {
		p.reseed(seed)
	}
	if p.seedOption != nil {
		value := seed >> 33 // fits in 31 bits
		if most := uint64(p.seedOption.Max); most > 0 {
			value %= most + 1
		}
		if err := p.client.SetOption(p.seedOption.Name, strconv.FormatUint(value, 10)); err != nil {
			return p.fault(err)
		}
	}
	patience := p.specification.StartPatience()
	control := &p.specification.Control
	if limit := max(control.Base, control.MoveTime); limit > 0 && p.specification.Start == 0 {
		patience = min(patience, limit+p.grace)
	}
	if err := p.client.NewGame(ctx, patience); err != nil {
		return p.fault(err)
	}
	p.complaints()
	return nil
}

// complaints reports the engine's error lines as warnings.
func (p *Player) complaints() {
	for _, complaint := range p.client.Complaints() {
		p.notice("reports an error", complaint)
	}
}

// fault turns the client's error about a misbehaving engine into a Fault. It returns
// other errors and nil unchanged.
func (p *Player) fault(err error) error {
	var crash *protocol.CrashError
	var silent *protocol.SilentError
	var nonsense *protocol.NonsenseError
	switch {
	case errors.As(err, &crash):
		cause := fmt.Sprintf("crashed: %s (%s was awaited)", crash.Status, crash.Awaited)
		if crash.Unfinished != "" {
			cause += fmt.Sprintf(", in the middle of the line %q", crash.Unfinished)
		}
		if len(crash.LastWords) > 0 {
			cause += "; last words: " + wording.Line(strings.Join(crash.LastWords, " / "), 1000)
		}
		err = &Fault{record.Crash, cause, true}
	case errors.As(err, &silent):
		cause := fmt.Sprintf("gave no %s within %s", silent.Awaited, ShortTime(silent.Waited)) + p.written(silent)
		if strings.HasSuffix(silent.Awaited, "ok") {
			cause += MoreTime(silent.Waited)
		}
		err = &Fault{record.Silence, cause, true}
	case errors.As(err, &nonsense):
		err = &Fault{record.IllegalMove, fmt.Sprintf("wrote broken output: %s: \"%s\"", nonsense.Reason, wording.Line(nonsense.Line, 200)), true}
	default:
		return err
	}
	p.broken = true
	return err
}

// written returns the part of a cause about what a silent engine has written. It ignores the
// unfinished line of an engine that is still writing.
func (p *Player) written(silent *protocol.SilentError) string {
	const pause = 100 * time.Millisecond
	if p.clock.Now().Sub(p.heard) < pause {
		silent = &protocol.SilentError{Repetition: silent.Repetition, Remark: silent.Remark}
	}
	return silent.Trace()
}

// Close ends the engine for good, in an orderly way if that is still possible.
func (p *Player) Close() {
	defer p.log.close()
	if p.broken {
		p.client.Close()
		return
	}
	var silent *protocol.SilentError
	var crash *protocol.CrashError
	switch err := p.client.Quit(quitPatience); {
	case errors.As(err, &silent):
		p.notice("ignored quit", fmt.Sprintf("still running after %s", quitPatience))
	case errors.As(err, &crash):
		p.notice("did not end in order", crash.Error())
	}
}
