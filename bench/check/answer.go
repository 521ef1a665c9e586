package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cathedral/engine"
)

// answer is what came back of a go.
type answer struct {
	best, ponder string
	words        []string      // of the line bestmove
	infos        []string      // the info lines that are not strings
	info         string        // the last of them
	errors       int           // error lines
	elapsed      time.Duration // since search sent its line
}

// search sends a go and waits for its bestmove.
func (c *conversation) search(line string) (*answer, error) {
	start := time.Now()
	if err := c.send(line); err != nil {
		return nil, err
	}
	answer, err := c.awaitBest()
	if err != nil {
		return nil, err
	}
	answer.elapsed = time.Since(start)
	return answer, nil
}

// awaitBest waits for a bestmove.
func (c *conversation) awaitBest() (*answer, error) {
	line, before, err := c.await("bestmove", begins("bestmove"))
	if err != nil {
		return nil, err
	}
	a := &answer{words: strings.Fields(line)}
	for _, info := range before {
		if begins("info")(info) && !begins("info string")(info) {
			a.infos, a.info = append(a.infos, info), info
		}
		if isError(info) {
			a.errors++
		}
	}
	if len(a.words) > 1 {
		a.best = a.words[1]
	}
	if len(a.words) > 3 && a.words[2] == "ponder" {
		a.ponder = a.words[3]
	}
	return a, nil
}

// judge holds an answer against the position that was searched. pondering says
// whether the engine may name a move to ponder on.
func (a *answer) judge(p *engine.Position, pondering bool) error {
	line := strings.Join(a.words, " ")
	if len(a.words) != 2 && !(pondering && len(a.words) == 4 && a.ponder != "") {
		return fmt.Errorf("%q, want bestmove and one word", shorten(line))
	}
	if p.Over() {
		if a.best != "none" {
			return fmt.Errorf("%q, but the game is over", shorten(line))
		}
		return nil
	}
	next, err := play(p, a.best)
	if err != nil {
		return fmt.Errorf("%q: %w (position %s)", shorten(line), err, p)
	}
	if a.ponder != "" {
		if _, err := play(&next, a.ponder); err != nil {
			return fmt.Errorf("%q: the move to ponder on: %w", shorten(line), err)
		}
	}
	return nil
}

// play returns the position after a move given as text.
func play(p *engine.Position, text string) (engine.Position, error) {
	move, err := engine.ParseMove(text, p.Side())
	if err == nil {
		err = p.Check(move)
	}
	if err != nil {
		return engine.Position{}, err
	}
	return p.Play(move), nil
}

// judgeInfo holds the last info line against the protocol: it has depth, score,
// nodes, nps and time, and its pv begins with the best move and is legal to its
// end.
func (a *answer) judgeInfo(p *engine.Position) error {
	if a.info == "" {
		return fmt.Errorf("no info line before bestmove")
	}
	words := strings.Fields(a.info)
	for _, name := range []string{"depth", "nodes", "nps", "time"} {
		if _, err := number(words, name); err != nil {
			return fmt.Errorf("%q: %w", shorten(a.info), err)
		}
	}
	if err := judgeScore(words); err != nil {
		return fmt.Errorf("%q: %w", shorten(a.info), err)
	}
	at := slices.Index(words, "pv")
	if at < 0 || at+1 == len(words) {
		return fmt.Errorf("%q: no pv", shorten(a.info))
	}
	if words[at+1] != a.best {
		return fmt.Errorf("%q: the pv does not begin with the best move %s", shorten(a.info), a.best)
	}
	position := *p
	for i, text := range words[at+1:] {
		next, err := play(&position, text)
		if err != nil {
			return fmt.Errorf("%q: move %d of the pv: %w", shorten(a.info), i+1, err)
		}
		position = next
	}
	return nil
}

// number returns the whole number after a word.
func number(words []string, name string) (int64, error) {
	at := slices.Index(words, name)
	if at < 0 || at+1 == len(words) {
		return 0, fmt.Errorf("no %s", name)
	}
	value, err := strconv.ParseInt(words[at+1], 10, 64)
	if err != nil || value < 0 {
		return 0, fmt.Errorf("%s is %q", name, words[at+1])
	}
	return value, nil
}

// judgeScore looks for "score cp N" or "score final N" with an N that fits the
// board.
func judgeScore(words []string) error {
	at := slices.Index(words, "score")
	if at < 0 || at+2 >= len(words) {
		return fmt.Errorf("no score")
	}
	unit := map[string]int{"cp": 100, "final": 1}[words[at+1]]
	value, err := strconv.Atoi(words[at+2])
	if unit == 0 || err != nil {
		return fmt.Errorf("want score cp N or score final N")
	}
	if most := engine.Rows * engine.Columns * unit; value > most || value < -most {
		return fmt.Errorf("the score is %d", value)
	}
	return nil
}
