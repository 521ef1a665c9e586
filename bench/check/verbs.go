package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/protocol/process"
)

// verb is a form of a statement. Its words in capitals stand for values. TEXT is a
// text, LINE a linePattern, TIME a time, COUNT a number and NAME a new variable. ITEMS are
// texts or a list, WHERE is a kind of position, and CONTROL a time control. What stands in
// brackets may be missing.
type verb struct {
	form    string
	do      func(c *conversation, g *given) error
	isBlock bool // indented lines follow, which are given too
	// isSettled means that the engine has read all that was sent before the verb acts, and
	// that there are no more bestmoves than searches.
	isSettled bool
}

// verbs returns all forms, a special one before one that is more general.
func verbs() []verb {
	return []verb{
		{form: "send TEXT", do: func(c *conversation, g *given) error { return c.send(c.expand(g.text())) }},
		{form: "write TEXT", do: func(c *conversation, g *given) error { return c.write(c.expand(g.text())) }},
		{form: "pause TIME", do: pause},
		{form: "ready", do: func(c *conversation, _ *given) error { return c.ready() }},
		{form: "close input", do: closeInput},
		{form: "close output", do: closeOutput},

		{form: "position random WHERE in small letters", do: func(c *conversation, g *given) error { return c.placeRandomly(g, strings.ToLower) }},
		{form: "position random WHERE", do: func(c *conversation, g *given) error { return c.placeRandomly(g, strings.Clone) }},
		{form: "position TEXT", do: place},
		{form: "choose line NAME", do: func(c *conversation, g *given) error { return c.choose(g, 3) }},
		{form: "choose NAME[ NAME]", do: func(c *conversation, g *given) error { return c.choose(g, 1) }},
		{form: "play bestmove", do: playBest},
		{form: "play any move", do: playAny},
		{form: "clock TIME + TIME", do: setClock},
		{form: "rules TEXT", do: chooseRules},
		{form: "resize Hash to TEXT", do: resizeHash},

		{form: "expect end with any status", do: func(c *conversation, _ *given) error { return c.expectEnd(true) }},
		{form: "expect end", do: func(c *conversation, _ *given) error { return c.expectEnd(false) }},
		{form: "expect nothing", do: expectNothing, isSettled: true},
		{form: "expect no error", do: expectNoError, isSettled: true},
		{form: "expect one error", do: expectOneError, isSettled: true},
		{form: "expect a bestmove for every go", do: expectEveryBest, isSettled: true},
		{form: "expect no LINE for TIME[, TEXT]", do: expectSilence},
		{form: "expect no LINE[, TEXT]", do: expectAbsence, isSettled: true},
		{form: "expect bestmove[ TEXT] at once", do: func(c *conversation, g *given) error { return c.expectMove(g, c.allowed(0)) }},
		{form: "expect bestmove[ TEXT] within TIME", do: func(c *conversation, g *given) error { return c.expectMove(g, c.allowed(g.times[0])) }},
		{form: "expect bestmove[ TEXT]", do: func(c *conversation, g *given) error { return c.expectMove(g, 0) }},
		{form: "expect LINE", do: expectLine},
		{form: "said LINE", do: expectSaid, isSettled: true},

		{form: "read options", do: readOptions},
		{form: "judge options", do: judgeOptions},
		{form: "judge Hash", do: judgeHash},
		{form: "judge position[ TEXT]", do: judgePosition},
		{form: "judge info line", do: judgeInfo},
		{form: "judge lines of MultiPV", do: judgeLines},
		{form: "judge order of MultiPV", do: judgeOrder},
		{form: "judge wdl", do: judgeChances},
		{form: "judge final score", do: judgeFinalScore},
		{form: "judge exact score", do: judgeExactScore},
		{form: "judge verdict", do: judgeVerdict},
		{form: "judge final scores", do: judgeProofs},
		{form: "judge response", do: judgeResponse, isSettled: true},
		{form: "judge perft", do: judgePerft},
		{form: "judge spelling", do: judgeSpelling},
		{form: "judge memory", do: judgeMemory, isSettled: true},

		{form: "needs TEXT", do: needFeature},
		{form: "offers TEXT if said LINE", do: noteFeature, isSettled: true},
		{form: "try TEXT until LINE", do: tryFeature},
		{form: "match CONTROL and ponder", do: func(c *conversation, g *given) error { return c.playMatch(g.control, true) }},
		{form: "match CONTROL", do: func(c *conversation, g *given) error { return c.playMatch(g.control, false) }},
		{form: "list NAME ITEMS", do: addToList},
		{form: "if TEXT", do: doIfOffered, isBlock: true},
		{form: "for NAME ITEMS", do: doForEach, isBlock: true},
		{form: "repeat COUNT", do: doRepeatedly, isBlock: true},
		{form: "until over", do: doUntilOver, isBlock: true},
	}
}

