package protocol

// The position command. It sets the whole position or changes nothing.

import (
	"fmt"
	"slices"
	"strings"

	"cathedral/engine"
	"cathedral/engine/wording"
	"cathedral/protocol/wire"
)

// setPosition handles `position`. Changed rules take effect here, and clear the hash table
// as the protocol promises, although its keys depend on the rules.
func (s *session) setPosition(words []string) error {
	position, moves, err := parsePosition(words, s.settings.rules)
	if err != nil {
		return err
	}
	if position.Rules() != s.position.Rules() {
		s.forget = true
	}
	s.position, s.moves = position, moves
	s.settle()
	return nil
}

// ParsePosition parses a line `position ...` by the given rules, and returns the position
// and the moves that led there. The error names the word at fault.
func ParsePosition(line string, rules engine.Rules) (engine.Position, []engine.Move, error) {
	return parsePosition(strings.Fields(line), rules)
}

// parsePosition parses a position command; words[0] is its name. It returns the
// position and the moves that led there. `moves` need not be followed by a move, because
// some programs send it bare at the start of a game.
func parsePosition(words []string, rules engine.Rules) (position engine.Position, played []engine.Move, err error) {
	if len(words) < 2 {
		return engine.Position{}, nil, wire.MissingError(words, 0, "startpos or fen")
	}
	moves := len(words)
	if i := slices.Index(words, "moves"); i >= 0 {
		moves = i
	}
	switch {
	case words[1] == "startpos" && moves > 2:
		return engine.Position{}, nil, wire.WordError(words, 2, "want moves or nothing")
	case words[1] == "startpos":
		position = engine.Start(rules)
	case words[1] == "fen" && moves == 2:
		return engine.Position{}, nil, wire.MissingError(words, 1, "a position text")
	case words[1] == "fen":
		text := strings.Join(words[2:moves], " ")
		if position, err = engine.ParsePosition(text, rules); err != nil {
			return engine.Position{}, nil, fmt.Errorf("words 3 to %d %s: %w", moves, wording.Quoted(text), err)
		}
	default:
		return engine.Position{}, nil, wire.WordError(words, 1, "want startpos or fen")
	}
	for i := moves + 1; i < len(words); i++ {
		move, err := engine.ParseLegalMove(words[i], &position)
		if err != nil {
			return engine.Position{}, nil, wire.WordError(words, i, "move %d: %w", i-moves, err)
		}
		position, played = position.Play(move), append(played, move)
	}
	return position, played, nil
}
