package check

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/protocol"
	"cathedral/protocol/process"
	"cathedral/protocol/wire"
)

// conversation is a step's connection to an engine. The errors of its methods
// describe a fault of the engine, or are ctx's.
type conversation struct {
	*circumstances
	transport protocol.Transport // nil if the engine is not running
	client    *protocol.Client   // which reads the transport
	options   []wire.Option
	// misdeclared is the first fault among the option lines of the last handshake.
	misdeclared error
	scene
}

// circumstances are the same for all steps.
type circumstances struct {
	ctx       context.Context
	start     func() (protocol.Transport, error)
	command   process.Command // what start starts; empty: a server in memory
	patience  time.Duration   // the longest wait for an answer
	attention int             // how many times longer to listen for what must not come
	margin    time.Duration   // by which a match lets a move be late
	seed      uint64          // of random games
	name      string          // of the engine, once it has given it
	offered   map[string]bool // the findings of the first steps
	declared  []wire.Option   // in the first handshake
}

// scene is the state of a step.
type scene struct {
	dialogue  *dialogue
	random    *rand.Rand
	variables map[string]string
	lists     map[string][]string
	rules     engine.Rules      // of the next position
	game      *game             // its position is the engine's
	placed    string            // the line that has set it
	changed   map[string]string // the options that were set, by their names in small letters
	speaksUCI bool              // the last handshake was uci

	sent     string    // the last line
	sentAt   time.Time // when
	said     []string  // the engine's lines since then
	heard    bool      // it has said something
	searched []engine.Position
	bests    int       // the number of bestmoves for the positions searched
	pending  []*answer // the bestmoves that have not been expected yet
	answer   *answer   // the last one that was expected

	clocks    [2]time.Duration
	increment time.Duration
	memory    int64 // of the engine, once it was measured
	questions int   // queries
	responses int   // to them
}

func newScene(dialogue *dialogue, seed uint64) scene {
	return scene{
		dialogue: dialogue, random: rand.New(rand.NewPCG(seed, 1)), variables: map[string]string{}, lists: map[string][]string{},
		game: newGame(engine.Rules{}), changed: map[string]string{}, answer: &answer{position: engine.Start(engine.Rules{})},
	}
}

// errNotOffered is wrapped by the error of a step whose feature the engine does not
// offer.
var errNotOffered = errors.New("not offered")

// notOffered returns an error that wraps errNotOffered and names the missing feature.
func notOffered(what string) error { return fmt.Errorf("%w: %s", errNotOffered, what) }

// open starts the engine and sends it nothing.
func (c *conversation) open() error {
	transport, err := c.start()
	if err != nil {
		return fmt.Errorf("starting the engine: %w", err)
	}
	c.transport, c.client, c.options = transport, protocol.NewClient(transport, nil, nil), nil
	c.dialogue.note("!", "started")
	return nil
}

// close kills the engine if it is still running, and adds its last lines to the
// dialogue.
func (c *conversation) close() {
	if c.transport == nil {
		return
	}
	for now := time.Now(); ; {
		if _, _, err := c.read("", now); err != nil {
			break
		}
	}
	c.client.Close()
	c.transport = nil
}

// greet carries out the handshake.
func (c *conversation) greet() error {
	if err := c.send("ugi"); err != nil {
		return err
	}
	if err := c.await("ugiok", is("ugiok"), c.patience); err != nil {
		return err
	}
	return readOptions(c, nil)
}

// send sends a line and notes its effect on the engine's state.
func (c *conversation) send(line string) error {
	if c.heard {
		c.said, c.heard = nil, false
	}
	c.sent, c.sentAt = line, time.Now()
	switch words := strings.Fields(line); {
	case len(words) == 0:
	case words[0] == "go" && !(len(words) > 1 && words[1] == "perft"):
		c.searched = append(c.searched, c.game.position)
	case words[0] == "position":
		if _, _, err := protocol.ParsePosition(line, c.rules); err == nil {
			c.placed = line
		}
	case words[0] == "uginewgame", words[0] == "ucinewgame":
		c.game, c.placed = newGame(c.rules), line
	case words[0] == "ugi", words[0] == "uci":
		c.speaksUCI = words[0] == "uci"
	case words[0] == "setoption":
		c.noteOption(line)
	}
	return c.write(line + "\n")
}

// write sends text unchanged.
func (c *conversation) write(text string) error {
	c.dialogue.note(">", strings.TrimSuffix(text, "\n"))
	switch err := c.transport.Write([]byte(text), c.patience); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errors.New("the engine does not read its input")
	case err != nil:
		return c.await("end of the engine, which has closed its input", never, time.Second)
	}
	return nil
}

// silence is the error of an answer that did not come in time.
type silence struct{ waitingFor string }

func (s *silence) Error() string { return "no " + s.waitingFor + " in time" }

