package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cathedral/engine"
)

// handshakeSteps are about the handshake. All other steps depend on the first one.
func handshakeSteps() []step {
	return []step{
		{name: "ugi names the engine and its options", raw: true, run: introduces},
		{name: "what it offers: error lines, d, go perft, go solve", fresh: true, run: discovers},
		{name: "uci does the same", fresh: true, run: speaksUCI},
		{name: "isready before the handshake", raw: true, run: readyBeforeHandshake},
		{name: "the handshake twice", fresh: true, run: greetsTwice},
		{name: "debug on and debug off say nothing", fresh: true, run: ignoresDebug},
		{name: "every option takes its default", fresh: true, run: takesDefaults},
	}
}

func introduces(c *conversation) error {
	said, err := c.greet()
	if err != nil {
		return err
	}
	for _, line := range said {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			c.traits.name = strings.TrimSpace(name)
		}
	}
	c.traits.ponders = find(c.options, "Ponder") != nil
	for _, word := range []string{"id name", "id author"} {
		if !slices.ContainsFunc(said, begins(word)) {
			return fmt.Errorf("no line %s", word)
		}
	}
	_, err = c.ready()
	return err
}

// discovers finds out which features the engine offers. Other steps test them.
func discovers(c *conversation) error {
	said, err := c.tell("no-such-command")
	if err != nil {
		return err
	}
	c.traits.reports = slices.ContainsFunc(said, isError)
	if said, err = c.tell("d"); err != nil {
		return err
	}
	c.traits.draws = slices.ContainsFunc(said, begins("Fen:"))
	late := randomGame(c.random(), engine.Rules{}, func(p *engine.Position) bool { return p.Ply() >= 20 && p.CountMoves() < 20 && !p.Over() })
	if c.traits.perft, err = c.endsByItself(late, "go perft 1", begins("Nodes")); err != nil {
		return err
	}
	if c.traits.solves, err = c.endsByItself(late, "go solve", begins("bestmove")); err != nil {
		return err
	}
	c.traits.decides, err = c.endsByItself(late, "go solve verdict", begins("bestmove"))
	return err
}

// endsByItself reports whether a go ends without a stop, with a line that last
// accepts. It leaves the engine idle.
func (c *conversation) endsByItself(g *game, line string, last func(string) bool) (bool, error) {
	if err := c.send(g.command(), line); err != nil {
		return false, err
	}
	patience := c.patience
	c.patience = min(patience, 2*time.Second)
	answer, _, err := c.await("answer", func(line string) bool { return last(line) || isError(line) || begins("bestmove")(line) })
	c.patience = patience
	var silent *silence
	if errors.As(err, &silent) {
		answer, err = "", nil
	}
	if err == nil && !last(answer) { // it may be searching what is left of the line
		if err = c.send("stop"); err == nil {
			err = c.quietAfterStop()
		}
	}
	if err == nil {
		_, err = c.ready()
	}
	return last(answer), err
}

// quietAfterStop reads the engine's lines after a stop that it need not answer.
func (c *conversation) quietAfterStop() error {
	deadline := time.Now().Add(300 * time.Millisecond)
	for time.Now().Before(deadline) {
		var silent *silence
		if _, err := c.next("", deadline); err != nil && !errors.As(err, &silent) {
			return err
		}
	}
	return nil
}

func speaksUCI(c *conversation) error {
	declared := c.options
	said, err := c.tell("uci")
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(said, is("uciok")) {
		return notOffered("no uciok")
	}
	options, err := parseOptions(said)
	if err != nil {
		return err
	}
	if len(options) != len(declared) {
		return fmt.Errorf("uci declares %d options, ugi %d", len(options), len(declared))
	}
	return nil
}

func readyBeforeHandshake(c *conversation) error {
	if _, err := c.ready(); err != nil {
		return err
	}
	_, err := c.greet()
	return err
}

func greetsTwice(c *conversation) error {
	declared := len(c.options)
	if _, err := c.greet(); err != nil {
		return err
	}
	if len(c.options) != declared {
		return errors.New("the second handshake declares other options")
	}
	return nil
}

func ignoresDebug(c *conversation) error {
	said, err := c.tell("debug on", "debug off")
	if err == nil && len(said) > 0 {
		err = fmt.Errorf("%q", shorten(said[0]))
	}
	return err
}

func takesDefaults(c *conversation) error {
	if len(c.options) == 0 {
		return notOffered("no options")
	}
	for _, option := range c.options {
		line := "setoption name " + option.name + " value " + option.standard
		if option.kind == "button" {
			line = "setoption name " + option.name
		}
		if option.kind == "string" && option.standard == "" {
			continue
		}
		if err := c.accepted(line); err != nil {
			return err
		}
		if err := c.accepted(strings.ToLower(line)); err != nil {
			return err
		}
	}
	return nil
}

// accepted sends lines that the engine must accept without an error line.
func (c *conversation) accepted(lines ...string) error {
	said, err := c.tell(lines...)
	if err != nil {
		return err
	}
	if at := slices.IndexFunc(said, isError); at >= 0 {
		return fmt.Errorf("%q after %q", shorten(said[at]), shorten(strings.Join(lines, "; ")))
	}
	return nil
}
