package protocol

// The line that answers go, as a client reads it.

import (
	"errors"
	"strings"
)

// ParseBestMove reads `bestmove M` or `bestmove M ponder M2`, without asking what is
// legal. Words too many are an error, but the moves are returned all the same; move
// is "" when the line has none, ponder when it names none.
func ParseBestMove(line string) (move, ponder string, err error) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "bestmove" {
		return "", "", errors.New("want bestmove and a move")
	}
	switch rest := words[2:]; {
	case len(rest) >= 2 && rest[0] == "ponder":
		ponder = rest[1]
		if len(rest) > 2 {
			err = wordError(words, 4, "nothing follows the move to ponder on")
		}
	case len(rest) > 0:
		err = wordError(words, 2, "want ponder and a move, or nothing")
	}
	return words[1], ponder, err
}
