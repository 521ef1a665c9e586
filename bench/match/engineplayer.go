package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cathedral/bench/termination"
	"cathedral/engine"
	"cathedral/protocol"
)

const (
	// startPatience is how long an engine may take for the handshake, and to be
	// ready after its options are set.
	startPatience = 10 * time.Second
	// quitPatience is how long an engine may take to end after quit.
	quitPatience = 2 * time.Second
)

// engineProcess plays with an engine that runs as a process.
type engineProcess struct {
	specification *Specification
	client        *protocol.Client
	notice        func(kind, sample string)
	log           *engineLog
	grace         time.Duration
	broken        bool          // after a fault that ends the conversation
	pondered      []engine.Move // the moves before the pondered position; nil: not pondering
	failure       error         // of the last command to ponder, reported later
	seedOption    *protocol.EngineOption
	lines         int                // read since the last question
	heard         time.Time          // the time of the last line
	flooded       context.CancelFunc // ends the wait for an answer
}

// startEngine starts an engine, shakes hands and sets its options. The error is a
// Fault if the engine misbehaves, and plain if the specification asks for something
// that the engine does not offer.
func startEngine(ctx context.Context, specification *Specification, surroundings *surroundings) (*engineProcess, error) {
	p := &engineProcess{specification: specification, notice: surroundings.notice, log: surroundings.log, grace: surroundings.grace, flooded: func() {}}
	p.log.note("!", "starts "+strings.Join(append([]string{specification.Command}, specification.Arguments...), " "))
	client, err := protocol.StartClient(protocol.ClientConfig{
		Command:     specification.Command,
		Arguments:   specification.Arguments,
		Directory:   specification.Directory,
		Environment: slices.Concat(surroundings.environment, specification.Environment),
		Trace:       p.trace,
	})
	if err != nil {
		return nil, err
	}
	p.client = client
	if err := p.setUp(ctx, surroundings.rules); err != nil {
		p.log.note("!", err.Error())
		client.Close()
		return nil, err
	}
	return p, nil
}

func (p *engineProcess) setUp(ctx context.Context, rules engine.Rules) error {
	if err := p.client.Handshake(ctx, startPatience); err != nil {
		return p.fault(err)
	}
	declared := map[string]*protocol.EngineOption{}
	options := p.client.Options()
	for i := range options {
		declared[strings.ToLower(options[i].Name)] = &options[i]
	}
	wanted := p.specification.Options
	for _, rule := range []struct {
		option  Option
		needed  bool
		meaning string
	}{
		{Option{"Rules", rules.Set.String()}, rules.Set != engine.Classic, "it cannot play by rules other than classic"},
		{Option{"OptionalCapture", strconv.FormatBool(rules.OptionalCapture)}, rules.OptionalCapture, "it cannot play with optional capture"},
		{Option{"Ponder", strconv.FormatBool(p.specification.Ponder)}, p.specification.Ponder, "it cannot ponder"},
	} {
		switch {
		case declared[strings.ToLower(rule.option.Name)] != nil:
			wanted = append(wanted[:len(wanted):len(wanted)], rule.option)
		case rule.needed:
			return fmt.Errorf("the engine has no option %s: %s", rule.option.Name, rule.meaning)
		}
	}
	for _, option := range wanted {
		if declared[strings.ToLower(option.Name)] == nil {
			return fmt.Errorf("the engine has no option %q; it has %s", option.Name, optionNames(options))
		}
		if err := p.client.SetOption(option.Name, option.Value); err != nil {
			return p.fault(err)
		}
	}
	if p.specification.option("Seed") == "" {
		p.seedOption = declared["seed"]
	}
	if err := p.client.Ready(ctx, startPatience); err != nil {
		return p.fault(err)
	}
	if complaints := p.client.Complaints(); len(complaints) > 0 {
		return fmt.Errorf("the engine rejects its options: %s", strings.Join(complaints, "; "))
	}
	return nil
}

func optionNames(options []protocol.EngineOption) string {
	if len(options) == 0 {
		return "none"
	}
	names := make([]string, len(options))
	for i := range options {
		names[i] = options[i].Name
	}
	return strings.Join(names, ", ")
}

// trace sees every line that is sent or read.
func (p *engineProcess) trace(sent bool, line string) {
	if sent {
		p.log.note(">", line)
		return
	}
	p.log.note("<", line)
	p.heard = time.Now()
	if p.lines++; p.lines > maxLines {
		p.flooded()
	}
}

func (p *engineProcess) id() string { return p.client.Name() }

func (p *engineProcess) begin(ctx context.Context, _ engine.Rules, seed uint64) error {
	if err := p.stopPondering(ctx); err != nil {
		return err
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
	patience := startPatience
	control := &p.specification.Control
	if limit := max(control.Base, control.MoveTime); limit > 0 {
		patience = min(patience, limit+p.grace)
	}
	if err := p.client.NewGame(ctx, patience); err != nil {
		return p.fault(err)
	}
	p.complaints()
	return nil
}

// complaints reports the engine's error lines as warnings.
func (p *engineProcess) complaints() {
	for _, complaint := range p.client.Complaints() {
		p.notice("reports an error", complaint)
	}
}

// fault turns the client's error about a misbehaving engine into a Fault. It returns
// other errors and nil unchanged.
func (p *engineProcess) fault(err error) error {
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
			cause += "; last words: " + oneLine(strings.Join(crash.LastWords, " / "), 1000)
		}
		err = &Fault{termination.Crash, cause, true}
	case errors.As(err, &silent):
		err = &Fault{termination.Silence, fmt.Sprintf("gave no %s within %s", silent.Awaited, shortTime(silent.Waited)) + p.unfinished(silent), true}
	case errors.As(err, &nonsense):
		err = &Fault{termination.IllegalMove, fmt.Sprintf("wrote broken output: %s: %q", nonsense.Reason, oneLine(nonsense.Line, 200)), true}
	default:
		return err
	}
	p.broken = true
	return err
}

// unfinished returns the part of a cause about a line without an end. It ignores the
// unfinished line of an engine that is still writing.
func (p *engineProcess) unfinished(silent *protocol.SilentError) string {
	const pause = 100 * time.Millisecond
	if silent.Unfinished == "" || time.Since(p.heard) < pause {
		return ""
	}
	return fmt.Sprintf("; it left the line %q without an end", silent.Unfinished)
}

func (p *engineProcess) close() {
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
