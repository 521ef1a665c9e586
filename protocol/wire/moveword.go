package wire

import "cathedral/engine"

// ParseLegalMove parses a move and checks that it is legal in position. The
// error says what is wrong with the text or with the move.
func ParseLegalMove(text string, position *engine.Position) (engine.Move, error) {
	move, err := engine.ParseMove(text, position.Side())
	if err == nil {
		err = position.Check(move)
	}
	return move, err
}
