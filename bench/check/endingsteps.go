package check

import (
	"fmt"
	"time"
)

// endingSteps are about the end of the process.
func endingSteps() []step {
	return []step{
		{name: "quit when idle", fresh: true, run: leaves(quits)},
		{name: "quit during go infinite", fresh: true, run: leaves(quits, "go infinite")},
		{name: "quit during go ponder", fresh: true, run: leaves(quits, "go ponder")},
		{name: "quit during go perft", fresh: true, run: leavesPerft},
		{name: "quit before the handshake", raw: true, run: leaves(quits)},
		{name: "end of input when idle", fresh: true, run: leaves(endsInput)},
		{name: "end of input during go infinite", fresh: true, run: leaves(endsInput, "go infinite")},
		{name: "end of input during go ponder", fresh: true, run: leaves(endsInput, "go ponder movetime 10")},
		{name: "end of input within a line", fresh: true, run: leaves(endsInputWithinLine)},
		{name: "output closed when idle", fresh: true, run: leaves(closesOutput)},
		{name: "output closed during go infinite", fresh: true, run: leaves(closesOutput, "go infinite")},
	}
}

// departure returns how long the engine may take to leave: 3 s with the usual
// patience. The protocol grants one second; the rest is for slow machines.
func (c *conversation) departure() time.Duration { return c.patience * 3 / 5 }

// leaves returns a step that sends lines and then gives the engine a reason to
// leave.
func leaves(reason func(*conversation) error, lines ...string) func(*conversation) error {
	return func(c *conversation) error {
		if _, err := c.tell(lines...); err != nil {
			return err
		}
		if err := reason(c); err != nil {
			return err
		}
		if !c.process.EndsWithin(c.departure()) {
			return fmt.Errorf("it has not left after %v", c.departure())
		}
		return nil
	}
}

// quits sends quit and expects exit status 0.
func quits(c *conversation) error {
	if err := c.send("quit"); err != nil {
		return err
	}
	return c.endsWell()
}

// endsWell waits for the engine's end and checks its exit status.
func (c *conversation) endsWell() error {
	if c.process.EndsWithin(c.departure()) && c.process.Fault() != nil {
		return fmt.Errorf("it left with %s", c.exitStatus())
	}
	return nil
}

func endsInput(c *conversation) error {
	c.dialogue.note("!", "closed its input")
	if err := c.process.CloseInput(); err != nil {
		return err
	}
	return c.endsWell()
}

func endsInputWithinLine(c *conversation) error {
	if err := c.sendRaw("go dep"); err != nil {
		return err
	}
	return endsInput(c)
}

// closesOutput closes the engine's output and sends a line whose answer fails. Any
// exit status will do, because a signal ends many engines.
func closesOutput(c *conversation) error {
	c.dialogue.note("!", "closed its output")
	if err := c.process.CloseOutput(); err != nil {
		return err
	}
	_ = c.process.Write([]byte("isready\n"), c.patience) // it may have left already
	return nil
}

func leavesPerft(c *conversation) error {
	if !c.traits.perft {
		return notOffered("no go perft")
	}
	return leaves(quits, "go perft 5")(c)
}
