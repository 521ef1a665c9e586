package check

import (
	"errors"
	"fmt"
	"strings"

	"cathedral/engine"
)

// positionSteps are about the command position, and about d, which shows the
// position.
func positionSteps() []step {
	return []step{
		{name: "d shows the position text", run: inRandomGames(drawsPosition)},
		{name: "position fen takes what d shows", run: inRandomGames(takesPositionBack)},
		{name: "position fen with moves", run: inRandomGames(takesTextAndMoves)},
		{name: "moves with nothing after it", run: takesNoMoves},
		{name: "moves in small letters", run: inRandomGames(takesSmallLetters)},
		{name: "moves by any of their orientations", run: takesOrientations},
		{name: "a position of every ply of a long game", run: takesWholeGame},
		{name: "uginewgame sets the start position", run: newGameSetsStart},
	}
}

func isNotOffered(err error) bool { return errors.Is(err, errNotOffered) }

// inRandomGames returns a step that calls run at several plies of random games under
// all rules that the engine offers.
func inRandomGames(run func(*conversation, *game) error) func(*conversation) error {
	return func(c *conversation) error {
		random := c.random()
		for _, rules := range c.offeredRules() {
			if err := c.setRules(rules); err != nil {
				return err
			}
			for _, plies := range []int{0, 1, 2, 3, 5, 8, 11, 14, 18, 22} {
				g := randomGame(random, rules, afterPlies(plies))
				if err := run(c, g); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// drawing returns the values of the lines Fen and Key of d.
func (c *conversation) drawing() (fen, key string, err error) {
	if !c.traits.draws {
		return "", "", notOffered("no d with a line Fen")
	}
	said, err := c.tell("d")
	if err != nil {
		return "", "", err
	}
	for _, line := range said {
		if text, ok := strings.CutPrefix(line, "Fen: "); ok {
			fen = text
		}
		if text, ok := strings.CutPrefix(line, "Key: "); ok {
			key = text
		}
	}
	return fen, key, nil
}

// standsAt checks that the engine's position is p: by d if the engine offers it,
// otherwise by a bestmove that is legal in p.
func (c *conversation) standsAt(p *engine.Position) error {
	if c.traits.draws {
		fen, _, err := c.drawing()
		if err == nil && fen != p.String() {
			err = fmt.Errorf("the position is %q, want %q", shorten(fen), p)
		}
		return err
	}
	answer, err := c.search("go nodes 1")
	if err != nil {
		return err
	}
	if err := answer.judge(p, false); err != nil {
		if _, unreadable := engine.ParseMove(answer.best, p.Side()); unreadable != nil && !p.Over() {
			return err // which says nothing about the position
		}
		return fmt.Errorf("the move is not legal in the position that was sent: %w", err)
	}
	return c.readyAndDone()
}

func drawsPosition(c *conversation, g *game) error {
	if !c.traits.draws {
		return notOffered("no d with a line Fen")
	}
	if err := c.accepted(g.command()); err != nil {
		return err
	}
	return c.standsAt(&g.position)
}

func takesPositionBack(c *conversation, g *game) error {
	if err := c.send(g.command()); err != nil {
		return err
	}
	fen, key, err := c.drawing()
	if err != nil {
		return err
	}
	if err := c.accepted("position startpos", "position fen "+fen); err != nil {
		return err
	}
	fenAgain, keyAgain, err := c.drawing()
	if err == nil && (fenAgain != fen || keyAgain != key) {
		err = fmt.Errorf("%q with key %s became %q with key %s", fen, key, fenAgain, keyAgain)
	}
	return err
}

func takesTextAndMoves(c *conversation, g *game) error {
	line := "position fen " + g.position.String() + " moves"
	next := game{position: g.position}
	for range 3 {
		moves := next.position.Moves(nil)
		if len(moves) == 0 {
			break
		}
		next.play(moves[len(moves)/2])
		line += " " + next.moves[len(next.moves)-1].String()
	}
	if err := c.accepted(line); err != nil {
		return err
	}
	return c.standsAt(&next.position)
}

func takesNoMoves(c *conversation) error {
	if err := c.accepted("position startpos moves CAnF5", "position startpos moves"); err != nil {
		return err
	}
	start := engine.Start(engine.Rules{})
	return c.standsAt(&start)
}

func takesSmallLetters(c *conversation, g *game) error {
	if err := c.accepted(strings.ToLower(g.command())); err != nil {
		return err
	}
	return c.standsAt(&g.position)
}

// takesOrientations writes a placement with each orientation that covers the same
// squares.
func takesOrientations(c *conversation) error {
	want := newGame(engine.Rules{})
	for _, text := range []string{"CAnF5", "SQnA1"} {
		move, err := engine.ParseMove(text, want.position.Side())
		if err != nil {
			return err
		}
		want.play(move)
	}
	for _, text := range []string{"SQnA1", "SQeB1", "SQsB2", "SQwA2"} {
		if err := c.accepted("position startpos moves CAnF5 " + text); err != nil {
			return err
		}
		if err := c.standsAt(&want.position); err != nil {
			return err
		}
	}
	return nil
}

func takesWholeGame(c *conversation) error {
	whole := randomGame(c.random(), engine.Rules{}, (*engine.Position).Over)
	g := newGame(engine.Rules{})
	for _, move := range whole.moves {
		g.play(move)
		if err := c.accepted(g.command()); err != nil {
			return err
		}
		if err := c.standsAt(&g.position); err != nil {
			return err
		}
	}
	return nil
}

// newGameSetsStart checks that a new game begins at the start of the rules that are
// set, so that a client need not send position first.
func newGameSetsStart(c *conversation) error {
	for _, rules := range c.offeredRules() {
		for _, word := range []string{"uginewgame", "ucinewgame"} {
			if err := c.accepted(randomGame(c.random(), engine.Rules{}, afterPlies(5)).command()); err != nil {
				return err
			}
			if err := c.setRules(rules); err != nil {
				return err
			}
			if err := c.accepted(word); err != nil {
				return err
			}
			start := engine.Start(rules)
			if err := c.standsAt(&start); err != nil {
				return fmt.Errorf("after %s: %w", word, err)
			}
			if err := c.setRules(engine.Rules{}); err != nil {
				return err
			}
		}
	}
	return nil
}
