package check

import (
	"fmt"
	"slices"

	"cathedral/engine"
)

// stateSteps sends every command in every state the engine can be in.
func stateSteps() []step {
	return []step{
		{name: "every command before the handshake", raw: true, run: commandsBeforeHandshake},
		{name: "every command when idle", run: inState("uginewgame", "position startpos")},
		{name: "every command when the game is over", run: commandsWhenOver},
		{name: "every command during go infinite", run: inState("position startpos", "go infinite")},
		{name: "every command during go ponder", run: inState("position startpos", "go ponder")},
		{name: "every command during go perft", run: commandsDuringPerft},
	}
}

// everyCommand returns lines with every command. An engine must survive the commands
// that it does not know. The ugi that follows uci decides how it writes scores.
func (c *conversation) everyCommand() []string {
	commands := []string{
		"isready", "uci", "ugi", "uginewgame", "ucinewgame", "setoption name Hash value 16", "setoption name Clear Hash",
		"setoption name MultiPV value 1", "position startpos", "position startpos moves CAnF5",
		"position fen 10/10/10/10/10/10/10/10/10/10 l C 0", "go depth 1", "go movetime 1", "go infinite", "go ponder",
		"stop", "ponderhit", "query gameover", "query p1turn", "query result", "query score", "query legal", "query fen",
		"query islegal CAnF5", "debug off",
		"d", "eval", "help", "# a comment", "", "register later", "debug on",
	}
	if c.traits.perft {
		commands = append(commands, "go perft 1", "go perft 3")
	}
	if c.traits.solves {
		commands = append(commands, "go solve")
	}
	if c.traits.decides {
		commands = append(commands, "go solve verdict")
	}
	return commands
}

// inState returns a step that, for each command, brings the engine into a state with
// the lines of entry and then sends the command.
func inState(entry ...string) func(*conversation) error {
	return func(c *conversation) error {
		for _, command := range c.everyCommand() {
			if err := c.tryCommand(entry, command); err != nil {
				return fmt.Errorf("%q: %w", command, err)
			}
		}
		return nil
	}
}

// tryCommand sends a command after the lines of entry. The engine must go on
// answering, and after a stop it must have sent one bestmove for each go.
func (c *conversation) tryCommand(entry []string, command string) error {
	expected := 0
	for _, line := range append(slices.Clone(entry), command) {
		if begins("go")(line) && !begins("go perft")(line) {
			expected++
		}
	}
	said, err := c.tell(append(slices.Clone(entry), command)...)
	if err != nil {
		return err
	}
	afterStop, err := c.tell("stop")
	if err != nil {
		return err
	}
	bests := countBests(said) + countBests(afterStop)
	for bests < expected {
		answer, err := c.awaitBest()
		if err != nil {
			return err
		}
		if answer.best == "" {
			return fmt.Errorf("bestmove without a move")
		}
		bests++
	}
	if said, err = c.ready(); err != nil {
		return err
	}
	if bests += countBests(said); bests > expected {
		return fmt.Errorf("%d bestmoves for %d go", bests, expected)
	}
	return nil
}

// countBests counts the bestmoves among lines.
func countBests(lines []string) int {
	count := 0
	for _, line := range lines {
		if begins("bestmove")(line) {
			count++
		}
	}
	return count
}

func commandsBeforeHandshake(c *conversation) error {
	for _, command := range c.everyCommand() {
		if err := c.tryCommand(nil, command); err != nil {
			return fmt.Errorf("%q: %w", command, err)
		}
	}
	_, err := c.greet()
	return err
}

func commandsWhenOver(c *conversation) error {
	over := randomGame(c.random(), engine.Rules{}, (*engine.Position).Over)
	return inState(over.command())(c)
}

func commandsDuringPerft(c *conversation) error {
	if !c.traits.perft {
		return notOffered("no go perft")
	}
	return inState("position startpos", "go perft 4")(c)
}