// expand puts the values of variables into a text.
func (c *conversation) expand(text string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	return variables.ReplaceAllStringFunc(text, func(name string) string {
		switch name {
		case "$POSITION":
			return c.game.position.String()
		case "$CLOCK":
			return fmt.Sprintf("p1time %d p2time %d p1inc %d p2inc %[3]d",
				c.clocks[engine.Light].Milliseconds(), c.clocks[engine.Dark].Milliseconds(), c.increment.Milliseconds())
		}
		return c.variables[name[1:]]
	})
}

func pause(_ *conversation, g *given) error {
	time.Sleep(g.times[0])
	return nil
}

func closeInput(c *conversation, _ *given) error {
	c.dialogue.note("!", "closed its input")
	return c.transport.CloseInput()
}

// closeOutput closes the engine's output and sends an isready, whose answer fails.
func closeOutput(c *conversation, _ *given) error {
	program, isProcess := c.transport.(*process.Process)
	if !isProcess {
		return notOffered("an output that can be closed")
	}
	c.dialogue.note("!", "closed its output")
	if err := program.CloseOutput(); err != nil {
		return err
	}
	c.dialogue.note(">", "isready")
	_ = program.Write([]byte("isready\n"), c.patience) // it may have left already
	return nil
}

func needFeature(c *conversation, g *given) error {
	if !c.offers(g.text()) {
		return notOffered("no " + g.text())
	}
	return nil
}

func doIfOffered(c *conversation, g *given) error {
	if !c.offers(g.text()) {
		return nil
	}
	return g.body(c)
}

func noteFeature(c *conversation, g *given) error {
	c.offered[g.text()] = slices.ContainsFunc(c.said, g.line.matcher(c))
	return nil
}

// tryFeature sends a line and waits for one that shows that the engine knows it. If no such
// line comes soon, the engine is sent stop, since it may have begun a search, and its answers
// are forgotten.
func tryFeature(c *conversation, g *given) error {
	if err := c.send(c.expand(g.text())); err != nil {
		return err
	}
	wanted := g.line.matcher(c)
	isLast := func(line string) bool { return wanted(line) || isError(line) || begins("bestmove")(line) }
	err := c.await("answer", isLast, min(c.patience, 2*time.Second))
	var silent *silence
	if err != nil && !errors.As(err, &silent) {
		return err
	}
	if err != nil || !wanted(c.said[len(c.said)-1]) {
		if err := c.send("stop"); err != nil {
			return err
		}
		if err := c.await("", never, 300*time.Millisecond); !errors.As(err, &silent) {
			return err
		}
		c.said = nil
	}
	err = c.sync()
	c.searched, c.bests, c.pending = nil, 0, nil
	return err
}

// addToList adds items to a list.
func addToList(c *conversation, g *given) error {
	c.lists[g.names[0]] = append(c.lists[g.names[0]], textsOf(g.texts)...)
	return nil
}

// items returns the items that are given: the texts, or those of the list that is the only
// one.
func (c *conversation) items(g *given) []string {
	texts := textsOf(g.texts)
	name, isVariable := strings.CutPrefix(texts[0], "$")
	if _, isKnown := c.variables[name]; len(texts) > 1 || !isVariable || isKnown {
		return texts
	}
	return c.list(name)
}

// doForEach does the body for each item. An error found while LINE has a value begins
// with it.
func doForEach(c *conversation, g *given) error {
	values := c.items(g)
	if len(values) == 0 {
		return notOffered("nothing to try")
	}
	name := g.names[0]
	for _, value := range values {
		c.variables[name] = c.expand(value)
		err := g.body(c)
		if err != nil && name == "LINE" && !errors.Is(err, errNotOffered) {
			err = fmt.Errorf("%q: %w", shorten(c.variables[name]), err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func doRepeatedly(c *conversation, g *given) error {
	for i := range g.number {
		err := g.body(c)
		if err != nil && g.number >= keptLines { // the dialogue does not show it
			err = fmt.Errorf("round %d of %d: %w", i+1, g.number, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func doUntilOver(c *conversation, g *given) error {
	for !c.game.position.Over() {
		if err := g.body(c); err != nil {
			return err
		}
	}
	return nil
}
