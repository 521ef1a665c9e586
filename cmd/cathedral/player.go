package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/match"
	"cathedral/engine"
)

// newPlayerCommand returns the command that is one of the built-in players of
// matches as an engine of its own.
func newPlayerCommand(f *factory) *cobra.Command {
	var seed uint64
	players := map[string]func(uint64) match.Chooser{"random": match.Random, "greedy": match.Greedy}
	cmd := &cobra.Command{
		Use:   "player random|greedy",
		Short: "Be a simple opponent on standard input and output",
		Long: `Be a simple opponent, as an engine on standard input and output: random takes
every legal move with equal chance, greedy the one after which it holds most
squares. It knows what a match says to an engine, and answers every go at once.

A match has both built in. As processes they measure what pipes cost.`,
		Example: `  cathedral player random
  cathedral match --engine "cmd=cathedral args='player random'" --engine greedy`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) != 1 || players[arguments[0]] == nil {
				return usageErrorf("want random or greedy")
			}
			return nil
		},
		ValidArgs: []string{"random", "greedy"},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64()
			}
			player := &simplePlayer{name: arguments[0], newChooser: players[arguments[0]], out: f.out}
			player.reset(seed)
			return player.run(f.in)
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 0, "decides on all that is left to chance (default a new one)")
	return cmd
}

// simplePlayer speaks as much of the protocol as a match needs. It never thinks,
// so one goroutine reads and answers.
type simplePlayer struct {
	name       string
	newChooser func(uint64) match.Chooser
	choose     match.Chooser
	rules      engine.Rules
	position   engine.Position
	out        io.Writer
}

func (p *simplePlayer) reset(seed uint64) {
	p.choose = p.newChooser(seed)
	p.position = engine.Start(p.rules)
}

// run answers the lines of in until `quit` or the end.
func (p *simplePlayer) run(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<16)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			return nil
		}
		answer, err := p.answer(words)
		if err != nil {
			answer = fmt.Sprintf("info string error: %v\n", err)
		}
		if _, err := io.WriteString(p.out, answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

// answer returns the lines that answer a command.
func (p *simplePlayer) answer(words []string) (string, error) {
	switch words[0] {
	case "ugi", "uci":
		return "id name Cathedral " + p.name + "\nid author the Cathedral engine authors\n" +
			"option name Rules type combo default classic var classic var mattel var woods\n" +
			"option name OptionalCapture type check default false\n" +
			"option name Seed type spin default 0 min 0 max 2147483647\n" + words[0] + "ok\n", nil
	case "isready":
		return "readyok\n", nil
	case "setoption":
		return "", p.setOption(words)
	case "position":
		return "", p.setPosition(words)
	case "go":
		if p.position.Over() {
			return fmt.Sprintf("info depth 0 score final %d\nbestmove none\n", p.position.Margin(p.position.Side())), nil
		}
		return fmt.Sprintf("bestmove %s\n", p.choose(&p.position)), nil
	case "uginewgame", "ucinewgame", "stop", "ponderhit":
		return "", nil
	}
	return "", fmt.Errorf("%q: no such command", words[0])
}

func (p *simplePlayer) setOption(words []string) error {
	if len(words) != 5 || words[1] != "name" || words[3] != "value" {
		return errors.New("want setoption name N value V")
	}
	var err error
	switch value := words[4]; strings.ToLower(words[2]) {
	case "rules":
		p.rules.Set, err = engine.ParseRuleSet(value)
	case "optionalcapture":
		p.rules.OptionalCapture, err = strconv.ParseBool(value)
	case "seed":
		var seed uint64
		if seed, err = strconv.ParseUint(value, 10, 31); err == nil {
			p.reset(seed)
		}
	default:
		err = fmt.Errorf("%q: there is no option of this name", words[2])
	}
	return err
}

// setPosition reads a position command, all of it or nothing.
func (p *simplePlayer) setPosition(words []string) error {
	words, moves := words[1:], []string(nil)
	for i, word := range words {
		if word == "moves" {
			words, moves = words[:i], words[i+1:]
			break
		}
	}
	var position engine.Position
	switch text := strings.Join(words, " "); {
	case text == "startpos":
		position = engine.Start(p.rules)
	case strings.HasPrefix(text, "fen "):
		var err error
		if position, err = engine.ParsePosition(text[len("fen "):], p.rules); err != nil {
			return err
		}
	default:
		return errors.New("want position startpos or position fen P")
	}
	for i, word := range moves {
		move, err := engine.ParseMove(word, position.Side())
		if err == nil {
			err = position.Check(move)
		}
		if err != nil {
			return fmt.Errorf("move %d, %s: %w", i+1, word, err)
		}
		position = position.Play(move)
	}
	p.position = position
	return nil
}
