package wire

// The bestmove line, as a client reads it.

import (
	"errors"
	"strings"
)

// ParseBestMove parses line, `bestmove M` or `bestmove M ponder M2`, without checking
// that the moves are legal. Extra words are an error, but the moves are
// still returned. A missing move or ponder is "".
func ParseBestMove(line string) (move, ponder string, err error) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "bestmove" {
		return "", "", errors.New("want bestmove and a move")
	}
	switch rest := words[2:]; {
	case len(rest) >= 2 && rest[0] == "ponder":
		ponder = rest[1]
		if len(rest) > 2 {
			err = WordError(words, 4, "want nothing after the ponder move")
		}
	case len(rest) > 0:
		err = WordError(words, 2, "want ponder and a move, or nothing")
	}
	return words[1], ponder, err
}