// read returns the engine's next line and the time of its arrival. waitingFor names the
// expected line in the error that read returns at the deadline.
func (c *conversation) read(waitingFor string, deadline time.Time) (string, time.Time, error) {
	line, at, err := c.client.Await(c.ctx, waitingFor, deadline, nil)
	var (
		silent   *protocol.SilentError
		crash    *protocol.CrashError
		nonsense *protocol.NonsenseError
	)
	switch {
	case errors.As(err, &silent):
		return "", at, &silence{waitingFor}
	case errors.As(err, &crash):
		return "", at, fmt.Errorf("the engine has ended (%s)", exitStatus(crash.Status, crash.LastWords))
	case errors.As(err, &nonsense): // only the steps of a match mind
		line, at, err = nonsense.Line, time.Now(), nil
	}
	if line = strings.TrimSpace(line); err == nil {
		c.dialogue.note("<", line)
		c.said, c.heard = append(c.said, line), true
		if begins("bestmove")(line) {
			c.bests++
			c.pending = append(c.pending, newAnswer(c.said, at))
		}
	}
	return line, at, err
}

// exitStatus returns how the engine ended, with its last lines on standard error.
func exitStatus(status string, lastWords []string) string {
	if len(lastWords) == 0 {
		return status
	}
	return status + ", stderr: " + shorten(strings.Join(lastWords[max(0, len(lastWords)-3):], " / "))
}

// errFlood is the error of an engine that writes more than the check keeps.
var errFlood = errors.New("the engine floods its output")

// await reads lines until one matches.
func (c *conversation) await(waitingFor string, matches func(line string) bool, patience time.Duration) error {
	const flood = 16 << 20 // bytes
	deadline := time.Now().Add(patience)
	for bytes := 0; ; {
		line, _, err := c.read(waitingFor, deadline)
		if err != nil || matches(line) {
			return err
		}
		if bytes += len(line); bytes > flood {
			return errFlood
		}
	}
}

// never matches no line.
func never(string) bool { return false }

// is returns a function that reports whether a line is want.
func is(want string) func(string) bool {
	return func(line string) bool { return strings.TrimSpace(line) == want }
}

// begins returns a function that reports whether a line begins with word.
func begins(word string) func(string) bool {
	return func(line string) bool { return line == word || strings.HasPrefix(line, word+" ") }
}

// isError reports whether a line is an error line.
func isError(line string) bool { return strings.HasPrefix(line, "info string error") }

// ready waits until the engine has read all that was sent. There must not be more bestmoves
// than searches.
func (c *conversation) ready() error {
	if err := c.sync(); err != nil {
		return err
	}
	return c.surplus()
}

// ask sends a line and waits until the engine has read it.
func (c *conversation) ask(line string) error {
	if err := c.send(line); err != nil {
		return err
	}
	return c.ready()
}

// sync waits until the engine has read all that was sent.
func (c *conversation) sync() error {
	if err := c.write("isready\n"); err != nil {
		return err
	}
	if err := c.await("readyok", is("readyok"), c.patience); err != nil {
		return err
	}
	c.said = c.said[:len(c.said)-1] // not an answer to the lines before isready
	return nil
}

// surplus returns an error if there are more bestmoves than searches.
func (c *conversation) surplus() error {
	word, rest, _ := strings.Cut(c.sent, " ")
	switch {
	case c.bests <= len(c.searched):
		return nil
	case len(c.searched) > 0 && slices.Contains([]string{"go", "stop", "ponderhit"}, word) && !begins("perft")(rest):
		return errors.New("a second bestmove")
	}
	return fmt.Errorf("a bestmove after %q, which asks for none", shorten(c.sent))
}

// listen reads lines for some time and returns an error, which ends in reason, if one of
// them matches.
func (c *conversation) listen(duration time.Duration, matches func(line string) bool, reason string) error {
	deadline := time.Now().Add(duration * time.Duration(c.attention))
	for {
		line, _, err := c.read("", deadline)
		var silent *silence
		switch {
		case errors.As(err, &silent):
			return nil
		case err != nil:
			return err
		case begins("bestmove")(line) && c.surplus() != nil:
			return c.surplus()
		case matches(line):
			return fmt.Errorf("%q, %s", shorten(line), reason)
		}
	}
}

// noteOption notes the change that a line setoption makes.
func (c *conversation) noteOption(line string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(line, "setoption name "), " value ")
	if option := c.option(name); option == nil || option.Type == "button" {
		return
	}
	c.changed[strings.ToLower(name)] = strings.ToLower(value)
	c.rules = protocol.RulesAfter(wire.Words(line), c.rules)
}

// option returns the option called name, in any case, or nil if there is none.
func (c *conversation) option(name string) *wire.Option {
	for i := range c.options {
		if strings.EqualFold(c.options[i].Name, name) {
			return &c.options[i]
		}
	}
	return nil
}

// offers reports whether the engine offers a feature, such as "go perft" or "option Hash".
func (c *conversation) offers(feature string) bool {
	if name, isOption := strings.CutPrefix(feature, "option "); isOption {
		return c.option(name) != nil
	}
	return c.offered[feature]
}
