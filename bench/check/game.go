package check

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/protocol"
)

// game is a position and how the command position describes it.
type game struct {
	start    string // "startpos", or "fen" and a text
	moves    []engine.Move
	position engine.Position // after the moves
}

func newGame(rules engine.Rules) *game {
	return &game{start: "startpos", position: engine.Start(rules)}
}

// play adds a legal move.
func (g *game) play(move engine.Move) {
	g.moves = append(g.moves, move)
	g.position = g.position.Play(move)
}

// playAny plays a random move.
func (g *game) playAny(random *rand.Rand) {
	moves := g.position.Moves(nil)
	g.play(moves[random.IntN(len(moves))])
}

// command returns the line that sets the position.
func (g *game) command() string {
	line := "position " + g.start
	for i, move := range g.moves {
		if i == 0 {
			line += " moves"
		}
		line += " " + move.String()
	}
	return line
}

// randomGame plays random games until one reaches a wanted position.
func randomGame(random *rand.Rand, rules engine.Rules, wanted func(*engine.Position) bool) *game {
	for {
		g := newGame(rules)
		for !g.position.Over() && !wanted(&g.position) {
			g.playAny(random)
		}
		if wanted(&g.position) {
			return g
		}
	}
}

// wantedPosition returns the condition of "position random ...".
func wantedPosition(text string) (func(*engine.Position) bool, error) {
	switch text {
	case "over":
		return (*engine.Position).Over, nil
	case "nearly over":
		return isNearlyOver, nil
	case "pass":
		return func(p *engine.Position) bool { return p.IsLegal(engine.Pass) }, nil
	case "few moves":
		return func(p *engine.Position) bool { return p.Ply() > 2 && p.CountMoves() < 200 }, nil
	case "late":
		return func(p *engine.Position) bool { return p.Ply() >= 20 && p.CountMoves() < 20 && !p.Over() }, nil
	}
	plies, err := strconv.Atoi(text)
	const most = 24 // all games are longer
	if err != nil || plies < 0 || plies > most {
		return nil, fmt.Errorf("want over, nearly over, pass, few moves, late or a number of plies up to %d, not %q", most, text)
	}
	return func(p *engine.Position) bool { return p.Ply() >= plies && !p.Over() }, nil
}

// placeRandomly sets a random position of a kind by a line that is spelt so.
func (c *conversation) placeRandomly(g *given, spelt func(string) string) error {
	wanted, err := wantedPosition(c.expand(g.text()))
	if err != nil {
		return err
	}
	c.game = randomGame(c.random, c.rules, wanted)
	return c.send(spelt(c.game.command()))
}

// place sets a given position.
func place(c *conversation, g *given) error {
	line := "position " + c.expand(g.text())
	if err := c.notePosition(line); err != nil {
		return err
	}
	return c.send(line)
}

// notePosition notes the position that a line sets as the engine's, without sending it.
func (c *conversation) notePosition(line string) error {
	position, moves, err := protocol.ParsePosition(line, c.rules)
	if err != nil {
		return fmt.Errorf("%q: %w", shorten(line), err)
	}
	start, _, _ := strings.Cut(strings.TrimPrefix(line, "position "), " moves")
	c.game = &game{start, moves, position}
	return nil
}

// choose gives variables a number of random moves in a row each, or fewer if the game ends.
func (c *conversation) choose(g *given, plies int) error {
	for _, name := range g.names {
		line := game{position: c.game.position}
		for ply := 0; ply < plies && !line.position.Over(); ply++ {
			line.playAny(c.random)
		}
		_, c.variables[name], _ = strings.Cut(line.command(), " moves ")
	}
	return nil
}

func setClock(c *conversation, g *given) error {
	c.clocks, c.increment = [2]time.Duration{g.times[0], g.times[0]}, g.times[1]
	return nil
}

func playAny(c *conversation, _ *given) error {
	if c.game.position.Over() {
		return errors.New("the game is over: no move can be played")
	}
	c.game.playAny(c.random)
	return c.send(c.game.command())
}

// playBest plays the move that the engine has found, and takes its time from its clock if
// there is one. With the usual patience it may overstep its time by half a second, which
// is enough for a slow machine; the group match judges by the margin of a match.
func playBest(c *conversation, _ *given) error {
	side := c.game.position.Side()
	move, err := engine.ParseLegalMove(c.answer.best, &c.game.position)
	if err != nil {
		return err
	}
	if c.increment > 0 {
		c.clocks[side] -= c.answer.at.Sub(c.sentAt)
		if over := -c.clocks[side]; over > c.patience/10 {
			return fmt.Errorf("%s oversteps the time by %v at ply %d", side, over.Round(time.Millisecond), c.game.position.Ply())
		}
		c.clocks[side] = max(0, c.clocks[side]) + c.increment
	}
	c.game.play(move)
	return c.send(c.game.command())
}
