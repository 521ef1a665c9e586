package check

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"cathedral/engine"
)

// badInputSteps send invalid lines. After each of them the engine must still answer
// and have the same position, must have searched if it was a go and not otherwise, and,
// if it writes error lines at all, must have written one.
func badInputSteps() []step {
	return []step{
		{name: "faults get error lines", run: reports},
		{name: "unknown commands", run: rejects("xyzzy", "GO", "isready2", "position2 startpos", "stop!", strings.Repeat("long", 1000), "\u2620 \u2603")},
		{name: "text that is not UTF-8", run: rejects("\xff\xfe", "\xc3\x28 isready", "position startpos moves \xff\xfe", "setoption name \xff value 1", "go perft \xff1")},
		{name: "NUL bytes", run: rejects("\x00", "\x00isready", "isready\x00", "position startpos moves CAnG5\x00", "go\x00 depth 1")},
		{name: "a line of 10 MB", run: rejects(strings.Repeat("x", tenMB), "position startpos moves "+strings.Repeat("CAnG5 ", tenMB/6), "isready "+strings.Repeat("0", tenMB))},
		{name: "lines that end with CRLF", run: acceptsCRLF},
		{name: "empty lines, spaces and tabs", run: acceptsSpaces},
		{name: "a line that comes in pieces", run: acceptsPieces},
		{name: "go with a word that is not understood", run: goesOn("go depth 1 mate 3", "go mate 3 depth 1", "go nodes 1 xyzzy", "go verdict nodes 1", "go depth 1 \xff", "go 1 depth 1")},
		{name: "go with numbers that are missing or unreadable", run: goesOnWithoutNumbers},
		{name: "go searchmoves without a legal move", run: goesOn("go depth 1 searchmoves", "go searchmoves depth 1", "go searchmoves xx depth 1", "go depth 1 searchmoves CAnF5", "go depth 1 searchmoves pass", "go nodes 1 searchmoves SQnA1 CSnE99")},
		{name: "go whose limit is not understood takes a second", run: goesOn("go mate 3", "go movetime x", "go depth \xff1", "go searchmoves xx")},
		{name: "go perft with a bad depth", run: rejectsPerft},
		{name: "setoption that sets nothing", run: rejects("setoption", "setoption name", "setoption name value 3", "setoption value 3", "setoption name No Such Option value 3", "setoption foo")},
		{name: "setoption with a bad value", run: rejectsValues},
		{name: "position that says nothing", run: rejects("position", "position foo", "position fen", "position moves CAnF5", "position startpos foo", "position fen moves CAnF5")},
		{name: "bad position texts", run: rejectsTexts},
		{name: "an illegal or misspelt move in a list", run: rejectsMoves},
		{name: "query of nothing", run: rejects("query", "query foo")},
	}
}

const tenMB = 10 << 20

// reports shows in the table whether the other steps expect error lines.
func reports(c *conversation) error {
	if !c.traits.reports {
		return notOffered("no error lines")
	}
	return nil
}

// rejects returns a step that sends lines that the engine must refuse.
func rejects(lines ...string) func(*conversation) error {
	return func(c *conversation) error {
		// After the Cathedral's placement the legal moves differ from those of the
		// start, so an engine that loses its position is caught.
		g := newGame(engine.Rules{})
		g.play(g.position.Moves(nil)[100])
		if err := c.accepted(g.command()); err != nil {
			return err
		}
		for _, line := range lines {
			if err := c.rejects(g, line); err != nil {
				return fmt.Errorf("%q: %w", shorten(line), err)
			}
		}
		return nil
	}
}

// rejects sends a line that the engine must refuse, and checks that its position is
// still that of g.
func (c *conversation) rejects(g *game, line string) error {
	said, err := c.tell(line)
	if err != nil {
		return err
	}
	if strings.HasPrefix(line, "go") {
		if err := c.quiet(10*time.Millisecond, "for a line that should be refused"); err != nil {
			return err
		}
		afterStop, err := c.tell("stop")
		if err != nil {
			return err
		}
		said = append(said, afterStop...)
	}
	if countBests(said) > 0 {
		return errors.New("the engine searched")
	}
	reported := 0
	for _, line := range said {
		if isError(line) {
			reported++
		}
	}
	if c.traits.reports && reported != 1 {
		return fmt.Errorf("%d error lines, want one", reported)
	}
	return c.standsAt(&g.position)
}

func acceptsCRLF(c *conversation) error {
	if err := c.sendRaw("position startpos moves CAnF5\r\nisready\r\n"); err != nil {
		return err
	}
	if _, _, err := c.await("readyok", is("readyok")); err != nil {
		return err
	}
	g := newGame(engine.Rules{})
	if err := c.playText(g, "CAnF5"); err != nil {
		return err
	}
	if err := c.standsAt(&g.position); err != nil {
		return err
	}
	answer, err := c.search("go depth 1\r")
	if err != nil {
		return err
	}
	return answer.judge(&g.position, false)
}

// playText plays a legal move.
func (c *conversation) playText(g *game, text string) error {
	move, err := engine.ParseMove(text, g.position.Side())
	if err == nil {
		g.play(move)
	}
	return err
}

func acceptsSpaces(c *conversation) error {
	g := newGame(engine.Rules{})
	if err := c.playText(g, "CAnF5"); err != nil {
		return err
	}
	if err := c.accepted("", "   ", "\t", "\r", "  position   startpos\tmoves  CAnF5  "); err != nil {
		return err
	}
	if err := c.send(" \t isready \t "); err != nil {
		return err
	}
	if _, _, err := c.await("readyok", is("readyok")); err != nil {
		return err
	}
	return c.standsAt(&g.position)
}

func acceptsPieces(c *conversation) error {
	for _, piece := range []string{"isr", "ea", "dy", "\n"} {
		if err := c.sendRaw(piece); err != nil {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	_, _, err := c.await("readyok", is("readyok"))
	return err
}

// numberWords returns the words of go that take a number.
func numberWords() []string {
	return []string{"p1time", "p2time", "p1inc", "p2inc", "wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes"}
}

// goesOn returns a step that sends go with a fault in it. The engine must search what is
// left of the line, for a second if that sets no limit.
func goesOn(lines ...string) func(*conversation) error {
	return func(c *conversation) error {
		g := newGame(engine.Rules{})
		g.play(g.position.Moves(nil)[100])
		for _, line := range lines {
			answer, err := c.answers(g, line, time.Second+c.atOnce())
			if err == nil && c.traits.reports && answer.errors != 1 {
				err = fmt.Errorf("%d error lines, want one", answer.errors)
			}
			if err == nil {
				err = c.standsAt(&g.position)
			}
			if err != nil {
				return fmt.Errorf("%q: %w", shorten(line), err)
			}
		}
		return nil
	}
}

func goesOnWithoutNumbers(c *conversation) error {
	var lines []string
	for _, word := range numberWords() {
		limit := " depth 1"
		if word == "depth" {
			limit = " nodes 1"
		}
		for _, value := range []string{"", " x", " NaN", " 1e30", " 99999999999999999999", " -99999999999999999999", " 0x10", " 1.5.5", " -"} {
			lines = append(lines, "go "+word+value+limit)
		}
		lines = append(lines, "go"+limit+" "+word)
	}
	return goesOn(lines...)(c)
}

func rejectsPerft(c *conversation) error {
	if !c.traits.perft {
		return notOffered("no go perft")
	}
	return rejects("go perft", "go perft 0", "go perft -1", "go perft x", "go perft 1e30", "go perft 99999999999999999999")(c)
}

func rejectsValues(c *conversation) error {
	var lines []string
	for _, option := range c.options {
		set := "setoption name " + option.name + " value"
		switch option.kind {
		case "spin":
			lines = append(lines, set, "setoption name "+option.name, set+" x", set+" NaN", set+" 1e30", set+" 1.5", set+" 99999999999999999999",
				fmt.Sprintf("%s %d", set, option.least-1), fmt.Sprintf("%s %d", set, option.most+1))
		case "check":
			lines = append(lines, set, set+" maybe", set+" 2")
		case "combo":
			lines = append(lines, set, set+" no-such-value")
		}
	}
	if len(lines) == 0 {
		return notOffered("no options with values")
	}
	return rejects(lines...)(c)
}

func rejectsTexts(c *conversation) error {
	const empty = "10/10/10/10/10/10/10/10/10/10"
	const church = "10/10/10/10/4+5/3+++4/4+5/4+5/10/10"
	var lines []string
	for _, text := range []string{
		empty, empty + " l", empty + " l C", // too short
		"9/10/10/10/10/10/10/10/10/10 l C 0", "91/10/10/10/10/10/10/10/10/10 l C 0", "11/10/10/10/10/10/10/10/10/10 l C 0",
		"55/10/10/10/10/10/10/10/10/10 l C 0", "010/10/10/10/10/10/10/10/10/10 l C 0", "t10/10/10/10/10/10/10/10/10/10 l C 1",
		"10/10/10/10/10/10/10/10/10 l C 0", empty + "/10 l C 0", "/10/10/10/10/10/10/10/10/10 l C 0", // rows
		"x9/10/10/10/10/10/10/10/10/10 l C 0", "s9/10/10/10/4+5/3+++4/4+5/4+5/10/10 l - 2", // no building
		"t1t1t5/10/10/10/4+5/3+++4/4+5/4+5/10/10 l - 4",   // one too many
		"4+5/3+++4/4+5/4+5/10/10/4+5/3+++4/4+5/4+5 l - 2", // two Cathedrals
		"10/10/10/10/4+5/3+++4/4+5/10/10/10 d - 1",        // half a Cathedral
		empty + " d C 0", church + " l - 1", church + " d - 2", // the wrong side to move
		empty + " l - 0", church + " d C 1", empty + " l C 2", // the Cathedral missing, or already placed
		"t9/10/10/10/4+5/3+++4/4+5/4+5/10/10 d - 1", // too few plies
		empty + " l C -2", empty + " l C x", empty + " l C 1e3", // not a ply
		church + " l - 1000", church + " l - 99999999999999999999", // too late
		empty + " x C 0", empty + " L C 0", empty + " l c 0",
		church + " d - 1 A1", church + " d - 1 K1", church + " d - 1 a1", church + " d - 1 F5 foo", // no building to spare, or extra words
	} {
		lines = append(lines, "position fen "+text)
	}
	return rejects(lines...)(c)
}

func rejectsMoves(c *conversation) error {
	var lines []string
	for _, moves := range []string{
		"xx", "CAnF5 xx", "CAnF5 CSnE8 xx TOeC1", "CAnF5 CSnE99", "CAnF5 CSxE8", "CAnF5 CSn", "CAnF55", "CAnZ5", "CAnF0", "CAnF11",
		"CAnA1", "CAnF5 CAnC5", "CAnF5 CSnE8 CSnE8", "CAnF5 SQnF5", "pass", "CAnF5 pass", "none", "CAnF5-", "CSnE8",
		"CAnF5 SQnA1 SQnA4 SQnA7", "CAnF5 moves SQnA1", "CAnF5, SQnA1",
	} {
		lines = append(lines, "position startpos moves "+moves)
	}
	return rejects(lines...)(c)
}
